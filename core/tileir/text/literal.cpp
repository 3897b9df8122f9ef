// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/text/literal.h"

#include <bit>
#include <charconv>
#include <cmath>

#include "tileir/bytecode/dense.h"
#include "tileir/bytecode/types.h"
#include "tileir/printer/float_text.h"
#include "tileir/printer/type_text.h"

namespace tileport::tileir::text {

namespace {

constexpr std::size_t kDeepestList = 16;

std::string nameOf(ScalarKind scalar) { return std::string(printer::scalarText(scalar)); }
std::uint64_t lowBits(unsigned count) { return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1; }

bool hasSign(ScalarKind scalar) { return scalar != ScalarKind::F8E8M0FNU && scalar != ScalarKind::F8E5M3FNU; }

/// Of a finite value of the format.
double valueOf(ScalarKind scalar, std::uint64_t bits) {
  const printer::FloatParts parts = printer::takeApart(scalar, bits);
  return std::ldexp(static_cast<double>(parts.significand), parts.exponent);
}

bool isFinite(ScalarKind scalar, std::uint64_t bits) {
  const printer::FloatClass kind = printer::takeApart(scalar, bits).kind;
  return kind == printer::FloatClass::Zero || kind == printer::FloatClass::Finite;
}

/// The largest finite magnitude; those above it are infinity and NaN.
std::uint64_t largestMagnitude(ScalarKind scalar) {
  std::uint64_t bits = lowBits(printer::scalarWidth(scalar) - (hasSign(scalar) ? 1 : 0));
  std::uint64_t low = 0;
  while (low < bits) {  // finite ones come first
    const std::uint64_t middle = low + (bits - low + 1) / 2;
    if (isFinite(scalar, middle)) {
      low = middle;
    } else {
      bits = middle - 1;
    }
  }
  return low;
}

/// Magnitudes grow with their bits, so that the nearest one is found by halving. Every value but those of f64 is exact in f64.
std::optional<std::uint64_t> encodeSmall(double magnitude, ScalarKind scalar) {
  const std::uint64_t largest = largestMagnitude(scalar);
  std::uint64_t low = 0;
  std::uint64_t high = largest;
  if (magnitude < valueOf(scalar, low)) {  // f8E8M0FNU has no zero: its least value is a power of two, as is what would be next
    return magnitude >= valueOf(scalar, low) * 0.75 ? std::optional(low) : std::nullopt;
  }
  if (magnitude >= valueOf(scalar, largest)) {
    const double step = valueOf(scalar, largest) - valueOf(scalar, largest - 1);
    if (magnitude >= valueOf(scalar, largest) + step / 2) return std::nullopt;
    return largest;
  }
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (valueOf(scalar, middle) <= magnitude ? low : high) = middle;
  }
  const double below = magnitude - valueOf(scalar, low);
  const double above = valueOf(scalar, high) - magnitude;
  if (below == above) return (low & 1) == 0 ? low : high;
  return below < above ? low : high;
}

std::optional<double> decimalOf(const Number &number) {
  double value = 0;
  const char *end = number.digits.data() + number.digits.size();
  const auto [stop, problem] = std::from_chars(number.digits.data(), end, value);
  if (problem != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::uint64_t integerBits(Scanner &in, const Number &number, ScalarKind scalar) {
  const unsigned width = printer::scalarWidth(scalar);
  const auto magnitude = number.magnitude();
  const std::uint64_t most = number.negative ? std::uint64_t{1} << (width - 1) : lowBits(width);
  if (!magnitude || *magnitude > most) in.fail(number.offset, "value out of range for " + nameOf(scalar));
  return (number.negative ? 0 - *magnitude : *magnitude) & lowBits(width);
}

std::uint64_t floatBits(Scanner &in, const Number &number, ScalarKind scalar) {
  if (number.hexadecimal) {
    const auto bits = number.magnitude();
    if (number.negative || !bits || *bits > lowBits(printer::scalarWidth(scalar)))
      in.fail(number.offset, "bits out of range for " + nameOf(scalar));
    return *bits;
  }
  if (!number.fraction) in.fail(number.offset, "expected a number with a point for " + nameOf(scalar) + ", or its bits as 0x...");
  const auto value = decimalOf(number);
  const auto bits = value ? encodeFloat(number.negative ? -*value : *value, scalar) : std::nullopt;
  if (!bits) in.fail(number.offset, "value out of range for " + nameOf(scalar));
  return *bits;
}

/// Infinity, or the quiet NaN without payload: only of formats that have them.
std::optional<std::uint64_t> specialBits(std::string_view word, bool negative, ScalarKind scalar) {
  unsigned fraction = 0;
  switch (scalar) {
    case ScalarKind::F16:
    case ScalarKind::TF32: fraction = 10; break;
    case ScalarKind::BF16: fraction = 7; break;
    case ScalarKind::F32: fraction = 23; break;
    case ScalarKind::F64: fraction = 52; break;
    default: return std::nullopt;
  }
  const unsigned width = printer::scalarWidth(scalar);
  const std::uint64_t infinity = lowBits(width - 1) & ~lowBits(fraction);
  return infinity | (word == "nan" ? std::uint64_t{1} << (fraction - 1) : 0) | (negative ? std::uint64_t{1} << (width - 1) : 0);
}

/// What stands between `<i32:` and `>`.
class Elements {
 public:
  Elements(Scanner &in, ScalarKind scalar) : in_(in), scalar_(scalar), size_((printer::scalarWidth(scalar) + 7) / 8) {}

  void read() {
    start_ = in_.here();
    if (in_.peek() == '"') {
      readBytes();
    } else if (!readElided()) {
      readItem(0);
      if (shape_.empty() && in_.peek() == ',') readRestOfRow();
    }
  }

  Attribute attributeOf(const Type &tile) const {
    if (elided_) {
      Attribute dense;
      dense.kind = AttributeKind::Dense;
      dense.elided = true;
      return dense;
    }
    const std::uint64_t count = bytecode::elementCount(tile);
    const bool fits = bytes_ || shape_.empty() || shape_ == tile.shape;
    std::string packed;
    if (scalar_ == ScalarKind::I1 && (!bytes_ || elements_.size() == count)) packed = pack();
    const std::string &raw = packed.empty() ? elements_ : packed;
    std::optional<Attribute> dense = fits ? bytecode::makeDense(raw, count, scalar_) : std::nullopt;
    if (!dense) in_.fail(start_, "value does not fit its type");
    return *std::move(dense);
  }

 private:
  bool readElided() {
    constexpr std::string_view kElided = "__elided__";
    if (in_.takeWord("dense_resource")) {
      in_.expect('<');
      in_.expectWord(kElided);
      in_.expect('>');
      return elided_ = true;
    }
    return elided_ = in_.takeWord(kElided);
  }

  void readItem(std::size_t depth) {
    if (in_.peek() != '[') {
      if (depth != shape_.size()) in_.expected("a list, as its neighbours are,");
      append(readValue(in_, scalar_));
      return;
    }
    const std::size_t start = in_.here();
    if (depth == kDeepestList) in_.fail(start, "lists are nested too deeply", ErrorKind::Limit);
    const bool first = elements_.empty();
    if (first) shape_.push_back(0);
    if (depth >= shape_.size()) in_.expected("a number, as its neighbours are,");
    in_.expect('[');
    std::int64_t count = 0;
    do {
      in_.poll();
      readItem(depth + 1);
      ++count;
    } while (in_.take(','));
    in_.expect(']');
    if (first) shape_[depth] = count;
    if (shape_[depth] != count) in_.fail(start, "the list is not as long as its neighbours");
  }

  /// cutile-rs prints one row without brackets.
  void readRestOfRow() {
    std::int64_t count = 1;
    for (; in_.take(','); ++count) append(readValue(in_, scalar_));
    shape_ = {count};
  }

  void readBytes() {
    const std::string digits = in_.string("bytes");
    if (digits == "__elided__") {
      elided_ = true;
      return;
    }
    bool good = digits.starts_with("0x") && digits.size() % 2 == 0;
    for (std::size_t i = 2; i < digits.size(); ++i) good &= isHexDigit(digits[i]);
    if (!good) in_.fail(start_, "expected bytes as \"0x...\"");
    bytes_ = true;
    for (std::size_t i = 2; i < digits.size(); i += 2) {
      unsigned byte = 0;
      std::from_chars(digits.data() + i, digits.data() + i + 2, byte, 16);
      elements_ += static_cast<char>(byte);
    }
  }

  void append(std::uint64_t bits) {
    for (std::size_t i = 0; i < size_; ++i) elements_ += static_cast<char>(bits >> (8 * i));
  }

  /// Eight flags to a byte. The text holds one a number, and one a byte.
  std::string pack() const {
    std::string packed((elements_.size() + 7) / 8, '\0');
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      if (elements_[i] != 0) packed[i / 8] = static_cast<char>(packed[i / 8] | 1 << (i % 8));
    }
    if (!bytes_ && shape_.empty() && elements_[0] != 0) packed[0] = '\xFF';  // one value for all
    return packed;
  }

  Scanner &in_;
  ScalarKind scalar_;
  std::size_t size_;
  std::size_t start_ = 0;
  std::vector<std::int64_t> shape_;  ///< of nested lists; empty for one value
  std::string elements_;
  bool bytes_ = false;
  bool elided_ = false;
};

}  // namespace

std::optional<std::uint64_t> encodeFloat(double value, ScalarKind scalar) {
  if (!std::isfinite(value)) return specialBits(std::isnan(value) ? "nan" : "inf", std::signbit(value), scalar);
  if (scalar == ScalarKind::F64) return std::bit_cast<std::uint64_t>(value);
  if (scalar == ScalarKind::F32) {
    const auto narrow = static_cast<float>(value);
    return std::isfinite(narrow) ? std::optional<std::uint64_t>(std::bit_cast<std::uint32_t>(narrow)) : std::nullopt;
  }
  const bool negative = std::signbit(value);
  if (negative && !hasSign(scalar)) return std::nullopt;
  const auto bits = encodeSmall(std::fabs(value), scalar);
  if (!bits || !negative) return bits;
  return *bits | std::uint64_t{1} << (printer::scalarWidth(scalar) - 1);
}

std::uint64_t bitsOf(Scanner &in, const Number &number, ScalarKind scalar) {
  if (printer::isFloat(scalar)) return floatBits(in, number, scalar);
  if (number.fraction) in.fail(number.offset, "expected a whole number for " + nameOf(scalar));
  return integerBits(in, number, scalar);
}

std::uint64_t readValue(Scanner &in, ScalarKind scalar) {
  if (!printer::isFloat(scalar)) {
    if (in.takeWord("true")) return 1;
    if (in.takeWord("false")) return 0;
  } else if (!in.numberAhead()) {
    const std::size_t start = in.here();
    const bool negative = in.take('-');
    const std::string_view word = in.peekWord();
    const auto bits = word == "inf" || word == "nan" ? specialBits(word, negative, scalar) : std::nullopt;
    if (bits && in.takeWord(word)) return *bits;
    in.goBack(start);
  }
  return bitsOf(in, in.number("a value of " + nameOf(scalar)), scalar);
}

Attribute readDense(Scanner &in, TypeReader &types, const TypePool &pool) {
  const std::size_t start = in.here();
  std::optional<ScalarKind> scalar;
  Attribute dense;
  dense.kind = AttributeKind::Dense;
  if (in.takeWord("dense_resource")) {
    in.expectAll("<__elided__>");
    dense.elided = true;
    in.expect(':');
    dense.type = types.read();
    if (!pool.numberOf(dense.type)) in.fail(start, "value does not fit type " + pool.text(dense.type));
    return dense;
  }
  in.expect('<');
  scalar = types.readScalar();
  in.expect(':');
  Elements elements(in, *scalar);
  elements.read();
  in.expect('>');
  in.expect(':');
  const TypeId type = types.read();
  if (pool.numberOf(type) != scalar) in.fail(start, "value of " + nameOf(*scalar) + " does not fit type " + pool.text(type));
  dense = elements.attributeOf(pool[type]);
  dense.type = type;
  return dense;
}

}  // namespace tileport::tileir::text
