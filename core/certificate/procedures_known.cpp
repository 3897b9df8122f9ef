// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules about what is said of a number and itself, a number and 1, or numbers that are not negative (docs/rules.md).
#include "certificate/rewriting.h"

namespace tileport::certificate {

using tileir::ComparisonPredicate;
using tileir::OpKind;
using tileir::Signedness;

namespace {

bool isSigned(std::optional<std::uint64_t> signedness) { return signedness == static_cast<std::uint64_t>(Signedness::Signed); }

}  // namespace

bool Rewriting::compareSame(const Claim &claim) {
  const Node constant = classes_.constantOf(claim.b);
  if (constant == kNoNode || nodes_.width(claim.b) != 1) return false;
  const bool wanted = *nodes_.constant(constant) != 0;
  return anyDefinition(claim.a, [&](Node op) {
    if (nodes_.kind(op) != OpKind::CmpI || !classes_.equal(nodes_.operand(op, 0), nodes_.operand(op, 1))) return false;
    const auto predicate = nodes_.ordinal(op, "comparison_predicate");
    if (!predicate) return false;
    const auto compares = static_cast<ComparisonPredicate>(*predicate);
    const bool isTrue = compares == ComparisonPredicate::Equal || compares == ComparisonPredicate::LessThanOrEqual ||
                        compares == ComparisonPredicate::GreaterThanOrEqual;
    return isTrue == wanted;
  });
}

bool Rewriting::divOne(const Claim &claim) {
  return anyDefinition(claim.a, [&](Node op) {
    if (nodes_.kind(op) != OpKind::DivI || !classes_.equal(nodes_.operand(op, 0), claim.b)) return false;
    const Node divisor = classes_.constantOf(nodes_.operand(op, 1));
    // 1 of one bit read with a sign is -1.
    return divisor != kNoNode && nodes_.constant(divisor) == 1u && nodes_.width(op) > 1;
  });
}

bool Rewriting::extremeSame(const Claim &claim) {
  return anyDefinition(claim.a, [&](Node op) {
    const OpKind kind = nodes_.kind(op);
    return (kind == OpKind::MinI || kind == OpKind::MaxI) && classes_.equal(nodes_.operand(op, 0), claim.b) &&
           classes_.equal(nodes_.operand(op, 1), claim.b);
  });
}

/// What both readings agree on: of a shift and an extension the number that is shifted or extended must not be negative, of the others
/// neither, and a divisor is at least 1.
bool Rewriting::signKnown(const Claim &claim) {
  return anyDefinition(claim.a, [&](Node op) {
    const OpKind kind = nodes_.kind(op);
    const bool isDivision = kind == OpKind::DivI || kind == OpKind::RemI;
    const bool isOfTwo = isDivision || kind == OpKind::MinI || kind == OpKind::MaxI;
    if (!isOfTwo && kind != OpKind::ShRI && kind != OpKind::ExtI) return false;
    if (nodes_.flagged(op) || isSigned(nodes_.ordinal(op, "signedness"))) return false;
    // An operand by itself, or by the witness of its position.
    const auto isAtLeast = [&](std::size_t position, int bound) {
      const Node operand = nodes_.operand(op, position);
      if (nodes_.width(operand) == 0) return false;
      if (intervals_.of(operand).strict.low >= bound) return true;
      return position < claim.witnesses.size() && classes_.equal(operand, claim.witnesses[position]) &&
             intervals_.of(claim.witnesses[position]).strict.low >= bound;
    };
    if (!isAtLeast(0, 0) || (isOfTwo && !isAtLeast(1, isDivision ? 1 : 0))) return false;
    return anyDefinition(claim.b, [&](Node other) {
      if (nodes_.kind(other) != kind || nodes_.flagged(other) || !isSigned(nodes_.ordinal(other, "signedness"))) return false;
      if (nodes_.operandCount(op) != nodes_.operandCount(other)) return false;
      if (nodes_.ordinal(op, "rounding").value_or(0) != nodes_.ordinal(other, "rounding").value_or(0)) return false;
      for (std::size_t i = 0; i < nodes_.operandCount(op); ++i)
        if (!classes_.equal(nodes_.operand(op, i), nodes_.operand(other, i))) return false;
      return true;
    });
  });
}

/// A value that can be only one number is that.
bool Rewriting::knownConstant(const Claim &claim) {
  const auto number = numberOf(claim.b);
  if (!number || nodes_.width(claim.a) == 0) return false;
  const Interval known = intervals_.of(claim.a).strict;
  return known.low == *number && known.high == *number;
}

}  // namespace tileport::certificate
