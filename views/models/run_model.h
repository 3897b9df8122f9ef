// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "toolchain/runner.h"

namespace tileport::views {

/// Programs of others that were run, in the order in which they began.
class RunModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { EndingColumn, PurposeColumn, TookColumn, CommandColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void setRuns(std::vector<toolchain::RunRecord> runs);
  const std::vector<toolchain::RunRecord> &runs() const { return runs_; }

  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  std::vector<toolchain::RunRecord> runs_;
};

/// "83 ms", "12.4 s", "3 min 07 s".
QString durationText(std::chrono::milliseconds time);

/// All of a run for people: command, where and when, how it ended, what it wrote.
QString runText(const toolchain::RunRecord &run);

}  // namespace tileport::views
