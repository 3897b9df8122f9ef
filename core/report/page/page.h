// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

namespace tileport::report {

/// The style sheet and the script of the page, and what a content security policy calls them: "sha256-..." in base 64.
std::string_view pageStyle();
std::string_view pageStyleHash();
std::string_view pageScript();
std::string_view pageScriptHash();

}  // namespace tileport::report
