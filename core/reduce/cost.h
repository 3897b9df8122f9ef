// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>

#include "tileir/tree.h"

namespace tileport::reduce {

/// What a program costs its reader, the weightiest first. Every step that is taken makes it less, so that steps come to an end.
enum class Weight : std::uint8_t { Symbols, Ops, Computing, Values, Attributes, Extents, Constants, Located, Paths };
using Cost = std::array<std::uint64_t, 9>;

Cost costOf(tileir::Tree &tree);

/// 0 when all elements are zero, 1 when all are one, else more.
std::uint64_t costOfConstant(const tileir::Tree &tree, tileir::AttributeId dense);

/// The bits of 1 in an element of the kind; 0 where that is not known.
std::uint64_t bitsOfOne(tileir::ScalarKind kind);

/// Whether the use of an attribute says more than that nothing was asked for: it may be left out, or is not the default.
bool isExtra(const tileir::Tree &tree, const tileir::TreeOp &op, const tileir::NamedAttribute &use);

}  // namespace tileport::reduce
