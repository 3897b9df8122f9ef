// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

#include "views/models/specification_rows.h"
#include "views/theme/theme.h"
#include "workspace/review.h"

/// One finding of a triage for people. Pure functions.
namespace tileport::views {

/// A page: severity, status, cause, owner, the sentence, what it has an impact on, rule and policy, evidence, waiver. Evidence that has a
/// place in the panes is a link to "evidence:N", its position in Finding::evidence.
QString findingHtml(const workspace::Review &review, const triage::Finding &finding, const Theme &theme);

/// Where in the panes a piece of evidence stands; absent where it has no place, or in a file that no pane shows.
std::optional<EvidencePlace> evidencePlace(const workspace::Review &review, const triage::Finding &finding, std::size_t evidence);

}  // namespace tileport::views
