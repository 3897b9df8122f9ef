// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "report/parts/shown.h"

namespace tileport::report {

/// The sections of one pair, from Inputs to Impact Assessment, with headings of this level. `verdict` is that of the whole report.
std::string pairSections(const ShownPair &pair, int level, triage::Verdict verdict);

/// "WAIVED by a name on a day as accepted: note", or that it has lapsed and why.
std::string waiverText(const triage::Waiver &waiver);

}  // namespace tileport::report
