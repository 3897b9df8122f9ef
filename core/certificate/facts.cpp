// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/facts.h"

#include <algorithm>

namespace tileport::certificate {

using tileir::Attribute;
using tileir::AttributeKind;

void Facts::add(const tileir::Program &program, tileir::OpId assume) {
  const tileir::AttributeId id = program.attribute(assume, "predicate");
  if (!id.valid()) return;
  const Attribute &says = program.attribute(id);
  switch (says.kind) {
    case AttributeKind::DivBy: {
      if (says.bits == 1) return;
      std::uint64_t &divisor = divisors[{says.first.value_or(0), says.second.value_or(-1)}];
      divisor = std::max(divisor, says.bits);
      return;
    }
    case AttributeKind::Bounded:
      if (says.first) lower = lower ? std::max(*lower, *says.first) : *says.first;
      if (says.second) upper = upper ? std::min(*upper, *says.second) : *says.second;
      return;
    case AttributeKind::SameElements: sameElements.insert(says.numbers); return;
    default: return;
  }
}

void Facts::drop(const Interval &known, std::optional<std::int64_t> constant) {
  if (lower && known.low >= *lower) lower.reset();
  if (upper && known.high <= *upper) upper.reset();
  if (!constant) return;
  // Divisors are powers of two, so that the sign of the number does not matter.
  std::erase_if(divisors, [&](const auto &each) {
    return each.first.second < 0 && each.second != 0 && static_cast<std::uint64_t>(*constant) % each.second == 0;
  });
}

bool Facts::implies(const Facts &other) const {
  for (const auto &[where, divisor] : other.divisors) {
    const auto own = divisors.find(where);
    if (own == divisors.end() || own->second < divisor) return false;
  }
  if (other.lower && (!lower || *lower < *other.lower)) return false;
  if (other.upper && (!upper || *upper > *other.upper)) return false;
  return std::includes(sameElements.begin(), sameElements.end(), other.sameElements.begin(), other.sameElements.end());
}

std::string toText(const Facts &facts) {
  std::string text;
  const auto add = [&](const std::string &what) { text += (text.empty() ? "" : ", ") + what; };
  for (const auto &[where, divisor] : facts.divisors)
    add("div_by " + std::to_string(divisor) +
        (where.second < 0 ? std::string() : " every " + std::to_string(where.first) + " along " + std::to_string(where.second)));
  if (facts.lower) add("at least " + std::to_string(*facts.lower));
  if (facts.upper) add("at most " + std::to_string(*facts.upper));
  for (const std::vector<std::int64_t> &numbers : facts.sameElements) {
    std::string list = "same_elements";
    for (const std::int64_t n : numbers) list += ' ' + std::to_string(n);
    add(list);
  }
  return text.empty() ? "nothing" : text;
}

}  // namespace tileport::certificate
