// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tileir/program.h"

namespace tileport::tileir::testing {

/// What everything above core/tileir relies on in a program: every id lies in its array, slices too, ops are numbered in
/// pre-order, blocks end in their only terminator, operands come before their use. Empty when all holds, otherwise the first
/// thing that does not.
std::string brokenInvariant(const Program &program);

}  // namespace tileport::tileir::testing
