// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tileir/program.h"

namespace tileport::tileir::testing {

struct StructureOptions {
  /// Text says neither whether a hint is i32 or i64, nor whether a flag is a Bool or an integer of one bit.
  bool widths = true;
};

/// Everything in a program but names, locations, version and producer, with types and attributes written out, one line an op:
/// two programs are the same exactly when these are equal. Keys of dictionaries are sorted.
std::string structureOf(const Program &program, StructureOptions options = {});

}  // namespace tileport::tileir::testing
