// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutate/ranges.h"

#include <algorithm>

namespace tileport::mutate {

using namespace tileir;

namespace {

std::optional<unsigned> widthOf(std::optional<ScalarKind> kind) {
  if (!kind) return std::nullopt;
  switch (*kind) {
    case ScalarKind::I8: return 8;
    case ScalarKind::I16: return 16;
    case ScalarKind::I32: return 32;
    case ScalarKind::I64: return 64;
    default: return std::nullopt;
  }
}

/// The least interval that holds all; the whole type where one of them left it.
struct Hull {
  explicit Hull(Interval whole) : whole(whole) {}
  void add(std::int64_t value, bool overflowed) {
    fits = fits && !overflowed && value >= whole.low && value <= whole.high;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  Interval result() const { return fits && low <= high ? Interval{low, high} : whole; }

  Interval whole;
  std::int64_t low = INT64_MAX, high = INT64_MIN;
  bool fits = true;
};

Interval arithmetic(OpKind kind, Interval x, Interval y, Interval whole) {
  Hull hull(whole);
  for (const std::int64_t a : {x.low, x.high})
    for (const std::int64_t b : {y.low, y.high}) {
      std::int64_t value = 0;
      const bool overflowed = kind == OpKind::AddI   ? __builtin_add_overflow(a, b, &value)
                              : kind == OpKind::SubI ? __builtin_sub_overflow(a, b, &value)
                                                     : __builtin_mul_overflow(a, b, &value);
      hull.add(value, overflowed);
    }
  return hull.result();
}

}  // namespace

std::optional<std::int64_t> splatNumber(Editing &e, const TreeValue *value) {
  while (value->op && value->op->kind == OpKind::Assume) value = value->op->operand(0);
  const auto width = widthOf(e.tree.elementOf(value));
  if (!width || !value->op || value->op->kind != OpKind::Constant) return std::nullopt;
  const Attribute &dense = e.tree.attribute(e.tree.get(*value->op, "value"));
  const std::size_t size = *width / 8;
  if (dense.elements.size() < size || (!dense.splat && dense.elements.size() != size)) return std::nullopt;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < size; ++i) bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(dense.elements[i])) << (8 * i);
  return static_cast<std::int64_t>(bits << (64 - *width)) >> (64 - *width);
}

std::optional<Interval> Ranges::typeOf(const TreeValue *value) const {
  const auto width = widthOf(e_.tree.elementOf(value));
  if (!width) return std::nullopt;
  return Interval{INT64_MIN >> (64 - *width), INT64_MAX >> (64 - *width)};
}

std::optional<Interval> Ranges::of(const TreeValue *value, int depth) {
  const auto whole = typeOf(value);
  if (!whole || depth == 0) return whole;
  return value->op ? ofOp(value, *whole, depth) : ofIndex(value, *whole, depth);
}

/// The index of a signed counting loop, in its body.
Interval Ranges::ofIndex(const TreeValue *value, Interval whole, int depth) {
  const TreeOp *owner = value->block->owner;
  if (!owner || owner->kind != OpKind::For || value->block->arguments[0].get() != value) return whole;
  if (e_.tree.get(*owner, "unsignedCmp").valid()) return whole;
  const Interval start = of(owner->operand(0), depth - 1).value_or(whole), end = of(owner->operand(1), depth - 1).value_or(whole);
  const Interval index{start.low, end.high == whole.low ? whole.low : end.high - 1};
  return index.low <= index.high ? index : whole;
}

Interval Ranges::ofOp(const TreeValue *value, Interval whole, int depth) {
  const TreeOp &op = *value->op;
  const auto operand = [&](std::size_t n) { return of(op.operand(n), depth - 1).value_or(whole); };
  const auto isSigned = [&] { return e_.bits(op, "signedness") == 1; };
  switch (op.kind) {
    case OpKind::Constant: {
      const auto number = splatNumber(e_, value);
      return number ? Interval{*number, *number} : whole;
    }
    case OpKind::Assume: {
      Interval range = operand(0);
      const Attribute &predicate = e_.tree.attribute(e_.tree.get(op, "predicate"));
      if (predicate.kind != AttributeKind::Bounded) return range;
      if (predicate.first) range.low = std::max(range.low, *predicate.first);
      if (predicate.second) range.high = std::min(range.high, *predicate.second);
      return range.low <= range.high ? range : whole;
    }
    case OpKind::GetTileBlockId:
    case OpKind::GetIndexSpaceShape:
    case OpKind::GetTensorShape: return {0, whole.high};
    case OpKind::GetNumTileBlocks: return {1, whole.high};
    case OpKind::Iota: return {0, std::min(whole.high, e_.tree.type(value).shape[0] - 1)};
    case OpKind::Reshape:
    case OpKind::Broadcast: return operand(0);
    case OpKind::ExtI: {
      const auto from = of(op.operand(0), depth - 1);
      if (!from) return whole;
      return isSigned() || from->low >= 0 ? *from : whole;
    }
    case OpKind::Select: {
      const Interval a = operand(1), b = operand(2);
      return {std::min(a.low, b.low), std::max(a.high, b.high)};
    }
    case OpKind::MinI:
    case OpKind::MaxI: {
      const Interval a = operand(0), b = operand(1);
      if (!isSigned() && (a.low < 0 || b.low < 0)) return whole;
      if (op.kind == OpKind::MinI) return {std::min(a.low, b.low), std::min(a.high, b.high)};
      return {std::max(a.low, b.low), std::max(a.high, b.high)};
    }
    case OpKind::AddI:
    case OpKind::SubI:
    case OpKind::MulI: return arithmetic(op.kind, operand(0), operand(1), whole);
    case OpKind::DivI:
    case OpKind::RemI: {
      const Interval a = operand(0), b = operand(1);
      if (a.low < 0 || b.low < 1) return whole;
      if (op.kind == OpKind::RemI) return {0, std::min(a.high, b.high - 1)};
      const bool up = e_.bits(op, "rounding") == 3;
      return {a.low / b.high, up ? a.high / b.low + (a.high % b.low != 0 ? 1 : 0) : a.high / b.low};
    }
    default: return whole;
  }
}

}  // namespace tileport::mutate
