// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "tileir/program.h"

/// Programs of any size that look like those of real exporters. Both functions follow from the seed alone.
namespace tileport::mutate {

/// A valid program (13.4 for one seed in three, 13.3 for the others) of exactly `opCount` ops, at least 10: arguments with assume chains,
/// views, loads, arithmetic, reductions, matrix ops, loops that carry tiles and tokens, choices, stores, hints, locations. Idioms come back
/// as in real kernels, with other constants, operands and hints. One entry; from 3,000 ops on, one seed in four has several.
tileir::ProgramPtr synthetic(std::size_t opCount, std::uint64_t seed);

/// The same program with `percent` of its ops edited (0 to 100): attributes and constants changed, operands replaced, ops
/// inserted, deleted and turned into others. Stays valid. Ops that cannot be edited are passed over for others, as long as
/// there are any.
tileir::ProgramPtr editPercent(const tileir::ProgramPtr &program, double percent, std::uint64_t seed);

}  // namespace tileport::mutate
