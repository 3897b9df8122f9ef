// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "align/describe.h"
#include "align/graph.h"
#include "align/match.h"
#include "align/token_keys.h"
#include "align/tokens.h"

namespace tileport::align {

/// Compares when the ops of matched pairs run: in which block, after which memory ops, and on which side of an op that
/// may leave the block.
class OrderComparer {
 public:
  OrderComparer(const Graph &reference, const Graph &port, const MatchResult &match, const Describer &referenceText,
                const Describer &portText);

  /// Adds what differs. `steps` is raised by the work done; past `budget` the order of tokens is no longer compared.
  void compare(ClassId reference, ClassId port, std::uint64_t &steps, std::uint64_t budget, std::vector<Difference> &list);

 private:
  /// A predecessor in the reference's numbers, on either side: class, then loop, turns and end for each loop, choice.
  using Earlier = std::tuple<ClassId, std::vector<std::uint32_t>, ClassId>;

  struct Side {
    const Graph &graph;
    const Describer &text;
    TokenOrder tokens;
    std::vector<tileir::OpId> lastBefore;  ///< by op: the last op before it whose place in the text matters to it
  };

  void findLast(Side &side, bool left);
  ClassId shared(bool left, tileir::OpId op) const;
  std::set<Earlier> translate(bool left, const std::set<Predecessor> &list) const;
  void compareTokens(tileir::OpId l, tileir::OpId r, std::uint64_t &steps, std::uint64_t budget, std::vector<Difference> &list);
  void dropIndirect(std::vector<Earlier> &list, bool left, tileir::OpId op, std::uint64_t &steps, std::uint64_t budget);
  std::string name(const Earlier &earlier) const;
  void report(const std::vector<Earlier> &which, const std::set<Earlier> &kept, bool lost, tileir::OpId l, tileir::OpId r,
              std::vector<Difference> &list);

  const Matching &matching_;
  Side left_, right_;
  TokenKeys keys_;
  std::set<std::pair<tileir::BlockId, tileir::BlockId>> blocks_;
  std::map<ClassId, std::set<ClassId>> lost_, gained_;  ///< by reference class: what its order lost or gained
};

}  // namespace tileport::align
