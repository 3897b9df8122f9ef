// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "certificate/needs.h"
#include "certificate/nodes.h"

namespace tileport::certificate {

__extension__ typedef __int128 Wide;

/// All elements of a value lie in it, read as signed numbers.
struct Interval {
  Wide low = 0, high = 0;
  bool within(const Interval &other) const { return other.low <= low && high <= other.high; }
  bool operator==(const Interval &) const = default;
};

/// What a value may be: strictly, and if the arithmetic that it is made of does not overflow.
struct Known {
  Interval strict, lenient;  ///< the lenient one lies within the strict one
};

Interval rangeOfWidth(unsigned width);
Interval unionOf(const Interval &a, const Interval &b);

/// Of an op on integers of `width` bits, from the intervals of its operands; the whole range where nothing better is known.
/// `exact` may lie outside of the range for addi, subi, muli and negi: then the op may overflow.
Interval exactOf(tileir::OpKind kind, std::optional<std::uint64_t> signedness, std::optional<std::uint64_t> rounding, const Interval &x,
                 const Interval &y, unsigned width);

/// The intervals of docs/rules.md, each found once.
class Intervals {
 public:
  Intervals(const Canonical &canonical, const Nodes &nodes, const std::array<const Needs *, 2> &needs)
      : canonical_(canonical), nodes_(nodes), needs_(needs), known_(nodes.count()) {}

  /// Of a value as it is written: what assume ops say of it counts. Only for tiles of integers.
  Known of(Node node) { return find(node, 0); }
  /// The ops of which the lenient answer takes it that they do not overflow.
  std::vector<Node> assumed(Node node);

 private:
  struct Entry {
    bool found = false, cut = false;
    Known known;
  };
  Known find(Node node, unsigned depth);
  Known ofArgument(Node node, unsigned depth);
  Known ofResult(Node node, unsigned depth, bool &cut);
  Known ofIf(Node node, unsigned depth);
  Known arithmetic(Node node, unsigned depth, bool &cut);

  const Canonical &canonical_;
  const Nodes &nodes_;
  std::array<const Needs *, 2> needs_;
  std::vector<Entry> known_;
};

}  // namespace tileport::certificate
