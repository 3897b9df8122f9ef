// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores by views whose tiles have their dimensions in another order: the same elements of memory.
#include <algorithm>

#include "certificate/replay.h"

namespace tileport::certificate {

using tileir::OpKind;
using tileir::TypeKind;

namespace {

std::size_t positionOf(OpKind kind, std::string_view name) {
  const auto operands = tileir::info(kind).operands;
  const auto at = std::find_if(operands.begin(), operands.end(), [&](const auto &operand) { return operand.name == name; });
  return static_cast<std::size_t>(at - operands.begin());
}

bool isTiled(const tileir::Type &type) { return type.kind == TypeKind::PartitionView || type.kind == TypeKind::StridedView; }

/// How far apart tiles begin.
const std::vector<std::int64_t> &stepsOf(const tileir::Type &type) {
  return type.kind == TypeKind::PartitionView ? type.shape : type.strides;
}

/// Of the reference's dimension i the port's is order[i].
template <class Number>
bool isTurned(const std::vector<Number> &reference, const std::vector<Number> &port, const DimensionOrder &order) {
  if (reference.size() != order.size() || port.size() != order.size()) return false;
  for (std::size_t i = 0; i < order.size(); ++i)
    if (reference[i] != port[order[i]]) return false;
  return true;
}

}  // namespace

bool Replay::mayBeTurned(OpKind kind) { return kind == OpKind::LoadViewTko || kind == OpKind::StoreViewTko; }

std::string Replay::compareTurned(const Ops &ops, const std::vector<SlotPair> &slots) {
  const OpKind kind = program(0).op(ops[0]).kind;
  DimensionOrder order(slots.size(), slots.size());
  for (const SlotPair &slot : slots)
    if (slot.reference < order.size()) order[slot.reference] = slot.port;
  if (!isDimensionOrder(order, slots.size())) return "the slots do not name each dimension once";
  const auto operands = [&](std::size_t side, std::string_view name) { return program(side).operands(ops[side], positionOf(kind, name)); };
  if (!sameTurnedView(node(0, operands(0, "view")[0]), node(1, operands(1, "view")[0]), order))
    return "the views are not the same with their dimensions in another order";
  if (std::string refusal = compareAttributes(ops, "inbounds"); !refusal.empty()) return refusal;
  if (!isTurned(inboundsOf(0, ops[0], order.size()), inboundsOf(1, ops[1], order.size()), order))
    return "their attribute inbounds is not the same";
  const auto left = operands(0, "index"), right = operands(1, "index");
  if (left.size() != order.size() || right.size() != order.size()) return "the two have not as many indices as dimensions";
  for (std::size_t i = 0; i < order.size(); ++i)
    if (std::string refusal = compareOperand(ops, left[i], right[order[i]]); !refusal.empty()) return refusal;
  if (std::string refusal = compareOptional(ops, positionOf(kind, "token")); !refusal.empty()) return refusal;
  if (kind == OpKind::LoadViewTko) {
    const tileir::Type &a = nodes_.typeInfo(loaded(0, ops[0])), &b = nodes_.typeInfo(loaded(1, ops[1]));
    const bool same = world_.canonical.element(nodes_.type(loaded(0, ops[0]))) == world_.canonical.element(nodes_.type(loaded(1, ops[1])));
    return a.kind == b.kind && same && isTurned(a.shape, b.shape, order) ? std::string() : "their results have different types";
  }
  const Node a = node(0, operands(0, "tile")[0]), b = node(1, operands(1, "tile")[0]);
  return rewriting_.isPermuted(a, b, order) ? std::string() : "what is stored is not proven to be the same in that order";
}

/// Tiles of one tensor view. Padding and steps count as they do in rule same_view.
bool Replay::sameTurnedView(Node reference, Node port, const DimensionOrder &order) {
  return rewriting_.anyDefinition(reference, [&](Node a) {
    return !nodes_.isTerm(a) && isTiled(nodes_.typeInfo(a)) && nodes_.operandCount(a) == 1 && rewriting_.anyDefinition(port, [&](Node b) {
      if (nodes_.isTerm(b) || !isTiled(nodes_.typeInfo(b)) || nodes_.operandCount(b) != 1) return false;
      const tileir::Type &x = nodes_.typeInfo(a), &y = nodes_.typeInfo(b);
      return isTurned(x.shape, y.shape, order) && isTurned(x.dimMap, y.dimMap, order) && isTurned(stepsOf(x), stepsOf(y), order) &&
             x.padding == y.padding && classes_.equal(nodes_.operand(a, 0), nodes_.operand(b, 0));
    });
  });
}

/// One flag a dimension; without the attribute none is set.
std::vector<std::int64_t> Replay::inboundsOf(std::size_t side, tileir::OpId op, std::size_t rank) const {
  const tileir::AttributeId attribute = program(side).attribute(op, "inbounds");
  if (!attribute.valid() || program(side).attribute(attribute).numbers.empty()) return std::vector<std::int64_t>(rank, 0);
  return program(side).attribute(attribute).numbers;
}

/// What the two load holds the same elements; their tokens are the same.
std::string Replay::uniteTurned(const Ops &ops, const std::vector<SlotPair> &slots) {
  DimensionOrder order(slots.size());
  for (const SlotPair &slot : slots) order[slot.reference] = slot.port;
  const bool loads = program(0).op(ops[0]).kind == OpKind::LoadViewTko;
  if (loads) rewriting_.turn({loaded(0, ops[0]), loaded(1, ops[1]), order});
  const std::size_t token = loads ? 1 : 0;
  return unite(node(0, program(0).result(ops[0], token)), node(1, program(1).result(ops[1], token))) ? std::string()
                                                                                                     : "their results have different types";
}

}  // namespace tileport::certificate
