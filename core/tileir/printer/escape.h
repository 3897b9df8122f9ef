// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

/// How MLIR writes strings and names.
namespace tileport::tileir::printer {

/// Letters, digits, _ $ and ., not beginning with a digit, $ or a point.
bool isBareIdentifier(std::string_view name);

/// "..." with \XX for what is no printable ASCII.
void appendQuoted(std::string &text, std::string_view content);

/// A bare identifier as it is, anything else quoted.
void appendKey(std::string &text, std::string_view name);

/// @name
void appendSymbol(std::string &text, std::string_view name);

}  // namespace tileport::tileir::printer
