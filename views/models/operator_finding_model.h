// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "views/models/operator_rows.h"
#include "workspace/workspace.h"

namespace tileport::views {

/// The findings of an operator, one row for what bears one anchor in any of its variants.
class OperatorFindingModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column {
    SeverityColumn,
    SpreadColumn,
    FindingColumn,
    CauseColumn,
    OwnerColumn,
    RuleColumn,
    WaiverColumn,
    SentenceColumn,
    ColumnCount
  };

  using QAbstractTableModel::QAbstractTableModel;

  /// Null: none. Where the rows are those that there were the model is not reset; answers whether it is.
  bool setRows(OperatorRowsPtr rows);
  const OperatorRowsPtr &rows() const { return rows_; }
  /// Null when there is no such row.
  const workspace::OperatorFinding *finding(int row) const;
  /// Its position in the operator's findings.
  std::optional<std::uint32_t> position(int row) const;
  /// The rows of these anchors that are shown, in order.
  std::vector<int> rowsOf(const std::unordered_set<std::string> &anchors) const;

  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  bool showsTheSameAs(const OperatorRows &other) const;
  QString waiverText(const workspace::OperatorFinding &of) const;

  OperatorRowsPtr rows_;
};

/// The variants that have a finding, a row each.
class FindingVariantModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { VariantColumn, VerdictColumn, SeverityColumn, ValuesColumn, WaiverColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  /// `workspace` has the variants' names. Absent: none.
  void setFinding(workspace::WorkspacePtr workspace, OperatorRowsPtr rows, std::optional<std::uint32_t> position);
  /// The first of it in the row's variant. Null when there is no such row.
  const workspace::OperatorFinding::Place *place(int row) const;
  const OperatorRowsPtr &rows() const { return rows_; }

  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  QString text(int row, int column) const;

  struct Row {
    workspace::OperatorFinding::Place place;
    std::uint32_t count = 1;  ///< how many of it the variant has
  };
  workspace::WorkspacePtr workspace_;
  OperatorRowsPtr rows_;
  std::vector<Row> variants_;
};

}  // namespace tileport::views
