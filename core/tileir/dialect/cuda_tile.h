// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>

#include "llvm/Config/llvm-config.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/OpImplementation.h"

#if LLVM_VERSION_MAJOR < 20
// Older MLIR knows its own locations only: di_loc parses as an attribute there, but not after an op.
namespace mlir::AttributeTrait {
template <class Concrete>
struct IsLocation : TraitBase<Concrete, IsLocation> {};
}  // namespace mlir::AttributeTrait
#endif

// Types, attributes and enumerations of the dialect. The ops are declared in ops.cpp alone: they are many, and nothing
// else needs their classes.
#include "tileir/dialect/CudaTileEnums.h.inc"

#include "tileir/dialect/CudaTileDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tileir/dialect/CudaTileAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tileir/dialect/CudaTileTypes.h.inc"
