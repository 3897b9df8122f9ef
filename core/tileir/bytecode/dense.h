// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tileir/program.h"

namespace tileport::tileir::bytecode {

/// A Dense attribute without its type from the bytes of a constant, by MLIR's rules for raw dense data: each element fills
/// whole bytes (tf32 three, 4-bit numbers one), i1 is packed. Elements that are all equal become a splat, and unused bits of
/// i1 are cleared, so that equal values are held alike. Absent when the length fits neither one element nor all.
std::optional<Attribute> makeDense(std::string_view bytes, std::uint64_t count, ScalarKind scalar);

}  // namespace tileport::tileir::bytecode
