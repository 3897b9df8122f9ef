// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tileport/review_text.h"
#include "workspace/rounds.h"

/// Review rounds on the command line (docs/rounds.md).
namespace tileport::cli {

/// "Since first look (2026-11-30): 1 gone, 2 remaining, 0 new" and a line a finding: `-` gone, `=` remaining, `+` new, `?` undecided.
/// `since` is what the earlier round is called.
std::string roundText(const workspace::RoundComparison &comparison, const std::string &since, const Terminal &terminal);

}  // namespace tileport::cli
