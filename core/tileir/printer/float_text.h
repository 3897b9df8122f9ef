// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tileir/program.h"

namespace tileport::tileir::printer {

enum class FloatClass : std::uint8_t { Zero, Finite, Infinite, NotANumber };

/// A float of any format, taken apart: (-1)^negative * significand * 2^exponent.
struct FloatParts {
  FloatClass kind = FloatClass::Zero;
  bool negative = false;
  std::uint64_t significand = 0;  ///< with the hidden bit; not normalised
  int exponent = 0;
  unsigned precision = 0;  ///< bits of the format's significand
};

bool isFloat(ScalarKind scalar);

/// `scalar` must be a float; bits above its width are ignored.
FloatParts takeApart(ScalarKind scalar, std::uint64_t bits);

/// The value when it is a whole number in [0, 2^64), and not -0.
std::optional<std::uint64_t> wholeNumber(const FloatParts &parts);

/// Appends as MLIR does: six decimals and an exponent when that reads back as the same value, otherwise all digits when
/// there is a point among them, otherwise the bits in hexadecimal. Returns whether it was the bits.
bool appendFloat(std::string &text, ScalarKind scalar, std::uint64_t bits);

}  // namespace tileport::tileir::printer
