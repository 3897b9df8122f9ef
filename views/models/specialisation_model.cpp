// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/specialisation_model.h"

#include <algorithm>

#include "views/models/divergence_model.h"
#include "views/panes/code_view.h"
#include "views/review/review_text.h"
#include "views/text/plain_tip.h"

namespace tileport::views {
namespace {

using Origin = evidence::SpecialisationDifference::Origin;

QString originText(Origin origin) {
  switch (origin) {
    case Origin::Variant: return SpecialisationModel::tr("! variant");
    case Origin::Source: return SpecialisationModel::tr("! source");
    case Origin::FrontEnd: return SpecialisationModel::tr("· front end");
  }
  return {};
}

QString originTip(Origin origin) {
  switch (origin) {
    case Origin::Variant: return SpecialisationModel::tr("The two variants are not launched alike");
    case Origin::Source: return SpecialisationModel::tr("One side's source has no such parameter, or another kind of it");
    case Origin::FrontEnd:
      return SpecialisationModel::tr("Launched alike; each front end states it by a rule of its own, in every pair alike");
  }
  return {};
}

}  // namespace

void SpecialisationModel::setReview(const workspace::ReviewPtr &review) {
  beginResetModel();
  rows_.clear();
  since_.clear();
  if (review) rows_ = review->specialisation;
  std::stable_partition(rows_.begin(), rows_.end(), [](const auto &each) { return each.origin != Origin::FrontEnd; });
  endResetModel();
}

void SpecialisationModel::setRound(const workspace::ComparedVariant *compared) {
  beginResetModel();
  since_.clear();
  const auto own = std::count_if(rows_.begin(), rows_.end(), [](const auto &each) { return each.origin != Origin::FrontEnd; });
  // In the order of workspace::findingsOf these come first.
  for (std::size_t i = 0; compared != nullptr && i < std::size_t(own) && i < compared->findings.size(); ++i)
    since_ << fateSign(compared->findings[i].fate) + u' ' + fateWord(compared->findings[i].fate);
  endResetModel();
}

int SpecialisationModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(rows_.size()); }

int SpecialisationModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant SpecialisationModel::data(const QModelIndex &index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const evidence::SpecialisationDifference &row = rows_[std::size_t(index.row())];
  const bool isValue = index.column() == SubjectColumn || index.column() == ReferenceColumn || index.column() == PortColumn;
  if (role == Qt::FontRole && isValue) return codeFont();
  if (role == Qt::ToolTipRole) return index.column() == OriginColumn ? originTip(row.origin) : plainTip(fromUtf8(row.sentence));
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case OriginColumn: return originText(row.origin);
    case SinceColumn: return since_.value(index.row());
    case SubjectColumn: return fromUtf8(row.subject);
    case KindColumn: return fromUtf8(evidence::text(row.kind));
    case ReferenceColumn: return fromUtf8(row.reference);
    case PortColumn: return fromUtf8(row.port);
    case WhyColumn: return fromUtf8(row.sentence);
    default: return {};
  }
}

QVariant SpecialisationModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return QAbstractTableModel::headerData(section, orientation, role);
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case OriginColumn: return tr("Comes from");
    case SinceColumn: return tr("Since then");
    case SubjectColumn: return tr("What");
    case KindColumn: return tr("Kind");
    case ReferenceColumn: return tr("Reference");
    case PortColumn: return tr("Port");
    case WhyColumn: return tr("In words");
    default: return {};
  }
}

}  // namespace tileport::views
