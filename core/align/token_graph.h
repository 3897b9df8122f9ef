// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <span>
#include <vector>

#include "align/flat.h"
#include "align/liveness.h"
#include "tileir/program.h"

namespace tileport::align {

/// Where tokens come from. A token that is another one in every run is that one: what a loop carries round unchanged, what
/// all branches pass on, a join of one, and a join of what already waits for the rest.
class TokenGraph {
 public:
  TokenGraph(const tileir::Program &program, const Liveness &liveness);

  /// The token that this one is.
  tileir::ValueId rootOf(tileir::ValueId value) const;
  /// What a loop or an if makes of a token: the exit that is taken, invalid for what a loop begins with, and the token there.
  struct Alternative {
    tileir::OpId exit;
    tileir::ValueId value;
  };
  /// None for a token that no loop and no if makes.
  std::vector<Alternative> alternatives(tileir::ValueId value) const;
  /// Whether an exit of a loop or an if gives its results, or else the arguments of its next turn.
  bool leadsTo(tileir::OpId exit, tileir::OpId owner, bool results) const;
  /// What a join or an assume of tokens comes to: roots, none of which waits for another.
  std::span<const tileir::ValueId> joined(tileir::OpId join) const { return joined_[join.index()]; }
  /// The op that makes the token, or whose region takes it. Invalid for an argument of an entry.
  tileir::OpId ownerOf(tileir::ValueId value) const;
  /// Whether the op stands in the block or in a region of one that does.
  bool inside(tileir::OpId op, tileir::BlockId block) const;

 private:
  bool simplify(tileir::ValueId value);
  std::vector<tileir::ValueId> join(tileir::OpId op) const;
  void collectWaitedFor(tileir::ValueId token, std::vector<tileir::ValueId> &list) const;

  const tileir::Program &program_;
  const Liveness &liveness_;
  std::vector<tileir::ValueId> simplified_;  ///< by value: another token; itself otherwise
  FlatLists<tileir::ValueId> joined_;        ///< by op
};

}  // namespace tileport::align
