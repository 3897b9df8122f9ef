// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "align/alignment.h"

namespace tileport::align {

/// The role of each argument of an entry. A pointer is the base of a tensor; an integer is an extent or a stride of the
/// tensor in whose make_tensor_view it stands, whatever assumes lie between. Integers that reach no view but follow a
/// pointer have the role that the calling convention gives them (n extents, then n strides; tileir.md section 9) when
/// their number is even, or as far as the rank of a view says; everything else is a scalar, numbered from 0.
std::vector<ArgumentRole> argumentRoles(const tileir::Program &program, tileir::FunctionId function);

/// Pairs the arguments of two entries: by position where the signatures are equal. Elsewhere tensors are paired in their order, unless
/// what is read and what is written pairs them otherwise; then arguments of the same role, then what is left by position among the
/// arguments of the same tensor (of tensors in another order only what is of the same kind), then those that no one claims, alone.
std::vector<ArgumentPair> pairArguments(const tileir::Program &reference, tileir::FunctionId referenceEntry, const tileir::Program &port,
                                        tileir::FunctionId portEntry);

}  // namespace tileport::align
