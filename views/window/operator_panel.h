// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <QWidget>

#include "views/models/workspace_model.h"
#include "views/theme/theme.h"

class QLineEdit;
class QTreeView;

namespace tileport::views {

class ToneDelegate;

/// The tree of operators, variants and programs without a partner, with a filter.
class OperatorPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit OperatorPanel(WorkspaceModel *model, QWidget *parent = nullptr);

  void setTheme(const ThemePtr &theme);
  void setCurrent(VariantId id);
  void setCurrent(UnpairedId id);
  void setCurrentOperator(std::uint32_t op);
  /// The one that was chosen last, even while the filter hides it.
  std::optional<VariantId> current() const { return chosen_; }
  /// By one operator or one variant in the order of the tree; goes round at the ends. From an operator as a whole to the next one.
  void stepOperator(int step);
  void stepVariant(int step);
  void focusFilter();

  QTreeView *tree() const { return tree_; }
  QLineEdit *filter() const { return filter_; }

 Q_SIGNALS:
  void variantChosen(tileport::views::VariantId id);
  void unpairedChosen(tileport::views::UnpairedId id);
  /// An operator as a whole.
  void operatorChosen(std::uint32_t op);

 private:
  void applyFilter(const QString &text);
  void expand();
  void choose(const QModelIndex &index);
  void makeCurrent(const QModelIndex &source);

  WorkspaceModel *model_;
  QSortFilterProxyModel *proxy_;
  QLineEdit *filter_;
  QTreeView *tree_;
  ToneDelegate *tones_;
  std::optional<VariantId> chosen_;
  std::optional<UnpairedId> chosenUnpaired_;     ///< set while a program without a partner is shown
  std::optional<std::uint32_t> chosenOperator_;  ///< set while an operator as a whole is
  bool filtering_ = false;
};

}  // namespace tileport::views
