// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/dialect/constraints.h"

namespace tileport::cuda_tile {

namespace {

bool isInt(mlir::Type type, std::initializer_list<unsigned> widths) {
  return llvm::any_of(widths, [&](unsigned width) { return type.isSignlessInteger(width); });
}

bool isSmallFloat(mlir::Type type) {
#if LLVM_VERSION_MAJOR >= 20
  if (llvm::isa<mlir::Float8E8M0FNUType, mlir::Float4E2M1FNType>(type)) return true;
#endif
  return llvm::isa<mlir::Float8E4M3FNType, mlir::Float8E5M2Type, F8E5M3FNUType>(type);
}

}  // namespace

bool isNumberElement(mlir::Type type) { return isPackedIntElement(type) || isFloatElement(type); }
bool isPtrElement(mlir::Type type) { return llvm::isa<PtrType>(type); }
bool isAnyElement(mlir::Type type) { return isNumberElement(type) || isPtrElement(type); }

bool isBaseFloatElement(mlir::Type type) { return type.isF16() || type.isBF16() || type.isF32() || type.isF64(); }

bool isFloatElement(mlir::Type type) { return isBaseFloatElement(type) || llvm::isa<mlir::FloatTF32Type>(type) || isSmallFloat(type); }

bool isIntElement(mlir::Type type) { return isInt(type, {1, 8, 16, 32, 64}); }
bool isPackedIntElement(mlir::Type type) { return isIntElement(type) || isInt(type, {4}); }
bool isBoolElement(mlir::Type type) { return isInt(type, {1}); }
bool isI32Element(mlir::Type type) { return isInt(type, {32}); }
bool isI64Element(mlir::Type type) { return isInt(type, {64}); }
bool isIntOrPtrElement(mlir::Type type) { return isIntElement(type) || isPtrElement(type); }

bool isTileOf(mlir::Type type, bool (*elementTest)(mlir::Type)) {
  auto tile = llvm::dyn_cast<TileType>(type);
  return tile && elementTest(tile.getElementType());
}

bool isScalarTileOf(mlir::Type type, bool (*elementTest)(mlir::Type)) {
  return isTileOf(type, elementTest) && llvm::cast<TileType>(type).getShape().empty();
}

bool isDenseValue(mlir::Attribute attribute) {
  auto dense = llvm::dyn_cast<mlir::DenseElementsAttr>(attribute);
  return dense && llvm::isa<mlir::RankedTensorType>(dense.getType());
}

}  // namespace tileport::cuda_tile
