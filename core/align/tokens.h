// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "align/liveness.h"
#include "tileir/program.h"

namespace tileport::align {

/// Which turn of a loop an op stands in, seen from another op.
struct Turn {
  tileir::OpId loop;
  std::uint8_t back = 0;  ///< how many turns earlier; TokenOrder::kFar = that many or more
  bool fromEnd = false;   ///< counted from the last turn, because the other op comes after the loop

  auto operator<=>(const Turn &) const = default;
};

/// A memory op that must have happened before another one.
struct Predecessor {
  tileir::OpId op;
  std::vector<Turn> turns;  ///< one for each loop around it, outermost first
  tileir::OpId choice;      ///< the yield, continue or break that must have been taken for it; invalid = whatever was taken

  auto operator<=>(const Predecessor &) const = default;
};

/// The order that tokens give memory ops, as a graph over the ops: make_token, join_tokens, and what loops and branches
/// pass on are seen through.
class TokenOrder {
 public:
  /// Turns of a loop that are told apart. Rings of more tokens than this look alike.
  static constexpr std::uint8_t kFar = 6;

  TokenOrder(const tileir::Program &program, const Liveness &liveness);

  /// The ops that must have happened before this one because its token comes from them. `steps` is raised by the work done.
  const std::set<Predecessor> &before(tileir::OpId op, std::uint64_t &steps);
  /// The same, and what must have happened before those, and so on, the nearest first. Not complete when `steps` gets past
  /// `most`, nor when `enough`, which is told of each one found, says so.
  std::set<Predecessor> allBefore(tileir::OpId op, std::uint64_t &steps, std::uint64_t most,
                                  const std::function<bool(const Predecessor &)> &enough);
  /// Whether `earlier` is among all that happen before `op` in some turn and branch; quick, and never wrongly false.
  bool mayFollow(tileir::OpId op, tileir::OpId earlier, std::uint64_t &steps);

 private:
  struct Place {
    tileir::ValueId value;
    std::vector<Turn> turns;
    tileir::OpId choice;
    auto operator<=>(const Place &) const = default;
  };

  void follow(Place place, std::vector<Place> &next, std::set<Predecessor> &found) const;
  void followResult(const Place &place, tileir::OpId op, std::vector<Place> &next, std::set<Predecessor> &found) const;
  void followArgument(Place place, tileir::OpId loop, std::vector<Place> &next) const;
  void followExits(Place place, tileir::OpId owner, tileir::OpKind leaver, std::size_t slot, std::vector<Place> &next) const;
  Predecessor compose(const Predecessor &first, const Predecessor &second, tileir::OpId from) const;
  bool inside(tileir::OpId op, tileir::BlockId block) const;
  tileir::OpId ownerOf(tileir::OpId op) const { return program_.region(program_.block(program_.op(op).block).region).op; }
  tileir::OpId branchTaken(tileir::OpId op, tileir::OpId from) const;
  void mergeChoices(std::set<Predecessor> &list) const;
  void collectPassing();

  const tileir::Program &program_;
  const Liveness &liveness_;
  std::vector<std::uint32_t> loopDepth_;  ///< by block
  std::map<tileir::OpId, std::set<Predecessor>> known_;
  std::vector<std::vector<tileir::ValueId>> passedTo_;  ///< by token: the tokens that may carry on its order
  std::vector<std::uint32_t> seenAt_;                   ///< by token: the last question that met it
  std::uint32_t question_ = 0;
};

}  // namespace tileport::align
