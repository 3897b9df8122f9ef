// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "triage/case.h"
#include "triage/triage.h"

namespace tileport::triage {

/// Private to core/triage: what is to be said of a compilation once the programs' own differences are classified.
struct CompileGrounds {
  const align::Alignment &alignment;
  const evidence::CompiledPair &compiled;
  const std::vector<CompileDifference> &differences;
  /// A certificate was replayed, and what it assumes. Absent: none was written, or it did not hold.
  std::optional<std::size_t> assumptions;
  bool isRefuted = false;  ///< one was written and did not hold
};

/// Whether the programs are the same for the GPU that they were compiled for. `findings` are those of the alignment.
Programs programsFor(const CompileGrounds &grounds, const std::vector<Finding> &findings);

/// The difference as a policy sees it.
Case caseOf(const CompileDifference &difference, Programs programs, const align::Alignment &alignment);

/// One sentence a side: what the compiler did with it, and the end of what it printed.
std::vector<Evidence> evidenceOf(const CompileGrounds &grounds, const CompileDifference &difference);

/// Other remarks of what differs bear that out: each goes to the findings about its ops and the views that these take, else its entries.
/// True where the difference at that position found one.
std::vector<bool> addRemarkEvidence(const CompileGrounds &grounds, std::vector<Finding> &findings);

}  // namespace tileport::triage
