// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/intervals.h"

#include <algorithm>

namespace tileport::certificate {

using tileir::OpKind;
using tileir::Program;

namespace {

/// What is deeper in arithmetic may be anything: so the answer to any certificate takes little stack.
constexpr unsigned kDeepest = 200;

constexpr std::uint64_t kSigned = static_cast<std::uint64_t>(tileir::Signedness::Signed);

Interval cutTo(const Interval &range, const Interval &exact) {
  const Interval cut{std::max(exact.low, range.low), std::min(exact.high, range.high)};
  return cut.low <= cut.high ? cut : range;
}

Wide divide(Wide x, Wide y, tileir::RoundingMode mode) {
  const Wide quotient = x / y, rest = x % y;
  if (rest == 0) return quotient;
  const bool negative = (rest < 0) != (y < 0);
  if (mode == tileir::RoundingMode::NegativeInf) return negative ? quotient - 1 : quotient;
  if (mode == tileir::RoundingMode::PositiveInf) return negative ? quotient : quotient + 1;
  return quotient;
}

template <class F>
Interval atCorners(const Interval &x, const Interval &y, F f) {
  const Wide corners[] = {f(x.low, y.low), f(x.low, y.high), f(x.high, y.low), f(x.high, y.high)};
  return {*std::min_element(std::begin(corners), std::end(corners)), *std::max_element(std::begin(corners), std::end(corners))};
}

/// It has the dividend's sign and is less than the divisor, whatever the sign of that.
Interval remainder(const Interval &x, const Interval &y) {
  const Wide most = std::max(std::max(-y.low, y.high) - 1, Wide(0));
  return {x.low >= 0 ? Wide(0) : std::max(x.low, -most), x.high <= 0 ? Wide(0) : std::min(x.high, most)};
}

}  // namespace

Interval rangeOfWidth(unsigned width) {
  const Wide half = Wide(1) << (std::max(width, 1u) - 1);
  return {-half, half - 1};
}

Interval unionOf(const Interval &a, const Interval &b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

Interval exactOf(OpKind kind, std::optional<std::uint64_t> signedness, std::optional<std::uint64_t> rounding, const Interval &x,
                 const Interval &y, unsigned width) {
  const Interval range = rangeOfWidth(width);
  // Read without a sign, numbers that are not negative are the same.
  const bool readable = signedness.value_or(kSigned) == kSigned || (x.low >= 0 && y.low >= 0);
  switch (kind) {
    case OpKind::AddI: return {x.low + y.low, x.high + y.high};
    case OpKind::SubI: return {x.low - y.high, x.high - y.low};
    case OpKind::MulI: return atCorners(x, y, [](Wide a, Wide b) { return a * b; });
    case OpKind::NegI: return {-x.high, -x.low};
    case OpKind::MinI: return readable ? Interval{std::min(x.low, y.low), std::min(x.high, y.high)} : range;
    case OpKind::MaxI: return readable ? Interval{std::max(x.low, y.low), std::max(x.high, y.high)} : range;
    case OpKind::DivI: {
      if (!readable || (y.low <= 0 && y.high >= 0)) return range;
      const auto mode = static_cast<tileir::RoundingMode>(rounding.value_or(static_cast<std::uint64_t>(tileir::RoundingMode::Zero)));
      const Interval exact = atCorners(x, y, [mode](Wide a, Wide b) { return divide(a, b, mode); });
      return exact.within(range) ? exact : range;  // the lowest number by -1 is not defined
    }
    case OpKind::RemI: return readable ? remainder(x, y) : range;
    case OpKind::AndI: {
      Interval result = range;
      if (x.low >= 0) result = {0, x.high};
      if (y.low >= 0) result = {0, std::min(y.high, result.high)};
      return result;
    }
    default: return range;
  }
}

Known Intervals::find(Node node, unsigned depth) {
  Entry &entry = known_[node];
  if (entry.found) return entry.known;
  const Interval range = rangeOfWidth(nodes_.width(node));
  if (nodes_.width(node) == 0 || depth > kDeepest) return {range, range};
  bool cut = false;
  const Known known = nodes_.isResult(node) ? ofResult(node, depth + 1, cut) : ofArgument(node, depth + 1);
  entry = {true, cut, {cutTo(range, known.strict), cutTo(range, known.lenient)}};
  return entry.known;
}

Known Intervals::ofArgument(Node node, unsigned depth) {
  const Interval range = rangeOfWidth(nodes_.width(node));
  const Program &program = canonical_.program(nodes_.side(node));
  const tileir::Value &value = program.value(nodes_.value(node));
  const tileir::OpId owner = program.region(program.block(value.block).region).op;
  if (!owner.valid() || program.op(owner).kind != OpKind::For || value.index != 0 || program.attribute(owner, "unsignedCmp").valid())
    return {range, range};
  const Known lower = find(nodes_.of(nodes_.side(node), program.operands(owner)[0]), depth);
  const Known upper = find(nodes_.of(nodes_.side(node), program.operands(owner)[1]), depth);
  return {{lower.strict.low, upper.strict.high - 1}, {lower.lenient.low, upper.lenient.high - 1}};
}

Known Intervals::ofIf(Node node, unsigned depth) {
  const Interval range = rangeOfWidth(nodes_.width(node));
  const Program &program = canonical_.program(nodes_.side(node));
  const tileir::OpId op = nodes_.op(node);
  const std::uint32_t index = program.value(nodes_.value(node)).index;
  std::optional<Known> all;
  for (std::size_t n = 0; n < 2; ++n) {
    const tileir::Region &region = program.region(program.region(op, n));
    if (region.blocks.count == 0) return {range, range};
    const tileir::OpId last = program.ops(tileir::BlockId(region.blocks.first)).back();
    if (program.op(last).kind != OpKind::Yield) continue;
    if (index >= program.operands(last).size()) return {range, range};
    const Known known = find(nodes_.of(nodes_.side(node), program.operands(last)[index]), depth);
    all = all ? Known{unionOf(all->strict, known.strict), unionOf(all->lenient, known.lenient)} : known;
  }
  return all.value_or(Known{range, range});
}

Known Intervals::ofResult(Node node, unsigned depth, bool &cut) {
  const unsigned width = nodes_.width(node);
  const Interval range = rangeOfWidth(width);
  const auto same = [](const Interval &both) { return Known{both, both}; };
  switch (nodes_.kind(node)) {
    case OpKind::Assume: {
      const Program &program = canonical_.program(nodes_.side(node));
      Known known = find(nodes_.operand(node, 0), depth);
      if (!needs_[static_cast<std::size_t>(nodes_.side(node))]->of(nodes_.op(node))) return known;
      const tileir::Attribute &says = program.attribute(program.attribute(nodes_.op(node), "predicate"));
      if (says.kind != tileir::AttributeKind::Bounded) return known;
      for (Interval *each : {&known.strict, &known.lenient})
        *each = cutTo(*each, {says.first ? Wide(*says.first) : each->low, says.second ? Wide(*says.second) : each->high});
      return known;
    }
    case OpKind::Constant: {
      const auto bits = nodes_.constant(node);
      if (!bits) return same(range);
      const Wide number = static_cast<Wide>(*bits) > range.high ? static_cast<Wide>(*bits) - (Wide(1) << width) : static_cast<Wide>(*bits);
      return same({number, number});
    }
    case OpKind::GetTileBlockId:
    case OpKind::GetNumTileBlocks:
    case OpKind::GetIndexSpaceShape:
    case OpKind::GetTensorShape: return same({0, range.high});
    case OpKind::Iota: {
      const Wide last = Wide(nodes_.typeInfo(node).shape.empty() ? 1 : nodes_.typeInfo(node).shape[0]) - 1;
      return same(last <= range.high ? Interval{0, last} : range);
    }
    case OpKind::Reshape:
    case OpKind::Broadcast: return find(nodes_.operand(node, 0), depth);
    case OpKind::ExtI: {
      const Known from = find(nodes_.operand(node, 0), depth);
      const unsigned narrow = nodes_.width(nodes_.operand(node, 0));
      if (narrow == 0) return same(range);
      if (nodes_.ordinal(node, "signedness") == kSigned) return from;
      const Interval all{0, (Wide(1) << narrow) - 1};
      return {from.strict.low >= 0 ? from.strict : all, from.lenient.low >= 0 ? from.lenient : all};
    }
    case OpKind::Select: {
      const Known yes = find(nodes_.operand(node, 1), depth), no = find(nodes_.operand(node, 2), depth);
      return {unionOf(yes.strict, no.strict), unionOf(yes.lenient, no.lenient)};
    }
    case OpKind::If: return ofIf(node, depth);
    case OpKind::MinI:
    case OpKind::MaxI:
    case OpKind::AddI:
    case OpKind::SubI:
    case OpKind::MulI:
    case OpKind::DivI:
    case OpKind::RemI:
    case OpKind::AndI: return arithmetic(node, depth, cut);
    default: return same(range);
  }
}

Known Intervals::arithmetic(Node node, unsigned depth, bool &cut) {
  const unsigned width = nodes_.width(node);
  const Interval range = rangeOfWidth(width);
  const Known x = find(nodes_.operand(node, 0), depth), y = find(nodes_.operand(node, 1), depth);
  const auto exact = [&](const Interval &a, const Interval &b) {
    return exactOf(nodes_.kind(node), nodes_.ordinal(node, "signedness"), nodes_.ordinal(node, "rounding"), a, b, width);
  };
  Known known{exact(x.strict, y.strict), exact(x.lenient, y.lenient)};
  if (!known.strict.within(range)) known.strict = range;
  if (!known.lenient.within(range)) {
    cut = true;
    known.lenient = cutTo(range, known.lenient);
  }
  return known;
}

std::vector<Node> Intervals::assumed(Node node) {
  constexpr std::size_t kMost = 64;  // of the nodes behind one answer; beyond them the list says so by its length
  std::vector<Node> open{node}, seen, list;
  while (!open.empty() && seen.size() <= kMost) {
    const Node next = open.back();
    open.pop_back();
    if (std::find(seen.begin(), seen.end(), next) != seen.end()) continue;
    seen.push_back(next);
    const Known each = find(next, 0);
    if (each.strict == each.lenient) continue;
    if (known_[next].cut) list.push_back(next);
    if (nodes_.isResult(next) && nodes_.kind(next) != OpKind::If) {
      for (std::size_t i = 0; i < nodes_.operandCount(next); ++i) open.push_back(nodes_.operand(next, i));
    } else if (nodes_.isValue(next)) {
      list.push_back(next);  // bounds of a loop, arms of an if: told as a whole
    }
  }
  const Known known = find(node, 0);
  if (!open.empty() || (list.empty() && known.strict != known.lenient)) list.push_back(node);
  return list;
}

}  // namespace tileport::certificate
