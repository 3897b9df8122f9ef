// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tileir/program.h"

namespace tileport::align {

/// What is assumed of a value where it is used: the predicates of the assume chain above it, whatever their order, their
/// repetition and the way they are cut into ops (tileir.md section 3, predicates div_by, bounded, same_elements).
struct Facts {
  /// (every, along) -> the largest divisor; (0, -1) stands for "all elements".
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> divisors;
  std::optional<std::int64_t> lower;
  std::optional<std::int64_t> upper;
  std::set<std::vector<std::int64_t>> sameElements;

  /// Adds what the predicate says of a value of that type; what holds of every such value is nothing.
  void add(const tileir::Program &program, tileir::AttributeId predicate, tileir::TypeId type);
  void add(const Facts &other);
  bool empty() const { return divisors.empty() && !lower && !upper && sameElements.empty(); }
  bool operator==(const Facts &) const = default;
};

/// Facts as (name, value) for people: ("div_by", "16"), ("lower bound", "0").
std::vector<std::pair<std::string, std::string>> describe(const Facts &facts);

/// Those of the facts that do not hold for a value all of whose elements are `number`; all when it is absent.
Facts beliedBy(const Facts &facts, std::optional<std::int64_t> number);

/// One of the facts, and how much it says: of two of one name, the one with the higher strength says more.
struct Claim {
  std::string fact;  ///< as describe() names it
  std::string name;
  std::int64_t strength = 0;
};
std::vector<Claim> claims(const Facts &facts);

/// The facts that do not follow from what is known anyway.
Facts without(Facts facts, const Facts &known);

/// What holds of a value by what it is, assumed or not: block ids and counts are at least 0, the index of a loop lies
/// between its constant bounds.
Facts impliedFacts(const tileir::Program &program, tileir::ValueId value);

/// What holds of the index of a loop that counts from `lower` to before `upper`.
Facts indexFacts(const tileir::Program &program, tileir::ValueId lower, tileir::ValueId upper, bool isUnsigned);

/// The lower bound that all elements of a value have by what it is or by what is assumed of it, or of what it is a copy of.
std::optional<std::int64_t> lowerBound(const tileir::Program &program, tileir::ValueId value);

/// Whether the body of a loop surely runs whenever the loop does.
bool runsAtLeastOnce(const tileir::Program &program, tileir::OpId op);
/// Of a loop that counts from `lower` to before `upper`.
bool runsAtLeastOnce(const tileir::Program &program, tileir::ValueId lower, tileir::ValueId upper, bool isUnsigned);

}  // namespace tileport::align
