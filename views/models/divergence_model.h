// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <optional>

#include "workspace/review.h"
#include "workspace/rounds.h"

namespace tileport::views {

/// The divergences of a review, a row each, in the order of the alignment. Compared with an earlier round each says what became of it, and
/// below them stands what only the earlier round had.
class DivergenceModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { StatusColumn, SinceColumn, OpColumn, DifferenceColumn, ReferenceColumn, PortColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void setReview(workspace::ReviewPtr review);
  /// Of the variant that is shown; null: it is compared with no round, or nothing was found then or now.
  void setRound(const workspace::ComparedVariant *compared);
  /// How many rows are of the review; those below are of the earlier round.
  int divergenceCount() const;

  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  QVariant pastData(const workspace::ComparedFinding &past, int column, int role) const;

  workspace::ReviewPtr review_;
  QStringList since_;                                 ///< of each divergence; empty: no round
  std::vector<workspace::ComparedFinding> onlyThen_;  ///< of the earlier round alone
};

/// "✓", "=", "!", "?" and "gone", "remaining", "new", "undecided".
QString fateSign(workspace::ComparedFinding::Fate fate);
QString fateWord(workspace::ComparedFinding::Fate fate);

/// Every difference of one divergence.
class DifferenceModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { PartColumn, ReferenceColumn, PortColumn, AspectColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void setDivergence(workspace::ReviewPtr review, std::optional<std::uint32_t> divergence);

  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  const align::Divergence *divergence() const;

  workspace::ReviewPtr review_;
  std::optional<std::uint32_t> divergence_;
};

}  // namespace tileport::views
