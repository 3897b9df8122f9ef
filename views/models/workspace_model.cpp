// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/workspace_model.h"

#include <QGuiApplication>
#include <QPalette>
#include <algorithm>

#include "views/review/triage_text.h"
#include "views/text/plain_tip.h"

namespace tileport::views {
namespace {

using State = VariantStatus::State;

/// Internal ids: 0 for an operator, its position + 1 for its variants and the group of what has no partner, and that with a bit for
/// the programs of the group.
constexpr quintptr kOperator = 0;
constexpr quintptr kUnpairedBit = quintptr(1) << 31;

QString sideName(workspace::Side side) {
  return side == workspace::Side::Port ? WorkspaceModel::tr("port") : WorkspaceModel::tr("reference");
}

int alignmentOf(int column) {
  return int(column == WorkspaceModel::CountsColumn ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
}

}  // namespace

VariantStatus statusOf(const workspace::Review &review) {
  VariantStatus status{.state = State::Done, .outcome = outcomeOf(review), .counts = review.counts(), .error = std::nullopt};
  if (review.triage) {
    status.verdict = review.triage->verdict;
    status.verdictWhy = verdictDetails(review);
  }
  return status;
}

QString statusText(const VariantStatus &status) {
  switch (status.state) {
    case State::Pending: return QStringLiteral("·");
    case State::Reviewing: return QStringLiteral("…");
    case State::Failed: return QStringLiteral("!");
    case State::Done: break;
  }
  const bool passes = !status.verdict || *status.verdict == triage::Verdict::Pass;
  const QString counts = status.counts.total() == 0 && !passes ? QStringLiteral("0") : countsText(status.counts);
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
    if (status.verdict) sum.verdict = sum.verdict ? worse(*sum.verdict, *status.verdict) : *status.verdict;
  }
  if (!done) return statusText(failed ? VariantStatus{.state = State::Failed, .counts = {}, .error = std::nullopt} : VariantStatus{});
  return failed ? QStringLiteral("! ") + statusText(sum) : statusText(sum);
}

QString verdictWord(const VariantStatus &status) { return status.verdict ? verdictWord(*status.verdict) : QString(); }

QString verdictWord(const std::vector<VariantStatus> &statuses) {
  std::optional<triage::Verdict> worst;
  bool all = true;
  for (const VariantStatus &status : statuses) {
    if (status.verdict) worst = worst ? worse(*worst, *status.verdict) : *status.verdict;
    else all = false;
  }
  // What is not reviewed yet, or could not be, may be worse.
  const bool passes = worst == triage::Verdict::Pass || worst == triage::Verdict::PassWithNotes;
  if (!worst || (!all && passes)) return {};
  return verdictWord(*worst);
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

QModelIndex WorkspaceModel::indexOfOperator(std::uint32_t op) const {
  return op < statuses_.size() ? createIndex(int(op), 0, kOperator) : QModelIndex();
}

std::optional<std::uint32_t> WorkspaceModel::findOperator(const QString &name) const {
  for (std::uint32_t op = 0; op < statuses_.size(); ++op)
    if (!statuses_[op].empty() && fromUtf8(workspace_->operators[op].name) == name) return op;
  return std::nullopt;
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

const workspace::Unpaired *WorkspaceModel::unpaired(UnpairedId id) const {
  if (!workspace_ || id.op >= workspace_->operators.size() || id.unpaired >= workspace_->operators[id.op].unpaired.size()) return nullptr;
  return &workspace_->operators[id.op].unpaired[id.unpaired];
}

QModelIndex WorkspaceModel::indexOf(UnpairedId id) const {
  return unpaired(id) == nullptr ? QModelIndex() : createIndex(int(id.unpaired), 0, (quintptr(id.op) + 1) | kUnpairedBit);
}

std::optional<UnpairedId> WorkspaceModel::firstUnpaired() const {
  for (std::uint32_t op = 0; op < statuses_.size(); ++op)
    if (!workspace_->operators[op].unpaired.empty()) return UnpairedId{op, 0};
  return std::nullopt;
}

std::optional<UnpairedId> WorkspaceModel::findUnpaired(const QString &op, const QString &name) const {
  for (std::uint32_t i = 0; i < statuses_.size(); ++i) {
    if (fromUtf8(workspace_->operators[i].name) != op) continue;
    const std::vector<workspace::Unpaired> &all = workspace_->operators[i].unpaired;
    for (std::uint32_t at = 0; at < all.size(); ++at)
      if (name.isEmpty() || fromUtf8(all[at].name) == name) return UnpairedId{i, at};
  }
  return std::nullopt;
}

bool WorkspaceModel::isGroup(const QModelIndex &index) const {
  const quintptr id = index.internalId();
  return id != kOperator && (id & kUnpairedBit) == 0 && std::size_t(index.row()) >= statuses_[std::size_t(id - 1)].size();
}

QModelIndex WorkspaceModel::index(int row, int column, const QModelIndex &parent) const {
  if (!hasIndex(row, column, parent)) return {};
  if (!parent.isValid()) return createIndex(row, column, kOperator);
  if (parent.internalId() == kOperator) {
    const quintptr op = quintptr(parent.row()) + 1;
    return createIndex(row, column, statuses_[std::size_t(parent.row())].empty() ? op | kUnpairedBit : op);
  }
  return createIndex(row, column, parent.internalId() | kUnpairedBit);
}

QModelIndex WorkspaceModel::parent(const QModelIndex &child) const {
  if (!child.isValid() || child.internalId() == kOperator) return {};
  const quintptr op = (child.internalId() & ~kUnpairedBit) - 1;
  const std::size_t variants = statuses_[std::size_t(op)].size();
  if ((child.internalId() & kUnpairedBit) == 0 || variants == 0) return createIndex(int(op), 0, kOperator);
  return createIndex(int(variants), 0, op + 1);
}

int WorkspaceModel::rowCount(const QModelIndex &parent) const {
  if (!parent.isValid()) return int(statuses_.size());
  if (parent.column() != 0) return 0;
  if (parent.internalId() == kOperator) {
    const auto op = std::size_t(parent.row());
    const std::size_t variants = statuses_[op].size(), unpaired = workspace_->operators[op].unpaired.size();
    return int(variants == 0 ? unpaired : variants + (unpaired == 0 ? 0 : 1));
  }
  return isGroup(parent) ? int(workspace_->operators[std::size_t(parent.internalId() - 1)].unpaired.size()) : 0;
}

int WorkspaceModel::columnCount(const QModelIndex &) const { return ColumnCount; }

QVariant WorkspaceModel::data(const QModelIndex &index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  if (index.internalId() == kOperator) return operatorData(std::uint32_t(index.row()), index.column(), role);
  const auto op = std::uint32_t((index.internalId() & ~kUnpairedBit) - 1);
  if ((index.internalId() & kUnpairedBit) != 0) return unpairedData({op, std::uint32_t(index.row())}, index.column(), role);
  if (isGroup(index)) return groupData(op, index.column(), role);
  return variantData({op, std::uint32_t(index.row())}, index.column(), role);
}

QString WorkspaceModel::operatorCounts(std::uint32_t op) const {
  const auto unpaired = workspace_->operators[op].unpaired.size();
  // A verdict says more than the sum of its variants' counts, which would leave no room for names.
  const QString sum = verdictWord(statuses_[op]).isEmpty() && !statuses_[op].empty() ? statusText(statuses_[op]) : QString();
  if (unpaired == 0) return sum;
  // Short beside the counts, for which there is little room; the row below has the words.
  return sum.isEmpty() ? QStringLiteral("∅%1").arg(unpaired) : sum + QStringLiteral("  ∅%1").arg(unpaired);
}

QString WorkspaceModel::operatorTip(std::uint32_t op) const {
  const workspace::Operator &of = workspace_->operators[op];
  QStringList lines;
  if (!of.description.empty()) lines << fromUtf8(of.description);
  if (!verdictWord(statuses_[op]).isEmpty()) lines << tr("All variants together: %1").arg(statusText(statuses_[op]));
  if (!of.unpaired.empty()) lines << tr("%L1 without a partner, compared with nothing").arg(of.unpaired.size());
  return lines.join(u'\n');
}

QVariant WorkspaceModel::groupData(std::uint32_t op, int column, int role) const {
  switch (role) {
    case Qt::DisplayRole:
      if (column == VerdictColumn) return {};
      return column == NameColumn ? tr("without a partner") : QStringLiteral("∅%1").arg(workspace_->operators[op].unpaired.size());
    case Qt::ToolTipRole: return tr("Programs of one side to which none of the other belongs: they are compared with nothing");
    case Qt::ForegroundRole: return QGuiApplication::palette().brush(QPalette::PlaceholderText);
    case Qt::TextAlignmentRole: return alignmentOf(column);
    case IsVariantRole: return false;
    default: return {};
  }
}

QVariant WorkspaceModel::unpairedData(UnpairedId id, int column, int role) const {
  const workspace::Unpaired &of = *unpaired(id);
  switch (role) {
    case Qt::DisplayRole:
      if (column == VerdictColumn) return {};
      return column == NameColumn ? fromUtf8(of.name) : sideName(of.side);
    case Qt::ToolTipRole:
      return plainTip(sideName(of.side) + u' ' + fromUtf8(of.name) +
                      (of.reason.empty() ? QString() : QStringLiteral(":\n") + fromUtf8(of.reason)));
    case Qt::ForegroundRole: return QGuiApplication::palette().brush(QPalette::PlaceholderText);
    case Qt::TextAlignmentRole: return alignmentOf(column);
    case IsVariantRole: return false;
    case UnpairedRole: return QVariant::fromValue(id);
    default: return {};
  }
}

QVariant WorkspaceModel::operatorData(std::uint32_t op, int column, int role) const {
  const workspace::Operator &of = workspace_->operators[op];
  switch (role) {
    case Qt::DisplayRole:
      return column == NameColumn ? fromUtf8(of.name) : column == VerdictColumn ? verdictWord(statuses_[op]) : operatorCounts(op);
    case Qt::ToolTipRole: return plainTip(operatorTip(op));
    case Qt::TextAlignmentRole: return alignmentOf(column);
    case VariantRole: return of.variants.empty() ? QVariant() : QVariant::fromValue(VariantId{op, 0});
    case OperatorRole: return of.variants.empty() ? QVariant() : QVariant::fromValue(op);
    case IsVariantRole: return false;
    default: return {};
  }
}

QVariant WorkspaceModel::variantData(VariantId id, int column, int role) const {
  const workspace::Variant &of = workspace_->operators[id.op].variants[id.variant];
  const VariantStatus &status = statuses_[id.op][id.variant];
  switch (role) {
    case Qt::DisplayRole:
      return column == NameColumn ? fromUtf8(of.name) : column == VerdictColumn ? verdictWord(status) : statusText(status);
    case Qt::ToolTipRole:
      if (column == VerdictColumn && !status.verdictWhy.isEmpty()) return plainTip(status.verdictWhy);
      return plainTip(fromUtf8(status.error ? status.error->toString() : of.description));
    case Qt::TextAlignmentRole: return alignmentOf(column);
    case VariantRole: return QVariant::fromValue(id);
    case IsVariantRole: return true;
    case StateRole: return int(status.state);
    default: return {};
  }
}

QVariant WorkspaceModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == NameColumn ? tr("Operator") : section == VerdictColumn ? tr("Verdict") : tr("Divergences");
}

}  // namespace tileport::views
