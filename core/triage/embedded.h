// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

/// Private to core/triage: what resources/policy/ held when the program was built.
namespace tileport::triage {

std::string_view embeddedPolicy();
std::string_view embeddedFrontEnds();

}  // namespace tileport::triage
