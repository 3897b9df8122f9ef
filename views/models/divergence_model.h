// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <span>

#include "views/models/operator_rows.h"
#include "workspace/review.h"
#include "workspace/rounds.h"

namespace tileport::views {

/// The divergences of a review, a row each, in the order of the alignment, then its equivalences. Compared with an earlier round each
/// divergence says what became of it, and below all stands what only the earlier round had.
class DivergenceModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column {
    SeverityColumn,
    OwnerColumn,
    SpreadColumn,
    StatusColumn,
    WaiverColumn,
    SinceColumn,
    OpColumn,
    DifferenceColumn,
    ReferenceColumn,
    PortColumn,
    ColumnCount
  };

  using QAbstractTableModel::QAbstractTableModel;

  void setReview(workspace::ReviewPtr review);
  /// Of the variant that is shown; null: it is compared with no round, or nothing was found then or now.
  void setRound(const workspace::ComparedVariant *compared);
  /// In how many of the operator's variants each finding is; null: it is not known. `variant` is the one of the review.
  void setSpread(OperatorRowsPtr rows, std::uint32_t variant);
  const workspace::ReviewPtr &review() const { return review_; }
  /// The first rows are divergences, those after them equivalences; those below are of the earlier round.
  int divergenceCount() const;
  int equivalenceCount() const;
  bool isEquivalence(int row) const { return row >= divergenceCount() && row < divergenceCount() + equivalenceCount(); }
  bool isPast(int row) const { return row >= divergenceCount() + equivalenceCount(); }
  /// What the triage says of a row: of a divergence a finding for each difference. Empty: there is no triage, or the row is past.
  std::span<const triage::Finding> findings(int row) const;
  /// A waiver is given for something of the review, lapsed or not.
  bool hasWaivers() const;

  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  QVariant pastData(const workspace::ComparedFinding &past, int column, int role) const;
  QVariant divergenceData(int row, int column, int role) const;
  QVariant equivalenceData(int row, int column, int role) const;
  QVariant findingData(int row, int column, int role) const;
  QVariant spreadData(int row, int role) const;
  const workspace::OperatorFinding *everywhere(const triage::Finding &finding) const;
  void indexFindings();

  struct Range {
    std::size_t first = 0, count = 0;
  };

  workspace::ReviewPtr review_;
  std::vector<Range> findings_;  ///< by row, positions in the triage's findings
  OperatorRowsPtr spread_;
  std::uint32_t variant_ = 0;                         ///< the review's, among the operator's
  QStringList since_;                                 ///< of each divergence; empty: no round
  std::vector<workspace::ComparedFinding> onlyThen_;  ///< of the earlier round alone
};

/// The gravest finding; the first of those that are alike. Null where there is none.
const triage::Finding *gravest(std::span<const triage::Finding> findings);

/// "✓", "=", "!", "?" and "gone", "remaining", "new", "undecided".
QString fateSign(workspace::ComparedFinding::Fate fate);
QString fateWord(workspace::ComparedFinding::Fate fate);

/// Every difference of one divergence.
class DifferenceModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { PartColumn, ReferenceColumn, PortColumn, SeverityColumn, AspectColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void setDivergence(workspace::ReviewPtr review, std::optional<std::uint32_t> divergence);

  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  const align::Divergence *divergence() const;
  QString severityOf(std::size_t difference) const;

  workspace::ReviewPtr review_;
  std::optional<std::uint32_t> divergence_;
};

}  // namespace tileport::views
