// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/ADT/TypeSwitch.h"

#include "tileir/dialect/constraints.h"
#include "tileir/dialect/text.h"

#define GET_TYPEDEF_CLASSES
#include "tileir/dialect/CudaTileTypes.cpp.inc"

namespace tileport::cuda_tile {

using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

void CudaTileDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tileir/dialect/CudaTileTypes.cpp.inc"
      >();
}

mlir::ParseResult parseBareType(mlir::AsmParser &parser, mlir::Type &type) {
  const auto place = parser.getCurrentLocation();
  const auto builtin = parser.parseOptionalType(type);
  if (builtin.has_value()) return *builtin;
  llvm::StringRef mnemonic;
  const auto own = generatedTypeParser(parser, &mnemonic, type);
  if (own.has_value()) return *own;
  auto error = parser.emitError(place, "expected a type");
  if (!mnemonic.empty()) error << ", found '" << mnemonic << "'";
  return error;
}

void printBareType(mlir::AsmPrinter &printer, mlir::Type type) {
  if (mlir::failed(generatedTypePrinter(type, printer))) printer << type;
}

bool textAhead(mlir::AsmParser &parser, llvm::StringRef text) {
  const char *ahead = parser.getCurrentLocation().getPointer();
  for (const char expected : text) {
    if (*ahead++ != expected) return false;  // the text ends with NUL, which is never expected
  }
  return true;
}

// ---- Pieces of view types --------------------------------------------------------------------------------------------

namespace {

mlir::ParseResult parseTileShape(mlir::AsmParser &parser, llvm::SmallVectorImpl<std::int64_t> &shape) {
  return mlir::failure(parseKey(parser, "tile") || parser.parseLParen() ||
                       parser.parseDimensionList(shape, /*allowDynamic=*/false, /*withTrailingX=*/false) || parser.parseRParen() ||
                       parser.parseComma());
}

void printTileShape(mlir::AsmPrinter &printer, llvm::ArrayRef<std::int64_t> shape) {
  printer << "<tile=(";
  llvm::interleave(shape, printer, "x");
  printer << "), ";
}

mlir::ParseResult parsePadding(mlir::AsmParser &parser, PaddingValueAttr &padding) {
  if (mlir::failed(parser.parseOptionalKeyword("padding_value"))) return mlir::success();
  PaddingValue value{};
  if (parser.parseEqual() || parseWord(parser, value) || parser.parseComma()) return mlir::failure();
  padding = PaddingValueAttr::get(parser.getContext(), value);
  return mlir::success();
}

void printPadding(mlir::AsmPrinter &printer, PaddingValueAttr padding) {
  if (padding) printer << "padding_value = " << stringifyEnum(padding.getValue()) << ", ";
}

mlir::ParseResult parseViewed(mlir::AsmParser &parser, TensorViewType &tensorView) {
  const auto place = parser.getCurrentLocation();
  mlir::Type type;
  if (parseBareType(parser, type)) return mlir::failure();
  tensorView = llvm::dyn_cast<TensorViewType>(type);
  return tensorView ? mlir::success() : mlir::ParseResult(parser.emitError(place, "expected a tensor_view"));
}

/// The dimension map is left out when it is the identity of the tile's rank.
mlir::ParseResult parseDimMap(mlir::AsmParser &parser, std::size_t rank, llvm::SmallVectorImpl<std::int32_t> &dimMap) {
  if (mlir::succeeded(parser.parseOptionalComma())) return mlir::failure(parseKey(parser, "dim_map") || parseIntegerList(parser, dimMap));
  for (std::size_t dim = 0; dim < rank; ++dim) dimMap.push_back(static_cast<std::int32_t>(dim));
  return mlir::success();
}

void printDimMap(mlir::AsmPrinter &printer, llvm::ArrayRef<std::int32_t> dimMap) {
  bool identity = true;
  for (std::size_t dim = 0; dim < dimMap.size(); ++dim) identity &= dimMap[dim] == static_cast<std::int32_t>(dim);
  if (!identity) printer << ", dim_map=[" << dimMap << "]";
}

void printExtents(mlir::AsmPrinter &printer, llvm::ArrayRef<std::int64_t> values, llvm::StringRef separator) {
  llvm::interleave(
      values, printer.getStream(),
      [&](std::int64_t value) {
        if (mlir::ShapedType::isDynamic(value)) printer << '?';
        else printer << value;
      },
      separator);
}

mlir::LogicalResult verifyTileShape(EmitError emitError, llvm::ArrayRef<std::int64_t> shape) {
  constexpr std::int64_t mostElements = 1 << 24;
  std::int64_t elements = 1;
  for (const auto extent : shape) {
    if (extent <= 0 || (extent & (extent - 1)) != 0) return emitError() << "tile extent " << extent << " is not a power of two";
    if (extent > mostElements / elements) return emitError() << "tile has more than " << mostElements << " elements";
    elements *= extent;
  }
  return mlir::success();
}

mlir::LogicalResult verifyView(EmitError emitError, llvm::ArrayRef<std::int64_t> tile, TensorViewType tensorView,
                               PaddingValueAttr padding) {
  if (tile.empty() || tile.size() != tensorView.getShape().size())
    return emitError() << "tile of rank " << tile.size() << " does not fit a tensor of rank " << tensorView.getShape().size();
  if (padding && padding.getValue() != PaddingValue::Zero && !isFloatElement(tensorView.getElementType()))
    return emitError() << "padding other than zero needs float elements";
  return verifyTileShape(emitError, tile);
}

mlir::LogicalResult verifyDimMap(EmitError emitError, llvm::ArrayRef<std::int32_t> dimMap, std::size_t rank) {
  llvm::SmallVector<std::int32_t> sorted(dimMap);
  llvm::sort(sorted);
  bool permutation = sorted.size() == rank;
  for (std::size_t dim = 0; dim < sorted.size(); ++dim) permutation &= sorted[dim] == static_cast<std::int32_t>(dim);
  if (!permutation) return emitError() << "dim_map is no permutation of the dimensions";
  return mlir::success();
}

}  // namespace

// ---- Pointers and tiles ----------------------------------------------------------------------------------------------

mlir::Type PtrType::parse(mlir::AsmParser &parser) {
  const auto place = parser.getCurrentLocation();
  mlir::Type pointee;
  PtrAttrAttr attribute;
  if (parser.parseLess() || parseBareType(parser, pointee)) return {};
  if (mlir::succeeded(parser.parseOptionalComma())) {
    PtrAttr value{};
    if (parser.parseLess() || parseWord(parser, value) || parser.parseGreater()) return {};
    attribute = PtrAttrAttr::get(parser.getContext(), value);
  }
  if (parser.parseGreater()) return {};
  return parser.getChecked<PtrType>(place, parser.getContext(), pointee, attribute);
}

void PtrType::print(mlir::AsmPrinter &printer) const {
  printer << '<';
  printBareType(printer, getPointee());
  if (const auto attribute = getAttribute()) printer << ", <" << stringifyEnum(attribute.getValue()) << '>';
  printer << '>';
}

mlir::LogicalResult PtrType::verify(EmitError emitError, mlir::Type pointee, PtrAttrAttr) {
  if (!isNumberElement(pointee)) return emitError() << "pointer to what is no number: " << pointee;
  return mlir::success();
}

mlir::Type TileType::parse(mlir::AsmParser &parser) {
  const auto place = parser.getCurrentLocation();
  llvm::SmallVector<std::int64_t> shape;
  mlir::Type element;
  if (parser.parseLess() || parser.parseDimensionList(shape, /*allowDynamic=*/false) || parseBareType(parser, element) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<TileType>(place, parser.getContext(), shape, element);
}

void TileType::print(mlir::AsmPrinter &printer) const {
  printer << '<';
  for (const auto extent : getShape()) printer << extent << 'x';
  printBareType(printer, getElementType());
  printer << '>';
}

mlir::LogicalResult TileType::verify(EmitError emitError, llvm::ArrayRef<std::int64_t> shape, mlir::Type element) {
  if (!isAnyElement(element)) return emitError() << "tile of what is neither number nor pointer: " << element;
  return verifyTileShape(emitError, shape);
}

// ---- Views -----------------------------------------------------------------------------------------------------------

mlir::Type TensorViewType::parse(mlir::AsmParser &parser) {
  const auto place = parser.getCurrentLocation();
  llvm::SmallVector<std::int64_t> shape;
  llvm::SmallVector<std::int64_t> strides;
  mlir::Type element;
  PtrAttrAttr attribute;
  if (parser.parseLess() || parser.parseDimensionList(shape) || parseBareType(parser, element)) return {};
  const auto parseStride = [&]() -> mlir::ParseResult {
    if (mlir::succeeded(parser.parseOptionalQuestion())) return strides.push_back(mlir::ShapedType::kDynamic), mlir::success();
    return parser.parseInteger(strides.emplace_back());
  };
  while (mlir::succeeded(parser.parseOptionalComma())) {
    if (textAhead(parser, "#")) {
      if (parser.parseAttribute(attribute)) return {};
    } else if (parseKey(parser, "strides") || parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square, parseStride)) {
      return {};
    }
  }
  if (parser.parseGreater()) return {};
  return parser.getChecked<TensorViewType>(place, parser.getContext(), element, shape, strides, attribute);
}

void TensorViewType::print(mlir::AsmPrinter &printer) const {
  printer << '<';
  printExtents(printer, getShape(), "x");
  if (!getShape().empty()) printer << 'x';
  printBareType(printer, getElementType());
  if (!getStrides().empty()) {
    printer << ", strides=[";
    printExtents(printer, getStrides(), ",");
    printer << ']';
  }
  if (getAttribute()) printer << ", " << getAttribute();
  printer << '>';
}

mlir::LogicalResult TensorViewType::verify(EmitError emitError, mlir::Type element, llvm::ArrayRef<std::int64_t> shape,
                                           llvm::ArrayRef<std::int64_t> strides, PtrAttrAttr) {
  if (!isNumberElement(element)) return emitError() << "tensor of what is no number: " << element;
  if (shape.size() != strides.size()) return emitError() << "tensor of rank " << shape.size() << " with " << strides.size() << " strides";
  for (const auto value : llvm::concat<const std::int64_t>(shape, strides)) {
    if (!mlir::ShapedType::isDynamic(value) && value <= 0) return emitError() << "extent or stride " << value << " is not positive";
  }
  return mlir::success();
}

mlir::Type PartitionViewType::parse(mlir::AsmParser &parser) {
  const auto place = parser.getCurrentLocation();
  llvm::SmallVector<std::int64_t> tile;
  llvm::SmallVector<std::int32_t> dimMap;
  TensorViewType tensorView;
  PaddingValueAttr padding;
  if (parser.parseLess() || parseTileShape(parser, tile) || parsePadding(parser, padding) || parseViewed(parser, tensorView) ||
      parseDimMap(parser, tile.size(), dimMap) || parser.parseGreater())
    return {};
  return parser.getChecked<PartitionViewType>(place, parser.getContext(), tile, tensorView, dimMap, padding);
}

void PartitionViewType::print(mlir::AsmPrinter &printer) const {
  printTileShape(printer, getTileShape());
  printPadding(printer, getPaddingValue());
  printBareType(printer, getTensorView());
  printDimMap(printer, getDimMap());
  printer << '>';
}

mlir::LogicalResult PartitionViewType::verify(EmitError emitError, llvm::ArrayRef<std::int64_t> tile, TensorViewType tensorView,
                                              llvm::ArrayRef<std::int32_t> dimMap, PaddingValueAttr padding) {
  return mlir::success(mlir::succeeded(verifyView(emitError, tile, tensorView, padding)) &&
                       mlir::succeeded(verifyDimMap(emitError, dimMap, tile.size())));
}

mlir::Type StridedViewType::parse(mlir::AsmParser &parser) {
  const auto place = parser.getCurrentLocation();
  llvm::SmallVector<std::int64_t> tile;
  llvm::SmallVector<std::int64_t> traversal;
  llvm::SmallVector<std::int32_t> dimMap;
  TensorViewType tensorView;
  PaddingValueAttr padding;
  if (parser.parseLess() || parseTileShape(parser, tile) || parseKey(parser, "traversal_strides") || parseIntegerList(parser, traversal) ||
      parser.parseComma() || parsePadding(parser, padding) || parseViewed(parser, tensorView) || parseDimMap(parser, tile.size(), dimMap) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<StridedViewType>(place, parser.getContext(), tile, traversal, tensorView, dimMap, padding);
}

void StridedViewType::print(mlir::AsmPrinter &printer) const {
  printTileShape(printer, getTileShape());
  printer << "traversal_strides=[";
  printExtents(printer, getTraversalStrides(), ",");
  printer << "], ";
  printPadding(printer, getPaddingValue());
  printBareType(printer, getTensorView());
  printDimMap(printer, getDimMap());
  printer << '>';
}

mlir::LogicalResult StridedViewType::verify(EmitError emitError, llvm::ArrayRef<std::int64_t> tile, llvm::ArrayRef<std::int64_t> traversal,
                                            TensorViewType tensorView, llvm::ArrayRef<std::int32_t> dimMap, PaddingValueAttr padding) {
  if (traversal.size() != tile.size() || llvm::any_of(traversal, [](std::int64_t stride) { return stride <= 0; }))
    return emitError() << "traversal_strides needs one positive number a dimension";
  return mlir::success(mlir::succeeded(verifyView(emitError, tile, tensorView, padding)) &&
                       mlir::succeeded(verifyDimMap(emitError, dimMap, tile.size())));
}

mlir::Type GatherScatterViewType::parse(mlir::AsmParser &parser) {
  const auto place = parser.getCurrentLocation();
  llvm::SmallVector<std::int64_t> tile;
  TensorViewType tensorView;
  PaddingValueAttr padding;
  std::uint32_t sparseDim = 0;
  if (parser.parseLess() || parseTileShape(parser, tile) || parsePadding(parser, padding) || parseViewed(parser, tensorView) ||
      parser.parseComma() || parseKey(parser, "sparse_dim") || parser.parseInteger(sparseDim) || parser.parseGreater())
    return {};
  return parser.getChecked<GatherScatterViewType>(place, parser.getContext(), tile, tensorView, sparseDim, padding);
}

void GatherScatterViewType::print(mlir::AsmPrinter &printer) const {
  printTileShape(printer, getTileShape());
  printPadding(printer, getPaddingValue());
  printBareType(printer, getTensorView());
  printer << ", sparse_dim=" << getSparseDim() << '>';
}

mlir::LogicalResult GatherScatterViewType::verify(EmitError emitError, llvm::ArrayRef<std::int64_t> tile, TensorViewType tensorView,
                                                  std::uint32_t sparseDim, PaddingValueAttr padding) {
  if (sparseDim >= tile.size()) return emitError() << "sparse_dim " << sparseDim << " of a view of rank " << tile.size();
  return verifyView(emitError, tile, tensorView, padding);
}

}  // namespace tileport::cuda_tile
