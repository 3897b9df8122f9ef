// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "align/liveness.h"
#include "align/token_graph.h"
#include "support/cancel.h"
#include "tileir/program.h"

namespace tileport::align {

/// Which turn of a loop an op stands in, seen from another op.
struct Turn {
  tileir::OpId loop;
  std::uint8_t back = 0;  ///< how many turns earlier
  bool fromEnd = false;   ///< counted from the last turn, because the other op comes after the loop

  auto operator<=>(const Turn &) const = default;
};

/// How a loop or an if went where a token was followed past it.
struct Choice {
  tileir::OpId owner;
  /// The yield, continue or break that was taken. Invalid for a loop that no turn came before: that of `turns` was its first,
  /// or, seen from behind the loop, none ran.
  tileir::OpId exit;
  std::vector<Turn> turns;  ///< of the loops around; with the loop itself where its turn began so, without it where it ended so

  auto operator<=>(const Choice &) const = default;
};

/// A memory op that must have happened before another one, when all choices were made so.
struct Predecessor {
  tileir::OpId op;
  std::vector<Turn> turns;      ///< one for each loop around it, outermost first
  std::vector<Choice> choices;  ///< sorted; empty = always

  auto operator<=>(const Predecessor &) const = default;
};

struct Predecessors {
  std::set<Predecessor> list;
  bool complete = true;  ///< false: a limit was hit, and what is missing is not known
};

/// What an order may cost, and what it has cost; in elementary comparisons.
struct Effort {
  std::uint64_t &steps;
  std::uint64_t most;
  const CancelToken &cancel;

  bool spent() const { return steps > most || cancel.cancelled(); }
};

/// The order that tokens give memory ops, as a graph over the ops: make_token, join_tokens, and what loops and branches
/// pass on are seen through. What it says holds in every run in which the choices were made so.
class TokenOrder {
 public:
  /// Turns of a loop that are told apart. What lies further back makes the answer incomplete.
  static constexpr std::uint8_t kFar = 6;

  TokenOrder(const tileir::Program &program, const Liveness &liveness);

  const TokenGraph &graph() const { return graph_; }

  /// The ops that must have happened before this one because its token comes from them.
  const Predecessors &before(tileir::OpId op, const Effort &effort);
  /// The same, and what must have happened before those, and so on, the nearest first. Ends early when `enough`, which is
  /// told of each one found, says so. What is in it is true, complete or not.
  std::set<Predecessor> allBefore(tileir::OpId op, const Effort &effort, const std::function<bool(const Predecessor &)> &enough);
  /// Whether `earlier`, which stands in a block around `op` or in its own, happens before `op` whatever is chosen.
  bool alwaysBefore(tileir::OpId op, tileir::OpId earlier, const Effort &effort) const;
  /// Whether `earlier` is among all that happen before `op` in some turn and branch; quick, and never wrongly false.
  bool mayFollow(tileir::OpId op, tileir::OpId earlier, std::uint64_t &steps);

 private:
  struct Place {
    tileir::ValueId value;
    std::vector<Turn> turns;
    std::vector<Choice> choices;
    auto operator<=>(const Place &) const = default;
  };
  void follow(Place place, std::vector<Place> &next, Predecessors &found) const;
  void followAlternatives(const Place &place, tileir::OpId owner, bool isResult, std::vector<Place> &next, Predecessors &found) const;
  std::optional<Predecessor> compose(const Predecessor &first, const Predecessor &second) const;
  void mergeChoices(std::set<Predecessor> &list) const;
  bool isComplete(const Choice &choice, const std::set<tileir::OpId> &exits) const;
  tileir::OpId ownerOf(tileir::OpId op) const { return program_.region(program_.block(program_.op(op).block).region).op; }
  void collectPassing();

  const tileir::Program &program_;
  const Liveness &liveness_;
  TokenGraph graph_;
  std::vector<std::uint32_t> loopDepth_;  ///< by block
  std::map<tileir::OpId, Predecessors> known_;
  std::vector<std::vector<tileir::ValueId>> passedTo_;  ///< by token: the tokens that may carry on its order
  std::vector<std::uint32_t> seenAt_;                   ///< by token: the last question that met it
  std::uint32_t question_ = 0;
};

}  // namespace tileport::align
