// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tileport/terminal.h"
#include "workspace/review.h"

/// What a review's triage says, as text.
namespace tileport::cli {

/// "verdict FAIL_FIXABLE, owner kernel: 3 CRITICAL, 1 WARN, 2 INFO", then why. Empty without a triage.
std::string verdictText(const workspace::Review &review, const Terminal &terminal);

/// Of one difference: severity, cause, owner and rule, the sentence, and what bears it out; set in by `indent`. Empty without a triage.
std::string findingText(const workspace::Review &review, std::size_t divergence, std::size_t difference, std::size_t indent,
                        const Terminal &terminal);

/// The equivalences that the alignment saw through: those with conditions in full, the others counted by their rule.
std::string equivalencesText(const workspace::Review &review, const Terminal &terminal);

/// What tileiras made of both programs, a line a side. Empty where it was not asked.
std::string compilationText(const workspace::Review &review, const Terminal &terminal);

/// The findings of the compilation, in full.
std::string compileFindingsText(const workspace::Review &review, const Terminal &terminal);

Style styleOf(triage::Verdict verdict);

}  // namespace tileport::cli
