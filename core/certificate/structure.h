// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <span>
#include <vector>

#include "certificate/counted.h"
#include "certificate/intervals.h"
#include "certificate/needs.h"
#include "certificate/nodes.h"

namespace tileport::certificate {

/// What is to be known of the ops of one program before a certificate over it is replayed.
///
/// A block falls into segments: an op that may keep what stands behind it from running (a stop) ends one. Whoever runs to a point
/// of a segment runs through all of it, or does what is not defined. A stop is: return, break, continue, assert; a wait for another
/// kernel that no token orders; a `loop`, which need not end; an op that holds one of these, unless what it holds leaves only itself.
///
/// A `loop` that is taken to count ends as a `for` does. Its test is none of its ops: what stands behind that runs as the body of a `for`.
class Structure {
 public:
  /// `counting`: the loops that are taken to count, where they have the form (CountedLoop).
  Structure(const Canonical &canonical, const Nodes &nodes, const Needs &needs, Intervals &intervals, Side side,
            const std::vector<tileir::OpId> &counting = {});

  const tileir::Program &program() const { return program_; }
  tileir::OpId owner(tileir::BlockId block) const { return program_.region(program_.block(block).region).op; }

  /// Null for a loop that is not taken to count, and for all else.
  const CountedLoop *counted(tileir::OpId op) const;

  /// It acts on more than its results, by itself.
  bool acts(tileir::OpId op) const { return certificate::acts(program_.op(op).kind); }
  /// Must stand in a Pair.
  bool needsPair(tileir::OpId op) const;
  bool stops(tileir::OpId op) const { return ops_[op.index()].stops; }
  std::uint32_t segment(tileir::OpId op) const { return ops_[op.index()].segment; }
  /// It prints, or holds what does; which of those of its block it is.
  bool speaks(tileir::OpId op) const { return ops_[op.index()].speaks; }
  std::uint32_t speakNumber(tileir::OpId op) const { return ops_[op.index()].speakNumber; }
  /// What it and its regions hold does nothing but give values, cannot fail, and ends.
  bool quiet(tileir::OpId op) const { return ops_[op.index()].quiet; }
  /// An `if` whose arms could as well stand before it: rule if_select.
  bool absorbable(tileir::OpId op) const { return ops_[op.index()].absorbable; }
  /// A divi or remi of which nothing shows that it cannot fail.
  bool mayFail(tileir::OpId op) const { return ops_[op.index()].mayFail; }
  bool isDivision(tileir::OpId op) const;
  /// The lowest dividend by -1 cannot be.
  bool cannotOverflow(tileir::OpId op) const;
  /// Its body surely runs when it does.
  bool surelyTurns(tileir::OpId op) const { return ops_[op.index()].turns; }
  /// Something that acts depends on it.
  bool needed(tileir::OpId op) const { return needs_.of(op); }
  bool needed(tileir::ValueId value) const { return needs_.of(value); }
  /// The loop that a break or continue is for, the op around a yield.
  tileir::OpId target(tileir::OpId op) const { return needs_.target(op); }

  /// Where a value may be taken to be made: what stands in an absorbable `if` stands before it.
  tileir::BlockId blockOf(tileir::ValueId value) const { return places_[value.index()].block; }
  /// The op of that block that makes it; invalid for an argument of the block.
  tileir::OpId placeOf(tileir::ValueId value) const { return places_[value.index()].op; }
  unsigned depth(tileir::BlockId block) const { return depths_[block.index()]; }

  /// assume and division ops of a segment that a check must look at, those of loops that surely turn included where they hold for
  /// what stands around them. The latter are only witnesses.
  struct Said {
    tileir::OpId op;
    bool own = true;
  };
  std::span<const Said> said(tileir::BlockId block, std::uint32_t segment) const;

 private:
  struct About {
    bool inTest = false;  ///< the test of a loop that counts, or in it
    bool stops = false, speaks = false, quiet = false, absorbable = false, mayFail = false, turns = false;
    std::uint32_t segment = 0, speakNumber = 0;
    bool hard = false;      ///< stops by more than a jump
    tileir::OpId farthest;  ///< of what the jumps in it are for, the outermost
  };
  struct Place {
    tileir::BlockId block;
    tileir::OpId op;
  };

  void classify();
  void classifyRegions(tileir::OpId op);
  bool isAbsorbable(tileir::OpId op) const;
  bool canFail(tileir::OpId op) const;
  bool turns(tileir::OpId op) const;
  void number();
  void place();
  void collectSaid();
  Interval strict(tileir::ValueId value) const { return intervals_.of(nodes_.of(side_, value)).strict; }

  const tileir::Program &program_;
  const Nodes &nodes_;
  const Needs &needs_;
  Intervals &intervals_;
  Side side_;
  std::map<tileir::OpId, CountedLoop> counted_;
  std::vector<About> ops_;
  std::vector<Place> places_;            ///< by value
  std::vector<unsigned> depths_;         ///< by block
  std::vector<std::vector<Said>> said_;  ///< by firstSaid_ of the block + segment
  std::vector<std::size_t> firstSaid_;   ///< by block, and the end
};

}  // namespace tileport::certificate
