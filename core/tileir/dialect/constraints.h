// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tileir/dialect/cuda_tile.h"

/// The tests that ods/CudaTileTypes.td puts on operands, results and attributes.
namespace tileport::cuda_tile {

bool isNumberElement(mlir::Type type);
bool isPtrElement(mlir::Type type);
bool isAnyElement(mlir::Type type);        ///< number or pointer
bool isBaseFloatElement(mlir::Type type);  ///< f16, bf16, f32, f64
bool isFloatElement(mlir::Type type);      ///< these, tf32 and the 8- and 4-bit floats
bool isIntElement(mlir::Type type);        ///< i1, i8, i16, i32, i64
bool isPackedIntElement(mlir::Type type);  ///< these and i4
bool isBoolElement(mlir::Type type);
bool isI32Element(mlir::Type type);
bool isI64Element(mlir::Type type);
bool isIntOrPtrElement(mlir::Type type);

bool isTileOf(mlir::Type type, bool (*elementTest)(mlir::Type));
bool isScalarTileOf(mlir::Type type, bool (*elementTest)(mlir::Type));

bool isDenseValue(mlir::Attribute attribute);

}  // namespace tileport::cuda_tile
