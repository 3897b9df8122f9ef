// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "views/models/operator_finding_model.h"
#include "views/models/workspace_model.h"
#include "views/theme/theme.h"

class QLabel;
class QTableView;

namespace tileport::views {

class FindingFilterBar;
class FindingPanel;
class ToneDelegate;

/// An operator as a whole: how many of its variants have which verdict, and its findings, one row for what bears one anchor in any of
/// them, with the variants that have it. What it shows is put together elsewhere.
class OperatorPage final : public QWidget {
  Q_OBJECT

 public:
  explicit OperatorPage(QWidget *parent = nullptr);

  /// Before `setRows` has something to show of it.
  void setOperator(workspace::WorkspacePtr workspace, std::uint32_t op);
  /// Of the operator; null: nothing is known yet. What was selected stays so.
  void setRows(const OperatorRowsPtr &rows);
  void setTheme(const ThemePtr &theme);
  /// Why nothing can be triaged now; empty: it can.
  void setTriageBlocked(const QString &why);
  /// Selects the next row, or the one before; goes round at the ends.
  void step(int step);
  /// The findings that are selected, a line each.
  void copy() const;

  /// Positions in the operator's findings, in the order of the list.
  std::vector<std::uint32_t> selectedFindings() const;
  const OperatorRowsPtr &rows() const { return model_.rows(); }

  QTableView *list() const { return list_; }
  QTableView *variants() const { return variants_; }
  QLabel *summary() const { return summary_; }
  FindingFilterBar *filter() const { return filter_; }
  FindingPanel *finding() const { return finding_; }

 Q_SIGNALS:
  /// A variant, and what to select there.
  void placeChosen(tileport::views::VariantId id, const tileport::workspace::VariantFindings::One &where);
  void acceptAsked();
  void withdrawAsked();

 private:
  QWidget *makeList();
  QWidget *makeDetails();
  void select(const std::vector<int> &rows);
  void showSummary();
  void showFinding();
  void goTo(int row);
  QString nothingHtml() const;

  workspace::WorkspacePtr workspace_;
  std::uint32_t op_ = 0;
  OperatorFindingModel model_;
  FindingVariantModel inVariants_;
  QLabel *summary_;
  FindingFilterBar *filter_;
  QTableView *list_;
  QTableView *variants_;
  QLabel *variantsTitle_;
  FindingPanel *finding_;
  ToneDelegate *tones_;
  ThemePtr theme_ = builtInTheme(false);
  QString blocked_;
  bool restoring_ = false;
};

}  // namespace tileport::views
