// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "views/models/finding_filter.h"
#include "views/theme/theme.h"

class QSettings;
class QTableView;

namespace tileport::views {

class FindingFilterBar;
class FindingPanel;
class ToneDelegate;

/// The divergences and equivalences of a review, which a filter narrows, every difference of the one that is selected, and what the triage
/// says of it.
class DivergencePanel final : public QWidget {
  Q_OBJECT

 public:
  explicit DivergencePanel(QWidget *parent = nullptr);

  void setReview(workspace::ReviewPtr review);
  /// What became of the findings of an earlier round; `compares` is false where there is none.
  void setRound(bool compares, const workspace::ComparedVariant *compared);
  /// In how many of the operator's variants each finding is; null: it is not known. `variant` is the review's.
  void setSpread(const OperatorRowsPtr &rows, std::uint32_t variant);
  void setTheme(const ThemePtr &theme);
  /// No signal.
  void setCurrent(std::optional<std::uint32_t> divergence);
  void setCurrentEquivalence(std::uint32_t equivalence);
  /// Of the divergence that is current.
  void setCurrentDifference(std::uint32_t difference);
  /// Why findings cannot be accepted; empty: they can.
  void setTriageBlocked(const QString &why);
  /// As if they had been chosen in the bar; no signal.
  void setCriteria(const FindingCriteria &criteria);
  /// The selected divergence as text.
  void copy() const;
  void saveFilter(QSettings &settings) const;
  void restoreFilter(const QSettings &settings);

  /// Those that a person's word would be on: of one row the difference that is chosen in it, if there is one, else all of the rows.
  std::vector<const triage::Finding *> selectedFindings() const;

  /// Which divergence of the list comes after one, or before it.
  std::optional<std::uint32_t> beside(std::optional<std::uint32_t> from, int step) const { return shown_.divergenceBeside(from, step); }

  QTableView *list() const { return list_; }
  QTableView *details() const { return details_; }
  FindingFilterBar *filter() const { return filter_; }
  FindingPanel *finding() const { return finding_; }

 Q_SIGNALS:
  void divergenceChosen(std::uint32_t divergence);
  void equivalenceChosen(std::uint32_t equivalence);

 private:
  QWidget *makeList();
  QWidget *makeDetails();
  void choose(const QModelIndex &index);
  void setCurrentRow(int row);
  void showDetails(int row);
  void showFinding();
  void showCounts();
  void applyCriteria(const FindingCriteria &criteria);
  int sourceRow(const QModelIndex &index) const;

  workspace::ReviewPtr review_;
  DivergenceModel model_;
  FindingFilter shown_{&model_};
  DifferenceModel differences_;
  FindingFilterBar *filter_;
  QTableView *list_;
  QTableView *details_;
  FindingPanel *finding_;
  ToneDelegate *tones_;
  QString blocked_;
  int detailedRow_ = -1;  ///< of the model; negative: none
  bool following_ = false;
  bool choosing_ = false;
};

}  // namespace tileport::views
