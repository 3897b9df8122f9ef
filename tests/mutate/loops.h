// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "mutate/editing.h"

/// A counting loop written as one that is left by a break.
namespace tileport::mutate {

// ComparisonPredicate, by ordinal.
inline constexpr std::uint64_t kEqual = 0, kNotEqual = 1, kLess = 2, kLessOrEqual = 3, kGreater = 4, kGreaterOrEqual = 5;

/// Whether the op is a `for` that nothing but its end continues, and whose carried values a `loop` may carry.
bool canBeLoop(Editing &e, TreeOp &op);

/// Replaces the `for` by a `loop` that is left when `predicate` holds of index and upper bound, tested before each turn.
TreeOp &forAsLoop(Editing &e, TreeOp &op, std::uint64_t predicate);

}  // namespace tileport::mutate
