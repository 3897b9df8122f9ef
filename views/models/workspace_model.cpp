// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/workspace_model.h"

#include <algorithm>

namespace tileport::views {
namespace {

using State = VariantStatus::State;

/// Internal ids: 0 for an operator, its position + 1 for its variants.
constexpr quintptr kOperator = 0;

}  // namespace

VariantStatus statusOf(const workspace::Review &review) {
  return {.state = State::Done, .outcome = outcomeOf(review), .counts = review.counts(), .error = std::nullopt};
}

QString statusText(const VariantStatus &status) {
  switch (status.state) {
    case State::Pending: return QStringLiteral("·");
    case State::Reviewing: return QStringLiteral("…");
    case State::Failed: return QStringLiteral("!");
    case State::Done: break;
  }
  const QString counts = countsText(status.counts);
  if (status.outcome != Outcome::Undecided) return counts;
  return status.counts.total() == 0 ? QStringLiteral("?") : counts + QStringLiteral(" ?");
}

QString statusText(const std::vector<VariantStatus> &statuses) {
  VariantStatus sum{.state = State::Done, .outcome = Outcome::Same, .counts = {}, .error = std::nullopt};
  bool done = false, failed = false;
  for (const VariantStatus &status : statuses) {
    failed |= status.state == State::Failed;
    if (status.state != State::Done) continue;
    done = true;
    sum.counts.differs += status.counts.differs;
    sum.counts.missing += status.counts.missing;
    sum.counts.extra += status.counts.extra;
    if (status.outcome == Outcome::Undecided) sum.outcome = Outcome::Undecided;
  }
  if (!done) return statusText(failed ? VariantStatus{.state = State::Failed, .counts = {}, .error = std::nullopt} : VariantStatus{});
  return failed ? QStringLiteral("! ") + statusText(sum) : statusText(sum);
}

void WorkspaceModel::setWorkspace(workspace::WorkspacePtr workspace) {
  beginResetModel();
  workspace_ = std::move(workspace);
  statuses_.clear();
  if (workspace_)
    for (const workspace::Operator &op : workspace_->operators) statuses_.emplace_back(op.variants.size());
  endResetModel();
}

void WorkspaceModel::setStatus(VariantId id, VariantStatus status) {
  if (this->status(id) == nullptr) return;
  statuses_[id.op][id.variant] = std::move(status);
  const QModelIndex variant = indexOf(id), op = variant.parent();
  Q_EMIT dataChanged(variant, variant.siblingAtColumn(CountsColumn));
  Q_EMIT dataChanged(op, op.siblingAtColumn(CountsColumn));
}

const VariantStatus *WorkspaceModel::status(VariantId id) const {
  if (id.op >= statuses_.size() || id.variant >= statuses_[id.op].size()) return nullptr;
  return &statuses_[id.op][id.variant];
}

QModelIndex WorkspaceModel::indexOf(VariantId id) const {
  return status(id) == nullptr ? QModelIndex() : createIndex(int(id.variant), 0, quintptr(id.op) + 1);
}

std::optional<VariantId> WorkspaceModel::find(const QString &op, const QString &variant) const {
  for (const VariantId id : variants()) {
    const workspace::Operator &found = workspace_->operators[id.op];
    if (fromUtf8(found.name) == op && (variant.isEmpty() || fromUtf8(found.variants[id.variant].name) == variant)) return id;
  }
  return std::nullopt;
}

std::vector<VariantId> WorkspaceModel::variants() const {
  std::vector<VariantId> ids;
  for (std::size_t op = 0; op < statuses_.size(); ++op)
    for (std::size_t variant = 0; variant < statuses_[op].size(); ++variant) ids.push_back({std::uint32_t(op), std::uint32_t(variant)});
  return ids;
}

QModelIndex WorkspaceModel::index(int row, int column, const QModelIndex &parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) + 1 : kOperator);
}

QModelIndex WorkspaceModel::parent(const QModelIndex &child) const {
  if (!child.isValid() || child.internalId() == kOperator) return {};
  return createIndex(int(child.internalId() - 1), 0, kOperator);
}

int WorkspaceModel::rowCount(const QModelIndex &parent) const {
  if (!parent.isValid()) return int(statuses_.size());
  if (parent.internalId() != kOperator || parent.column() != 0) return 0;
  return int(statuses_[std::size_t(parent.row())].size());
}

int WorkspaceModel::columnCount(const QModelIndex &) const { return ColumnCount; }

QVariant WorkspaceModel::data(const QModelIndex &index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  if (index.internalId() == kOperator) return operatorData(std::uint32_t(index.row()), index.column(), role);
  return variantData({std::uint32_t(index.internalId() - 1), std::uint32_t(index.row())}, index.column(), role);
}

QString WorkspaceModel::operatorCounts(std::uint32_t op) const {
  const auto unpaired = workspace_->operators[op].unpaired.size();
  if (unpaired == 0) return statusText(statuses_[op]);
  // Short beside the counts, for which there is little room; the tool tip has the words.
  if (!statuses_[op].empty()) return statusText(statuses_[op]) + QStringLiteral("  ∅%1").arg(unpaired);
  return tr("%1 alone").arg(unpaired);
}

QString WorkspaceModel::operatorTip(std::uint32_t op) const {
  constexpr std::size_t kMost = 8;
  const workspace::Operator &of = workspace_->operators[op];
  QStringList lines;
  if (!of.description.empty()) lines << fromUtf8(of.description);
  if (!of.unpaired.empty()) lines << tr("Without a partner, so compared with nothing:");
  for (std::size_t i = 0; i < std::min(kMost, of.unpaired.size()); ++i) {
    const workspace::Unpaired &each = of.unpaired[i];
    const QString side = each.side == workspace::Side::Port ? tr("port") : tr("reference");
    lines << QStringLiteral("%1 %2%3").arg(side, fromUtf8(each.name),
                                           each.reason.empty() ? QString() : QStringLiteral(": ") + fromUtf8(each.reason));
  }
  if (of.unpaired.size() > kMost) lines << tr("and %1 more").arg(of.unpaired.size() - kMost);
  return lines.join(u'\n');
}

QVariant WorkspaceModel::operatorData(std::uint32_t op, int column, int role) const {
  const workspace::Operator &of = workspace_->operators[op];
  switch (role) {
    case Qt::DisplayRole: return column == NameColumn ? fromUtf8(of.name) : operatorCounts(op);
    case Qt::ToolTipRole: return operatorTip(op);
    case Qt::TextAlignmentRole: return int(column == CountsColumn ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    case VariantRole: return of.variants.empty() ? QVariant() : QVariant::fromValue(VariantId{op, 0});
    case IsVariantRole: return false;
    default: return {};
  }
}

QVariant WorkspaceModel::variantData(VariantId id, int column, int role) const {
  const workspace::Variant &of = workspace_->operators[id.op].variants[id.variant];
  const VariantStatus &status = statuses_[id.op][id.variant];
  switch (role) {
    case Qt::DisplayRole: return column == NameColumn ? fromUtf8(of.name) : statusText(status);
    case Qt::ToolTipRole: return status.error ? fromUtf8(status.error->toString()) : fromUtf8(of.description);
    case Qt::TextAlignmentRole: return int(column == CountsColumn ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    case VariantRole: return QVariant::fromValue(id);
    case IsVariantRole: return true;
    case StateRole: return int(status.state);
    default: return {};
  }
}

QVariant WorkspaceModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == NameColumn ? tr("Operator") : tr("Divergences");
}

}  // namespace tileport::views
