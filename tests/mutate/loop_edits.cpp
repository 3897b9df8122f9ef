// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutate/editing.h"
#include "mutate/loops.h"

/// Other loops, and other facts of what they and the arguments are.
namespace tileport::mutate {

using namespace tileir;

namespace {

bool startMoved(Editing &e) {
  TreeOp *op = e.pick({OpKind::For});
  if (!op) return false;
  OpWriter w = e.before(*op);
  TreeValue *one = w.constant(op->operand(0)->type, 1);
  TreeValue *later = w.one(OpKind::AddI, {{op->operand(0)}, {one}}, one->type);
  op->operands[0] = {later};
  e.touch(*op);
  e.touch(*later->op);
  return e.done(e.name(*op) + ": starts one later");
}

bool stepDoubled(Editing &e) {
  TreeOp *op = e.pick({OpKind::For});
  if (!op) return false;
  OpWriter w = e.before(*op);
  TreeValue *two = w.constant(op->operand(2)->type, 2);
  TreeValue *twice = w.one(OpKind::MulI, {{op->operand(2)}, {two}}, two->type);
  op->operands[2] = {twice};
  e.touch(*op);
  e.touch(*twice->op);
  return e.done(e.name(*op) + ": twice the step");
}

/// A loop that is left one turn too late: its test lets the bound itself through.
bool loopTooLong(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return canBeLoop(e, o); });
  if (!op) return false;
  const std::string was = e.name(*op);
  forAsLoop(e, *op, kGreater);
  return e.done(was + ": a loop that is left behind the bound");
}

// ---- Facts -----------------------------------------------------------------------------------------------------------

bool isEntryArgument(const TreeValue *value) { return value->block && !value->block->owner; }

const Attribute &predicateOf(Editing &e, const TreeOp &assume) { return e.tree.attribute(e.tree.get(assume, "predicate")); }

bool assumesArgument(const TreeOp &op) {
  if (op.kind != OpKind::Assume) return false;
  const TreeValue *value = op.operand(0);
  while (value->op && value->op->kind == OpKind::Assume) value = value->op->operand(0);
  return isEntryArgument(value);
}

const TreeValue *rootOf(const TreeValue *value) {
  while (value->op && value->op->kind == OpKind::Assume) value = value->op->operand(0);
  return value;
}

/// A divisor that an argument had is assumed of another argument of its type.
bool factMoved(Editing &e) {
  const auto target = [&](const TreeOp &o) -> TreeValue * {
    const TreeValue *root = rootOf(o.operand(0));
    for (const auto &other : root->block->arguments)
      if (other.get() != root && other->type == root->type && e.live(other.get())) return other.get();
    return nullptr;
  };
  TreeOp *op = e.pick([&](TreeOp &o) {
    return assumesArgument(o) && e.live(o.result()) && predicateOf(e, o).kind == AttributeKind::DivBy && predicateOf(e, o).bits > 1 &&
           target(o);
  });
  if (!op) return false;
  const std::string was = e.name(*op);
  TreeValue *other = target(*op);
  Attribute predicate = predicateOf(e, *op);
  // Larger than what is likely to be known of the other one.
  predicate.bits *= 64;
  predicate.first = predicate.second = std::nullopt;
  OpWriter w(e.tree);
  w.at(*other->block, 0);
  w.location = op->location;
  TreeValue *assumed = w.assume(other, e.tree.attribute(std::move(predicate)));
  e.tree.replaceUses(other, assumed, assumed->op);
  e.touch(*assumed->op);
  e.replace(*op, {op->operand(0)});
  return e.done(was + ": of another argument, and 64 times the divisor");
}

bool boundDropped(Editing &e) {
  TreeOp *op =
      e.pick([&](TreeOp &o) { return assumesArgument(o) && e.live(o.result()) && predicateOf(e, o).kind == AttributeKind::Bounded; });
  if (!op) return false;
  const std::string was = e.name(*op);
  const TreeValue *root = rootOf(op->operand(0));
  for (TreeOp *other : e.tree.ops())
    if (other->kind == OpKind::Assume && rootOf(other->operand(0)) == root && predicateOf(e, *other).kind == AttributeKind::Bounded)
      e.replace(*other, {other->operand(0)});
  return e.done(was + ": no bounds any more");
}

bool boundContradicted(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    return assumesArgument(o) && e.live(o.result()) && predicateOf(e, o).kind == AttributeKind::Bounded && predicateOf(e, o).first == 0;
  });
  if (!op) return false;
  TreeValue *never = e.after(*op).assume(op->result(), e.tree.bounded(std::nullopt, -1));
  e.tree.replaceUses(op->result(), never, never->op);
  e.touch(*never->op);
  return e.done("bounded<?, -1> assumed behind " + e.name(*op));
}

/// A divisor of a number that the front end knew nothing of.
bool scalarDivisorAdded(Editing &e) {
  std::vector<TreeValue *> found;
  for (const TreeFunction &function : e.tree.functions)
    for (const auto &argument : function.body->arguments) {
      const auto element = e.tree.elementOf(argument.get());
      if ((element == ScalarKind::I32 || element == ScalarKind::I64) && e.live(argument.get())) found.push_back(argument.get());
    }
  if (found.empty()) return false;
  TreeValue *argument = e.random.pick(found);
  OpWriter w(e.tree);
  w.at(*argument->block, 0);
  TreeValue *assumed = w.assume(argument, e.tree.divBy(1024));
  if (argument->block->ops.size() > 1) assumed->op->location = argument->block->ops[1]->location;
  e.tree.replaceUses(argument, assumed, assumed->op);
  e.touch(*assumed->op);
  return e.done("div_by<1024> assumed of a number that is an argument");
}

bool assertAdded(Editing &e) {
  TreeOp *op = e.pick({OpKind::GetTileBlockId});
  if (!op) return false;
  OpWriter w = e.after(*op);
  TreeValue *limit = w.constant(op->result()->type, 3);
  TreeValue *inside = w.one(OpKind::CmpI, {{op->result(0)}, {limit}}, e.tree.tile({}, ScalarKind::I1),
                            {{"comparison_predicate", e.tree.enumerator(EnumKind::ComparisonPredicate, kLess)},
                             {"signedness", e.tree.enumerator(EnumKind::Signedness, 1)}});
  Attribute text;
  text.kind = AttributeKind::String;
  text.text = "partition access out of bounds";
  TreeOp &check = w.op(OpKind::Assert, {{inside}}, {}, {{"message", e.tree.attribute(std::move(text))}});
  e.touch(*inside->op);
  e.touch(check);
  return e.done("assert added behind " + e.name(*op));
}

constexpr Meaning kDifferent = Meaning::Different;

constexpr Edit kEdits[] = {
    {"loop-start-moved", kDifferent, startMoved},       {"loop-step-doubled", kDifferent, stepDoubled},
    {"loop-too-long", kDifferent, loopTooLong},         {"fact-moved", kDifferent, factMoved},
    {"bound-dropped", kDifferent, boundDropped},        {"bound-contradicted", kDifferent, boundContradicted},
    {"scalar-divisor", kDifferent, scalarDivisorAdded}, {"assert-added", kDifferent, assertAdded},
};

}  // namespace

std::span<const Edit> loopEdits() { return kEdits; }

}  // namespace tileport::mutate
