// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <span>
#include <vector>

#include "align/counted.h"
#include "align/flat.h"
#include "tileir/program.h"

namespace tileport::align {

inline bool isLoop(tileir::OpKind kind) { return kind == tileir::OpKind::For || kind == tileir::OpKind::Loop; }

bool isToken(const tileir::Program &program, tileir::ValueId value);

/// Which ops and values something with an effect depends on. A value that a loop only carries round for itself is dead,
/// and so is everything that only such values need.
class Liveness {
 public:
  /// `counted`: the loops that are seen as `for` ops; what is asked of a loop is then answered as of one. Kept.
  Liveness(const tileir::Program &program, const CountedLoops &counted);

  bool live(tileir::OpId op) const { return ops_[op.index()]; }
  bool live(tileir::ValueId value) const { return values_[value.index()]; }
  /// The op acts on anything but its results, by itself or by what its regions hold.
  bool effectful(tileir::OpId op) const { return effectful_[op.index()]; }

  /// For a `for` or `loop`: the positions of the carried values that are live and no tokens. For an `if`: those of its results.
  std::vector<std::uint32_t> liveSlots(tileir::OpId op) const;
  /// For a `loop`: the positions of its live results that are no tokens.
  std::vector<std::uint32_t> liveResults(tileir::OpId op) const;

  /// A `for`, or a `loop` that is seen as one.
  bool counts(tileir::OpId op) const { return program_.op(op).kind == tileir::OpKind::For || counted_.of(op); }
  /// Of a loop that counts: the position of what it carries that a result is; absent for another value.
  std::optional<std::uint32_t> slotOfResult(tileir::OpId op, std::uint32_t result) const;
  const CountedLoops &counted() const { return counted_; }

  /// The `for` or `loop` that a break or continue leaves or repeats; the op around a yield. Invalid for other ops.
  tileir::OpId target(tileir::OpId terminator) const { return targets_[terminator.index()]; }
  /// The yield, continue and break ops whose target the op is.
  std::span<const tileir::OpId> exits(tileir::OpId op) const { return exits_[op.index()]; }

 private:
  void findExits();
  void findEffects();
  void mark(tileir::OpId op);
  void mark(tileir::ValueId value);
  void markCounted(const CountedLoop &counted);
  void markResult(tileir::OpId op, std::uint32_t result);
  void markSlot(tileir::OpId op, std::uint32_t slot);
  void propagate();

  const tileir::Program &program_;
  const CountedLoops &counted_;
  std::vector<bool> ops_, values_, effectful_;
  std::vector<tileir::OpId> targets_;
  FlatLists<tileir::OpId> exits_;
  std::vector<tileir::ValueId> pending_;
};

}  // namespace tileport::align
