// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

#include "triage/triage.h"

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

/// All but what the text and the equivalences ask for. Of a triage::Finding, or what is kept of one.
template <class Finding>
bool meets(const FindingCriteria &criteria, const Finding &finding) {
  if (finding.severity < criteria.atLeast) return false;
  if (criteria.owner && finding.owner != *criteria.owner) return false;
  if (criteria.cause && finding.cause != *criteria.cause) return false;
  return criteria.waived || !finding.waived();
}

}  // namespace tileport::views
