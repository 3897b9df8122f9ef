// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tileir/program.h"

namespace tileport::align {

/// The numbers that the elements of an integer value may be, read as signed. Bounds are exact integers, not numbers of the type.
struct Range {
  using Wide = __int128;
  Wide lower = 0, upper = 0;
  /// Ops that would leave their type's range, and are taken not to; empty: the range holds in any case.
  std::vector<tileir::OpId> overflows;
};

/// Integer types by their width; 0 for all others.
unsigned integerWidth(const tileir::Program &program, tileir::TypeId type);

/// What the values of a program may be, from assumes, constants, ids, loops and arithmetic. Worked out when asked, once a value.
class Ranges {
 public:
  explicit Ranges(const tileir::Program &program) : program_(program), strict_(program.valueCount()), lenient_(program.valueCount()) {}

  /// What is known for certain. Of a value that is no tile of integers: the range of 64 bits.
  const Range &strict(tileir::ValueId value) { return of(value, false); }
  /// What is known if arithmetic does not overflow: `overflows` names the ops.
  const Range &lenient(tileir::ValueId value) { return of(value, true); }

 private:
  const Range &of(tileir::ValueId value, bool lenient);
  std::optional<Range> compute(tileir::ValueId value, bool lenient);
  Range ofOp(tileir::OpId op, tileir::ValueId value, bool lenient);
  Range ofArithmetic(tileir::OpId op, tileir::ValueId value, bool lenient);
  Range ofBlockArgument(tileir::ValueId value, bool lenient);
  Range wholeRange(tileir::ValueId value) const;
  /// Null while it is not known yet.
  const Range *known(tileir::ValueId value, bool lenient) const;

  const tileir::Program &program_;
  std::vector<std::optional<Range>> strict_, lenient_;
  std::vector<tileir::ValueId> wanted_;  ///< what `compute` lacks
};

}  // namespace tileport::align
