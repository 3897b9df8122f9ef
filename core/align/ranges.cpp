// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/ranges.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "align/keys.h"
#include "align/liveness.h"

namespace tileport::align {

namespace {

using tileir::AttributeKind;
using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::ValueId;
using Wide = Range::Wide;

/// More ops that are taken not to overflow than a person would look at prove nothing.
constexpr std::size_t kMostOverflows = 8;

Wide lowest(unsigned width) { return -(Wide{1} << (width - 1)); }
Wide highest(unsigned width) { return (Wide{1} << (width - 1)) - 1; }

bool isSigned(const Program &program, OpId op) {
  const tileir::AttributeId signedness = program.attribute(op, "signedness");
  return signedness.valid() && program.attribute(signedness).bits == static_cast<std::uint64_t>(tileir::Signedness::Signed);
}

Range join(const Range &a, const Range &b) {
  Range joined{std::min(a.lower, b.lower), std::max(a.upper, b.upper), a.overflows};
  joined.overflows.insert(joined.overflows.end(), b.overflows.begin(), b.overflows.end());
  return joined;
}

/// The quotients of all pairs lie between those of the corners, where the divisor does not reach 0.
Range divided(const Range &a, const Range &b, tileir::RoundingMode rounding) {
  const auto quotient = [rounding](Wide x, Wide y) {
    const Wide truncated = x / y;
    const bool inexact = x % y != 0, negative = (x < 0) != (y < 0);
    if (rounding == tileir::RoundingMode::NegativeInf && inexact && negative) return truncated - 1;
    if (rounding == tileir::RoundingMode::PositiveInf && inexact && !negative) return truncated + 1;
    return truncated;
  };
  Range range = join(a, b);
  const auto corners = {quotient(a.lower, b.lower), quotient(a.lower, b.upper), quotient(a.upper, b.lower), quotient(a.upper, b.upper)};
  range.lower = std::min(corners);
  range.upper = std::max(corners);
  return range;
}

}  // namespace

unsigned integerWidth(const Program &program, tileir::TypeId id) {
  const tileir::Type &tile = program.type(id);
  if (tile.kind != tileir::TypeKind::Tile || !tile.element.valid()) return 0;
  const tileir::Type &element = program.type(tile.element);
  if (element.kind != tileir::TypeKind::Scalar) return 0;
  switch (element.scalar) {
    case tileir::ScalarKind::I1: return 1;
    case tileir::ScalarKind::I4: return 4;
    case tileir::ScalarKind::I8: return 8;
    case tileir::ScalarKind::I16: return 16;
    case tileir::ScalarKind::I32: return 32;
    case tileir::ScalarKind::I64: return 64;
    default: return 0;
  }
}

const Range *Ranges::known(ValueId value, bool lenient) const {
  const std::optional<Range> &range = (lenient ? lenient_ : strict_)[value.index()];
  return range ? &*range : nullptr;
}

Range Ranges::wholeRange(ValueId value) const {
  const unsigned width = std::max(integerWidth(program_, program_.value(value).type), 1u);
  return {lowest(width), highest(width), {}};
}

/// Operands first, by a list instead of by recursion: chains may be as long as the program.
const Range &Ranges::of(ValueId value, bool lenient) {
  std::vector<ValueId> open{value};
  while (!open.empty()) {
    const ValueId next = open.back();
    std::optional<Range> &range = (lenient ? lenient_ : strict_)[next.index()];
    if (range) {
      open.pop_back();
      continue;
    }
    wanted_.clear();
    range = compute(next, lenient);
    if (!range) open.insert(open.end(), wanted_.begin(), wanted_.end());
  }
  return *known(value, lenient);
}

/// Absent when `wanted_` must be known first.
std::optional<Range> Ranges::compute(ValueId value, bool lenient) {
  if (integerWidth(program_, program_.value(value).type) == 0) return Range{INT64_MIN, INT64_MAX, {}};
  const OpId op = program_.value(value).op;
  Range range = op.valid() ? ofOp(op, value, lenient) : ofBlockArgument(value, lenient);
  if (!wanted_.empty()) return std::nullopt;
  const Range whole = wholeRange(value);
  std::sort(range.overflows.begin(), range.overflows.end());
  range.overflows.erase(std::unique(range.overflows.begin(), range.overflows.end()), range.overflows.end());
  if (range.overflows.size() > kMostOverflows || range.lower > range.upper) return whole;
  // Nothing that is known: then it does not rest on anything either.
  if (range.lower <= whole.lower && range.upper >= whole.upper) return whole;
  return range;
}

Range Ranges::ofBlockArgument(ValueId value, bool lenient) {
  const tileir::Value &v = program_.value(value);
  const OpId owner = program_.region(program_.block(v.block).region).op;
  if (!owner.valid() || program_.op(owner).kind != OpKind::For || v.index != 0 || program_.attribute(owner, "unsignedCmp").valid())
    return wholeRange(value);
  const auto bounds = program_.operands(owner);
  for (const ValueId bound : {bounds[0], bounds[1]})
    if (!known(bound, lenient)) wanted_.push_back(bound);
  if (!wanted_.empty()) return {};
  // Its step is positive, so that it never falls below its start; its end is not reached.
  Range range = join(*known(bounds[0], lenient), *known(bounds[1], lenient));
  range.lower = known(bounds[0], lenient)->lower;
  range.upper = known(bounds[1], lenient)->upper - 1;
  return range;
}

Range Ranges::ofOp(OpId op, ValueId value, bool lenient) {
  const Range whole = wholeRange(value);
  const auto operands = program_.operands(op);
  const auto operand = [&](std::size_t n) -> const Range * {
    if (n >= operands.size()) return &whole;
    const Range *range = known(operands[n], lenient);
    if (!range) wanted_.push_back(operands[n]);
    return range;
  };
  switch (program_.op(op).kind) {
    case OpKind::Constant: {
      const tileir::Attribute &dense = program_.attribute(program_.attribute(op, "value"));
      const std::string bytes = splatElement(program_, dense);
      if (bytes.empty() || bytes.size() > 8) return whole;
      std::uint64_t bits = 0;
      std::memcpy(&bits, bytes.data(), bytes.size());
      const unsigned shift = 64 - integerWidth(program_, program_.value(value).type);
      const Wide number = static_cast<std::int64_t>(bits << shift) >> shift;
      return {number, number, {}};
    }
    case OpKind::GetTileBlockId:
    case OpKind::GetNumTileBlocks:
    case OpKind::GetIndexSpaceShape:
    case OpKind::GetTensorShape: return {0, whole.upper, {}};
    case OpKind::Iota: {
      const auto &shape = program_.type(program_.value(value).type).shape;
      // More elements than the type counts up to without a sign bit: the last ones are negative.
      if (shape.empty() || static_cast<Wide>(shape[0]) - 1 > whole.upper) return whole;
      return {0, static_cast<Wide>(shape[0]) - 1, {}};
    }
    case OpKind::Assume: {
      const Range *below = operand(0);
      if (!below) return {};
      Range range = *below;
      const tileir::Attribute &says = program_.attribute(program_.attribute(op, "predicate"));
      if (says.kind != AttributeKind::Bounded) return range;
      if (says.first && *says.first >= range.lower) range.lower = *says.first;
      if (says.second && *says.second <= range.upper) range.upper = *says.second;
      // What is assumed needs no arithmetic to bear it out.
      if (says.first && says.second && range.lower == *says.first && range.upper == *says.second) range.overflows.clear();
      return range;
    }
    case OpKind::Reshape:
    case OpKind::Broadcast: return operand(0) ? *operand(0) : Range{};
    case OpKind::Select: {
      const Range *a = operand(1), *b = operand(2);
      return a && b ? join(*a, *b) : Range{};
    }
    case OpKind::ExtI: {
      const Range *from = operand(0);
      if (!from) return {};
      if (isSigned(program_, op) || from->lower >= 0) return *from;
      const unsigned width = integerWidth(program_, program_.value(operands[0]).type);
      return width == 0 || width >= 64 ? whole : Range{0, (Wide{1} << width) - 1, {}};
    }
    case OpKind::If: {
      const std::uint32_t n = program_.value(value).index;
      Range range{whole.upper, whole.lower, {}};
      for (std::uint32_t k = 0; k < program_.op(op).regions.count; ++k) {
        const auto blocks = program_.region(program_.region(op, k)).blocks;
        const auto ops = blocks.count == 0 ? std::span<const OpId>() : program_.ops(program_.block(program_.region(op, k), 0));
        if (ops.empty() || program_.op(ops.back()).kind != OpKind::Yield || n >= program_.operands(ops.back()).size()) return whole;
        const Range *arm = known(program_.operands(ops.back())[n], lenient);
        if (!arm) wanted_.push_back(program_.operands(ops.back())[n]);
        else range = join(range, *arm);
      }
      return range;
    }
    default: return ofArithmetic(op, value, lenient);
  }
}

Range Ranges::ofArithmetic(OpId op, ValueId value, bool lenient) {
  const Range whole = wholeRange(value);
  const OpKind kind = program_.op(op).kind;
  const bool exact = kind == OpKind::AddI || kind == OpKind::SubI || kind == OpKind::MulI;
  const bool extreme = (kind == OpKind::MinI || kind == OpKind::MaxI) && isSigned(program_, op);
  const bool division = (kind == OpKind::DivI || kind == OpKind::RemI) && isSigned(program_, op);
  if (!exact && !extreme && !division && kind != OpKind::AndI) return whole;
  const auto operands = program_.operands(op);
  for (const ValueId operand : operands)
    if (!known(operand, lenient)) wanted_.push_back(operand);
  if (!wanted_.empty() || operands.size() != 2) return whole;
  const Range &a = *known(operands[0], lenient), &b = *known(operands[1], lenient);
  Range range = join(a, b);
  if (exact) {
    const auto apply = [kind](Wide x, Wide y) { return kind == OpKind::AddI ? x + y : kind == OpKind::SubI ? x - y : x * y; };
    const auto corners = {apply(a.lower, b.lower), apply(a.lower, b.upper), apply(a.upper, b.lower), apply(a.upper, b.upper)};
    range.lower = std::min(corners);
    range.upper = std::max(corners);
    if (range.lower >= whole.lower && range.upper <= whole.upper) return range;
    if (!lenient) return whole;
    range.lower = std::max(range.lower, whole.lower);
    range.upper = std::min(range.upper, whole.upper);
    range.overflows.push_back(op);
    return range;
  }
  if (extreme) {
    range.lower = kind == OpKind::MinI ? std::min(a.lower, b.lower) : std::max(a.lower, b.lower);
    range.upper = kind == OpKind::MinI ? std::min(a.upper, b.upper) : std::max(a.upper, b.upper);
    return range;
  }
  if (kind == OpKind::AndI) {
    if (a.lower < 0 && b.lower < 0) return whole;
    range.lower = 0;
    range.upper = a.lower < 0 ? b.upper : b.lower < 0 ? a.upper : std::min(a.upper, b.upper);
    return range;
  }
  if (kind == OpKind::DivI) {
    if (b.lower <= 0) return whole;
    return divided(a, b, static_cast<tileir::RoundingMode>(program_.attribute(program_.attribute(op, "rounding")).bits));
  }
  // The remainder has the dividend's sign and is less than the divisor, whatever the sign of that.
  const Wide most = std::max(-b.lower, b.upper) - 1;
  range.lower = a.lower >= 0 ? Wide{0} : std::max(a.lower, -std::max(most, Wide{0}));
  range.upper = a.upper <= 0 ? Wide{0} : std::min(a.upper, std::max(most, Wide{0}));
  return range;
}

}  // namespace tileport::align
