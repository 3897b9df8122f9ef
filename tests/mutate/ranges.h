// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>

#include "mutate/editing.h"

/// What is surely true of the integers of a tree: what an equivalent rewrite may rely on.
namespace tileport::mutate {

/// Both ends belong to it; signed reading.
struct Interval {
  std::int64_t low = 0, high = 0;

  bool within(std::int64_t from, std::int64_t to) const { return low >= from && high <= to; }
};

/// Of integers of at most 64 bits. Where the exact result of an op may leave its type, the whole type: nothing is taken on trust.
class Ranges {
 public:
  explicit Ranges(Editing &editing) : e_(editing) {}

  /// Absent for what holds no integers.
  std::optional<Interval> of(const TreeValue *value) { return of(value, 24); }
  std::optional<Interval> typeOf(const TreeValue *value) const;
  bool isWithin(const TreeValue *value, std::int64_t low, std::int64_t high) {
    const auto range = of(value);
    return range && range->within(low, high);
  }
  bool isNonNegative(const TreeValue *value) { return isWithin(value, 0, INT64_MAX); }
  bool isPositive(const TreeValue *value) { return isWithin(value, 1, INT64_MAX); }

 private:
  std::optional<Interval> of(const TreeValue *value, int depth);
  Interval ofOp(const TreeValue *value, Interval whole, int depth);
  Interval ofIndex(const TreeValue *value, Interval whole, int depth);

  Editing &e_;
};

/// The number that every element of a constant is, through assumes; absent for others.
std::optional<std::int64_t> splatNumber(Editing &e, const TreeValue *value);

}  // namespace tileport::mutate
