// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/dialect/directives.h"

namespace tileport::cuda_tile {

// ---- Types -----------------------------------------------------------------------------------------------------------

mlir::ParseResult parseBareType(mlir::OpAsmParser &parser, Types &types) {
  return parser.parseCommaSeparatedList([&] { return parseBareType(parser, types.emplace_back()); });
}

void printBareType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::Type type) { printBareType(printer, type); }

void printBareType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::TypeRange types) {
  llvm::interleaveComma(types, printer.getStream(), [&](mlir::Type type) { printBareType(printer, type); });
}

// After the one type of all indices a comma may lead to a token's type, which is not ours to read.
mlir::ParseResult parseIndexTypes(mlir::OpAsmParser &parser, Types &types, const Operands &indices) {
  // No view is indexed by nothing.
  if (indices.empty()) return parser.emitError(parser.getCurrentLocation(), "the type of indices, and no index in the brackets");
  if (parseBareType(parser, types.emplace_back())) return mlir::failure();
  const auto anotherTile = [&] {
    const char *ahead = parser.getCurrentLocation().getPointer();
    const auto rest = llvm::StringRef(ahead).take_until([](char c) { return c == '\n'; });
    auto next = rest.ltrim();
    return next.consume_front(",") && (next = next.ltrim(), next.consume_front("!cuda_tile."), next.starts_with("tile"));
  };
  while (types.size() < indices.size() && anotherTile()) {
    if (parser.parseComma() || parseBareType(parser, types.emplace_back())) return mlir::failure();
  }
  if (types.size() == 1) types.assign(indices.size(), mlir::Type(types.front()));
  return mlir::success();
}

void printIndexTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::TypeRange types, mlir::OperandRange) {
  printBareType(printer, op, llvm::all_equal(types) && !types.empty() ? types.take_front() : types);
}

mlir::ParseResult parseShapeQuery(mlir::OpAsmParser &parser, mlir::Type &source, Types &results) {
  mlir::Type result;
  if (parseBareType(parser, source) || parser.parseArrow() || parseBareType(parser, result)) return mlir::failure();
  std::size_t rank = 0;
  if (auto tensor = llvm::dyn_cast<TensorViewType>(source)) rank = tensor.getShape().size();
  if (auto view = llvm::dyn_cast<PartitionViewType>(source)) rank = view.getTileShape().size();
  if (auto view = llvm::dyn_cast<StridedViewType>(source)) rank = view.getTileShape().size();
  if (auto view = llvm::dyn_cast<GatherScatterViewType>(source)) rank = view.getTileShape().size();
  results.assign(rank, result);
  return mlir::success();
}

void printShapeQuery(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::Type source, mlir::TypeRange results) {
  printBareType(printer, source);
  printer << " -> ";
  if (!results.empty()) printBareType(printer, results.front());
}

// ---- Words -----------------------------------------------------------------------------------------------------------

namespace {

mlir::ParseResult parseRounding(mlir::OpAsmParser &parser, RoundingModeAttr &mode, RoundingMode usual) {
  if (mlir::succeeded(parser.parseOptionalKeyword("rounding")))
    return mlir::failure(parser.parseLess() || parseKeyword(parser, mode) || parser.parseGreater());
  mode = RoundingModeAttr::get(parser.getContext(), usual);
  return mlir::success();
}

void printRounding(mlir::OpAsmPrinter &printer, RoundingModeAttr mode, RoundingMode usual) {
  if (mode && mode.getValue() != usual) printer << "rounding<" << stringifyEnum(mode.getValue()) << '>';
}

}  // namespace

mlir::ParseResult parseFloatRounding(mlir::OpAsmParser &parser, RoundingModeAttr &mode) {
  return parseRounding(parser, mode, RoundingMode::NearestEven);
}
void printFloatRounding(mlir::OpAsmPrinter &printer, mlir::Operation *, RoundingModeAttr mode) {
  printRounding(printer, mode, RoundingMode::NearestEven);
}
mlir::ParseResult parseMathRounding(mlir::OpAsmParser &parser, RoundingModeAttr &mode) {
  return parseRounding(parser, mode, RoundingMode::Full);
}
void printMathRounding(mlir::OpAsmPrinter &printer, mlir::Operation *, RoundingModeAttr mode) {
  printRounding(printer, mode, RoundingMode::Full);
}
mlir::ParseResult parseToIntegerRounding(mlir::OpAsmParser &parser, RoundingModeAttr &mode) {
  return parseRounding(parser, mode, RoundingMode::NearestIntToZero);
}
void printToIntegerRounding(mlir::OpAsmPrinter &printer, mlir::Operation *, RoundingModeAttr mode) {
  printRounding(printer, mode, RoundingMode::NearestIntToZero);
}

mlir::ParseResult parseOrdering(mlir::OpAsmParser &parser, MemoryOrderingAttr &ordering, MemoryScopeAttr &scope) {
  if (parseKeyword(parser, ordering)) return mlir::failure();
  const auto place = parser.getCurrentLocation();
  llvm::StringRef word;
  if (mlir::succeeded(parser.parseOptionalKeyword(&word))) {
    const auto value = symbolizeMemoryScope(word);
    if (!value) return parser.emitError(place, "expected a memory scope (tl_blk, device, sys) or an operand");
    scope = MemoryScopeAttr::get(parser.getContext(), *value);
  }
  if ((ordering.getValue() == MemoryOrdering::Weak) == bool(scope))
    return parser.emitError(
        place, scope ? "expected no memory scope after weak" : "expected a memory scope (tl_blk, device, sys) after the ordering");
  return mlir::success();
}

void printOrdering(mlir::OpAsmPrinter &printer, mlir::Operation *, MemoryOrderingAttr ordering, MemoryScopeAttr scope) {
  printer << stringifyEnum(ordering.getValue());
  if (scope) printer << ' ' << stringifyEnum(scope.getValue());
}

mlir::ParseResult parseVisibility(mlir::OpAsmParser &parser, SymbolVisibilityAttr &visibility) {
  auto value = SymbolVisibility::Public;
  if (mlir::succeeded(parser.parseOptionalKeyword("private"))) value = SymbolVisibility::Private;
  else (void)parser.parseOptionalKeyword("public");
  visibility = SymbolVisibilityAttr::get(parser.getContext(), value);
  return mlir::success();
}

// The official printer leaves a blank after the word, before the blank of what follows.
void printVisibility(mlir::OpAsmPrinter &printer, mlir::Operation *, SymbolVisibilityAttr visibility) {
  if (visibility && visibility.getValue() != SymbolVisibility::Public) printer << stringifyEnum(visibility.getValue()) << ' ';
}

// ---- Attributes ------------------------------------------------------------------------------------------------------

mlir::ParseResult parsePredicate(mlir::OpAsmParser &parser, mlir::Attribute &predicate) { return parseBareAttribute(parser, predicate); }

void printPredicate(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::Attribute predicate) { printBareAttribute(printer, predicate); }

mlir::ParseResult parseInbounds(mlir::OpAsmParser &parser, mlir::DenseBoolArrayAttr &inbounds) {
  if (mlir::failed(parser.parseOptionalKeyword("inbounds"))) return mlir::success();
  llvm::SmallVector<bool> flags;
  const auto parseFlag = [&]() -> mlir::ParseResult {
    if (mlir::succeeded(parser.parseOptionalKeyword("true"))) return flags.push_back(true), mlir::success();
    if (mlir::failed(parser.parseKeyword("false", ", or true"))) return mlir::failure();
    return flags.push_back(false), mlir::success();
  };
  if (parser.parseEqual() || parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square, parseFlag)) return mlir::failure();
  inbounds = mlir::DenseBoolArrayAttr::get(parser.getContext(), flags);
  return mlir::success();
}

void printInbounds(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::DenseBoolArrayAttr inbounds) {
  if (!inbounds || llvm::none_of(inbounds.asArrayRef(), [](bool flag) { return flag; })) return;
  printer << "inbounds = [";
  llvm::interleaveComma(inbounds.asArrayRef(), printer.getStream(), [&](bool flag) { printer << (flag ? "true" : "false"); });
  printer << ']';
}

mlir::ParseResult parseSpacedInbounds(mlir::OpAsmParser &parser, mlir::DenseBoolArrayAttr &inbounds) {
  return parseInbounds(parser, inbounds);
}

void printSpacedInbounds(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::DenseBoolArrayAttr inbounds) {
  if (inbounds && llvm::is_contained(inbounds.asArrayRef(), true)) printer << ' ';
  printInbounds(printer, op, inbounds);
}

void printDenseValue(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::DenseElementsAttr value, mlir::Type type) {
  printDenseValue(printer, value, type);
}

mlir::ParseResult parseDenseValueAndType(mlir::OpAsmParser &parser, mlir::DenseElementsAttr &value) {
  mlir::Type type;
  return parseDenseValue(parser, value, type);
}

void printDenseValueAndType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::DenseElementsAttr value) {
  printDenseValue(printer, value, tileOf(value));
}

// ---- Views -----------------------------------------------------------------------------------------------------------

namespace {

/// `shape = [%n, 64]`: operands, and a number where the type has it.
mlir::ParseResult parseExtents(mlir::OpAsmParser &parser, llvm::StringRef key, Operands &operands,
                               llvm::SmallVectorImpl<std::int64_t> &extents) {
  const auto parseExtent = [&]() -> mlir::ParseResult {
    if (!textAhead(parser, "%")) return parser.parseInteger(extents.emplace_back());
    extents.push_back(mlir::ShapedType::kDynamic);
    return parser.parseOperand(operands.emplace_back());
  };
  return mlir::failure(parseKey(parser, key) || parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square, parseExtent));
}

void printExtents(mlir::OpAsmPrinter &printer, llvm::StringRef key, mlir::OperandRange operands, llvm::ArrayRef<std::int64_t> extents) {
  printer << ", " << key << " = [";
  std::size_t next = 0;
  llvm::interleaveComma(extents, printer.getStream(), [&](std::int64_t extent) {
    if (!mlir::ShapedType::isDynamic(extent)) printer << extent;
    else if (next < operands.size()) printer << operands[next++];
  });
  printer << ']';
}

}  // namespace

mlir::ParseResult parseTensorView(mlir::OpAsmParser &parser, mlir::OpAsmParser::UnresolvedOperand &base, mlir::Type &baseType,
                                  Operands &shape, Types &shapeTypes, Operands &strides, Types &strideTypes, mlir::Type &view) {
  llvm::SmallVector<std::int64_t> extents;
  llvm::SmallVector<std::int64_t> steps;
  if (parser.parseOperand(base) || parser.parseComma() || parseExtents(parser, "shape", shape, extents) || parser.parseComma() ||
      parseExtents(parser, "strides", strides, steps) || parser.parseColon())
    return mlir::failure();

  // [type of base,] [type of the operands] `->` view; or the view alone.
  const auto place = parser.getCurrentLocation();
  llvm::SmallVector<mlir::Type> types;
  if (parseBareType(parser, types)) return mlir::failure();
  if (mlir::succeeded(parser.parseOptionalArrow())) {
    if (parseBareType(parser, view)) return mlir::failure();
  } else {
    view = types.pop_back_val();
  }
  const auto tensor = llvm::dyn_cast<TensorViewType>(view);
  if (!tensor) return parser.emitError(place, "expected a tensor_view as the result");
  if (tensor.getShape() != llvm::ArrayRef(extents) || tensor.getStrides() != llvm::ArrayRef(steps))
    return parser.emitError(place, "expected a tensor_view of the shape and strides that the op names");

  const auto pointer = PtrType::get(parser.getContext(), tensor.getElementType(), tensor.getAttribute());
  baseType = TileType::get(parser.getContext(), {}, pointer);
  if (!types.empty() && types.front() == baseType) types.erase(types.begin());
  if (types.size() != (shape.empty() && strides.empty() ? 0 : 1))
    return parser.emitError(place, "expected one type for all extents and strides that are operands");
  if (types.empty()) return mlir::success();
  shapeTypes.assign(shape.size(), types.front());
  strideTypes.assign(strides.size(), types.front());
  return mlir::success();
}

void printTensorView(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::Value base, mlir::Type baseType, mlir::OperandRange shape,
                     mlir::TypeRange shapeTypes, mlir::OperandRange strides, mlir::TypeRange strideTypes, mlir::Type view) {
  const auto tensor = llvm::cast<TensorViewType>(view);
  printer << base;
  printExtents(printer, "shape", shape, tensor.getShape());
  printExtents(printer, "strides", strides, tensor.getStrides());
  printer << " : ";
  llvm::SmallVector<mlir::Type> types;
  if (tensor.getAttribute()) types.push_back(baseType);
  if (!shapeTypes.empty() || !strideTypes.empty()) types.push_back(shapeTypes.empty() ? strideTypes.front() : shapeTypes.front());
  llvm::interleaveComma(types, printer.getStream(), [&](mlir::Type type) { printBareType(printer, type); });
  if (!types.empty()) printer << " -> ";
  printBareType(printer, view);
}

}  // namespace tileport::cuda_tile
