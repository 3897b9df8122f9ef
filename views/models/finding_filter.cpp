// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/finding_filter.h"

#include <algorithm>

#include "views/review/review_text.h"

namespace tileport::views {

FindingFilter::FindingFilter(DivergenceModel *source, QObject *parent) : QSortFilterProxyModel(parent), source_(source) {
  setSourceModel(source);
}

void FindingFilter::setCriteria(FindingCriteria criteria) {
  if (criteria == criteria_) return;
  criteria_ = std::move(criteria);
  invalidateFilter();
}

/// How many of the rows that are shown stand before one of the source's; they are in its order.
int FindingFilter::rowsBefore(int sourceRow) const {
  int first = 0, last = rowCount();
  while (first < last) {
    const int middle = first + (last - first) / 2;
    if (mapToSource(index(middle, 0)).row() < sourceRow) first = middle + 1;
    else last = middle;
  }
  return first;
}

int FindingFilter::shownDivergences() const { return rowsBefore(source_->divergenceCount()); }

std::optional<std::uint32_t> FindingFilter::divergenceBeside(std::optional<std::uint32_t> from, int step) const {
  const int count = shownDivergences();
  if (count == 0) return std::nullopt;
  // What is selected in the panes may be hidden here: then what stands beside its place.
  const int row = step > 0 ? rowsBefore(from ? int(*from) + 1 : 0) % count : (rowsBefore(from ? int(*from) : 0) - 1 + count) % count;
  return std::uint32_t(mapToSource(index(row, 0)).row());
}

bool FindingFilter::hasText(int row) const {
  for (int column = 0; column < DivergenceModel::ColumnCount; ++column)
    if (source_->index(row, column).data().toString().contains(criteria_.text, Qt::CaseInsensitive)) return true;
  const auto findings = source_->findings(row);
  return std::any_of(findings.begin(), findings.end(), [this](const triage::Finding &finding) {
    return fromUtf8(finding.sentence).contains(criteria_.text, Qt::CaseInsensitive) ||
           fromUtf8(finding.rule).contains(criteria_.text, Qt::CaseInsensitive);
  });
}

bool FindingFilter::filterAcceptsRow(int row, const QModelIndex &) const {
  // Without a triage there is no class to go by.
  if (!source_->review() || !source_->review()->triage) return !source_->isEquivalence(row);
  const auto findings = source_->findings(row);
  if (source_->isEquivalence(row) && !criteria_.equivalences) {
    // What is above INFO, or a person has had a word on, is a thing to look at like any other.
    const triage::Finding *finding = gravest(findings);
    if (finding == nullptr || (finding->severity == triage::Severity::Info && !finding->waiver)) return false;
  }
  // What only an earlier round had is of no class.
  if (!findings.empty() && std::none_of(findings.begin(), findings.end(), [this](const auto &each) { return meets(criteria_, each); }))
    return false;
  return criteria_.text.isEmpty() || hasText(row);
}

}  // namespace tileport::views
