// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <initializer_list>
#include <set>
#include <span>
#include <vector>

#include "align/flat.h"
#include "align/graph.h"
#include "align/match.h"

namespace tileport::align {

/// Tells quickly that two ops wait for the same: their tokens are put together from matched ops in the same way. Most
/// pairs are, and the order of the others is worked out by TokenOrder.
class TokenKeys {
 public:
  TokenKeys(const Graph &reference, const Graph &port, const Matching &matching);

  /// True only if the order is the same; false says nothing.
  bool sameOrder(tileir::OpId reference, tileir::OpId port) const;

 private:
  using Key = std::uint32_t;  // equal keys = the same order; 0 = none at all

  void compute(const Graph &graph, bool left);
  Key keyOf(const Graph &graph, bool left, tileir::OpId op, std::uint32_t result);
  Key number(std::span<const std::uint32_t> node);
  Key number(std::initializer_list<std::uint32_t> node) { return number(std::span(node.begin(), node.size())); }
  ClassId shared(const Graph &graph, bool left, tileir::OpId op) const;
  std::vector<Key> operandKeys(const Graph &graph, bool left, tileir::OpId op) const;
  static std::vector<Key> joined(std::vector<Key> keys);
  bool breakUnlike();
  bool passOnAlike(tileir::OpId l, tileir::OpId r) const;

  const Graph &left_, &right_;
  const Matching &matching_;
  ListIndex nodes_;
  Key lastNumber_ = 0;
  std::vector<Key> leftKeys_, rightKeys_;  // by value
  std::set<ClassId> unlike_;               // loops and ifs, by reference class, that do not pass tokens on alike
};

}  // namespace tileport::align
