// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

#include "support/result.h"

namespace tileport::tileir {

/// Parses the text of a module through the MLIR dialect that core/tileir/ods describes, verifies it, and prints it again
/// in the form it had: with the module around it, or globals and entries alone as tileirdisasm prints them; with debug
/// locations where it has any. `name` stands for the text in errors, which carry line and column.
///
/// Slower than the bytecode reader and the printer, which do not use MLIR: for tests and for reading text.
Result<std::string> reprintWithMlir(std::string_view text, std::string_view name);

}  // namespace tileport::tileir
