// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <optional>

#include "workspace/review.h"

namespace tileport::views {

/// The divergences of a review, a row each, in the order of the alignment.
class DivergenceModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { StatusColumn, OpColumn, DifferenceColumn, ReferenceColumn, PortColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void setReview(workspace::ReviewPtr review);

  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  workspace::ReviewPtr review_;
};

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
