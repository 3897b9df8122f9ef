// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutate/editing.h"

/// Other operands, other ops, other facts.
namespace tileport::mutate {

using namespace tileir;

namespace {

bool exchangeable(Editing &e, const TreeOp &op, std::size_t i, std::size_t k) {
  return op.operand(i)->type == op.operand(k)->type && !e.sameValue(op.operand(i), op.operand(k));
}

bool swapOperands(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    switch (o.kind) {
      case OpKind::CmpF:
      case OpKind::CmpI: return *e.bits(o, "comparison_predicate") > 1 && exchangeable(e, o, 0, 1);
      case OpKind::SubF:
      case OpKind::DivF:
      case OpKind::RemF:
      case OpKind::SubI:
      case OpKind::DivI:
      case OpKind::RemI:
      case OpKind::ShLI:
      case OpKind::ShRI:
      case OpKind::FPowF:
      case OpKind::Atan2: return exchangeable(e, o, 0, 1);
      default: return false;
    }
  });
  if (!op) return false;
  std::swap(op->operands[0], op->operands[1]);
  e.touch(*op);
  return e.done(e.name(*op) + ": operands exchanged");
}

bool swapArmsOfSelect(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return o.kind == OpKind::Select && exchangeable(e, o, 1, 2); });
  if (!op) return false;
  std::swap(op->operands[1], op->operands[2]);
  e.touch(*op);
  return e.done(e.name(*op) + ": values exchanged");
}

bool swapMatrices(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return (o.kind == OpKind::MmaF || o.kind == OpKind::MmaI) && exchangeable(e, o, 0, 1); });
  if (!op) return false;
  std::swap(op->operands[0], op->operands[1]);
  e.touch(*op);
  return e.done(e.name(*op) + ": lhs and rhs exchanged");
}

bool swapIndices(Editing &e) {
  const auto indices = [](TreeOp &o) {
    auto *list = Editing::operands(o, "index");
    return list ? list : Editing::operands(o, "indices");
  };
  TreeOp *op = e.pick([&](TreeOp &o) {
    const auto *list = indices(o);
    return list && list->size() > 1 && (*list)[0]->type == (*list)[1]->type && !e.sameValue((*list)[0], (*list)[1]);
  });
  if (!op) return false;
  std::swap((*indices(*op))[0], (*indices(*op))[1]);
  e.touch(*op);
  return e.done(e.name(*op) + ": indices exchanged");
}

bool replaceOperand(Editing &e) {
  TreeValue *instead = nullptr;
  std::size_t list = 0, n = 0;
  TreeOp *op = e.pick([&](TreeOp &o) {
    if (o.info().terminator || o.kind == OpKind::Assume || o.kind == OpKind::For || o.kind == OpKind::Loop) return false;
    for (const auto &operands : o.operands)
      for (const TreeValue *value : operands)
        if (e.tree.type(value).kind != TypeKind::Token && e.another(o, value)) return true;
    return false;
  });
  if (!op) return false;
  for (std::size_t i = 0; i < op->operands.size() && !instead; ++i)
    for (std::size_t k = 0; k < op->operands[i].size() && !instead; ++k)
      if (e.tree.type(op->operands[i][k]).kind != TypeKind::Token) instead = e.another(*op, op->operands[i][k]), list = i, n = k;
  op->operands[list][n] = instead;
  e.touch(*op);
  return e.done(e.name(*op) + ": operand " + std::to_string(list) + " replaced");
}

bool anotherKind(Editing &e) {
  static const std::map<OpKind, OpKind> other{{OpKind::AddF, OpKind::SubF},  {OpKind::SubF, OpKind::MulF}, {OpKind::MulF, OpKind::AddF},
                                              {OpKind::MaxF, OpKind::MinF},  {OpKind::MinF, OpKind::MaxF}, {OpKind::AddI, OpKind::SubI},
                                              {OpKind::MulI, OpKind::AddI},  {OpKind::NegF, OpKind::AbsF}, {OpKind::Sin, OpKind::Cos},
                                              {OpKind::Exp2, OpKind::Rsqrt}, {OpKind::Log, OpKind::Log2},  {OpKind::AndI, OpKind::OrI},
                                              {OpKind::MaxI, OpKind::MinI},  {OpKind::MinI, OpKind::MaxI}, {OpKind::DivI, OpKind::RemI}};
  TreeOp *op = e.pick([&](TreeOp &o) { return other.contains(o.kind); });
  if (!op) return false;
  const std::string was = e.name(*op);
  if (op->kind == OpKind::DivI) e.tree.set(*op, "rounding", {});
  op->kind = other.at(op->kind);
  e.touch(*op);
  return e.done(was + ": " + std::string(op->info().mnemonic));
}

bool isFloatTile(Editing &e, const TreeOp &op) {
  return !op.results.empty() && !op.info().terminator && e.live(op.result()) &&
         (e.element(op) == ScalarKind::F32 || e.element(op) == ScalarKind::F16 || e.element(op) == ScalarKind::BF16);
}

bool extraOp(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return isFloatTile(e, o); });
  if (!op) return false;
  OpWriter w = e.after(*op);
  TreeValue *negated = w.one(OpKind::NegF, {{op->result()}}, op->result()->type);
  e.tree.replaceUses(op->result(), negated, negated->op);
  e.touch(*negated->op);
  return e.done("negf added behind " + e.name(*op));
}

bool roundTrip(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return isFloatTile(e, o) && e.element(o) == ScalarKind::F32; });
  if (!op) return false;
  OpWriter w = e.after(*op);
  TreeValue *narrow = w.one(OpKind::FToF, {{op->result()}}, e.with(op->result(), ScalarKind::BF16));
  TreeValue *wide = w.one(OpKind::FToF, {{narrow}}, op->result()->type);
  e.tree.replaceUses(op->result(), wide, narrow->op);
  e.touch(*narrow->op);
  e.touch(*wide->op);
  return e.done("ftof to bf16 and back added behind " + e.name(*op));
}

bool deletedOp(Editing &e) {
  const auto through = [&](TreeOp &o) -> TreeValue * {
    if (!o.info().pure || o.results.size() != 1 || !o.regions.empty() || !e.live(o.result())) return nullptr;
    for (const auto &list : o.operands)
      for (TreeValue *value : list)
        if (value->type == o.result()->type && e.tree.type(value).kind == TypeKind::Tile) return value;
    return nullptr;
  };
  TreeOp *op = e.pick([&](TreeOp &o) { return through(o) != nullptr; });
  if (!op) return false;
  const std::string was = e.name(*op);
  TreeValue *instead = through(*op);
  if (instead->op) e.touch(*instead->op);
  e.replace(*op, {instead});
  return e.done(was + " deleted");
}

// ---- Facts -----------------------------------------------------------------------------------------------------------

/// Every assume of a kind that stands on the value or on another assume of it.
std::vector<TreeOp *> assumesOf(Editing &e, const TreeValue *value, AttributeKind kind) {
  std::vector<const TreeValue *> chain{value};
  std::vector<TreeOp *> found;
  e.tree.walk([&](TreeOp &op) {
    if (op.kind != OpKind::Assume || std::find(chain.begin(), chain.end(), op.operand(0)) == chain.end()) return;
    chain.push_back(op.result());
    if (e.tree.attribute(e.tree.get(op, "predicate")).kind == kind) found.push_back(&op);
  });
  return found;
}

bool onArgument(const TreeOp &op) {
  const TreeValue *value = op.operand(0);
  while (value->op && value->op->kind == OpKind::Assume) value = value->op->operand(0);
  return value->block && !value->block->owner;
}

TreeValue *assumed(const TreeOp &op) {
  TreeValue *value = op.operand(0);
  while (value->op && value->op->kind == OpKind::Assume) value = value->op->operand(0);
  return value;
}

TreeOp *pickFact(Editing &e, AttributeKind kind) {
  return e.pick([&](TreeOp &o) {
    if (o.kind != OpKind::Assume || !onArgument(o) || !e.live(o.result())) return false;
    const Attribute &predicate = e.tree.attribute(e.tree.get(o, "predicate"));
    return predicate.kind == kind && (kind != AttributeKind::DivBy || predicate.bits > 1);
  });
}

bool dropDivisor(Editing &e) {
  TreeOp *op = pickFact(e, AttributeKind::DivBy);
  if (!op) return false;
  const std::string was = e.name(*op);
  for (TreeOp *fact : assumesOf(e, assumed(*op), AttributeKind::DivBy)) e.replace(*fact, {fact->operand(0)});
  return e.done(was + ": no divisor any more");
}

bool lowerDivisor(Editing &e) {
  TreeOp *op = pickFact(e, AttributeKind::DivBy);
  if (!op) return false;
  const auto facts = assumesOf(e, assumed(*op), AttributeKind::DivBy);
  std::uint64_t largest = 0;
  for (const TreeOp *fact : facts) largest = std::max(largest, e.tree.attribute(e.tree.get(*fact, "predicate")).bits);
  for (TreeOp *fact : facts) {
    Attribute predicate = e.tree.attribute(e.tree.get(*fact, "predicate"));
    if (predicate.bits < largest) continue;
    predicate.bits = largest / 2;
    if (predicate.first) predicate.first = std::nullopt, predicate.second = std::nullopt;
    e.tree.set(*fact, "predicate", e.tree.attribute(std::move(predicate)));
    e.touch(*fact);
  }
  return e.done(e.name(*op) + ": divisor " + std::to_string(largest / 2));
}

bool addDivisor(Editing &e) {
  TreeOp *op = pickFact(e, AttributeKind::DivBy);
  if (!op) return false;
  TreeValue *value = e.after(*op).assume(op->result(), e.tree.divBy(1024));
  e.tree.replaceUses(op->result(), value, value->op);
  e.touch(*value->op);
  return e.done("div_by<1024> assumed behind " + e.name(*op));
}

bool raiseBound(Editing &e) {
  TreeOp *op = pickFact(e, AttributeKind::Bounded);
  if (!op) return false;
  Attribute predicate = e.tree.attribute(e.tree.get(*op, "predicate"));
  const std::int64_t lower = predicate.first.value_or(0) + 1;
  if (predicate.second && *predicate.second < lower) return false;
  predicate.first = lower;
  e.tree.set(*op, "predicate", e.tree.attribute(std::move(predicate)));
  e.touch(*op);
  return e.done(e.name(*op) + ": lower bound " + std::to_string(lower));
}

constexpr Meaning kDifferent = Meaning::Different;

constexpr Edit kEdits[] = {
    {"operands-exchanged", kDifferent, swapOperands},
    {"select-exchanged", kDifferent, swapArmsOfSelect},
    {"matrices-exchanged", kDifferent, swapMatrices},
    {"indices-exchanged", kDifferent, swapIndices},
    {"operand-replaced", kDifferent, replaceOperand},
    {"another-op", kDifferent, anotherKind},
    {"extra-op", kDifferent, extraOp},
    {"extra-conversion", kDifferent, roundTrip},
    {"op-deleted", kDifferent, deletedOp},
    {"divisor-dropped", kDifferent, dropDivisor},
    {"divisor-lowered", kDifferent, lowerDivisor},
    {"divisor-added", kDifferent, addDivisor},
    {"bound-raised", kDifferent, raiseBound},
};

}  // namespace

std::span<const Edit> valueEdits() { return kEdits; }

}  // namespace tileport::mutate
