// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "align/flat.h"
#include "align/graph.h"
#include "align/match.h"
#include "align/token_graph.h"

namespace tileport::align {

/// Tells quickly that two ops wait for the same: their tokens are put together from matched ops in the same way. Most
/// pairs are, and the order of the others is worked out by TokenOrder.
///
/// What loops and branches make of tokens is numbered by partition refinement: two such tokens have one number as long as
/// they belong to matched ops and every matched exit gives tokens of one number. What is left when nothing changes any more is
/// equal however often the loops turn.
class TokenKeys {
 public:
  TokenKeys(const Graph &reference, const TokenGraph &referenceTokens, const Graph &port, const TokenGraph &portTokens,
            const Matching &matching);

  /// True only if the order is the same; false says nothing.
  bool sameOrder(tileir::OpId reference, tileir::OpId port) const;

  using Key = std::uint32_t;  ///< equal keys = the same order; 0 = none at all
  Key key(bool left, tileir::ValueId token) const { return (left ? left_ : right_).keys[token.index()]; }

 private:
  struct Side {
    const Graph &graph;
    const TokenGraph &tokens;
    bool left;
    std::vector<Key> keys;                  // by value
    std::vector<tileir::ValueId> chosen;    // what loops and ifs make of tokens
    std::vector<std::uint32_t> partitions;  // by value; of those
  };

  void collectChosen(Side &side, ListIndex &partitions, std::uint32_t &count) const;
  void compute(Side &side);
  Key keyOf(const Side &side, tileir::ValueId token);
  void refine(Side &side, ListIndex &partitions, std::uint32_t &count) const;
  Key number(std::span<const std::uint32_t> node);
  Key number(std::initializer_list<std::uint32_t> node) { return number(std::span(node.begin(), node.size())); }
  ClassId shared(const Side &side, tileir::OpId op) const;
  std::uint32_t exitCode(const Side &side, tileir::OpId exit) const;
  static std::vector<Key> operandKeys(const Side &side, tileir::OpId op);
  static std::vector<Key> joined(std::vector<Key> keys);

  const Matching &matching_;
  Side left_, right_;
  ListIndex nodes_;
  Key lastNumber_ = 0;
};

}  // namespace tileport::align
