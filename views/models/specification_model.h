// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>

#include "views/models/specification_rows.h"
#include "views/theme/theme.h"

namespace tileport::views {

/// A tree of what is hidden of one side, or of the entries that a port needs: what, value, where in the source, other evidence.
class SpecificationModel final : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { WhatColumn, ValueColumn, WhereColumn, EvidenceColumn, ColumnCount };

  using QAbstractItemModel::QAbstractItemModel;

  /// Lines of `shown` can be gone to.
  void setRows(std::vector<SpecificationRow> rows, ShownSides shown);
  void setTheme(ThemePtr theme);

  const SpecificationRow &row(const QModelIndex &index) const;
  /// Where a click leads: in WhereColumn to the source, in EvidenceColumn to the next evidence that has a line in a pane.
  std::optional<EvidencePlace> place(const QModelIndex &index) const;
  /// The row for the clipboard: what, value, all evidence.
  QString text(const QModelIndex &index) const;

  QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
  QModelIndex parent(const QModelIndex &child) const override;
  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  struct Node {
    const SpecificationRow *row;
    std::size_t parent;  ///< position in `nodes_`; the root is 0 and its own
    int position;        ///< among its parent's children
    std::vector<std::size_t> children;
  };
  void addNodes(const std::vector<SpecificationRow> &rows, std::size_t parent);
  const Node &node(const QModelIndex &index) const;
  QString cellText(const SpecificationRow &row, int column) const;
  QVariant color(const QModelIndex &index) const;
  QVariant font(const QModelIndex &index) const;

  SpecificationRow root_;
  std::vector<Node> nodes_{{&root_, 0, 0, {}}};
  ShownSides shown_;
  ThemePtr theme_ = builtInTheme(false);
};

}  // namespace tileport::views
