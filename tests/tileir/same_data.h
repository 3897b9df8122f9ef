// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tileir/program.h"

namespace tileport::tileir::testing {

/// The first array of two programs' data that is not the same in both, element for element; empty when all are.
std::string differentArray(const ProgramData &a, const ProgramData &b);

/// Writes a true length and checksum into the header of a serialised program whose payload was changed.
void repairSerialised(std::string &bytes);

}  // namespace tileport::tileir::testing
