// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "certificate/needs.h"

namespace tileport::certificate {

/// A `loop` that does what a `for` does, as long as its index does not overflow: the first thing that its body does is to leave, by the
/// only break, when an index that it carries has reached a bound from outside; each continue passes on the index plus a step from outside.
struct CountedLoop {
  static constexpr std::size_t kNoSlot = std::numeric_limits<std::size_t>::max();

  tileir::OpId test;                    ///< the `if` that holds the break and nothing else
  std::size_t index = 0;                ///< the slot of the index
  bool isUnsigned = false;              ///< how index and bound are compared
  tileir::ValueId upper, step;          ///< as they are written at the comparison and the addition
  std::vector<std::size_t> given = {};  ///< by result: the slot whose value it is when the loop is left; kNoSlot for another value
};

/// Absent for a loop of another form.
std::optional<CountedLoop> countedLoop(const tileir::Program &program, const Needs &needs, tileir::OpId loop);

}  // namespace tileport::certificate
