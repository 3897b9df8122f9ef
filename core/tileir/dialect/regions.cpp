// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/dialect/directives.h"

namespace tileport::cuda_tile {

namespace {

using Arguments = llvm::SmallVector<mlir::OpAsmParser::Argument>;

/// Reads `{ ... }`. Where the last op of the block may be left out, it is put back.
mlir::ParseResult parseBody(mlir::OpAsmParser &parser, mlir::Region &region, llvm::ArrayRef<mlir::OpAsmParser::Argument> arguments,
                            llvm::StringRef impliedTerminator = {}) {
  const auto place = parser.getCurrentLocation();
  if (parser.parseRegion(region, arguments)) return mlir::failure();
  if (region.empty()) {
    auto &block = region.emplaceBlock();
    for (const auto &argument : arguments) block.addArgument(argument.type, parser.getEncodedSourceLoc(place));
  }
  auto &block = region.front();
  if (impliedTerminator.empty() || (!block.empty() && block.back().hasTrait<mlir::OpTrait::IsTerminator>())) return mlir::success();
  const mlir::OperationState terminator(parser.getEncodedSourceLoc(place), impliedTerminator);
  block.push_back(mlir::Operation::create(terminator));
  return mlir::success();
}

void printBody(mlir::OpAsmPrinter &printer, mlir::Region &region, llvm::StringRef impliedTerminator = {}) {
  const bool implied = !region.empty() && !region.front().empty() && !impliedTerminator.empty() &&
                       region.front().back().getName().getStringRef() == impliedTerminator && region.front().back().getNumOperands() == 0;
  printer.printRegion(region, /*printEntryBlockArgs=*/false, /*printBlockTerminators=*/!implied);
}

constexpr llvm::StringLiteral continueName = "cuda_tile.continue";
constexpr llvm::StringLiteral yieldName = "cuda_tile.yield";

mlir::ParseResult parseParenthesizedTypes(mlir::OpAsmParser &parser, Types &types) {
  return parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Paren, [&] { return parseBareType(parser, types.emplace_back()); });
}

/// `iter_values(%iterArg0 = %x)`, or nothing.
mlir::ParseResult parseIterValues(mlir::OpAsmParser &parser, Arguments &arguments, Operands &inits) {
  if (mlir::failed(parser.parseOptionalKeyword("iter_values"))) return mlir::success();
  llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand> operands;
  if (parser.parseAssignmentList(arguments, operands)) return mlir::failure();
  inits.append(operands.begin(), operands.end());
  return mlir::success();
}

void printIterValues(mlir::OpAsmPrinter &printer, mlir::Block::BlockArgListType arguments, mlir::OperandRange inits) {
  printer << "iter_values(";
  llvm::interleaveComma(llvm::zip(arguments, inits), printer.getStream(),
                        [&](auto pair) { printer << std::get<0>(pair) << " = " << std::get<1>(pair); });
  printer << ')';
}

mlir::ParseResult giveTypes(mlir::OpAsmParser &parser, llvm::SMLoc place, llvm::MutableArrayRef<mlir::OpAsmParser::Argument> arguments,
                            llvm::ArrayRef<mlir::Type> types) {
  if (arguments.size() != types.size())
    return parser.emitError(place, "expected ") << arguments.size() << " types for the iter_values, found " << types.size();
  for (auto [argument, type] : llvm::zip(arguments, types)) argument.type = type;
  return mlir::success();
}

}  // namespace

// ---- Entry -----------------------------------------------------------------------------------------------------------

mlir::ParseResult parseEntryArguments(mlir::OpAsmParser &parser, mlir::TypeAttr &functionType, mlir::ArrayAttr &argAttrs,
                                      OptimizationHintsAttr &hints, mlir::Region &body) {
  Arguments arguments;
  llvm::SmallVector<mlir::Type> types;
  llvm::SmallVector<mlir::Attribute> dictionaries;
  bool anyAttribute = false;
  const auto parseArgument = [&]() -> mlir::ParseResult {
    auto &argument = arguments.emplace_back();
    mlir::NamedAttrList attributes;
    if (parser.parseArgument(argument) || parser.parseColon() || parseBareType(parser, argument.type) ||
        parser.parseOptionalAttrDict(attributes))
      return mlir::failure();
    types.push_back(argument.type);
    dictionaries.push_back(attributes.getDictionary(parser.getContext()));
    anyAttribute |= !attributes.empty();
    return mlir::success();
  };
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Paren, parseArgument)) return mlir::failure();
  functionType = mlir::TypeAttr::get(mlir::FunctionType::get(parser.getContext(), types, {}));
  if (anyAttribute) argAttrs = mlir::ArrayAttr::get(parser.getContext(), dictionaries);
  if (mlir::succeeded(parser.parseOptionalKeyword("optimization_hints"))) {
    if (parser.parseEqual()) return mlir::failure();
    hints = llvm::dyn_cast_or_null<OptimizationHintsAttr>(OptimizationHintsAttr::parse(parser, {}));
    if (!hints) return mlir::failure();
  }
  return parseBody(parser, body, arguments);
}

void printEntryArguments(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::TypeAttr, mlir::ArrayAttr argAttrs,
                         OptimizationHintsAttr hints, mlir::Region &body) {
  printer << '(';
  llvm::interleaveComma(body.getArguments(), printer.getStream(), [&](mlir::BlockArgument argument) {
    printer << argument << ": ";
    printBareType(printer, argument.getType());
    if (argAttrs && argument.getArgNumber() < argAttrs.size())
      printer.printOptionalAttrDict(llvm::cast<mlir::DictionaryAttr>(argAttrs[argument.getArgNumber()]).getValue());
  });
  printer << ") ";
  if (hints && !hints.getValue().empty()) {
    printer << "optimization_hints=";
    hints.print(printer);
    printer << ' ';
  }
  printBody(printer, body);
}

// ---- Loops -----------------------------------------------------------------------------------------------------------

mlir::ParseResult parseForLoop(mlir::OpAsmParser &parser, mlir::OpAsmParser::UnresolvedOperand &lower,
                               mlir::OpAsmParser::UnresolvedOperand &upper, mlir::OpAsmParser::UnresolvedOperand &step, mlir::Type &type,
                               Operands &inits, Types &initTypes, Types &resultTypes, mlir::Region &region) {
  Arguments arguments(1);
  if (parser.parseArgument(arguments.front()) || parser.parseKeyword("in") || parser.parseLParen() || parser.parseOperand(lower) ||
      parser.parseKeyword("to") || parser.parseOperand(upper) || parser.parseComma() || parser.parseKeyword("step") ||
      parser.parseOperand(step) || parser.parseRParen() || parser.parseColon() || parseBareType(parser, type))
    return mlir::failure();
  arguments.front().type = type;
  Arguments carried;
  const auto place = parser.getCurrentLocation();
  if (parseIterValues(parser, carried, inits)) return mlir::failure();
  if (!carried.empty() && (parser.parseArrow() || parseParenthesizedTypes(parser, resultTypes))) return mlir::failure();
  if (giveTypes(parser, place, carried, llvm::ArrayRef(resultTypes.begin(), resultTypes.end()))) return mlir::failure();
  initTypes.append(resultTypes.begin(), resultTypes.end());
  arguments.append(carried);
  return parseBody(parser, region, arguments, continueName);
}

void printForLoop(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::Value lower, mlir::Value upper, mlir::Value step, mlir::Type type,
                  mlir::OperandRange inits, mlir::TypeRange, mlir::TypeRange resultTypes, mlir::Region &region) {
  printer << region.getArgument(0) << " in (" << lower << " to " << upper << ", step " << step << ") : ";
  printBareType(printer, type);
  if (!inits.empty()) {
    printer << ' ';
    printIterValues(printer, region.getArguments().drop_front(), inits);
    printer << " -> (";
    llvm::interleaveComma(resultTypes, printer.getStream(), [&](mlir::Type result) { printBareType(printer, result); });
    printer << ')';
  }
  printer << ' ';
  printBody(printer, region, continueName);
}

// Without iter_values the types are those of the results.
mlir::ParseResult parseLoop(mlir::OpAsmParser &parser, Operands &inits, Types &initTypes, Types &resultTypes, mlir::Region &region) {
  Arguments arguments;
  const auto place = parser.getCurrentLocation();
  if (parseIterValues(parser, arguments, inits)) return mlir::failure();
  if (mlir::succeeded(parser.parseOptionalColon())) {
    if (parseBareType(static_cast<mlir::OpAsmParser &>(parser), arguments.empty() ? resultTypes : initTypes)) return mlir::failure();
    if (!arguments.empty() && mlir::succeeded(parser.parseOptionalArrow()) && parseBareType(parser, resultTypes)) return mlir::failure();
  }
  if (giveTypes(parser, place, arguments, llvm::ArrayRef(initTypes.begin(), initTypes.end()))) return mlir::failure();
  return parseBody(parser, region, arguments, continueName);
}

void printLoop(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::OperandRange inits, mlir::TypeRange initTypes,
               mlir::TypeRange resultTypes, mlir::Region &region) {
  if (!inits.empty()) {
    printIterValues(printer, region.getArguments(), inits);
    printer << ' ';
  }
  if (!inits.empty() || !resultTypes.empty()) printer << ": ";
  printBareType(printer, op, initTypes);
  if (!inits.empty() && !resultTypes.empty()) printer << " -> ";
  printBareType(printer, op, resultTypes);
  if (!inits.empty() || !resultTypes.empty()) printer << ' ';
  printBody(printer, region, continueName);
}

// ---- Other regions ---------------------------------------------------------------------------------------------------

mlir::ParseResult parseBranchRegion(mlir::OpAsmParser &parser, mlir::Region &region) { return parseBody(parser, region, {}, yieldName); }

void printBranchRegion(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::Region &region) { printBody(printer, region, yieldName); }

mlir::ParseResult parseArgumentRegion(mlir::OpAsmParser &parser, mlir::Region &region) {
  Arguments arguments;
  const auto parseArgument = [&]() -> mlir::ParseResult {
    auto &argument = arguments.emplace_back();
    return mlir::failure(parser.parseArgument(argument) || parser.parseColon() || parseBareType(parser, argument.type));
  };
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Paren, parseArgument)) return mlir::failure();
  return parseBody(parser, region, arguments, yieldName);
}

void printArgumentRegion(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::Region &region) {
  printer.printNewline();
  printer << '(';
  llvm::interleaveComma(region.getArguments(), printer.getStream(), [&](mlir::BlockArgument argument) {
    printer << argument << ": ";
    printBareType(printer, argument.getType());
  });
  printer << ") ";
  printBody(printer, region, yieldName);
}

}  // namespace tileport::cuda_tile
