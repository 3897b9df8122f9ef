// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "tileir/program.h"

namespace tileport::align {

/// An operand where it is written.
struct WrittenOperand {
  tileir::OpId op;
  std::uint32_t position = 0;
};

/// A `loop` that counts as a `for` does: before anything else its body tests an index and leaves by the only break when a bound is reached;
/// each continue passes on the index plus a step. Bound and step come from outside.
struct CountedLoop {
  tileir::OpId loop, test, compare, leave;  ///< leave: the break
  std::vector<tileir::OpId> additions;      ///< that give the next index
  std::uint32_t index = 0;                  ///< position of the index in what the loop carries
  bool isUnsigned = false;
  WrittenOperand upper, step;
  /// By result: the position of what the loop carries that it is when the loop is left; absent for another value.
  std::vector<std::optional<std::uint32_t>> given;
};

/// Absent for a loop of another form.
std::optional<CountedLoop> countedLoop(const tileir::Program &program, tileir::OpId loop);

/// The loops of a program that are seen as `for` ops, because their counterparts are.
class CountedLoops {
 public:
  CountedLoops() = default;
  /// Of the loops those that count, by steps that are known to be at least 1.
  CountedLoops(const tileir::Program &program, std::span<const tileir::OpId> loops);

  bool empty() const { return loops_.empty(); }
  /// Null for an op that is none of them.
  const CountedLoop *of(tileir::OpId op) const;
  /// The op is the test of one, or stands in it: a `for` has none.
  bool isTest(tileir::OpId op) const;

 private:
  std::map<tileir::OpId, CountedLoop> loops_;
  std::vector<bool> tests_;  ///< by op
};

}  // namespace tileport::align
