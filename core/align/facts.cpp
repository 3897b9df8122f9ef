// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/facts.h"

#include <algorithm>
#include <cstring>

namespace tileport::align {

namespace {

using tileir::Attribute;
using tileir::AttributeKind;
using tileir::OpKind;
using tileir::Program;
using tileir::ValueId;

/// The value under a chain of assume ops.
ValueId withoutAssumes(const Program &program, ValueId value) {
  while (program.value(value).op.valid() && program.op(program.value(value).op).kind == OpKind::Assume)
    value = program.operands(program.value(value).op)[0];
  return value;
}

/// The value of a scalar or splat integer constant, sign-extended; absent for everything else.
std::optional<std::int64_t> constantInteger(const Program &program, ValueId value) {
  const tileir::Value &v = program.value(withoutAssumes(program, value));
  if (!v.op.valid()) return std::nullopt;
  if (program.op(v.op).kind != OpKind::Constant) return std::nullopt;
  const Attribute &dense = program.attribute(program.attribute(v.op, "value"));
  const tileir::Type &tile = program.type(v.type);
  const tileir::ScalarKind scalar = program.type(tile.element).scalar;
  if (scalar > tileir::ScalarKind::I64 || dense.elements.empty() || dense.elements.size() > 8) return std::nullopt;
  if (!dense.splat && !tile.shape.empty()) return std::nullopt;
  std::uint64_t bits = 0;
  std::memcpy(&bits, dense.elements.data(), dense.elements.size());
  const unsigned shift = 64 - 8 * static_cast<unsigned>(dense.elements.size());
  return static_cast<std::int64_t>(bits << shift) >> shift;
}

bool isIdOrExtent(OpKind kind) {
  return kind == OpKind::GetTileBlockId || kind == OpKind::GetNumTileBlocks || kind == OpKind::GetIndexSpaceShape ||
         kind == OpKind::GetTensorShape;
}

/// The numbers that an element of a tile may be.
std::pair<std::int64_t, std::int64_t> rangeOf(const Program &program, tileir::TypeId type) {
  const tileir::TypeId element = program.type(type).element;
  const tileir::ScalarKind scalar = element.valid() ? program.type(element).scalar : tileir::ScalarKind::I64;
  switch (scalar) {
    case tileir::ScalarKind::I8: return {INT8_MIN, INT8_MAX};
    case tileir::ScalarKind::I16: return {INT16_MIN, INT16_MAX};
    case tileir::ScalarKind::I32: return {INT32_MIN, INT32_MAX};
    default: return {INT64_MIN, INT64_MAX};
  }
}

std::string nameOf(const std::pair<std::int64_t, std::int64_t> &where) {
  return where.second < 0 ? "div_by" : "div_by every " + std::to_string(where.first) + " along " + std::to_string(where.second);
}

std::string describe(const std::vector<std::int64_t> &numbers) {
  std::string text;
  for (std::int64_t n : numbers) text += (text.empty() ? "[" : ", ") + std::to_string(n);
  return (text.empty() ? "[" : text) + "]";
}

}  // namespace

Facts indexFacts(const Program &program, ValueId from, ValueId to, bool isUnsigned) {
  Facts facts;
  const auto lower = constantInteger(program, from), upper = constantInteger(program, to);
  // Signed loops count upwards; an unsigned one says nothing about the sign of its index.
  if (isUnsigned) return facts;
  facts.lower = lower ? lower : lowerBound(program, from);
  if (upper && *upper > INT64_MIN) facts.upper = *upper - 1;  // the bound itself is not reached
  return facts;
}

void Facts::add(const Program &program, tileir::AttributeId predicate, tileir::TypeId type) {
  const Attribute &says = program.attribute(predicate);
  switch (says.kind) {
    case AttributeKind::DivBy: {
      if (says.bits == 1) break;
      std::uint64_t &divisor = divisors[{says.first.value_or(0), says.second.value_or(-1)}];
      divisor = std::max(divisor, says.bits);
      break;
    }
    case AttributeKind::Bounded: {
      const auto [lowest, highest] = rangeOf(program, type);
      if (says.first && *says.first > lowest) lower = lower ? std::max(*lower, *says.first) : *says.first;
      if (says.second && *says.second < highest) upper = upper ? std::min(*upper, *says.second) : *says.second;
      break;
    }
    case AttributeKind::SameElements: sameElements.insert(says.numbers); break;
    default: break;
  }
}

void Facts::add(const Facts &other) {
  for (const auto &[where, divisor] : other.divisors) divisors[where] = std::max(divisors[where], divisor);
  if (other.lower) lower = lower ? std::max(*lower, *other.lower) : *other.lower;
  if (other.upper) upper = upper ? std::min(*upper, *other.upper) : *other.upper;
  sameElements.insert(other.sameElements.begin(), other.sameElements.end());
}

Facts beliedBy(const Facts &facts, std::optional<std::int64_t> number) {
  if (!number) return facts;
  Facts belied;
  for (const auto &[where, divisor] : facts.divisors) {
    const bool everywhere = where.second < 0;
    const bool holds = everywhere && divisor != 0 && static_cast<std::uint64_t>(*number) % divisor == 0;  // divisors are powers of two
    if (!holds) belied.divisors.emplace(where, divisor);
  }
  if (facts.lower && *number < *facts.lower) belied.lower = facts.lower;
  if (facts.upper && *number > *facts.upper) belied.upper = facts.upper;
  return belied;
}

std::vector<std::pair<std::string, std::string>> describe(const Facts &facts) {
  std::vector<std::pair<std::string, std::string>> list;
  for (const auto &[where, divisor] : facts.divisors) list.emplace_back(nameOf(where), std::to_string(divisor));
  if (facts.lower) list.emplace_back("lower bound", std::to_string(*facts.lower));
  if (facts.upper) list.emplace_back("upper bound", std::to_string(*facts.upper));
  std::string groups;
  for (const std::vector<std::int64_t> &numbers : facts.sameElements) groups += (groups.empty() ? "" : ", ") + describe(numbers);
  if (!groups.empty()) list.emplace_back("same_elements", groups);
  return list;
}

std::vector<Claim> claims(const Facts &facts) {
  std::vector<Claim> list;
  for (const auto &[where, divisor] : facts.divisors)
    list.push_back({nameOf(where), nameOf(where), static_cast<std::int64_t>(divisor >> 1)});  // the highest divisor is 2^63
  if (facts.lower) list.push_back({"lower bound", "lower bound", *facts.lower});
  if (facts.upper) list.push_back({"upper bound", "upper bound", ~*facts.upper});
  for (const std::vector<std::int64_t> &numbers : facts.sameElements)
    list.push_back({"same_elements", "same_elements " + describe(numbers), 0});
  return list;
}

Facts without(Facts facts, const Facts &known) {
  if (known.lower && facts.lower && *known.lower >= *facts.lower) facts.lower.reset();
  if (known.upper && facts.upper && *known.upper <= *facts.upper) facts.upper.reset();
  return facts;
}

Facts impliedFacts(const Program &program, ValueId value) {
  Facts facts;
  const tileir::Value &v = program.value(value);
  if (v.op.valid()) {
    if (isIdOrExtent(program.op(v.op).kind)) facts.lower = 0;
    return facts;
  }
  const tileir::OpId owner = program.region(program.block(v.block).region).op;
  if (owner.valid() && program.op(owner).kind == OpKind::For && v.index == 0)
    return indexFacts(program, program.operands(owner)[0], program.operands(owner)[1], program.attribute(owner, "unsignedCmp").valid());
  return facts;
}

std::optional<std::int64_t> lowerBound(const Program &program, ValueId value) {
  Facts facts;
  for (;; value = program.operands(program.value(value).op)[0]) {
    facts.add(impliedFacts(program, value));
    const tileir::OpId op = program.value(value).op;
    const OpKind kind = op.valid() ? program.op(op).kind : OpKind::Return;
    if (kind == OpKind::Assume) facts.add(program, program.attribute(op, "predicate"), program.value(value).type);
    else if (kind != OpKind::Reshape && kind != OpKind::Broadcast) return facts.lower;
  }
}

bool runsAtLeastOnce(const Program &program, tileir::OpId op) {
  if (program.op(op).kind == OpKind::Loop) return true;
  if (program.op(op).kind != OpKind::For) return false;
  return runsAtLeastOnce(program, program.operands(op)[0], program.operands(op)[1], program.attribute(op, "unsignedCmp").valid());
}

bool runsAtLeastOnce(const Program &program, ValueId from, ValueId to, bool isUnsigned) {
  const auto lower = constantInteger(program, from), upper = constantInteger(program, to);
  if (!lower || !upper) return false;
  if (isUnsigned) return static_cast<std::uint64_t>(*lower) < static_cast<std::uint64_t>(*upper);
  return *lower < *upper;
}

}  // namespace tileport::align
