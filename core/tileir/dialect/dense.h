// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tileir/dialect/cuda_tile.h"

/// Dense values of constants and globals. MLIR holds them in a tensor type of the tile's shape; its element type is the
/// tile's, except for fnv8E5M3FNU, which MLIR does not know: its bytes are held as i8, the tensor's encoding says whose.
namespace tileport::cuda_tile {

/// The tile type whose values `value` holds. nullptr when the tensor is no tile.
TileType tileOf(mlir::DenseElementsAttr value);

/// `<i32: [1, 2]> : tile<2xi32>`
mlir::ParseResult parseDenseValue(mlir::AsmParser &parser, mlir::DenseElementsAttr &value, mlir::Type &type);
void printDenseValue(mlir::AsmPrinter &printer, mlir::DenseElementsAttr value, mlir::Type type);

/// The name that a constant of this value is suggested: cst_1_i32, cst_f32, true.
std::string constantName(mlir::DenseElementsAttr value);

}  // namespace tileport::cuda_tile
