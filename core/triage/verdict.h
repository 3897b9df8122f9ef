// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "triage/triage.h"

namespace tileport::triage {

/// What a verdict is made of.
struct Grounds {
  std::string undecided;            ///< why the comparison is not complete; empty: it is
  std::string launchedDifferently;  ///< TriageInput::launchedDifferently
  std::vector<Finding> findings;
  bool certified = false;  ///< a certificate was replayed
  std::string uncertifiedWhy;
  std::vector<std::string> assumptions, exceptions;  ///< of the certificate, in words
  /// Architectures that the hints were compared for, where they were not for all (align::Alignment::hintArchitectures).
  std::vector<std::string> hintArchitectures;
};

struct Judgement {
  Verdict verdict = Verdict::Blocked;
  Owner owner = Owner::None;
  std::vector<std::string> reasons;
};

/// BLOCKED where the comparison is not complete. Else by what is CRITICAL and not waived: FAIL_COMPILER_BUG when all of it is the
/// compiler's, FAIL_FIXABLE with the owner, the kernel before the host, when any of it is not. Else PASS_WITH_NOTES where there is anything
/// to tell, or PASS; both only with a certificate and for the same launch, and BLOCKED without.
Judgement judge(const Grounds &grounds);

}  // namespace tileport::triage
