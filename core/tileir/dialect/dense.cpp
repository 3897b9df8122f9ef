// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/dialect/dense.h"

#include "llvm/ADT/StringExtras.h"

#include "tileir/dialect/small_float.h"
#include "tileir/dialect/text.h"

namespace tileport::cuda_tile {

namespace {

/// MLIR prints longer lists as one string of bytes.
constexpr std::int64_t longestList = 100;
constexpr unsigned deepestList = 16;

mlir::Type storageOf(mlir::Type element) {
  return llvm::isa<F8E5M3FNUType>(element) ? mlir::IntegerType::get(element.getContext(), 8) : element;
}

mlir::RankedTensorType tensorOf(TileType tile) {
  const auto element = tile.getElementType();
  const auto storage = storageOf(element);
  return mlir::RankedTensorType::get(tile.getShape(), storage, storage == element ? mlir::Attribute() : mlir::TypeAttr::get(element));
}

mlir::Type elementOf(mlir::DenseElementsAttr value) {
  auto tensor = llvm::cast<mlir::RankedTensorType>(value.getType());
  auto element = llvm::dyn_cast_or_null<mlir::TypeAttr>(tensor.getEncoding());
  return element ? element.getValue() : tensor.getElementType();
}

/// What stands between `<type:` and `>`.
struct Literal {
  mlir::Type element;
  llvm::SmallVector<std::int64_t> shape;  ///< of nested lists; empty for one value
  llvm::SmallVector<llvm::APInt> bits;
  std::optional<std::string> bytes;  ///< of "0x..."
};

class LiteralParser {
 public:
  LiteralParser(mlir::AsmParser &parser, Literal &literal) : parser_(parser), literal_(literal) {}

  mlir::ParseResult parse() {
    if (parser_.parseLess() || parseBareType(parser_, literal_.element)) return mlir::failure();
    if (!llvm::isa<F8E5M3FNUType>(literal_.element) && !literal_.element.isIntOrFloat())
      return parser_.emitError(parser_.getCurrentLocation(), "expected a type of numbers before the value");
    if (parser_.parseColon()) return mlir::failure();
    if (textAhead(parser_, "\"") ? parseBytes() : parseList(0)) return mlir::failure();
    return parser_.parseGreater();
  }

 private:
  mlir::ParseResult parseList(unsigned depth) {
    if (!textAhead(parser_, "[")) {
      if (depth != literal_.shape.size()) return parser_.emitError(parser_.getCurrentLocation(), "expected a list, as its neighbours are");
      return parseElement();
    }
    if (depth == deepestList) return parser_.emitError(parser_.getCurrentLocation(), "lists are nested too deeply");
    const bool first = literal_.bits.empty();
    if (first) literal_.shape.push_back(0);
    if (depth >= literal_.shape.size()) return parser_.emitError(parser_.getCurrentLocation(), "expected a number, as its neighbours are");
    const auto place = parser_.getCurrentLocation();
    std::int64_t count = 0;
    const auto parseItem = [&]() -> mlir::ParseResult { return ++count, parseList(depth + 1); };
    if (parser_.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square, parseItem)) return mlir::failure();
    if (first) literal_.shape[depth] = count;
    if (count == 0 || literal_.shape[depth] != count)
      return parser_.emitError(place, "expected a list as long as its neighbours, and not empty");
    return mlir::success();
  }

  mlir::ParseResult parseElement() {
    if (llvm::isa<F8E5M3FNUType>(literal_.element)) return parseSmallFloat();
    if (auto floatType = llvm::dyn_cast<mlir::FloatType>(literal_.element)) {
      llvm::APFloat value(floatType.getFloatSemantics());
      if (parser_.parseFloat(floatType.getFloatSemantics(), value)) return mlir::failure();
      literal_.bits.push_back(value.bitcastToAPInt());
      return mlir::success();
    }
    return parseIntegerElement();
  }

  mlir::ParseResult parseSmallFloat() {
    std::uint8_t bits = 0;
    if (textAhead(parser_, "0x")) {
      if (parser_.parseInteger(bits)) return mlir::failure();
    } else {
      const auto place = parser_.getCurrentLocation();
      double value = 0;
      if (parser_.parseFloat(value)) return mlir::failure();
      if (!(value >= 0 && value <= decodeSmallFloat(smallFloatNan - 1)))
        return parser_.emitError(place, "value out of range for ") << literal_.element;
      bits = encodeSmallFloat(value);
    }
    literal_.bits.emplace_back(8, bits);
    return mlir::success();
  }

  mlir::ParseResult parseIntegerElement() {
    const unsigned width = literal_.element.getIntOrFloatBitWidth();
    if (mlir::succeeded(parser_.parseOptionalKeyword("true"))) return literal_.bits.emplace_back(width, 1), mlir::success();
    if (mlir::succeeded(parser_.parseOptionalKeyword("false"))) return literal_.bits.emplace_back(width, 0), mlir::success();
    const auto place = parser_.getCurrentLocation();
    llvm::APInt value;
    const auto parsed = parser_.parseOptionalInteger(value);
    if (!parsed.has_value()) return parser_.emitError(place, "expected a value of ") << literal_.element;
    if (mlir::failed(*parsed)) return mlir::failure();
    if (!value.isSignedIntN(width) && !(value.isNonNegative() && value.isIntN(width)))
      return parser_.emitError(place, "value out of range for ") << literal_.element;
    literal_.bits.push_back(value.sextOrTrunc(width));
    return mlir::success();
  }

  mlir::ParseResult parseBytes() {
    const auto place = parser_.getCurrentLocation();
    std::string text;
    if (parser_.parseString(&text)) return mlir::failure();
    llvm::StringRef digits(text);
    literal_.bytes.emplace();
    if (!digits.consume_front("0x") || !llvm::tryGetFromHex(digits, *literal_.bytes))
      return parser_.emitError(place, "expected bytes as \"0x...\"");
    return mlir::success();
  }

  mlir::AsmParser &parser_;
  Literal &literal_;
};

/// A byte for each i1, as the official printer writes them; MLIR holds eight in a byte.
mlir::DenseElementsAttr denseOfBools(mlir::RankedTensorType tensor, llvm::StringRef bytes) {
  llvm::SmallVector<bool> values;
  for (const char byte : bytes) values.push_back(byte != 0);
  return mlir::DenseElementsAttr::get(tensor, values);
}

mlir::DenseElementsAttr denseOf(const Literal &literal, TileType tile) {
  const auto tensor = tensorOf(tile);
  if (literal.bytes) {
    if (literal.element.isInteger(1) && static_cast<std::int64_t>(literal.bytes->size()) == tensor.getNumElements())
      return denseOfBools(tensor, *literal.bytes);
    bool splat = false;
    const llvm::ArrayRef<char> bytes(literal.bytes->data(), literal.bytes->size());
    return mlir::DenseElementsAttr::isValidRawBuffer(tensor, bytes, splat) ? mlir::DenseElementsAttr::getFromRawBuffer(tensor, bytes)
                                                                           : mlir::DenseElementsAttr();
  }
  if (!literal.shape.empty() && llvm::ArrayRef(literal.shape) != tile.getShape()) return {};
  auto floatType = llvm::dyn_cast<mlir::FloatType>(tensor.getElementType());
  if (!floatType) return mlir::DenseElementsAttr::get(tensor, literal.bits);
  llvm::SmallVector<llvm::APFloat> values;
  for (const auto &bits : literal.bits) values.emplace_back(floatType.getFloatSemantics(), bits);
  return mlir::DenseElementsAttr::get(tensor, values);
}

/// Prints one element after the other.
class ElementPrinter {
 public:
  ElementPrinter(mlir::AsmPrinter &printer, mlir::DenseElementsAttr value) : printer_(printer), value_(value), element_(elementOf(value)) {}

  void print() {
    auto tensor = llvm::cast<mlir::RankedTensorType>(value_.getType());
    if (value_.isSplat()) printElement(0);
    else if (value_.getNumElements() > longestList) printer_ << "\"0x" << llvm::toHex(bytes()) << '"';
    else printList(tensor.getShape());
  }

 private:
  std::string bytes() const {
    const auto raw = value_.getRawData();
    if (!element_.isInteger(1)) return {raw.data(), raw.size()};
    std::string each;
    for (const bool value : value_.getValues<bool>()) each += value ? '\1' : '\0';
    return each;
  }

  void printList(llvm::ArrayRef<std::int64_t> shape) {
    if (shape.empty()) return printElement(next_++);
    printer_ << '[';
    for (std::int64_t index = 0; index < shape.front(); ++index) {
      if (index) printer_ << ", ";
      printList(shape.drop_front());
    }
    printer_ << ']';
  }

  void printElement(std::int64_t index) {
    if (llvm::isa<mlir::FloatType>(element_)) return printer_.printFloat(value_.getValues<llvm::APFloat>()[index]);
    const auto bits = value_.getValues<llvm::APInt>()[index];
    if (llvm::isa<F8E5M3FNUType>(element_)) return printSmallFloat(static_cast<std::uint8_t>(bits.getZExtValue()));
    if (element_.isInteger(1)) printer_ << (bits.isZero() ? "false" : "true");
    else bits.print(printer_.getStream(), /*isSigned=*/true);
  }

  // Of its few digits bf16 loses none, and MLIR knows how to print that.
  void printSmallFloat(std::uint8_t bits) {
    if (bits == smallFloatNan) {
      printer_ << "0xFF";
      return;
    }
    llvm::APFloat value(decodeSmallFloat(bits));
    bool loses = false;
    value.convert(llvm::APFloat::BFloat(), llvm::APFloat::rmNearestTiesToEven, &loses);
    printer_.printFloat(value);
  }

  mlir::AsmPrinter &printer_;
  mlir::DenseElementsAttr value_;
  mlir::Type element_;
  std::int64_t next_ = 0;
};

/// The number in a constant's name: whole and not negative, or NaN. Empty for all others.
std::string numberInName(const llvm::APFloat &value) {
  if (value.isNaN()) return "NaN";
  llvm::APSInt whole(64, /*isUnsigned=*/true);
  bool exact = false;
  const auto status = value.convertToInteger(whole, llvm::APFloat::rmTowardZero, &exact);
  if (status != llvm::APFloat::opOK || !exact || value.isNegative()) return {};
  return llvm::toString(whole, 10);
}

std::string numberInName(mlir::DenseElementsAttr value) {
  if (llvm::isa<mlir::FloatType>(elementOf(value))) return numberInName(value.getSplatValue<llvm::APFloat>());
  const auto bits = value.getSplatValue<llvm::APInt>();
  if (!llvm::isa<F8E5M3FNUType>(elementOf(value))) return llvm::toString(bits, 10, /*Signed=*/true);
  const auto small = static_cast<std::uint8_t>(bits.getZExtValue());
  return small == smallFloatNan ? "NaN" : numberInName(llvm::APFloat(decodeSmallFloat(small)));
}

}  // namespace

TileType tileOf(mlir::DenseElementsAttr value) {
  auto tensor = llvm::cast<mlir::RankedTensorType>(value.getType());
  const auto silent = [&] { return mlir::InFlightDiagnostic(); };
  return TileType::getChecked(silent, value.getContext(), tensor.getShape(), elementOf(value));
}

mlir::ParseResult parseDenseValue(mlir::AsmParser &parser, mlir::DenseElementsAttr &value, mlir::Type &type) {
  Literal literal;
  const auto place = parser.getCurrentLocation();
  if (LiteralParser(parser, literal).parse() || parser.parseColon() || parseBareType(parser, type)) return mlir::failure();
  const auto tile = llvm::dyn_cast<TileType>(type);
  if (!tile || tile.getElementType() != literal.element)
    return parser.emitError(place, "value of ") << literal.element << " does not fit type " << type;
  value = denseOf(literal, tile);
  return value ? mlir::success() : mlir::ParseResult(parser.emitError(place, "value does not fit type ") << type);
}

void printDenseValue(mlir::AsmPrinter &printer, mlir::DenseElementsAttr value, mlir::Type type) {
  printer << '<';
  printBareType(printer, elementOf(value));
  printer << ": ";
  ElementPrinter(printer, value).print();
  printer << "> : ";
  printBareType(printer, type);
}

std::string constantName(mlir::DenseElementsAttr value) {
  const auto element = elementOf(value);
  if (value.isSplat() && element.isInteger(1)) return value.getSplatValue<bool>() ? "true" : "false";
  std::string name = "cst_";
  if (value.isSplat()) {
    const auto number = numberInName(value);
    if (!number.empty()) name += number + "_";
  }
  llvm::raw_string_ostream os(name);
  if (auto own = llvm::dyn_cast<F8E5M3FNUType>(element)) os << own.getMnemonic();
  else os << element;
  return name;
}

}  // namespace tileport::cuda_tile
