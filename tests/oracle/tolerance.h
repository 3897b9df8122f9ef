// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "oracle/element.h"

/// How far the numbers that a program may give lie from the ones worked out here.
///
/// An element has a bound on that distance: 0 where Tile IR says the result to the bit. It comes in where an op is approximate or
/// an order is left open, and is carried through what is computed from there: first-order bounds in double, made larger by a
/// little where they are rounded. A result computed from operands that may be others gets, on top, what rounding can move.
namespace tileport::oracle {

/// The distance to the next float at a magnitude; of the smallest ones that of subnormals.
double ulpAt(const Format &format, double magnitude);

/// Of a result rounded from operands that move it by `moved` at most, by an op that is off by `ulps` at most (0: rounds correctly).
double errorOfRounded(const Format &format, double result, double moved, double ulps = 0);

/// What an op may be off by, in ulps of its result.
struct Approximation {
  double ulps = 0;      ///< from the correctly rounded result
  double absolute = 0;  ///< added to that
};

/// Of the functions without a rounding mode, and of exp and tanh by theirs. From what CUDA documents of its mathematical functions
/// (f32, f64) and PTX of its approximate instructions; Tile IR itself promises nothing here. f16 and bf16 are worked out in f32 and
/// rounded again, which at most takes the neighbour.
Approximation approximationOf(tileir::OpKind kind, tileir::RoundingMode rounding, tileir::ScalarKind element, double argument);

}  // namespace tileport::oracle
