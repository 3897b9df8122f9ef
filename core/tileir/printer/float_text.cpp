// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/printer/float_text.h"

#include <bit>
#include <cassert>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "tileir/printer/big_number.h"
#include "tileir/printer/text_sink.h"

namespace tileport::tileir::printer {

namespace {

enum class Specials : std::uint8_t {
  Ieee,     ///< largest exponent: infinity and NaN
  AllOnes,  ///< only all ones are NaN
  None,
};

struct FloatFormat {
  unsigned exponentBits;
  unsigned fractionBits;
  int bias;
  bool hasSign;
  Specials specials;
};

FloatFormat formatOf(ScalarKind scalar) {
  switch (scalar) {
    case ScalarKind::F16: return {5, 10, 15, true, Specials::Ieee};
    case ScalarKind::BF16: return {8, 7, 127, true, Specials::Ieee};
    case ScalarKind::F32: return {8, 23, 127, true, Specials::Ieee};
    case ScalarKind::TF32: return {8, 10, 127, true, Specials::Ieee};
    case ScalarKind::F64: return {11, 52, 1023, true, Specials::Ieee};
    case ScalarKind::F8E4M3FN: return {4, 3, 7, true, Specials::AllOnes};
    case ScalarKind::F8E5M2: return {5, 2, 15, true, Specials::Ieee};
    case ScalarKind::F8E8M0FNU: return {8, 0, 127, false, Specials::AllOnes};
    case ScalarKind::F4E2M1FN: return {2, 1, 1, true, Specials::None};
    case ScalarKind::F8E5M3FNU: return {5, 3, 15, false, Specials::AllOnes};
    default: break;
  }
  assert(false && "not a float");
  return {8, 23, 127, true, Specials::Ieee};
}

std::uint64_t lowBits(unsigned count) { return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1; }

/// Decimal digits, the last one first, of a number that is digits * 10^exponent. The steps below are those of LLVM's
/// APFloat::toString, whose rounding is not that of printf: digits are cut off before they are rounded half up.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

/// Drops digits while more than `precision` of them surely remain.
void cutOff(BigNumber &number, int &exponent, unsigned precision) {
  const unsigned bits = number.bits();
  const unsigned needed = (precision * 196 + 58) / 59;
  if (bits <= needed) return;
  const unsigned removable = (bits - needed) * 59 / 196;
  exponent += static_cast<int>(removable);
  number.divideByPowerOfTen(removable);
}

void roundTo(Decimal &decimal, unsigned precision) {
  std::string &digits = decimal.digits;
  if (digits.size() <= precision) return;
  std::size_t first = digits.size() - precision;
  if (digits[first - 1] < '5') {
    while (first < digits.size() && digits[first] == '0') ++first;
  } else {
    for (std::size_t i = first; i < digits.size(); ++i) {
      if (digits[i] != '9') {
        ++digits[i];
        break;
      }
      ++first;
    }
  }
  decimal.exponent += static_cast<int>(first);
  if (first == digits.size()) {
    digits = "1";
  } else {
    digits.erase(0, first);
  }
}

Decimal toDecimal(const FloatParts &parts, unsigned precision) {
  const int zeros = std::countr_zero(parts.significand);
  BigNumber number(parts.significand >> zeros);
  const int power = parts.exponent + zeros;
  Decimal decimal;
  if (power > 0) {
    number.multiplyByPower(2, static_cast<unsigned>(power));
  } else {
    number.multiplyByPower(5, static_cast<unsigned>(-power));
    decimal.exponent = power;
  }
  cutOff(number, decimal.exponent, precision);
  while (!number.zero()) {
    const char digit = static_cast<char>('0' + number.divide(10));
    if (digit == '0' && decimal.digits.empty()) {
      ++decimal.exponent;
    } else {
      decimal.digits += digit;
    }
  }
  roundTo(decimal, precision);
  return decimal;
}

/// d.dddddde+xx
std::string sixDecimals(const FloatParts &parts) {
  constexpr unsigned kPrecision = 6;
  std::string text = parts.negative ? "-" : "";
  if (parts.kind == FloatClass::Zero) return text + "0.000000e+00";
  const Decimal decimal = toDecimal(parts, kPrecision);
  const std::size_t count = decimal.digits.size();
  const int exponent = decimal.exponent + static_cast<int>(count) - 1;
  text += decimal.digits[count - 1];
  text += '.';
  for (std::size_t i = count - 1; i-- > 0;) text += decimal.digits[i];
  text.append(kPrecision + 1 - count, '0');
  text += exponent < 0 ? "e-" : "e+";
  if (std::abs(exponent) < 10) text += '0';
  appendNumber(text, std::abs(exponent));
  return text;
}

/// As many digits as name the value for sure, without an exponent where at most three zeros do.
std::string allDigits(const FloatParts &parts) {
  constexpr int kMostPadding = 3;
  const unsigned precision = 2 + parts.precision * 59 / 196;
  const Decimal decimal = toDecimal(parts, precision);
  const std::string digits(decimal.digits.rbegin(), decimal.digits.rend());
  const int count = static_cast<int>(digits.size());
  const int leading = decimal.exponent + count - 1;  // power of ten of the first digit
  const std::string sign = parts.negative ? "-" : "";
  const bool scientific = decimal.exponent >= 0 ? decimal.exponent > kMostPadding || count + decimal.exponent > static_cast<int>(precision)
                                                : leading < -kMostPadding;
  if (scientific) {
    std::string text = sign + digits[0] + '.' + (count == 1 ? "0" : digits.substr(1)) + (leading < 0 ? "E-" : "E+");
    appendNumber(text, std::abs(leading));
    return text;
  }
  if (decimal.exponent >= 0) return sign + digits + std::string(static_cast<std::size_t>(decimal.exponent), '0');
  if (leading >= 0)
    return sign + digits.substr(0, static_cast<std::size_t>(leading) + 1) + '.' + digits.substr(static_cast<std::size_t>(leading) + 1);
  return sign + "0." + std::string(static_cast<std::size_t>(-leading - 1), '0') + digits;
}

/// Formats of at most 12 bits of precision always survive six digits: half of their last place is more than 1e-5 of the value.
bool readsBack(std::string_view text, ScalarKind scalar, std::uint64_t bits) {
  if (scalar == ScalarKind::F32) {
    float value = 0;
    return std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc() && std::bit_cast<std::uint32_t>(value) == bits;
  }
  if (scalar == ScalarKind::F64) {
    double value = 0;
    return std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc() && std::bit_cast<std::uint64_t>(value) == bits;
  }
  return true;
}

}  // namespace

bool isFloat(ScalarKind scalar) { return scalar >= ScalarKind::F16; }

FloatParts takeApart(ScalarKind scalar, std::uint64_t bits) {
  const FloatFormat format = formatOf(scalar);
  const std::uint64_t fraction = bits & lowBits(format.fractionBits);
  const std::uint64_t field = bits >> format.fractionBits & lowBits(format.exponentBits);
  const bool topExponent = field == lowBits(format.exponentBits);
  FloatParts parts;
  parts.precision = format.fractionBits + 1;
  parts.negative = format.hasSign && (bits >> (format.fractionBits + format.exponentBits) & 1) != 0;
  if (topExponent && format.specials == Specials::Ieee) {
    parts.kind = fraction == 0 ? FloatClass::Infinite : FloatClass::NotANumber;
  } else if (topExponent && format.specials == Specials::AllOnes && fraction == lowBits(format.fractionBits)) {
    parts.kind = FloatClass::NotANumber;
  } else if (format.fractionBits == 0) {  // f8E8M0FNU is a bare power of two
    parts = {FloatClass::Finite, false, 1, static_cast<int>(field) - format.bias, 1};
  } else {
    const bool normal = field != 0;
    parts.significand = fraction | (normal ? std::uint64_t{1} << format.fractionBits : 0);
    parts.exponent = (normal ? static_cast<int>(field) : 1) - format.bias - static_cast<int>(format.fractionBits);
    parts.kind = parts.significand == 0 ? FloatClass::Zero : FloatClass::Finite;
  }
  return parts;
}

std::optional<std::uint64_t> wholeNumber(const FloatParts &parts) {
  if (parts.negative || parts.kind == FloatClass::Infinite || parts.kind == FloatClass::NotANumber) return std::nullopt;
  if (parts.kind == FloatClass::Zero) return 0;
  const int zeros = std::countr_zero(parts.significand);
  const std::uint64_t odd = parts.significand >> zeros;
  const int exponent = parts.exponent + zeros;
  if (exponent < 0 || exponent + std::bit_width(odd) > 64) return std::nullopt;
  return odd << exponent;
}

bool appendFloat(std::string &text, ScalarKind scalar, std::uint64_t bits) {
  const FloatFormat format = formatOf(scalar);
  bits &= lowBits(format.exponentBits + format.fractionBits + (format.hasSign ? 1 : 0));
  const FloatParts parts = takeApart(scalar, bits);
  if (parts.kind == FloatClass::Zero || parts.kind == FloatClass::Finite) {
    const std::string six = sixDecimals(parts);
    if (readsBack(six, scalar, bits)) {
      text += six;
      return false;
    }
    const std::string all = allDigits(parts);
    if (all.find('.') != std::string::npos) {
      text += all;
      return false;
    }
  }
  char buffer[16];
  const std::string_view hex(buffer, std::to_chars(buffer, buffer + sizeof buffer, bits, 16).ptr);
  text += "0x";
  for (const char digit : hex) text += static_cast<char>(digit >= 'a' ? digit - 'a' + 'A' : digit);
  return true;
}

}  // namespace tileport::tileir::printer
