// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <span>

#include "views/theme/theme.h"
#include "workspace/review.h"

/// How a triage reads in the window. Pure functions; what they say is decided in core/triage.
namespace tileport::views {

/// "✓", "≈", "✕" or "?": goes with the words.
QString verdictSign(triage::Verdict verdict);
ColorRole verdictRole(triage::Verdict verdict);
/// "PASS · certificate of 34 steps", "FAIL_FIXABLE · owner kernel", "BLOCKED: UNDECIDED: ...", cut where it would be too long for a header.
QString verdictText(const triage::Triage &triage);
/// "✓ PASS", "≈ NOTES", "✕ FIXABLE", "✕ COMPILER", "? BLOCKED": for a column.
QString verdictWord(triage::Verdict verdict);
/// All reasons, what the certificate assumes or why there is none, and the policy.
QString verdictDetails(const workspace::Review &review);
/// The later of the two where one has to stand for both: a failure, then what is blocked, then notes.
triage::Verdict worse(triage::Verdict a, triage::Verdict b);

/// "✕ CRITICAL", "! WARN", "i INFO".
QString severityText(triage::Severity severity);
/// "2 CRITICAL, 1 WARN".
QString severitiesText(const triage::Triage &triage);
/// "WAIVED by A. Reviewer".
QString waiverText(const triage::Waiver &waiver);
/// The same with day, class and note; of a lapsed one why it counts for nothing.
QString waiverDetails(const triage::Waiver &waiver);
/// What the triage says of a difference, or of an equivalence; null where it says nothing.
const triage::Finding *findingOf(const triage::Triage &triage, std::size_t divergence, std::size_t difference);
const triage::Finding *findingOfEquivalence(const triage::Triage &triage, std::size_t equivalence);

/// "≡ same by ceil_div_floor".
QString equivalenceStatus(const align::Equivalence &equivalence);
/// The ops on both sides: "addi, divi → ceildivi"; a side that needs none has "nothing".
QString equivalenceOps(const align::Alignment &alignment, const align::Equivalence &equivalence);
/// What it holds under: "if %3 + 255 does not exceed i32"; empty where it always does.
QString equivalenceConditions(const align::Equivalence &equivalence);
/// Where its first op comes from on a side, as placeText says it.
QString equivalencePlace(const workspace::ReviewSide &side, std::span<const tileir::OpId> ops);

}  // namespace tileport::views
