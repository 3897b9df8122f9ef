// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "align/flat.h"
#include "align/graph.h"
#include "align/match.h"

namespace tileport::align {

/// Finds pure classes of both sides that do the same with matched operands, as soon as the last of their operands is
/// matched. Each class is looked at once, so that finding all costs no more than there are uses.
class ReadyPairs {
 public:
  ReadyPairs(const Graph &reference, const Graph &port, const Matching &matching);

  /// To be told of every match, with a number of its own.
  void matched(ClassId reference, ClassId port, std::uint64_t number);
  /// The next pair, neither of which is matched; those whose facts agree before those whose facts do not.
  std::optional<std::pair<ClassId, ClassId>> next();

 private:
  using Key = std::uint64_t;  // a hash: what it brings together is a proposal
  /// The classes of one side that do the same, in the order in which they came; a class stands in one chain of a table.
  struct Chain {
    ClassId first, last;  ///< first is the next to be looked at; invalid when there is none

    bool empty() const { return !first.valid(); }
  };
  struct Waiting {
    Key key = 0;
    Chain left, right;

    bool both() const { return !left.empty() && !right.empty(); }
  };
  struct Side {
    const Graph &graph;
    std::vector<std::uint32_t> open;     // by class: how many operands are not matched
    std::vector<std::uint64_t> numbers;  // by class: of its match
  };
  /// Classes by what they do; `both` lists the entries that got members of both sides.
  struct Table {
    HashIndex index;
    std::vector<Waiting> waiting;
    std::vector<ClassId> leftNext, rightNext;  // by class: the one behind it in its chain
    std::deque<std::uint32_t> both;
  };

  void settleOperands(Side &side, ClassId id, std::uint64_t number, bool left);
  void enter(Side &side, ClassId id, bool left);
  void enter(Table &table, Key key, ClassId id, bool left);
  std::optional<std::pair<ClassId, ClassId>> take(Table &table);
  static ClassId takeFirst(Chain &chain, const std::vector<ClassId> &next);

  const Matching &matching_;
  Side left_, right_;
  std::vector<std::array<std::uint64_t, 3>> uses_;  // of the class that is entered
  Table withFacts_, withoutFacts_;
};

}  // namespace tileport::align
