// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "oracle/machine.h"

namespace tileport::oracle {

Rounding roundingOf(tileir::RoundingMode mode);

/// A float op: the format of its operands and result, and its modifiers.
struct Floats {
  Floats(const Machine &machine, tileir::OpId op);

  tileir::ScalarKind kind;
  const Format &format;
  tileir::RoundingMode mode = tileir::RoundingMode::NearestEven;
  bool flush = false;
  bool anyOrder = false;

  /// The operand, flushed if the op flushes.
  Number read(const Cell &cell) const;
  /// The result, rounded and flushed. `moved` is how far the operands' errors move it, `ulps` how far the op may be off.
  Cell write(const Number &number, double moved, double ulps = 0) const;
};

/// How far a product moves when its factors do.
double movedProduct(double a, double errorA, double b, double errorB);

}  // namespace tileport::oracle
