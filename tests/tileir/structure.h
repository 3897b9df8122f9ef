// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tileir/program.h"

namespace tileport::tileir::testing {

struct StructureOptions {
  bool flags = true;  ///< tell a Bool from an integer of one bit, which text does not
};

/// Everything in a program but names, locations, version and producer, with types and attributes written out, one line an op:
/// two programs are the same exactly when these are equal. Keys of dictionaries are sorted.
std::string structureOf(const Program &program, StructureOptions options = {});

}  // namespace tileport::tileir::testing
