// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"

namespace tileport::cuda_tile {

/// Runs canonicalize and cse on a module. What does not verify afterwards is a failure.
mlir::LogicalResult canonicalise(mlir::Operation &module);

}  // namespace tileport::cuda_tile
