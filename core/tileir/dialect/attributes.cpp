// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/ADT/TypeSwitch.h"

#include "tileir/dialect/text.h"

#include "tileir/dialect/CudaTileDialect.cpp.inc"
#include "tileir/dialect/CudaTileEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tileir/dialect/CudaTileAttributes.cpp.inc"

namespace tileport::cuda_tile {

namespace {

/// Debug information prints under names: #di_file = ...
struct Aliases final : mlir::OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(mlir::Attribute attribute, llvm::raw_ostream &os) const override {
    const auto name = llvm::TypeSwitch<mlir::Attribute, llvm::StringRef>(attribute)
                          .Case<DIFileAttr, DICompileUnitAttr, DILexicalBlockAttr, DISubprogramAttr>(
                              [](auto known) -> llvm::StringRef { return known.getMnemonic(); })
                          .Default([](mlir::Attribute) -> llvm::StringRef { return {}; });
    os << name;
    return name.empty() ? AliasResult::NoAlias : AliasResult::OverridableAlias;
  }
};

}  // namespace

// Written by TableGen, in the shards; declared where all op classes are, which costs seconds to read.
void registerCudaTileDialectOperations(CudaTileDialect *dialect);

void CudaTileDialect::initialize() {
  registerTypes();
  registerAttributes();
  registerCudaTileDialectOperations(this);
  addInterfaces<Aliases>();
}

void CudaTileDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tileir/dialect/CudaTileAttributes.cpp.inc"
      >();
}

mlir::ParseResult parseBareAttribute(mlir::AsmParser &parser, mlir::Attribute &attribute) {
  const auto place = parser.getCurrentLocation();
  if (textAhead(parser, "#")) return parser.parseAttribute(attribute);
  llvm::StringRef mnemonic;
  const auto own = generatedAttributeParser(parser, &mnemonic, {}, attribute);
  if (own.has_value()) return *own;
  auto error = parser.emitError(place, "expected an attribute");
  if (!mnemonic.empty()) error << ", found '" << mnemonic << "'";
  return error;
}

void printBareAttribute(mlir::AsmPrinter &printer, mlir::Attribute attribute) {
  if (mlir::failed(generatedAttributePrinter(attribute, printer))) printer << attribute;
}

// ---- Facts -----------------------------------------------------------------------------------------------------------

namespace {

/// Of any width: older MLIR refuses the ends of the range of 64 bits.
mlir::ParseResult parseWide(mlir::AsmParser &parser, llvm::APInt &value) {
  const auto place = parser.getCurrentLocation();
  const auto parsed = parser.parseOptionalInteger(value);
  if (!parsed.has_value()) return parser.emitError(place, "expected integer value");
  return *parsed;
}

mlir::ParseResult parseDivisor(mlir::AsmParser &parser, std::uint64_t &divisor) {
  const auto place = parser.getCurrentLocation();
  llvm::APInt value;
  if (parseWide(parser, value)) return mlir::failure();
  if (value.isNegative() || value.getActiveBits() > 64 || !value.isPowerOf2())
    return parser.emitError(place, "divisor is not a power of two of 64 bits");
  divisor = value.getZExtValue();
  return mlir::success();
}

/// A number, or `?` for none.
mlir::ParseResult parseBound(mlir::AsmParser &parser, std::optional<std::int64_t> &bound) {
  if (mlir::succeeded(parser.parseOptionalQuestion())) return mlir::success();
  const auto place = parser.getCurrentLocation();
  llvm::APInt value;
  if (parseWide(parser, value)) return mlir::failure();
  if (!value.isSignedIntN(64)) return parser.emitError(place, "bound has more than 64 bits");
  bound = value.getSExtValue();
  return mlir::success();
}

}  // namespace

mlir::Attribute DivByAttr::parse(mlir::AsmParser &parser, mlir::Type) {
  std::uint64_t divisor = 0;
  std::optional<std::int64_t> every;
  std::optional<std::int64_t> along;
  const auto parseAfter = [&](llvm::StringRef word, std::optional<std::int64_t> &value) -> mlir::ParseResult {
    if (mlir::failed(parser.parseOptionalKeyword(word))) return mlir::success();
    return parser.parseInteger(value.emplace());
  };
  if (parser.parseLess() || parseDivisor(parser, divisor)) return {};
  if (mlir::succeeded(parser.parseOptionalComma()) && (parseAfter("every", every) || parseAfter("along", along))) return {};
  if (parser.parseGreater()) return {};
  return get(parser.getContext(), divisor, every, along);
}

void DivByAttr::print(mlir::AsmPrinter &printer) const {
  printer << '<' << getDivisor();
  if (getEvery() || getAlong()) printer << ',';
  if (getEvery()) printer << " every " << *getEvery();
  if (getAlong()) printer << " along " << *getAlong();
  printer << '>';
}

mlir::Attribute BoundedAttr::parse(mlir::AsmParser &parser, mlir::Type) {
  std::optional<std::int64_t> lower;
  std::optional<std::int64_t> upper;
  if (parser.parseLess() || parseBound(parser, lower) || parser.parseComma() || parseBound(parser, upper) || parser.parseGreater())
    return {};
  return get(parser.getContext(), lower, upper);
}

void BoundedAttr::print(mlir::AsmPrinter &printer) const {
  const auto printBound = [&](std::optional<std::int64_t> bound) {
    if (bound) printer << *bound;
    else printer << '?';
  };
  printer << '<';
  printBound(getLower());
  printer << ", ";
  printBound(getUpper());
  printer << '>';
}

// ---- Hints -----------------------------------------------------------------------------------------------------------

// <sm_100 = {latency = 3}>: the dictionary's braces are angles.
mlir::Attribute OptimizationHintsAttr::parse(mlir::AsmParser &parser, mlir::Type) {
  mlir::NamedAttrList hints;
  const auto parseHint = [&]() -> mlir::ParseResult {
    const auto place = parser.getCurrentLocation();
    std::string architecture;
    mlir::DictionaryAttr values;
    if (parser.parseKeywordOrString(&architecture) || parser.parseEqual() || parser.parseAttribute(values)) return mlir::failure();
    if (hints.get(architecture)) return parser.emitError(place, "hints for '") << architecture << "' stand twice";
    hints.set(architecture, values);
    return mlir::success();
  };
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::LessGreater, parseHint)) return {};
  return get(parser.getContext(), hints.getDictionary(parser.getContext()));
}

// Numbers are printed without their type, as the official printer does.
void OptimizationHintsAttr::print(mlir::AsmPrinter &printer) const {
  const auto printHint = [&](mlir::NamedAttribute hint) {
    printer.printKeywordOrString(hint.getName());
    printer << " = ";
    printer.printAttributeWithoutType(hint.getValue());
  };
  printer << '<';
  llvm::interleaveComma(getValue(), printer.getStream(), [&](mlir::NamedAttribute architecture) {
    printer.printKeywordOrString(architecture.getName());
    printer << " = {";
    llvm::interleaveComma(llvm::cast<mlir::DictionaryAttr>(architecture.getValue()), printer.getStream(), printHint);
    printer << '}';
  });
  printer << '>';
}

}  // namespace tileport::cuda_tile
