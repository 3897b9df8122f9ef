// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <optional>

#include "views/models/divergence_model.h"
#include "views/models/finding_criteria.h"

namespace tileport::views {

/// The rows of a DivergenceModel that meet the criteria, in its order. A divergence is shown when one of its findings meets all of them.
class FindingFilter final : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  explicit FindingFilter(DivergenceModel *source, QObject *parent = nullptr);

  const FindingCriteria &criteria() const { return criteria_; }
  void setCriteria(FindingCriteria criteria);
  /// Rows of divergences that are shown: the first ones.
  int shownDivergences() const;
  /// The divergence that is shown after this one, or before it (`step` is 1 or -1); goes round at the ends. Absent: none is shown.
  std::optional<std::uint32_t> divergenceBeside(std::optional<std::uint32_t> from, int step) const;

 protected:
  bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

 private:
  bool hasText(int row) const;
  int rowsBefore(int sourceRow) const;

  const DivergenceModel *source_;
  FindingCriteria criteria_;
};

}  // namespace tileport::views
