// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/operator_finding_model.h"

#include <QFont>
#include <QGuiApplication>
#include <QPalette>
#include <algorithm>

#include "views/panes/code_view.h"
#include "views/review/review_text.h"
#include "views/review/triage_text.h"
#include "views/text/plain_tip.h"

namespace tileport::views {
namespace {

using workspace::KeptFinding;
using workspace::OperatorFinding;

QVariant leftAligned() { return int(Qt::AlignLeft | Qt::AlignVCenter); }

QString valuesText(const KeptFinding &finding) {
  if (finding.reference.empty() && finding.port.empty()) return {};
  const auto shown = [](const std::string &value) { return value.empty() ? FindingVariantModel::tr("absent") : fromUtf8(value); };
  return shown(finding.reference) + QStringLiteral(" → ") + shown(finding.port);
}

}  // namespace

// ---- The findings ----------------------------------------------------------------------------------------------------

bool OperatorFindingModel::showsTheSameAs(const OperatorRows &other) const {
  if (!rows_ || rows_->op != other.op || rows_->shown.size() != other.shown.size()) return false;
  for (std::size_t i = 0; i < other.shown.size(); ++i) {
    const KeptFinding &mine = *rows_->finding(rows_->shown[i]).finding, &its = *other.finding(other.shown[i]).finding;
    if (&mine != &its && (mine.anchor != its.anchor || mine.title != its.title)) return false;
  }
  return true;
}

bool OperatorFindingModel::setRows(OperatorRowsPtr rows) {
  if (rows && showsTheSameAs(*rows)) {
    rows_ = std::move(rows);
    if (!rows_->shown.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    return false;
  }
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
  return true;
}

const OperatorFinding *OperatorFindingModel::finding(int row) const {
  const auto at = position(row);
  return at ? &rows_->finding(*at) : nullptr;
}

std::optional<std::uint32_t> OperatorFindingModel::position(int row) const {
  if (row < 0 || row >= rowCount()) return std::nullopt;
  return rows_->shown[std::size_t(row)];
}

std::vector<int> OperatorFindingModel::rowsOf(const std::unordered_set<std::string> &anchors) const {
  std::vector<int> rows;
  if (anchors.empty()) return rows;
  for (int row = 0; row < rowCount(); ++row)
    if (anchors.contains(finding(row)->finding->anchor)) rows.push_back(row);
  return rows;
}

int OperatorFindingModel::rowCount(const QModelIndex &parent) const { return parent.isValid() || !rows_ ? 0 : int(rows_->shown.size()); }

int OperatorFindingModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

/// "WAIVED by A. Reviewer"; where it does not hold everywhere, "WAIVED in 3 of 28"; "lapsed".
QString OperatorFindingModel::waiverText(const OperatorFinding &of) const {
  if (!of.hasWaiver) return {};
  if (of.waived == 0) return tr("lapsed");
  if (of.waived < of.places.size()) return tr("WAIVED: %L1 of %L2").arg(of.waived).arg(qulonglong(of.places.size()));
  const auto &waiver = rows_->findings->at(of.places.front()).finding->waiver;
  return views::waiverText(*waiver);
}

QVariant OperatorFindingModel::data(const QModelIndex &index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const OperatorFinding &of = *finding(index.row());
  const KeptFinding &shown = *of.finding;
  if (role == Qt::ToolTipRole)
    return index.column() == SpreadColumn ? plainTip(rows_->spreadSentence(of)) : plainTip(fromUtf8(shown.sentence));
  if (role == Qt::FontRole && index.column() == FindingColumn) return codeFont();
  if (role == Qt::TextAlignmentRole)
    return index.column() == SpreadColumn ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : leftAligned();
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case SeverityColumn: return severityText(shown.severity);
    case SpreadColumn: return rows_->spreadText(of);
    case FindingColumn: return fromUtf8(shown.title);
    case CauseColumn: return fromUtf8(toText(shown.cause));
    case OwnerColumn: return fromUtf8(toText(shown.owner));
    case RuleColumn: return fromUtf8(shown.rule);
    case WaiverColumn: return waiverText(of);
    case SentenceColumn: return fromUtf8(shown.sentence);
    default: return {};
  }
}

QVariant OperatorFindingModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return QAbstractTableModel::headerData(section, orientation, role);
  if (role == Qt::TextAlignmentRole) return section == SpreadColumn ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : leftAligned();
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case SeverityColumn: return tr("Severity");
    case SpreadColumn: return tr("Variants");
    case FindingColumn: return tr("Finding");
    case CauseColumn: return tr("Cause");
    case OwnerColumn: return tr("Owner");
    case RuleColumn: return tr("Rule");
    case WaiverColumn: return tr("Waiver");
    case SentenceColumn: return tr("What follows");
    default: return {};
  }
}

// ---- The variants of one of them -------------------------------------------------------------------------------------

void FindingVariantModel::setFinding(workspace::WorkspacePtr workspace, OperatorRowsPtr rows, std::optional<std::uint32_t> position) {
  beginResetModel();
  workspace_ = std::move(workspace);
  rows_ = std::move(rows);
  variants_.clear();
  if (workspace_ && rows_ && position) {
    for (const OperatorFinding::Place &place : rows_->finding(*position).places) {
      if (!variants_.empty() && variants_.back().place.variant == place.variant) ++variants_.back().count;
      else variants_.push_back({place, 1});
    }
  }
  endResetModel();
}

const OperatorFinding::Place *FindingVariantModel::place(int row) const {
  return row < 0 || row >= rowCount() ? nullptr : &variants_[std::size_t(row)].place;
}

int FindingVariantModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(variants_.size()); }

int FindingVariantModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString FindingVariantModel::text(int row, int column) const {
  const Row &of = variants_[std::size_t(row)];
  const workspace::VariantFindings &variant = *rows_->findings->variants[of.place.variant];
  const KeptFinding &finding = *rows_->findings->at(of.place).finding;
  switch (column) {
    case VariantColumn: return fromUtf8(workspace_->operators[rows_->op].variants[of.place.variant].name);
    case VerdictColumn: return variant.verdict ? verdictWord(*variant.verdict) : QString();
    case SeverityColumn: return severityText(finding.severity) + (of.count > 1 ? QStringLiteral("  ×%1").arg(of.count) : QString());
    case ValuesColumn: return valuesText(finding);
    case WaiverColumn:
      return !finding.waiver    ? QString()
             : finding.waived() ? views::waiverText(*finding.waiver)
                                : tr("lapsed: %1").arg(fromUtf8(finding.waiver->lapsedWhy));
    default: return {};
  }
}

QVariant FindingVariantModel::data(const QModelIndex &index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  switch (role) {
    case Qt::DisplayRole: return text(index.row(), index.column());
    case Qt::ToolTipRole:
      return index.column() == VariantColumn ? plainTip(tr("Go to this finding in %1").arg(text(index.row(), VariantColumn)))
                                             : plainTip(text(index.row(), index.column()));
    case Qt::TextAlignmentRole: return leftAligned();
    case Qt::ForegroundRole:
      return index.column() == VariantColumn ? QVariant(QGuiApplication::palette().brush(QPalette::Link)) : QVariant();
    case Qt::FontRole: {
      if (index.column() != VariantColumn) return index.column() == ValuesColumn ? QVariant(codeFont()) : QVariant();
      // Not by its colour alone.
      QFont font;
      font.setUnderline(true);
      return font;
    }
    default: return {};
  }
}

QVariant FindingVariantModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return QAbstractTableModel::headerData(section, orientation, role);
  if (role == Qt::TextAlignmentRole) return leftAligned();
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case VariantColumn: return tr("Variant");
    case VerdictColumn: return tr("Verdict");
    case SeverityColumn: return tr("Severity");
    case ValuesColumn: return tr("Reference → port");
    case WaiverColumn: return tr("Waiver");
    default: return {};
  }
}

}  // namespace tileport::views
