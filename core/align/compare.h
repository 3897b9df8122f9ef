// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "align/alignment.h"
#include "align/graph.h"
#include "align/match.h"

namespace tileport::align {

struct Comparison {
  std::vector<OpPair> pairs;
  std::vector<Divergence> divergences;
  std::string undecided;  ///< empty = everything was compared
};

/// Compares every matched pair part by part and reports every class that has no partner. Each class of either side that
/// is live is in a pair or in a divergence, by itself or inside an op that is; so a comparison without divergences is a
/// proof by induction over the pairs that the two programs compute the same. When cancelled, the result is of no use.
Comparison compare(const Graph &reference, const Graph &port, const FactStore &facts, const std::vector<EntryPair> &entries,
                   const MatchResult &match, std::uint64_t budget, const CancelToken &cancel);

/// The pairs of ops that a person is shown: counterparts in matched classes, chosen along the operands of paired ops, and
/// the assume ops, tokens and constants that say the same on both sides.
std::vector<std::pair<tileir::OpId, tileir::OpId>> pairOps(const Graph &reference, const Graph &port, const Matching &matching);

}  // namespace tileport::align
