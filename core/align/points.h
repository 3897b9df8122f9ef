// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "align/graph.h"
#include "align/match.h"

namespace tileport::align {

/// At which points the ops of two matched programs stand: in which block, and behind which ops that need not let anything
/// behind them run. Of two ops whose blocks are counterparts and that stand behind the same such op, one runs where the other does.
///
/// What stops a run: an op that may leave the block (return, break, continue, whatever holds one) or end the kernel (assert),
/// a wait for another kernel that gives its order to nobody by a token, which nothing passes, and a `loop`, which need not end
/// (a `for` does: its step is positive, and so does a `loop` that is seen as one). What one side lacks is reported by itself, and so is a
/// `for` where the other has a `loop`; nothing is said to stand behind those, lest all that follows be reported with them.
class Points {
 public:
  Points(const Graph &reference, const Graph &port, const MatchResult &match);

  /// The last op before `op` in its block that may stop; for an op that the text orders (a print, or one that
  /// stops), the last one that has. Invalid for none.
  tileir::OpId lastBefore(bool left, tileir::OpId op) const { return side(left).lastBefore[op.index()]; }
  /// The same, whatever `op` is.
  tileir::OpId lastStop(bool left, tileir::OpId op) const { return side(left).lastStop[op.index()]; }

  /// Whether it is or holds a loop.
  bool mayNotEnd(bool left, tileir::OpId op) const { return side(left).endless[op.index()]; }

  /// The reference's class of what is the same on both sides; invalid when the op is on one side only, or no op.
  ClassId shared(bool left, tileir::OpId op) const;
  /// The same of a block: the reference's.
  tileir::BlockId shared(bool left, tileir::BlockId block) const { return side(left).sharedBlocks[block.index()]; }

 private:
  struct Side {
    const Graph &graph;
    std::vector<bool> leaves, endless, speaks;  ///< by op, each also of what it holds: nothing passes; a loop; the text orders it
    std::vector<tileir::OpId> lastBefore, lastStop;
    std::vector<tileir::BlockId> sharedBlocks;  ///< by block: the reference's
  };

  const Side &side(bool left) const { return left ? left_ : right_; }
  static Side classify(const Graph &graph);
  void findLast(bool left);
  bool stopsBoth(bool left, tileir::OpId op) const;

  const Matching &matching_;
  Side left_, right_;
};

/// "store_ptr_tko in line 12".
std::string nameAndLine(const tileir::Program &program, tileir::OpId op);

}  // namespace tileport::align
