// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cmath>
#include <cstdint>

/// fnv8E5M3FNU: no sign, 5 bits of exponent (bias 15), 3 of fraction, no infinity; all bits set is NaN.
namespace tileport::cuda_tile {

inline constexpr std::uint8_t smallFloatNan = 0xFF;

inline double decodeSmallFloat(std::uint8_t bits) {
  const int exponent = bits >> 3;
  const int fraction = bits & 7;
  return exponent ? std::ldexp(8 + fraction, exponent - 18) : std::ldexp(fraction, -17);
}

/// The value that is nearest.
inline std::uint8_t encodeSmallFloat(double value) {
  int low = 0;
  int high = smallFloatNan - 1;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (decodeSmallFloat(static_cast<std::uint8_t>(middle)) <= value ? low : high) = middle;
  }
  const double below = value - decodeSmallFloat(static_cast<std::uint8_t>(low));
  return static_cast<std::uint8_t>(decodeSmallFloat(static_cast<std::uint8_t>(high)) - value < below ? high : low);
}

}  // namespace tileport::cuda_tile
