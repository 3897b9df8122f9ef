// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/float_format.h"

#include <bit>
#include <cassert>
#include <cmath>

namespace tileport::oracle {

using tileir::ScalarKind;

namespace {

constexpr Format kF16{16, 5, 10, 15};
constexpr Format kBF16{16, 8, 7, 127};
constexpr Format kF32{32, 8, 23, 127};
constexpr Format kTF32{32, 8, 10, 127, true, true, Specials::Ieee, 13};
constexpr Format kF64{64, 11, 52, 1023};
constexpr Format kF8E4M3FN{8, 4, 3, 7, true, true, Specials::LastIsNan};
constexpr Format kF8E5M2{8, 5, 2, 15};
constexpr Format kF8E8M0FNU{8, 8, 0, 127, false, false, Specials::LastIsNan};
constexpr Format kF4E2M1FN{4, 2, 1, 1, true, true, Specials::None};
constexpr Format kF8E5M3FNU{8, 5, 3, 15, false, true, Specials::LastIsNan};

int bitLength(Wide value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high ? 128 - std::countl_zero(high) : 64 - std::countl_zero(static_cast<std::uint64_t>(value));
}

/// Shifted to the right, with the lowest bit set if a set bit was lost.
Wide shiftedRight(Wide value, int by) {
  if (by <= 0) return value << -by;
  if (by >= 128) return value != 0 ? 1 : 0;
  const Wide lost = value & ((Wide{1} << by) - 1);
  return (value >> by) | (lost != 0 ? 1 : 0);
}

std::uint64_t maskOf(unsigned bits) { return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1; }

/// With the top bit at `top`.
Number withTop(Number number, int top) {
  const int by = top - (bitLength(number.significand) - 1);
  number.significand = by >= 0 ? number.significand << by : shiftedRight(number.significand, -by);
  number.exponent -= by;
  return number;
}

/// Whether cutting off `rest` of 2^shift rounds away from zero. `kept` is what stays.
bool roundsUp(Wide kept, Wide rest, int shift, bool negative, Rounding rounding) {
  if (rest == 0) return false;
  // A shift of 128 or more cuts off less than half of the lowest bit.
  const Wide half = shift <= 128 ? Wide{1} << (shift - 1) : 0;
  switch (rounding) {
    case Rounding::Zero: return false;
    case Rounding::NegativeInf: return negative;
    case Rounding::PositiveInf: return !negative;
    case Rounding::NearestAway: return half != 0 && rest >= half;
    case Rounding::NearestEven: return half != 0 && (rest > half || (rest == half && (kept & 1) != 0));
  }
  return false;
}

std::uint64_t overflowed(const Format &format, bool negative, Rounding rounding, Overflow overflow) {
  const bool towardsZero =
      rounding == Rounding::Zero || (rounding == Rounding::NegativeInf && !negative) || (rounding == Rounding::PositiveInf && negative);
  const std::uint64_t sign = negative ? format.signBit() : 0;
  if (towardsZero || overflow == Overflow::Saturate || format.specials == Specials::None)
    return sign | format.largestFinite() << format.unusedBits;
  if (format.specials == Specials::LastIsNan) return nanOf(format);
  return sign | maskOf(format.exponentBits) << (format.fractionBits + format.unusedBits);
}

}  // namespace

std::uint64_t Format::largestFinite() const {
  const std::uint64_t all = maskOf(exponentBits + fractionBits);
  switch (specials) {
    case Specials::Ieee: return (maskOf(exponentBits) << fractionBits) - 1;
    case Specials::LastIsNan: return all - 1;
    case Specials::None: return all;
  }
  return all;
}

int Format::largestExponent() const { return static_cast<int>(largestFinite() >> fractionBits) - bias; }

bool isFloat(ScalarKind kind) { return kind >= ScalarKind::F16; }

const Format &formatOf(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::F16: return kF16;
    case ScalarKind::BF16: return kBF16;
    case ScalarKind::F32: return kF32;
    case ScalarKind::TF32: return kTF32;
    case ScalarKind::F64: return kF64;
    case ScalarKind::F8E4M3FN: return kF8E4M3FN;
    case ScalarKind::F8E5M2: return kF8E5M2;
    case ScalarKind::F8E8M0FNU: return kF8E8M0FNU;
    case ScalarKind::F4E2M1FN: return kF4E2M1FN;
    case ScalarKind::F8E5M3FNU: return kF8E5M3FNU;
    default: break;
  }
  assert(false && "not a float");
  return kF32;
}

Number Number::finite(bool negative, Wide significand, int exponent) {
  if (significand == 0) return zero(negative);
  return {NumberKind::Finite, negative, significand, exponent};
}

Number decode(const Format &format, std::uint64_t bits) {
  const bool negative = (bits & format.signBit()) != 0;
  const std::uint64_t code = (bits & maskOf(format.width)) >> format.unusedBits & maskOf(format.exponentBits + format.fractionBits);
  const std::uint64_t field = code >> format.fractionBits;
  const std::uint64_t fraction = code & maskOf(format.fractionBits);
  if (format.specials == Specials::Ieee && field == maskOf(format.exponentBits))
    return fraction ? Number::notANumber() : Number::infinity(negative);
  if (format.specials == Specials::LastIsNan && code == maskOf(format.exponentBits + format.fractionBits)) return Number::notANumber();
  const int fractionBits = static_cast<int>(format.fractionBits);
  if (field == 0 && format.hasSubnormals) return Number::finite(negative, fraction, 1 - format.bias - fractionBits);
  return Number::finite(negative, fraction | std::uint64_t{1} << fractionBits, static_cast<int>(field) - format.bias - fractionBits);
}

std::uint64_t nanOf(const Format &format) {
  const std::uint64_t all = maskOf(format.exponentBits + format.fractionBits);
  if (format.specials != Specials::Ieee) return all << format.unusedBits;
  // The quiet bit alone.
  return (maskOf(format.exponentBits + 1) << (format.fractionBits - 1)) << format.unusedBits;
}

std::uint64_t encode(const Format &format, const Number &number, Rounding rounding, Overflow overflow) {
  if (number.isNan()) return format.specials == Specials::None ? format.largestFinite() : nanOf(format);
  if (number.negative && !format.hasSign && !number.isZero()) return nanOf(format);
  const std::uint64_t sign = number.negative ? format.signBit() : 0;
  // f8E8M0FNU has no zero: its smallest number is the code 0.
  if (number.isZero()) return sign;
  if (number.isInfinite()) return overflowed(format, number.negative, Rounding::NearestEven, overflow);
  const int fractionBits = static_cast<int>(format.fractionBits);
  const int exponent = number.exponent + bitLength(number.significand) - 1;
  if (exponent > format.largestExponent() + 1) return overflowed(format, number.negative, rounding, overflow);
  const bool tooSmall = exponent < format.smallestExponent();
  if (tooSmall && !format.hasSubnormals) return sign;
  const int lowest = (tooSmall ? format.smallestExponent() : exponent) - fractionBits;
  const int shift = lowest - number.exponent;
  Wide kept = 0;
  if (shift <= 0) {
    kept = number.significand << -shift;
  } else {
    kept = shift >= 128 ? 0 : number.significand >> shift;
    const Wide rest = shift >= 128 ? number.significand : number.significand & ((Wide{1} << shift) - 1);
    if (roundsUp(kept, rest, shift, number.negative, rounding)) ++kept;
  }
  // The hidden bit of `kept` counts into the exponent, and so does a carry out of it.
  const auto magnitude = static_cast<std::uint64_t>(kept);
  const std::uint64_t field = tooSmall ? 0 : static_cast<std::uint64_t>(exponent + format.bias) - (format.hasSubnormals ? 1 : 0);
  const std::uint64_t hidden = format.hasSubnormals ? 0 : std::uint64_t{1} << fractionBits;
  const std::uint64_t code = (field << fractionBits) + magnitude - hidden;
  if (code > format.largestFinite()) return overflowed(format, number.negative, rounding, overflow);
  return sign | code << format.unusedBits;
}

bool isSubnormal(const Format &format, std::uint64_t bits) {
  const std::uint64_t code = (bits & ~format.signBit() & maskOf(format.width)) >> format.unusedBits;
  return format.hasSubnormals && code != 0 && code >> format.fractionBits == 0;
}

bool isBelowNormal(const Format &format, const Number &number) {
  return number.kind == NumberKind::Finite && number.exponent + bitLength(number.significand) - 1 < format.smallestExponent();
}

std::uint64_t flushed(const Format &format, std::uint64_t bits) { return isSubnormal(format, bits) ? bits & format.signBit() : bits; }

Number negate(Number number) {
  if (!number.isNan()) number.negative = !number.negative;
  return number;
}

Number add(const Number &a, const Number &b, Rounding rounding) {
  if (a.isNan() || b.isNan()) return Number::notANumber();
  if (a.isInfinite() || b.isInfinite()) {
    if (a.isInfinite() && b.isInfinite() && a.negative != b.negative) return Number::notANumber();
    return a.isInfinite() ? a : b;
  }
  if (a.isZero() && b.isZero()) return Number::zero(a.negative == b.negative ? a.negative : rounding == Rounding::NegativeInf);
  if (a.isZero()) return b;
  if (b.isZero()) return a;
  // One bit of room for a carry above, and below more zeros than the longest product needs to stay exact when it cancels.
  constexpr int kTop = 125;
  Number large = withTop(a, kTop);
  Number small = withTop(b, kTop);
  if (large.exponent < small.exponent) std::swap(large, small);
  small.significand = shiftedRight(small.significand, large.exponent - small.exponent);
  if (large.negative == small.negative) return Number::finite(large.negative, large.significand + small.significand, large.exponent);
  if (large.significand == small.significand) return Number::zero(rounding == Rounding::NegativeInf);
  const bool swapped = large.significand < small.significand;
  const Wide difference = swapped ? small.significand - large.significand : large.significand - small.significand;
  return Number::finite(swapped ? small.negative : large.negative, difference, large.exponent);
}

Number multiply(const Number &a, const Number &b) {
  if (a.isNan() || b.isNan()) return Number::notANumber();
  const bool negative = a.negative != b.negative;
  if (a.isInfinite() || b.isInfinite()) return a.isZero() || b.isZero() ? Number::notANumber() : Number::infinity(negative);
  if (a.isZero() || b.isZero()) return Number::zero(negative);
  assert(bitLength(a.significand) + bitLength(b.significand) <= 128);
  return Number::finite(negative, a.significand * b.significand, a.exponent + b.exponent);
}

Number multiplyAdd(const Number &a, const Number &b, const Number &c, Rounding rounding) { return add(multiply(a, b), c, rounding); }

Number divide(const Number &a, const Number &b) {
  if (a.isNan() || b.isNan()) return Number::notANumber();
  const bool negative = a.negative != b.negative;
  if (a.isInfinite()) return b.isInfinite() ? Number::notANumber() : Number::infinity(negative);
  if (b.isInfinite()) return Number::zero(negative);
  if (b.isZero()) return a.isZero() ? Number::notANumber() : Number::infinity(negative);
  if (a.isZero()) return Number::zero(negative);
  const Number numerator = withTop(a, 126);
  const Wide quotient = numerator.significand / b.significand;
  const bool rest = numerator.significand % b.significand != 0;
  return Number::finite(negative, quotient | (rest ? 1 : 0), numerator.exponent - b.exponent);
}

Number squareRoot(const Number &a) {
  if (a.isNan() || a.isZero()) return a;
  if (a.negative) return Number::notANumber();
  if (a.isInfinite()) return a;
  Number number = withTop(a, 126);
  if (number.exponent % 2 != 0) {
    number.significand >>= 1;  // 126 bits are more than any operand has: nothing is lost
    ++number.exponent;
  }
  Wide root = 0;
  Wide rest = number.significand;
  for (Wide bit = Wide{1} << 126; bit != 0; bit >>= 2) {
    if (rest >= root + bit) {
      rest -= root + bit;
      root = (root >> 1) + bit;
    } else {
      root >>= 1;
    }
  }
  // One bit more for what is left over.
  return Number::finite(false, (root << 1) | (rest != 0 ? 1 : 0), number.exponent / 2 - 1);
}

Number remainder(const Number &x, const Number &y) {
  if (x.isNan() || y.isNan() || x.isInfinite() || y.isZero()) return Number::notANumber();
  if (x.isZero() || y.isInfinite()) return x;
  // fmod is exact, so that no rounding mode touches it.
  Number rest = fromLongDouble(std::fmod(toLongDouble(x), toLongDouble(y)));
  rest.negative = x.negative;
  return rest;
}

Number toInteger(const Number &number, Rounding rounding) {
  if (number.kind != NumberKind::Finite || number.exponent >= 0) return number;
  const int shift = -number.exponent;
  const Wide kept = shift >= 128 ? 0 : number.significand >> shift;
  const Wide rest = shift >= 128 ? number.significand : number.significand & ((Wide{1} << shift) - 1);
  return Number::finite(number.negative, kept + (roundsUp(kept, rest, shift, number.negative, rounding) ? 1 : 0), 0);
}

Order compare(const Number &a, const Number &b) {
  if (a.isNan() || b.isNan()) return Order::Unordered;
  const int signA = a.isZero() ? 0 : a.negative ? -1 : 1;
  const int signB = b.isZero() ? 0 : b.negative ? -1 : 1;
  if (signA != signB) return signA < signB ? Order::Less : Order::Greater;
  if (signA == 0) return Order::Equal;
  bool less = false;
  if (a.isInfinite() || b.isInfinite()) {
    if (a.isInfinite() && b.isInfinite()) return Order::Equal;
    less = b.isInfinite();
  } else {
    const Number x = withTop(a, 126);
    const Number y = withTop(b, 126);
    if (x.exponent == y.exponent && x.significand == y.significand) return Order::Equal;
    less = x.exponent != y.exponent ? x.exponent < y.exponent : x.significand < y.significand;
  }
  return less != (signA < 0) ? Order::Less : Order::Greater;
}

long double toLongDouble(const Number &number) {
  long double magnitude = 0;
  switch (number.kind) {
    case NumberKind::NotANumber: return std::nanl("");
    case NumberKind::Infinite: magnitude = HUGE_VALL; break;
    case NumberKind::Zero: break;
    case NumberKind::Finite: {
      const Number normal = withTop(number, 63);
      magnitude = std::ldexp(static_cast<long double>(static_cast<std::uint64_t>(normal.significand)), normal.exponent);
      break;
    }
  }
  return number.negative ? -magnitude : magnitude;
}

Number fromLongDouble(long double value) {
  if (std::isnan(value)) return Number::notANumber();
  const bool negative = std::signbit(value);
  if (std::isinf(value)) return Number::infinity(negative);
  if (value == 0) return Number::zero(negative);
  int exponent = 0;
  const long double fraction = std::frexp(std::fabs(value), &exponent);
  const auto significand = static_cast<std::uint64_t>(std::ldexp(fraction, 64));
  return Number::finite(negative, significand, exponent - 64);
}

double toDouble(const Number &number) { return std::bit_cast<double>(encode(kF64, number, Rounding::NearestEven)); }

Number fromInteger(std::uint64_t magnitude, bool negative) { return Number::finite(negative && magnitude != 0, magnitude, 0); }

}  // namespace tileport::oracle
