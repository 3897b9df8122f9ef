// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "tileir/program.h"

namespace tileport::tileir::serialised {

/// An upper estimate, in linear time, of the characters that consistent data takes in print. Types and attributes are shared:
/// a few records can stand for any amount of text.
std::uint64_t printedSize(const ProgramData &data);

}  // namespace tileport::tileir::serialised
