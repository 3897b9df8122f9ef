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

/// Whether the port's source itself assumes a fact, by assume_div_by and the like, and not its front end.
struct AskedAssumption {
  bool isPossible = false;           ///< it does, or may: the assume's place is not known, and the source assumes something
  std::optional<Evidence> evidence;  ///< where it does
};
/// `fact` ("div_by", "lower bound") is one of an operand of the op.
AskedAssumption askedAssumption(const TriageInput &input, tileir::OpId op, std::string_view fact);

}  // namespace tileport::triage
