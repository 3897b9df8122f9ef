// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutate/editing.h"

/// Other spellings of the same values (docs/decisions/0004).
namespace tileport::mutate {

using namespace tileir;

namespace {

bool mayFail(const TreeOp &op) { return op.kind == OpKind::DivI || op.kind == OpKind::RemI; }
bool isPure(const TreeOp &op) { return op.info().pure && op.regions.empty() && !op.info().terminator; }

bool uses(const TreeOp &op, const TreeOp &definition) {
  for (const auto &list : op.operands)
    for (const TreeValue *value : list)
      if (value->op == &definition) return true;
  return false;
}

bool reordered(Editing &e) {
  const auto next = [](TreeOp &o) -> TreeOp * {
    const std::size_t at = Tree::position(o) + 1;
    return at < o.block->ops.size() ? o.block->ops[at].get() : nullptr;
  };
  TreeOp *op = e.pick([&](TreeOp &o) {
    TreeOp *other = next(o);
    return isPure(o) && other && isPure(*other) && !uses(*other, o);
  });
  if (!op) return false;
  TreeOp *other = next(*op);
  auto moved = Tree::take(*op);
  TreeOp &again = Tree::insert(*other->block, Tree::position(*other) + 1, std::move(moved));
  e.touch(again);
  e.touch(*other);
  return e.done(e.name(again) + " behind " + e.name(*other));
}

/// As far up its block as what it uses allows.
bool movedUp(Editing &e) {
  const auto earliest = [](TreeOp &o) {
    std::size_t at = Tree::position(o);
    while (at > 0 && !uses(o, *o.block->ops[at - 1])) --at;
    return at;
  };
  TreeOp *op = e.pick([&](TreeOp &o) { return isPure(o) && !mayFail(o) && earliest(o) < Tree::position(o); });
  if (!op) return false;
  TreeBlock &block = *op->block;
  const std::size_t at = earliest(*op);
  TreeOp &moved = Tree::insert(block, at, Tree::take(*op));
  e.touch(moved);
  return e.done(e.name(moved) + " moved up");
}

bool deadConstant(Editing &e) {
  TreeOp *op = e.pickAny([](TreeOp &) { return true; });
  if (!op) return false;
  const std::uint64_t value = e.random.below(10000);
  e.touch(*e.before(*op).constant(e.tree.tile({}, ScalarKind::I32), value)->op);
  return e.done("dead constant before " + e.name(*op));
}

bool repeated(Editing &e) {
  TreeOp *user = nullptr;
  std::size_t list = 0, n = 0;
  const auto repeatable = [](const TreeValue *value) { return value->op && isPure(*value->op) && value->op->kind != OpKind::MakeToken; };
  user = e.pick([&](TreeOp &o) {
    for (const auto &operands : o.operands)
      for (const TreeValue *value : operands)
        if (repeatable(value)) return true;
    return false;
  });
  if (!user) return false;
  for (std::size_t i = 0; i < user->operands.size(); ++i)
    for (std::size_t k = 0; k < user->operands[i].size(); ++k)
      if (repeatable(user->operands[i][k])) list = i, n = k;
  TreeValue *value = user->operands[list][n];
  TreeOp &original = *value->op;
  const auto at = std::find_if(original.results.begin(), original.results.end(), [&](const auto &result) { return result.get() == value; });
  const std::size_t index = static_cast<std::size_t>(at - original.results.begin());
  TreeOp &again = Tree::insert(*original.block, Tree::position(original) + 1, Tree::copy(original));
  user->operands[list][n] = again.result(index);
  e.touch(again);
  return e.done(e.name(original) + " repeated for " + e.name(*user));
}

/// Of two ops that compute the same in one block, the later goes.
bool merged(Editing &e) {
  const auto earlier = [&](TreeOp &o) -> TreeOp * {
    if (!isPure(o) || o.results.size() != 1 || o.kind == OpKind::MakeToken) return nullptr;
    for (const auto &other : o.block->ops) {
      if (other.get() == &o) return nullptr;
      if (other->kind == o.kind && other->result()->type == o.result()->type && e.sameValue(other->result(), o.result())) {
        // Through assumes: the facts of both are then not the same.
        bool alike = other->attributes.size() == o.attributes.size() && other->operands == o.operands;
        if (o.kind == OpKind::Constant || alike) return other.get();
      }
    }
    return nullptr;
  };
  TreeOp *op = e.pick([&](TreeOp &o) { return earlier(o) != nullptr; });
  if (!op) return false;
  const std::string was = e.name(*op);
  TreeOp *first = earlier(*op);
  e.touch(*first);
  e.replace(*op, {first->result()});
  return e.done(was + " merged into " + e.name(*first));
}

bool commuted(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    const bool compares = o.kind == OpKind::CmpI || o.kind == OpKind::CmpF;
    return (o.info().commutative || (compares && *e.bits(o, "comparison_predicate") <= 1)) && o.operand(0) != o.operand(1);
  });
  if (!op) return false;
  std::swap(op->operands[0], op->operands[1]);
  e.touch(*op);
  return e.done(e.name(*op) + ": operands of a commutative op exchanged");
}

// ---- Assume chains ---------------------------------------------------------------------------------------------------

bool isAssume(const TreeOp &op) { return op.kind == OpKind::Assume; }

bool assumesReordered(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    // Only where nobody uses what stands between them.
    return isAssume(o) && o.operand(0)->op && isAssume(*o.operand(0)->op) && e.tree.uses(o.operand(0)) == 1 &&
           o.attributes[0].value != o.operand(0)->op->attributes[0].value;
  });
  if (!op) return false;
  TreeOp *inner = op->operand(0)->op;
  std::swap(op->attributes, inner->attributes);
  e.touch(*op);
  e.touch(*inner);
  return e.done(e.name(*op) + ": predicates of a chain exchanged");
}

bool assumeRepeated(Editing &e) {
  TreeOp *op = e.pick([](TreeOp &o) { return isAssume(o); });
  if (!op) return false;
  TreeValue *again = e.after(*op).assume(op->result(), op->attributes[0].value);
  e.tree.replaceUses(op->result(), again, again->op);
  e.touch(*again->op);
  return e.done(e.name(*op) + " repeated");
}

bool assumeCut(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    if (!isAssume(o)) return false;
    const Attribute &predicate = e.tree.attribute(o.attributes[0].value);
    return predicate.kind == AttributeKind::DivBy && predicate.bits > 1 && !predicate.first;
  });
  if (!op) return false;
  const std::uint64_t divisor = e.tree.attribute(op->attributes[0].value).bits;
  TreeValue *weaker = e.before(*op).assume(op->operand(0), e.tree.divBy(divisor / 2));
  op->operands[0] = {weaker};
  e.touch(*weaker->op);
  e.touch(*op);
  return e.done("weaker fact before " + e.name(*op));
}

/// Of a chain that says the same twice, one goes.
bool assumeMerged(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    if (!isAssume(o)) return false;
    for (const TreeValue *value = o.operand(0); value->op && isAssume(*value->op); value = value->op->operand(0))
      if (value->op->attributes[0].value == o.attributes[0].value) return true;
    return false;
  });
  if (!op) return false;
  const std::string was = e.name(*op);
  if (op->operand(0)->op) e.touch(*op->operand(0)->op);
  e.replace(*op, {op->operand(0)});
  return e.done(was + ": said before");
}

bool idAssumed(Editing &e) {
  TreeOp *op = e.pick({OpKind::GetTileBlockId, OpKind::GetNumTileBlocks});
  if (!op) return false;
  TreeValue *id = op->result(e.random.below(3));
  TreeValue *assumed = e.after(*op).assume(id, e.tree.bounded(0, std::nullopt));
  e.tree.replaceUses(id, assumed, assumed->op);
  e.touch(*assumed->op);
  return e.done(e.name(*op) + ": at least 0");
}

std::optional<std::int64_t> constantOf(Editing &e, const TreeValue *value) {
  while (value->op && isAssume(*value->op)) value = value->op->operand(0);
  if (!value->op || value->op->kind != OpKind::Constant || e.tree.elementOf(value) != ScalarKind::I32) return std::nullopt;
  std::uint32_t bits = 0;
  const std::string &elements = e.tree.attribute(e.tree.get(*value->op, "value")).elements;
  for (std::size_t i = 0; i < 4; ++i) bits |= static_cast<std::uint32_t>(static_cast<unsigned char>(elements[i])) << (8 * i);
  return static_cast<std::int32_t>(bits);
}

bool turnAssumed(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    if (o.kind != OpKind::For) return false;
    const auto lower = constantOf(e, o.operand(0)), step = constantOf(e, o.operand(2));
    return lower && *lower >= 0 && step && *step > 0 && !e.tree.get(o, "unsignedCmp").valid();
  });
  if (!op) return false;
  TreeBlock &body = *op->regions[0].blocks[0];
  TreeValue *turn = body.arguments[0].get();
  OpWriter w(e.tree);
  w.at(body, 0);
  w.location = op->location;
  TreeValue *assumed = w.assume(turn, e.tree.bounded(0, std::nullopt));
  e.tree.replaceUses(turn, assumed, assumed->op);
  e.touch(*assumed->op);
  return e.done(e.name(*op) + ": its index is at least 0");
}

// ---- Regions ---------------------------------------------------------------------------------------------------------

bool isVisibleAt(const TreeValue *value, const TreeOp &place) {
  const TreeBlock *defined = value->op ? value->op->block : value->block;
  for (const TreeOp *at = &place; at; at = at->block->owner)
    if (at->block == defined) return true;
  return false;
}

/// Out of its region, to before the op that owns it.
bool hoisted(Editing &e, const std::function<bool(TreeOp &)> &suits) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    if (!suits(o) || !o.block->owner) return false;
    for (const auto &list : o.operands)
      for (const TreeValue *value : list)
        if (!isVisibleAt(value, *o.block->owner)) return false;
    return true;
  });
  if (!op) return false;
  TreeOp *owner = op->block->owner;
  TreeOp &moved = Tree::insert(*owner->block, Tree::position(*owner), Tree::take(*op));
  e.touch(moved);
  return e.done(e.name(moved) + " hoisted out of " + e.name(*owner));
}

bool constantHoisted(Editing &e) {
  return hoisted(e, [](TreeOp &o) { return o.kind == OpKind::Constant; });
}

bool pureHoisted(Editing &e) {
  return hoisted(e, [](TreeOp &o) { return isPure(o) && !mayFail(o) && o.kind != OpKind::Constant && o.kind != OpKind::MakeToken; });
}

bool constantSunk(Editing &e) {
  const auto outside = [](TreeOp &o) -> std::pair<std::size_t, std::size_t> {
    for (std::size_t i = 0; i < o.operands.size(); ++i)
      for (std::size_t k = 0; k < o.operands[i].size(); ++k) {
        const TreeValue *value = o.operands[i][k];
        if (value->op && value->op->kind == OpKind::Constant && value->op->block != o.block) return {i, k};
      }
    return {~std::size_t{0}, 0};
  };
  TreeOp *op = e.pick([&](TreeOp &o) { return o.block->owner && ~outside(o).first != 0; });
  if (!op) return false;
  const auto [i, k] = outside(*op);
  TreeOp &copy = Tree::insert(*op->block, Tree::position(*op), Tree::copy(*op->operands[i][k]->op));
  op->operands[i][k] = copy.result();
  e.touch(copy);
  return e.done("constant sunk to " + e.name(*op));
}

bool splatSpelled(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    return o.kind == OpKind::Constant && e.tree.attribute(e.tree.get(o, "value")).splat && !e.tree.type(o.result()).shape.empty();
  });
  if (!op) return false;
  const Type type = e.tree.type(op->result());
  Attribute value = e.tree.attribute(e.tree.get(*op, "value"));
  const TypeId scalar = e.tree.tile({}, type.element);
  value.type = scalar;
  OpWriter w = e.before(*op);
  TreeValue *one = w.one(OpKind::Constant, {}, scalar, {{"value", e.tree.attribute(std::move(value))}});
  TreeValue *ones = w.one(OpKind::Reshape, {{one}}, e.tree.tile(std::vector<std::int64_t>(type.shape.size(), 1), type.element));
  TreeValue *all = w.one(OpKind::Broadcast, {{ones}}, op->result()->type);
  const std::string was = e.name(*op);
  for (const TreeValue *made : {one, ones, all}) e.touch(*made->op);
  e.replace(*op, {all});
  return e.done(was + ": one element, spread");
}

bool unusedCarried(Editing &e) {
  TreeOp *op = e.pick({OpKind::For});
  if (!op || op->regions[0].blocks[0]->ops.back()->kind != OpKind::Continue) return false;
  TreeBlock &body = *op->regions[0].blocks[0];
  TreeValue *five = e.before(*op).constant(e.tree.tile({}, ScalarKind::I32), 5);
  Editing::operands(*op, "initValues")->push_back(five);
  body.arguments.push_back(std::make_unique<TreeValue>(TreeValue{five->type, nullptr, &body}));
  for (TreeOp *next : terminatorsOf(*op, OpKind::Continue)) next->operands[0].push_back(body.arguments.back().get());
  op->results.push_back(std::make_unique<TreeValue>(TreeValue{five->type, op, nullptr}));
  e.touch(*op);
  e.touch(*five->op);
  return e.done(e.name(*op) + ": carries a constant round in vain");
}

bool elseLeftOut(Editing &e) {
  TreeOp *op = e.pick([](TreeOp &o) {
    if (o.kind != OpKind::If || !o.results.empty()) return false;
    const auto &blocks = o.regions[1].blocks;
    return blocks.empty() || (blocks[0]->ops.size() == 1 && blocks[0]->ops[0]->kind == OpKind::Yield);
  });
  if (!op) return false;
  e.touch(*op);
  if (!op->regions[1].blocks.empty()) {
    op->regions[1].blocks.clear();
    return e.done(e.name(*op) + ": empty else left out");
  }
  OpWriter w(e.tree, *op->block);
  w.location = op->location;
  w.enter(*op, 1, {});
  w.op(OpKind::Yield, {}, {});
  return e.done(e.name(*op) + ": empty else added");
}

constexpr Meaning kSame = Meaning::Same;

constexpr Edit kEdits[] = {
    {"pure-reordered", kSame, reordered},
    {"pure-moved-up", kSame, movedUp},
    {"dead-constant", kSame, deadConstant},
    {"pure-repeated", kSame, repeated},
    {"pure-merged", kSame, merged},
    {"commuted", kSame, commuted},
    {"assumes-reordered", kSame, assumesReordered},
    {"assume-repeated", kSame, assumeRepeated},
    {"assume-cut", kSame, assumeCut},
    {"assume-merged", kSame, assumeMerged},
    {"block-id-assumed", kSame, idAssumed},
    {"loop-index-assumed", kSame, turnAssumed},
    {"constant-hoisted", kSame, constantHoisted},
    {"pure-hoisted", kSame, pureHoisted},
    {"constant-sunk", kSame, constantSunk},
    {"splat-spelled", kSame, splatSpelled},
    {"unused-carried", kSame, unusedCarried},
    {"empty-else", kSame, elseLeftOut},
};

}  // namespace

std::span<const Edit> sameOpEdits() { return kEdits; }

}  // namespace tileport::mutate
