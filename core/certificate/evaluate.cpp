// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "certificate/rewriting.h"

namespace tileport::certificate {

using tileir::ComparisonPredicate;
using tileir::OpKind;
using tileir::RoundingMode;

namespace {

Wide signedOf(std::uint64_t bits, unsigned width) {
  const Wide number = static_cast<Wide>(bits);
  return number >= (Wide(1) << (width - 1)) ? number - (Wide(1) << width) : number;
}

bool compare(ComparisonPredicate predicate, Wide x, Wide y) {
  switch (predicate) {
    case ComparisonPredicate::Equal: return x == y;
    case ComparisonPredicate::NotEqual: return x != y;
    case ComparisonPredicate::LessThan: return x < y;
    case ComparisonPredicate::LessThanOrEqual: return x <= y;
    case ComparisonPredicate::GreaterThan: return x > y;
    case ComparisonPredicate::GreaterThanOrEqual: return x >= y;
  }
  return false;
}

Wide quotient(Wide x, Wide y, RoundingMode mode) {
  const Wide down = x / y;
  if (x % y == 0) return down;
  const bool negative = (x < 0) != (y < 0);
  if (mode == RoundingMode::NegativeInf && negative) return down - 1;
  if (mode == RoundingMode::PositiveInf && !negative) return down + 1;
  return down;
}

Wide power(Wide exponent) { return Wide(1) << static_cast<unsigned>(exponent); }

Wide floorShift(Wide x, Wide by) {
  const Wide divisor = power(by);
  const Wide down = x / divisor;
  return x % divisor < 0 ? down - 1 : down;
}

}  // namespace

std::optional<std::uint64_t> evaluate(OpKind kind, const std::function<std::uint64_t(std::string_view)> &ordinal,
                                      std::span<const std::uint64_t> operands, unsigned operandWidth, unsigned width) {
  if (width == 0 || operandWidth == 0 || operands.empty()) return std::nullopt;
  const auto cut = [width](Wide number) { return static_cast<std::uint64_t>(number) & static_cast<std::uint64_t>((Wide(1) << width) - 1); };
  const auto isSigned = [&] { return ordinal("signedness") == static_cast<std::uint64_t>(tileir::Signedness::Signed); };
  const auto read = [&](std::size_t n) { return isSigned() ? signedOf(operands[n], operandWidth) : static_cast<Wide>(operands[n]); };
  const Wide x = signedOf(operands[0], operandWidth), y = operands.size() > 1 ? signedOf(operands[1], operandWidth) : Wide(0);
  const Wide least = -(Wide(1) << (operandWidth - 1));
  switch (kind) {
    case OpKind::AddI: return cut(x + y);
    case OpKind::SubI: return cut(x - y);
    case OpKind::MulI: return cut(x * y);
    case OpKind::NegI: return cut(-x);
    case OpKind::AbsI: return x == least ? std::nullopt : std::optional(cut(x < 0 ? -x : x));
    case OpKind::AndI: return operands[0] & operands[1];
    case OpKind::OrI: return operands[0] | operands[1];
    case OpKind::XOrI: return operands[0] ^ operands[1];
    case OpKind::MinI: return cut(std::min(read(0), read(1)));
    case OpKind::MaxI: return cut(std::max(read(0), read(1)));
    case OpKind::CmpI: return compare(static_cast<ComparisonPredicate>(ordinal("comparison_predicate")), read(0), read(1)) ? 1 : 0;
    case OpKind::DivI:
    case OpKind::RemI: {
      if (read(1) == 0 || (isSigned() && y == -1 && x == least)) return std::nullopt;
      return kind == OpKind::RemI ? cut(read(0) % read(1))
                                  : cut(quotient(read(0), read(1), static_cast<RoundingMode>(ordinal("rounding"))));
    }
    case OpKind::ShLI:
      if (operands[1] >= width) return std::nullopt;
      return cut(static_cast<Wide>(operands[0] << operands[1]));
    case OpKind::ShRI:
      if (operands[1] >= width) return std::nullopt;
      return cut(floorShift(read(0), static_cast<Wide>(operands[1])));
    case OpKind::ExtI: return cut(read(0));
    case OpKind::TruncI: return cut(x);
    default: return std::nullopt;
  }
}

std::optional<bool> decide(ComparisonPredicate predicate, const Interval &x, const Interval &y) {
  const bool less = x.high<y.low, more = x.low> y.high, notMore = x.high <= y.low, notLess = x.low >= y.high;
  const bool same = x.low == x.high && x == y;
  const auto answer = [](bool yes, bool no) { return yes ? std::optional(true) : no ? std::optional(false) : std::nullopt; };
  switch (predicate) {
    case ComparisonPredicate::Equal: return answer(same, less || more);
    case ComparisonPredicate::NotEqual: return answer(less || more, same);
    case ComparisonPredicate::LessThan: return answer(less, notLess);
    case ComparisonPredicate::LessThanOrEqual: return answer(notMore, more);
    case ComparisonPredicate::GreaterThan: return answer(more, notMore);
    case ComparisonPredicate::GreaterThanOrEqual: return answer(notLess, less);
  }
  return std::nullopt;
}

std::optional<std::size_t> decideExtreme(bool least, const Interval &x, const Interval &y) {
  if (x.high <= y.low) return least ? 0 : 1;
  if (y.high <= x.low) return least ? 1 : 0;
  return std::nullopt;
}

}  // namespace tileport::certificate
