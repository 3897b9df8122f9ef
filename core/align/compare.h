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
  std::vector<Equivalence> equivalences;
  std::shared_ptr<const certificate::Certificate> certificate;  ///< where it was asked for and can be written
  std::string undecided;                                        ///< empty = everything was compared
};

/// Compares every matched pair part by part and reports every class that has no partner. Each class of either side that
/// is live is in a pair or in a divergence, by itself or inside an op that is; so a comparison without divergences is a
/// proof by induction over the pairs that the two programs compute the same. Where parts differ, rules are asked whether the values are
/// equal all the same (NormalForm); what only those need that are is in an equivalence. When cancelled, the result is of no use.
Comparison compare(const Graph &reference, const Graph &port, FactStore &facts, const std::vector<EntryPair> &entries,
                   const MatchResult &match, Interner &interner, const AlignOptions &options, const CancelToken &cancel);

/// The pairs of ops that a person is shown: counterparts in matched classes, chosen along the operands of paired ops, and
/// the assume ops, tokens and constants that say the same on both sides.
std::vector<std::pair<tileir::OpId, tileir::OpId>> pairOps(const Graph &reference, const Graph &port, const Matching &matching);

}  // namespace tileport::align
