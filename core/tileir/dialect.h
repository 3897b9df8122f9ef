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

/// The same in MLIR's canonical form: `canonicalize` and `cse`, twice. Pure ops whose results nobody uses are
/// gone (so are facts on them), equal ones merged where the first dominates, constants first in their entry, and second of
/// two operands that may be exchanged. Ops that read or write memory, and loops, stay as they are.
///
/// MLIR may crash, hang and take any memory on bad input: run it in a process of its own (app/tileport-mlir).
Result<std::string> canonicaliseWithMlir(std::string_view text, std::string_view name);

}  // namespace tileport::tileir
