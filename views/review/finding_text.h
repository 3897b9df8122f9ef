// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

#include "views/models/operator_rows.h"
#include "views/models/specification_rows.h"
#include "views/theme/theme.h"
#include "workspace/review.h"

/// One finding of a triage for people. Pure functions.
namespace tileport::views {

/// A page: severity, status, cause, owner, the sentence, what it has an impact on, rule and policy, evidence, waiver. Evidence that has a
/// place in the panes is a link to "evidence:N", its position in Finding::evidence.
QString findingHtml(const workspace::Review &review, const triage::Finding &finding, const Theme &theme);

/// The same of what bears one anchor in an operator's variants, as far as it is one: the sentence and class of the gravest, and where
/// others are of another class. `position` is that of the finding.
QString operatorFindingHtml(const OperatorRows &rows, std::uint32_t position, const Theme &theme);

/// Where in the panes a piece of evidence stands; absent where it has no place, or in a file that no pane shows.
std::optional<EvidencePlace> evidencePlace(const workspace::Review &review, const triage::Finding &finding, std::size_t evidence);

}  // namespace tileport::views
