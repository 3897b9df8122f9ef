// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tileir/program.h"
#include "tileir/text/scanner.h"

namespace tileport::tileir::text {

/// Reads the whole text: globals, entries and definitions of locations, in a module or without one.
ProgramData readModule(Scanner &in);

}  // namespace tileport::tileir::text
