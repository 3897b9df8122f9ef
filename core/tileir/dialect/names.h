// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tileir/dialect/cuda_tile.h"

/// Names that the official printer suggests for values; MLIR makes them unique. Every op asks here (ods/CudaTileBase.td).
namespace tileport::cuda_tile {

/// `names` as in ODS: none, one for all results, or one for each, with blanks between.
void nameResults(mlir::Operation *op, llvm::StringRef names, mlir::OpAsmSetValueNameFn setName);

void nameArguments(mlir::Operation *op, mlir::Region &region, mlir::OpAsmSetValueNameFn setName);

}  // namespace tileport::cuda_tile
