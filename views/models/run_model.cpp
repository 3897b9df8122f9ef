// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/run_model.h"

#include <QDateTime>
#include <QLocale>

#include "views/panes/code_view.h"
#include "views/review/review_text.h"

namespace tileport::views {

QString durationText(std::chrono::milliseconds time) {
  const qint64 ms = time.count();
  if (ms < 1000) return RunModel::tr("%1 ms").arg(ms);
  if (ms < 60'000) return RunModel::tr("%1 s").arg(double(ms) / 1000, 0, 'f', 1);
  return RunModel::tr("%1 min %2 s").arg(ms / 60'000).arg(ms / 1000 % 60, 2, 10, QLatin1Char('0'));
}

QString runText(const toolchain::RunRecord &run) {
  const auto begin = std::chrono::duration_cast<std::chrono::milliseconds>(run.begin.time_since_epoch()).count();
  QStringList lines{QStringLiteral("$ ") + fromUtf8(run.commandLine())};
  if (!run.folder.empty()) lines << RunModel::tr("in %1").arg(fromUtf8(run.folder.string()));
  lines << RunModel::tr("began %1, %2 after %3")
               .arg(QLocale::system().toString(QDateTime::fromMSecsSinceEpoch(begin), QLocale::ShortFormat), fromUtf8(run.ending),
                    durationText(run.took));
  if (!run.errors.empty()) lines << QString() << RunModel::tr("Standard error:") << fromUtf8(run.errors);
  if (!run.output.empty()) lines << QString() << RunModel::tr("Standard output:") << fromUtf8(run.output);
  return lines.join(u'\n');
}

void RunModel::setRuns(std::vector<toolchain::RunRecord> runs) {
  // A log only grows: what is selected stays so.
  const bool grows = runs.size() > runs_.size() && !runs_.empty();
  if (grows) beginInsertRows({}, int(runs_.size()), int(runs.size()) - 1);
  else beginResetModel();
  runs_ = std::move(runs);
  if (grows) endInsertRows();
  else endResetModel();
}

int RunModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(runs_.size()); }

int RunModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant RunModel::data(const QModelIndex &index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const toolchain::RunRecord &run = runs_[std::size_t(index.row())];
  if (role == Qt::FontRole && index.column() == CommandColumn) return codeFont();
  if (role == Qt::TextAlignmentRole && index.column() == TookColumn) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case EndingColumn: return (run.succeeded ? QStringLiteral("✓ ") : QStringLiteral("✕ ")) + fromUtf8(run.ending);
    case PurposeColumn: return fromUtf8(run.purpose);
    case TookColumn: return durationText(run.took);
    case CommandColumn: return fromUtf8(run.commandLine());
    default: return {};
  }
}

QVariant RunModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return QAbstractTableModel::headerData(section, orientation, role);
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case EndingColumn: return tr("Ended");
    case PurposeColumn: return tr("For");
    case TookColumn: return tr("Took");
    case CommandColumn: return tr("Command");
    default: return {};
  }
}

}  // namespace tileport::views
