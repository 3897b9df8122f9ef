// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "align/alignment.h"
#include "align/graph.h"

namespace tileport::align {

/// Which class of one side is the counterpart of which class of the other. A match is a proposal: it claims no equality,
/// the comparison of the two decides. Each class has at most one partner.
class Matching {
 public:
  Matching(const Graph &reference, const Graph &port) : portOf_(reference.classCount()), referenceOf_(port.classCount()) {}

  ClassId portOf(ClassId reference) const { return portOf_[reference.index()]; }
  ClassId referenceOf(ClassId port) const { return referenceOf_[port.index()]; }
  bool matched(ClassId reference, ClassId port) const { return portOf(reference) == port && port.valid(); }
  void add(ClassId reference, ClassId port) {
    portOf_[reference.index()] = port;
    referenceOf_[port.index()] = reference;
  }

 private:
  std::vector<ClassId> portOf_;
  std::vector<ClassId> referenceOf_;
};

struct BlockPair {
  tileir::BlockId reference;
  tileir::BlockId port;
};

struct MatchResult {
  Matching matching;
  std::vector<BlockPair> blocks;
  std::string undecided;  ///< empty = no budget was hit; otherwise which one and where
};

/// Matches the classes of the paired entries. Memory ops, reductions, matrix ops and control anchor, in the order of
/// their block; all else follows along def-use, both ways.
MatchResult match(const Graph &reference, const Graph &port, const std::vector<EntryPair> &entries, std::uint64_t budget,
                  const CancelToken &cancel);

}  // namespace tileport::align
