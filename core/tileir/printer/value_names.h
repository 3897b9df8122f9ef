// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tileir/program.h"

namespace tileport::tileir::printer {

/// Names of all values, by ValueId, as they are used: "%0", "%for#1", "%cst_1_i32_5". Given as MLIR gives them: an op suggests
/// names, a name that is taken gets a number, other values are numbered; a nested region goes on where the one around it
/// ended, so that regions side by side use the same names.
std::vector<std::string> nameValues(const Program &program);

/// Whether each result has a name of its own, or all are one group: %a, %b against %r:2.
bool namesEachResult(OpKind kind);

/// The group's name behind the name of its first value: "%for" of "%for#0".
std::string_view groupName(std::string_view firstName);

}  // namespace tileport::tileir::printer
