// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>

#include "importer/specifying.h"
#include "views/models/specification_model.h"
#include "views/window/specification_session.h"

class QButtonGroup;
class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;
class QTreeView;

namespace tileport::views {

/// The hidden specification of what is selected: a page a side, and one for the entries that a port needs. What has a line in a pane can be
/// clicked. Where there is nothing to show, a line says why and what can be done.
class SpecificationPanel final : public QWidget {
  Q_OBJECT

 public:
  enum class Page : std::uint8_t { Reference, Port, Entries };

  explicit SpecificationPanel(QWidget *parent = nullptr);

  void showNothing();
  void showReading(const QString &op);
  void showFailure(const Error &error);
  void showCancelled();
  /// `variant` is the position in the specification's variants; `shown` are the files of the panes.
  void setSpecification(SpecifiedPtr specified, std::size_t variant, ShownSides shown);
  void setTheme(const ThemePtr &theme);

  void setPage(Page page);
  Page page() const { return page_; }
  QToolButton *button(Page page) const { return buttons_[std::size_t(page)]; }
  QTreeView *tree() const { return tree_; }
  SpecificationModel *model() { return &model_; }
  /// What could not be read; empty when everything could.
  QString failures() const;
  /// The line in the tree's place; empty while there is a tree.
  QString note() const;
  QPushButton *cancelButton() const { return cancel_; }
  QPushButton *againButton() const { return again_; }
  /// The selected row, with its evidence, to the clipboard.
  void copy() const;

 Q_SIGNALS:
  void placeChosen(const tileport::views::EvidencePlace &place);
  void cancelAsked();
  void againAsked();
  /// How many things could not be read.
  void failuresChanged(std::size_t count);

 protected:
  bool eventFilter(QObject *watched, QEvent *event) override;

 private:
  QWidget *makeBar();
  QWidget *makeNote();
  void say(const QString &text, bool canCancel, bool canTryAgain);
  void fill();
  void fillFailures();
  bool has(Page page) const;
  void choose(const QModelIndex &index);
  /// Of a row as a whole: the place in its source, else in its program.
  void chooseRow(const QModelIndex &index);

  SpecificationModel model_;
  SpecifiedPtr specified_;
  std::size_t variant_ = 0;
  ShownSides shown_;
  Page page_ = Page::Reference;

  std::array<QToolButton *, 3> buttons_{};
  QButtonGroup *pages_ = nullptr;
  QLabel *failures_ = nullptr;
  QLabel *note_ = nullptr;
  QPushButton *cancel_ = nullptr;
  QPushButton *again_ = nullptr;
  QTreeView *tree_ = nullptr;
  QWidget *bar_ = nullptr;
  QStackedWidget *stack_ = nullptr;
};

}  // namespace tileport::views
