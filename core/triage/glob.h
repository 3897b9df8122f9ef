// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

namespace tileport::triage {

/// Whether the whole text fits the pattern, in which `*` stands for any number of characters and everything else for itself. Takes at
/// most pattern times text steps.
bool fitsGlob(std::string_view pattern, std::string_view text);

}  // namespace tileport::triage
