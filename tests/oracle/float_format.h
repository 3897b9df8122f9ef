// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "tileir/program.h"

/// Floats of every format of the dialect in software: no result depends on the machine's rounding mode or instructions.
namespace tileport::oracle {

__extension__ using Wide = unsigned __int128;

enum class Rounding : std::uint8_t { NearestEven, Zero, NegativeInf, PositiveInf, NearestAway };

/// What a format does with its largest codes.
enum class Specials : std::uint8_t {
  Ieee,       ///< the largest exponent is infinity and NaN
  LastIsNan,  ///< no infinity; all bits set (but the sign) is NaN
  None,       ///< every code is a number
};

/// A format as data. Elements are held in the low `width` bits.
struct Format {
  unsigned width = 32;
  unsigned exponentBits = 8;
  unsigned fractionBits = 23;
  int bias = 127;
  bool hasSign = true;
  bool hasSubnormals = true;  ///< f8E8M0FNU has neither these nor a zero
  Specials specials = Specials::Ieee;
  unsigned unusedBits = 0;  ///< low bits that carry nothing: tf32 lies in the upper 19 of 32

  int smallestExponent() const { return hasSubnormals ? 1 - bias : -bias; }
  /// Sign excluded, unused bits cut off.
  std::uint64_t largestFinite() const;
  int largestExponent() const;
  std::uint64_t signBit() const { return hasSign ? std::uint64_t{1} << (width - 1) : 0; }
};

bool isFloat(tileir::ScalarKind kind);
/// `kind` must be a float.
const Format &formatOf(tileir::ScalarKind kind);

enum class NumberKind : std::uint8_t { Zero, Finite, Infinite, NotANumber };

/// A number without a format: (-1)^negative * significand * 2^exponent. What an operation cuts off below the significand is
/// remembered in its lowest bit, which is enough to round to any format where 128 bits are.
struct Number {
  NumberKind kind = NumberKind::Zero;
  bool negative = false;
  Wide significand = 0;
  int exponent = 0;

  static Number zero(bool negative = false) { return {NumberKind::Zero, negative}; }
  static Number infinity(bool negative = false) { return {NumberKind::Infinite, negative}; }
  static Number notANumber() { return {NumberKind::NotANumber}; }
  /// Zero when the significand is.
  static Number finite(bool negative, Wide significand, int exponent);

  bool isNan() const { return kind == NumberKind::NotANumber; }
  bool isInfinite() const { return kind == NumberKind::Infinite; }
  bool isZero() const { return kind == NumberKind::Zero; }
};

/// What becomes of a number beyond the largest one of a format that has no infinity.
enum class Overflow : std::uint8_t { AsFormat, Saturate };

Number decode(const Format &format, std::uint64_t bits);
/// The number rounded once. NaN is the format's quiet one, positive. Beyond the range: infinity or the largest number, as the rounding
/// mode says; without infinities NaN or, with Saturate, always the largest number (infinities too). f8E8M0FNU takes what is too
/// small as its smallest number; formats without a sign take a negative number as NaN.
std::uint64_t encode(const Format &format, const Number &number, Rounding rounding, Overflow overflow = Overflow::AsFormat);
std::uint64_t nanOf(const Format &format);
bool isSubnormal(const Format &format, std::uint64_t bits);
/// Whether the number, not yet rounded, is smaller in magnitude than the smallest normal one.
bool isBelowNormal(const Format &format, const Number &number);
/// Subnormals as zeros of their sign.
std::uint64_t flushed(const Format &format, std::uint64_t bits);

/// Exact, or with the lowest bit set for what is cut off. `rounding` decides the sign of a sum that is zero.
Number add(const Number &a, const Number &b, Rounding rounding);
Number negate(Number number);
Number multiply(const Number &a, const Number &b);
Number multiplyAdd(const Number &a, const Number &b, const Number &c, Rounding rounding);
Number divide(const Number &a, const Number &b);
Number squareRoot(const Number &a);
/// x - trunc(x / y) * y, of numbers of at most 53 bits.
Number remainder(const Number &x, const Number &y);
/// The integer towards negative infinity (Rounding::NegativeInf), positive infinity or zero.
Number toInteger(const Number &number, Rounding rounding);

enum class Order : std::uint8_t { Less, Equal, Greater, Unordered };
/// Zeros are equal, NaN is unordered.
Order compare(const Number &a, const Number &b);

/// Exact for at most 64 bits of significand.
long double toLongDouble(const Number &number);
Number fromLongDouble(long double value);
/// Rounded to nearest: for bounds and messages.
double toDouble(const Number &number);
Number fromInteger(std::uint64_t magnitude, bool negative);

}  // namespace tileport::oracle
