// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "certificate/intervals.h"
#include "certificate/nodes.h"

namespace tileport::certificate {

/// What assume ops say of a value.
struct Facts {
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> divisors;  ///< by every and along; 0 and -1: of all elements
  std::optional<std::int64_t> lower, upper;
  std::set<std::vector<std::int64_t>> sameElements;

  /// What an assume op says itself.
  void add(const tileir::Program &program, tileir::OpId assume);
  /// Takes away what holds anyway: of numbers in the interval, of a constant.
  void drop(const Interval &known, std::optional<std::int64_t> constant);
  bool empty() const { return divisors.empty() && !lower && !upper && sameElements.empty(); }
  /// Whether whoever knows this knows the other.
  bool implies(const Facts &other) const;
  bool operator==(const Facts &) const = default;
};

/// "div_by 16, at least 0"; "nothing".
std::string toText(const Facts &facts);

}  // namespace tileport::certificate
