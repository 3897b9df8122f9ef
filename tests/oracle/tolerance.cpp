// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/tolerance.h"

#include <algorithm>
#include <cmath>

namespace tileport::oracle {

using namespace tileir;

namespace {

/// For the roundings of the bounds themselves.
constexpr double kSlack = 1 + 1e-9;

/// CUDA's table of maximal errors, f32 and f64.
struct Ulps {
  double single = 0;
  double twice = 0;
};

Ulps ulpsOf(OpKind kind) {
  switch (kind) {
    case OpKind::Exp: return {2, 1};
    case OpKind::Exp2: return {2, 1};
    case OpKind::Log:
    case OpKind::Log2: return {1, 1};
    case OpKind::Sin:
    case OpKind::Cos: return {2, 2};
    case OpKind::Tan: return {4, 2};
    case OpKind::Sinh: return {3, 2};
    case OpKind::Cosh: return {2, 1};
    case OpKind::Tanh: return {2, 1};
    case OpKind::Rsqrt: return {2, 1};
    case OpKind::Atan2: return {3, 2};
    case OpKind::FPowF:
    case OpKind::FPowI: return {8, 2};
    default: return {};
  }
}

}  // namespace

double ulpAt(const Format &format, double magnitude) {
  if (!std::isfinite(magnitude)) return std::ldexp(1.0, format.largestExponent() - static_cast<int>(format.fractionBits));
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  if (magnitude == 0) exponent = format.smallestExponent();
  exponent = std::clamp(exponent - 1, format.smallestExponent(), format.largestExponent());
  // Of f64 the distance between subnormals is itself the smallest double.
  return std::ldexp(1.0, exponent - static_cast<int>(format.fractionBits));
}

double errorOfRounded(const Format &format, double result, double moved, double ulps) {
  if (moved == 0 && ulps == 0) return 0;
  if (std::isnan(result)) return moved == 0 ? 0 : kUnbounded;
  return (moved + (ulps + 1) * ulpAt(format, std::fabs(result) + moved)) * kSlack;
}

Approximation approximationOf(OpKind kind, RoundingMode rounding, ScalarKind element, double argument) {
  if (element == ScalarKind::F64) return {ulpsOf(kind).twice};
  const bool approx = rounding == RoundingMode::Approx;
  if (element == ScalarKind::F32) {
    // ex2.approx of x times log2(e), whose rounding grows with x.
    if (approx && kind == OpKind::Exp) return {2 + std::floor(std::fabs(1.173 * argument))};
    // tanh.approx: a relative error of 2^-11.
    if (approx && kind == OpKind::Tanh) return {std::ldexp(1.0, 24 - 11)};
    return {ulpsOf(kind).single};
  }
  return {1};
}

}  // namespace tileport::oracle
