// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <optional>

#include "views/models/divergence_model.h"

namespace tileport::views {

/// What of a list of findings is shown. As it is made, all but equivalences that are no more than INFO.
struct FindingCriteria {
  triage::Severity atLeast = triage::Severity::Info;
  std::optional<triage::Owner> owner;
  std::optional<triage::Cause> cause;
  bool waived = true;
  bool equivalences = false;
  QString text;

  bool operator==(const FindingCriteria &) const = default;
};

/// The rows of a DivergenceModel that meet the criteria, in its order. A divergence is shown when one of its findings meets all of them.
class FindingFilter final : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  explicit FindingFilter(DivergenceModel *source, QObject *parent = nullptr);

  const FindingCriteria &criteria() const { return criteria_; }
  void setCriteria(FindingCriteria criteria);
  /// Rows of divergences that are shown.
  int shownDivergences() const;

 protected:
  bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

 private:
  bool meets(const triage::Finding &finding) const;
  bool hasText(int row) const;

  const DivergenceModel *source_;
  FindingCriteria criteria_;
};

}  // namespace tileport::views
