// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tileir/dialect/dense.h"
#include "tileir/dialect/text.h"

/// The custom<...> directives of the assembly formats in ods/: what TableGen's output calls to read and to print them.
namespace tileport::cuda_tile {

using Operands = llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand>;
using Types = llvm::SmallVectorImpl<mlir::Type>;

// ---- Types -----------------------------------------------------------------------------------------------------------

mlir::ParseResult parseBareType(mlir::OpAsmParser &parser, Types &types);
void printBareType(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Type type);
void printBareType(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::TypeRange types);

/// One type for all indices if they are alike, otherwise each.
mlir::ParseResult parseIndexTypes(mlir::OpAsmParser &parser, Types &types, const Operands &indices);
void printIndexTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::TypeRange types, mlir::OperandRange indices);

/// Source `->` the one type of all results, of which there is one a dimension.
mlir::ParseResult parseShapeQuery(mlir::OpAsmParser &parser, mlir::Type &source, Types &results);
void printShapeQuery(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Type source, mlir::TypeRange results);

// ---- Words -----------------------------------------------------------------------------------------------------------

template <class EnumAttr>
mlir::ParseResult parseKeyword(mlir::OpAsmParser &parser, EnumAttr &attribute) {
  decltype(attribute.getValue()) value{};
  if (parseWord(parser, value)) return mlir::failure();
  attribute = EnumAttr::get(parser.getContext(), value);
  return mlir::success();
}

template <class EnumAttr>
void printKeyword(mlir::OpAsmPrinter &printer, mlir::Operation *, EnumAttr attribute) {
  printer << stringifyEnum(attribute.getValue());
}

/// `rounding<...>`, left out when it is the usual mode of such an op.
mlir::ParseResult parseFloatRounding(mlir::OpAsmParser &parser, RoundingModeAttr &mode);
void printFloatRounding(mlir::OpAsmPrinter &printer, mlir::Operation *op, RoundingModeAttr mode);
mlir::ParseResult parseMathRounding(mlir::OpAsmParser &parser, RoundingModeAttr &mode);
void printMathRounding(mlir::OpAsmPrinter &printer, mlir::Operation *op, RoundingModeAttr mode);
mlir::ParseResult parseToIntegerRounding(mlir::OpAsmParser &parser, RoundingModeAttr &mode);
void printToIntegerRounding(mlir::OpAsmPrinter &printer, mlir::Operation *op, RoundingModeAttr mode);

mlir::ParseResult parseOrdering(mlir::OpAsmParser &parser, MemoryOrderingAttr &ordering, MemoryScopeAttr &scope);
void printOrdering(mlir::OpAsmPrinter &printer, mlir::Operation *op, MemoryOrderingAttr ordering, MemoryScopeAttr scope);

mlir::ParseResult parseVisibility(mlir::OpAsmParser &parser, SymbolVisibilityAttr &visibility);
void printVisibility(mlir::OpAsmPrinter &printer, mlir::Operation *op, SymbolVisibilityAttr visibility);

// ---- Attributes ------------------------------------------------------------------------------------------------------

mlir::ParseResult parsePredicate(mlir::OpAsmParser &parser, mlir::Attribute &predicate);
void printPredicate(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Attribute predicate);

/// `inbounds = [true, false]`, left out when all are false.
mlir::ParseResult parseInbounds(mlir::OpAsmParser &parser, mlir::DenseBoolArrayAttr &inbounds);
void printInbounds(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::DenseBoolArrayAttr inbounds);
mlir::ParseResult parseSpacedInbounds(mlir::OpAsmParser &parser, mlir::DenseBoolArrayAttr &inbounds);
void printSpacedInbounds(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::DenseBoolArrayAttr inbounds);

void printDenseValue(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::DenseElementsAttr value, mlir::Type type);
mlir::ParseResult parseDenseValueAndType(mlir::OpAsmParser &parser, mlir::DenseElementsAttr &value);
void printDenseValueAndType(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::DenseElementsAttr value);

// ---- Views -----------------------------------------------------------------------------------------------------------

/// Base, shape and strides, of which the operands are what the type leaves open.
mlir::ParseResult parseTensorView(mlir::OpAsmParser &parser, mlir::OpAsmParser::UnresolvedOperand &base, mlir::Type &baseType,
                                  Operands &shape, Types &shapeTypes, Operands &strides, Types &strideTypes, mlir::Type &view);
void printTensorView(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Value base, mlir::Type baseType, mlir::OperandRange shape,
                     mlir::TypeRange shapeTypes, mlir::OperandRange strides, mlir::TypeRange strideTypes, mlir::Type view);

// ---- Regions ---------------------------------------------------------------------------------------------------------

mlir::ParseResult parseEntryArguments(mlir::OpAsmParser &parser, mlir::TypeAttr &functionType, mlir::ArrayAttr &argAttrs,
                                      OptimizationHintsAttr &hints, mlir::Region &body);
void printEntryArguments(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::TypeAttr functionType, mlir::ArrayAttr argAttrs,
                         OptimizationHintsAttr hints, mlir::Region &body);

mlir::ParseResult parseForLoop(mlir::OpAsmParser &parser, mlir::OpAsmParser::UnresolvedOperand &lower,
                               mlir::OpAsmParser::UnresolvedOperand &upper, mlir::OpAsmParser::UnresolvedOperand &step, mlir::Type &type,
                               Operands &inits, Types &initTypes, Types &resultTypes, mlir::Region &region);
void printForLoop(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Value lower, mlir::Value upper, mlir::Value step, mlir::Type type,
                  mlir::OperandRange inits, mlir::TypeRange initTypes, mlir::TypeRange resultTypes, mlir::Region &region);

mlir::ParseResult parseLoop(mlir::OpAsmParser &parser, Operands &inits, Types &initTypes, Types &resultTypes, mlir::Region &region);
void printLoop(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::OperandRange inits, mlir::TypeRange initTypes,
               mlir::TypeRange resultTypes, mlir::Region &region);

mlir::ParseResult parseBranchRegion(mlir::OpAsmParser &parser, mlir::Region &region);
void printBranchRegion(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Region &region);

mlir::ParseResult parseArgumentRegion(mlir::OpAsmParser &parser, mlir::Region &region);
void printArgumentRegion(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Region &region);

}  // namespace tileport::cuda_tile
