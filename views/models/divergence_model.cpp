// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/divergence_model.h"

#include "views/panes/code_view.h"
#include "views/review/review_text.h"

namespace tileport::views {

void DivergenceModel::setReview(workspace::ReviewPtr review) {
  beginResetModel();
  review_ = std::move(review);
  endResetModel();
}

int DivergenceModel::rowCount(const QModelIndex &parent) const {
  return parent.isValid() || !review_ ? 0 : int(review_->alignment->divergences.size());
}

int DivergenceModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant DivergenceModel::data(const QModelIndex &index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const align::Divergence &divergence = review_->alignment->divergences[std::size_t(index.row())];
  if (role == Qt::ToolTipRole) return divergenceText(*review_, std::uint32_t(index.row()));
  if (role == Qt::FontRole && index.column() == OpColumn) return codeFont();
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case StatusColumn: return statusText(divergence.status);
    case OpColumn: return fromUtf8(divergence.name);
    case DifferenceColumn: return differencesText(divergence);
    case ReferenceColumn: return placeText(review_->reference, divergence.reference);
    case PortColumn: return placeText(review_->port, divergence.port);
    default: return {};
  }
}

QVariant DivergenceModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return QAbstractTableModel::headerData(section, orientation, role);
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case StatusColumn: return tr("Status");
    case OpColumn: return tr("Op");
    case DifferenceColumn: return tr("What differs (reference → port)");
    case ReferenceColumn: return tr("Reference line");
    case PortColumn: return tr("Port line");
    default: return {};
  }
}

void DifferenceModel::setDivergence(workspace::ReviewPtr review, std::optional<std::uint32_t> divergence) {
  beginResetModel();
  review_ = std::move(review);
  divergence_ = divergence;
  endResetModel();
}

const align::Divergence *DifferenceModel::divergence() const {
  if (!review_ || !divergence_ || *divergence_ >= review_->alignment->divergences.size()) return nullptr;
  return &review_->alignment->divergences[*divergence_];
}

int DifferenceModel::rowCount(const QModelIndex &parent) const {
  return parent.isValid() || divergence() == nullptr ? 0 : int(divergence()->differences.size());
}

int DifferenceModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant DifferenceModel::data(const QModelIndex &index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const align::Difference &difference = divergence()->differences[std::size_t(index.row())];
  const auto shown = [&](const std::string &value) { return value.empty() ? tr("absent") : fromUtf8(value); };
  if (role == Qt::FontRole && index.column() != AspectColumn) return codeFont();
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  switch (index.column()) {
    case PartColumn: return fromUtf8(difference.what);
    case AspectColumn: return fromUtf8(align::toText(difference.aspect));
    case ReferenceColumn: return shown(difference.reference);
    case PortColumn: return shown(difference.port);
    default: return {};
  }
}

QVariant DifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return QAbstractTableModel::headerData(section, orientation, role);
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case PartColumn: {
      const align::Divergence *of = divergence();
      return of != nullptr ? tr("Part of %1").arg(fromUtf8(of->name)) : tr("Part");
    }
    case AspectColumn: return tr("Kind");
    case ReferenceColumn: return tr("Reference");
    case PortColumn: return tr("Port");
    default: return {};
  }
}

}  // namespace tileport::views
