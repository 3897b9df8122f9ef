// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include "workspace/review.h"
#include "workspace/rounds.h"

namespace tileport::views {

/// What the two sides of a review are specialised to differently, a row each: those of the variants and sources first, then what each
/// front end states by a rule of its own.
class SpecialisationModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { OriginColumn, SinceColumn, SubjectColumn, KindColumn, ReferenceColumn, PortColumn, WhyColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void setReview(const workspace::ReviewPtr &review);
  /// Of the variant that is shown; null: there is nothing to tell. What a front end states by a rule is no finding.
  void setRound(const workspace::ComparedVariant *compared);

  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  std::vector<evidence::SpecialisationDifference> rows_;
  QStringList since_;
};

}  // namespace tileport::views
