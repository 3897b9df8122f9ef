// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

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
  struct Waiting {
    std::vector<ClassId> left, right;
    std::size_t leftTaken = 0, rightTaken = 0;  // how many of each list were looked at

    bool both() const { return leftTaken < left.size() && rightTaken < right.size(); }
  };
  struct Side {
    const Graph &graph;
    std::vector<std::uint32_t> open;     // by class: how many operands are not matched
    std::vector<std::uint64_t> numbers;  // by class: of its match
  };
  /// Classes by what they do; `both` lists the entries that got members of both sides.
  struct Table {
    std::unordered_map<Key, Waiting> waiting;
    std::deque<Waiting *> both;
  };

  void settleOperands(Side &side, ClassId id, std::uint64_t number, bool left);
  void enter(Side &side, ClassId id, bool left);
  void enter(Table &table, Key key, ClassId id, bool left);
  std::optional<std::pair<ClassId, ClassId>> take(Table &table);

  const Matching &matching_;
  Side left_, right_;
  Table withFacts_, withoutFacts_;
};

}  // namespace tileport::align
