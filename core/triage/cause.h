// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "triage/case.h"
#include "triage/classify.h"

namespace tileport::triage {

/// Why a difference is there, and what bears that out.
struct CauseAnswer {
  Cause cause = Cause::Undecided;
  std::vector<Evidence> evidence;
  std::string undecidedBy;  ///< where undecided: what would decide it
};

/// By the version table, the port's source and what it asks for where the op comes from. A cause is only given on evidence: the source asks
/// for what the reference has, and the port's IR lacks it: compiler_bug; the source does not ask: user_code; its front end cannot:
/// dsl_limitation.
CauseAnswer findCause(const TriageInput &input, const align::Divergence &divergence, const Case &each);

/// Whether the port's source itself assumes the fact ("div_by", "lower bound") of an operand of the op, by assume_div_by and the like, and
/// not the front end.
bool asksForAssumption(const TriageInput &input, tileir::OpId op, std::string_view fact);

}  // namespace tileport::triage
