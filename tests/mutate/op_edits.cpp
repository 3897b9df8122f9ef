// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutate/editing.h"

/// Ops that are added, moved, or stand where another one stood.
namespace tileport::mutate {

using namespace tileir;

namespace {

bool isFloat(std::optional<ScalarKind> kind) { return kind == ScalarKind::F32 || kind == ScalarKind::F16 || kind == ScalarKind::BF16; }

std::uint64_t oneOf(ScalarKind kind) { return kind == ScalarKind::F32 ? 0x3F800000u : kind == ScalarKind::F16 ? 0x3C00u : 0x3F80u; }

bool inReduction(const TreeOp &op) {
  const TreeOp *owner = op.block->owner;
  return owner && (owner->kind == OpKind::Reduce || owner->kind == OpKind::Scan);
}

bool storesAnother(Editing &e) {
  const auto position = [](const TreeOp &o) -> std::size_t { return o.kind == OpKind::StorePtrTko ? 1 : 0; };
  TreeOp *op = e.pick(
      [&](TreeOp &o) { return (o.kind == OpKind::StoreViewTko || o.kind == OpKind::StorePtrTko) && e.another(o, o.operand(position(o))); });
  if (!op) return false;
  TreeValue *instead = e.another(*op, op->operand(position(*op)));
  for (const TreeValue *value : {op->operand(position(*op)), instead})
    if (value->op) e.touch(*value->op);
  op->operands[position(*op)][0] = instead;
  e.touch(*op);
  return e.done(e.name(*op) + ": stores another value");
}

bool matrixTwice(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return (o.kind == OpKind::MmaF || o.kind == OpKind::MmaI) && e.live(o.result()); });
  if (!op) return false;
  TreeOp &again = Tree::insert(*op->block, Tree::position(*op) + 1, Tree::copy(*op));
  e.tree.replaceUses(op->result(), again.result());
  again.operands[2] = {op->result()};
  e.touch(again);
  return e.done(e.name(*op) + ": once more on its result");
}

bool atomicTwice(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return o.kind == OpKind::AtomicRmwTko || o.kind == OpKind::AtomicRedViewTko; });
  if (!op) return false;
  auto made = Tree::copy(*op);
  TreeValue *token = op->results.back().get();
  *Editing::operands(*made, "token") = {token};
  TreeOp &again = Tree::insert(*op->block, Tree::position(*op) + 1, std::move(made));
  e.tree.replaceUses(token, again.results.back().get(), &again);
  e.touch(again);
  return e.done(e.name(*op) + " repeated");
}

/// An op of one operand goes, and stands behind another value of its type.
bool opMoved(Editing &e) {
  const auto isUnary = [&](const TreeOp &o) {
    return o.info().pure && o.results.size() == 1 && o.operands.size() == 1 && o.operands[0].size() == 1 && isFloat(e.element(o)) &&
           o.operand(0)->type == o.result()->type && e.live(o.result()) && !inReduction(o) && o.kind != OpKind::AbsF;
  };
  // Beside an op of its kind it might only change places with it.
  const auto hasTwinBehind = [&](const TreeOp &o, OpKind kind) {
    for (const TreeOp *user : e.tree.ops())
      if (user->kind == kind && user->operand(0) == o.result()) return true;
    return false;
  };
  const auto target = [&](const TreeOp &o) -> TreeOp * {
    std::vector<TreeOp *> found;
    if ((o.operand(0)->op && o.operand(0)->op->kind == o.kind) || hasTwinBehind(o, o.kind)) return nullptr;
    for (TreeOp *other : e.tree.ops())
      if (other != &o && other->results.size() == 1 && other->result()->type == o.result()->type && e.live(other->result()) &&
          other->kind != OpKind::Constant && other->kind != o.kind && other->result() != o.operand(0) && !inReduction(*other) &&
          other->regions.empty() && other->info().pure && !hasTwinBehind(*other, o.kind))
        found.push_back(other);
    return found.empty() ? nullptr : e.random.pick(found);
  };
  TreeOp *op = e.pick([&](TreeOp &o) { return isUnary(o) && target(o); });
  if (!op) return false;
  TreeOp *other = target(*op);
  const std::string was = e.name(*op);
  TreeOp &moved = Tree::insert(*other->block, Tree::position(*other) + 1, Tree::copy(*op));
  TreeValue *source = op->operand(0);
  e.replace(*op, {source});
  e.tree.replaceUses(other->result(), moved.result());
  moved.operands[0] = {other->result()};
  e.touch(moved);
  return e.done(was + " behind " + e.name(*other));
}

bool reduceBody(Editing &e) {
  static const std::map<OpKind, OpKind> other{{OpKind::AddF, OpKind::MaxF}, {OpKind::MaxF, OpKind::AddF}, {OpKind::MinF, OpKind::MaxF},
                                              {OpKind::MulF, OpKind::AddF}, {OpKind::AddI, OpKind::MaxI}, {OpKind::MaxI, OpKind::AddI},
                                              {OpKind::MinI, OpKind::MaxI}};
  TreeOp *op = e.pick([&](TreeOp &o) { return inReduction(o) && other.contains(o.kind); });
  if (!op) return false;
  const std::string was = e.name(*op);
  OpWriter w = e.before(*op);
  OpWriter::Attributes attributes;
  if (other.at(op->kind) == OpKind::MaxI) attributes.emplace_back("signedness", e.tree.enumerator(EnumKind::Signedness, 1));
  TreeOp &made = w.op(other.at(op->kind), {{op->operand(0)}, {op->operand(1)}}, {op->result()->type}, attributes);
  e.touch(made);
  e.touch(*op->block->owner);
  e.replace(*op, {made.result()});
  return e.done(was + " of a reduction: " + std::string(made.info().mnemonic));
}

bool opsAdded(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    return !o.results.empty() && !o.info().terminator && !inReduction(o) && isFloat(e.element(o)) && e.live(o.result());
  });
  if (!op) return false;
  OpWriter w = e.after(*op);
  TreeValue *one = w.constant(op->result()->type, oneOf(*e.element(*op)));
  TreeValue *more = w.one(OpKind::AddF, {{op->result()}, {one}}, one->type);
  TreeValue *most = w.one(OpKind::AddF, {{more}, {one}}, one->type);
  e.tree.replaceUses(op->result(), most, more->op);
  e.touch(*more->op);
  e.touch(*most->op);
  return e.done("1 added twice behind " + e.name(*op));
}

/// A constant that the front end should have known is an argument at run time.
bool constantAsArgument(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    return o.kind == OpKind::Constant && e.element(o) == ScalarKind::I32 && e.tree.type(o.result()).shape.empty() && e.live(o.result());
  });
  if (!op) return false;
  TreeBlock *body = op->block;
  while (body->owner) body = body->owner->block;
  for (TreeFunction &function : e.tree.functions) {
    if (function.body.get() != body) continue;
    if (!function.head.argumentAttributes.empty()) return false;
    body->arguments.push_back(std::make_unique<TreeValue>(TreeValue{op->result()->type, nullptr, body}));
    const std::string was = e.name(*op);
    for (TreeOp *user : e.tree.ops())
      for (const auto &list : user->operands)
        if (std::find(list.begin(), list.end(), op->result()) != list.end()) e.touch(*user);
    e.replace(*op, {body->arguments.back().get()});
    return e.done(was + ": an argument instead");
  }
  return false;
}

bool accumulatorType(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    return o.kind == OpKind::MmaF && e.element(o) == ScalarKind::F32 && e.tree.elementOf(o.operand(0)) == ScalarKind::F16 &&
           e.live(o.result());
  });
  if (!op) return false;
  OpWriter w = e.before(*op);
  const TypeId wide = op->result()->type, narrow = e.with(op->result(), ScalarKind::F16);
  TreeValue *start = w.one(OpKind::FToF, {{op->operand(2)}}, narrow);
  TreeValue *sum = w.one(OpKind::MmaF, {{op->operand(0)}, {op->operand(1)}, {start}}, narrow);
  TreeValue *result = w.one(OpKind::FToF, {{sum}}, wide);
  const std::string was = e.name(*op);
  for (const TreeValue *made : {start, sum, result}) e.touch(*made->op);
  e.replace(*op, {result});
  return e.done(was + ": accumulates in f16");
}

/// The blocks of the grid along x are taken for those along y.
bool blockAxis(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    return (o.kind == OpKind::GetTileBlockId || o.kind == OpKind::GetNumTileBlocks) && (e.live(o.result(0)) || e.live(o.result(1)));
  });
  if (!op) return false;
  for (TreeOp *user : e.tree.ops())
    for (auto &list : user->operands)
      for (TreeValue *&value : list) {
        if (value != op->result(0) && value != op->result(1)) continue;
        value = value == op->result(0) ? op->result(1) : op->result(0);
        e.touch(*user);
      }
  e.touch(*op);
  return e.done(e.name(*op) + ": x and y exchanged");
}

bool maskTermDropped(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return o.kind == OpKind::AndI && e.element(o) == ScalarKind::I1 && e.live(o.result()); });
  if (!op) return false;
  const std::string was = e.name(*op);
  TreeValue *kept = op->operand(e.random.below(2));
  if (kept->op) e.touch(*kept->op);
  for (TreeOp *user : e.tree.ops())
    for (const auto &list : user->operands)
      if (std::find(list.begin(), list.end(), op->result()) != list.end()) e.touch(*user);
  e.replace(*op, {kept});
  return e.done(was + ": one of its terms alone");
}

bool exponentialBase(Editing &e) {
  TreeOp *op = e.pick({OpKind::Exp, OpKind::Exp2, OpKind::Log, OpKind::Log2});
  if (!op) return false;
  static const std::map<OpKind, OpKind> other{
      {OpKind::Exp, OpKind::Exp2}, {OpKind::Exp2, OpKind::Exp}, {OpKind::Log, OpKind::Log2}, {OpKind::Log2, OpKind::Log}};
  const std::string was = e.name(*op);
  TreeOp &made = e.before(*op).op(other.at(op->kind), {{op->operand(0)}}, {op->result()->type});
  if (made.kind == OpKind::Exp && Editing::declares(made, "rounding_mode"))
    e.tree.set(made, "rounding_mode", e.tree.enumerator(EnumKind::RoundingMode, 5));
  e.touch(made);
  e.replace(*op, {made.result()});
  return e.done(was + ": " + std::string(made.info().mnemonic));
}

// ---- Equal among real numbers, not among floats ----------------------------------------------------------------------

bool isPlain(Editing &e, const TreeOp &op) {
  return e.bits(op, "rounding_mode").value_or(0) == 0 && !e.tree.get(op, "flush_to_zero").valid();
}

bool fused(Editing &e) {
  const auto product = [&](const TreeOp &o) -> TreeOp * {
    for (std::size_t i = 0; i < 2; ++i)
      if (TreeOp *made = o.operand(i)->op; made && made->kind == OpKind::MulF && isPlain(e, *made)) return made;
    return nullptr;
  };
  TreeOp *op = e.pick(
      [&](TreeOp &o) { return o.kind == OpKind::AddF && isPlain(e, o) && isFloat(e.element(o)) && e.live(o.result()) && product(o); });
  if (!op) return false;
  TreeOp *times = product(*op);
  TreeValue *rest = op->operand(0)->op == times ? op->operand(1) : op->operand(0);
  const std::string was = e.name(*op);
  TreeValue *made = e.before(*op).one(OpKind::Fma, {{times->operand(0)}, {times->operand(1)}, {rest}}, op->result()->type);
  e.touch(*made->op);
  e.touch(*times);
  e.replace(*op, {made});
  return e.done(was + ": fma");
}

bool split(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return o.kind == OpKind::Fma && isPlain(e, o) && e.live(o.result()); });
  if (!op) return false;
  const std::string was = e.name(*op);
  OpWriter w = e.before(*op);
  TreeValue *times = w.one(OpKind::MulF, {{op->operand(0)}, {op->operand(1)}}, op->result()->type);
  TreeValue *plus = w.one(OpKind::AddF, {{times}, {op->operand(2)}}, op->result()->type);
  e.touch(*times->op);
  e.touch(*plus->op);
  e.replace(*op, {plus});
  return e.done(was + ": mulf and addf");
}

bool reassociated(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    if ((o.kind != OpKind::AddF && o.kind != OpKind::MulF) || !e.live(o.result()) || !isPlain(e, o)) return false;
    const TreeOp *inner = o.operand(0)->op;
    return inner && inner->kind == o.kind && isPlain(e, *inner) && !e.sameValue(inner->operand(0), o.operand(1));
  });
  if (!op) return false;
  const TreeOp *inner = op->operand(0)->op;
  const std::string was = e.name(*op);
  OpWriter w = e.before(*op);
  TreeValue *right = w.one(op->kind, {{inner->operand(1)}, {op->operand(1)}}, op->result()->type);
  TreeValue *whole = w.one(op->kind, {{inner->operand(0)}, {right}}, op->result()->type);
  e.touch(*right->op);
  e.touch(*whole->op);
  e.touch(*inner);
  e.replace(*op, {whole});
  return e.done(was + ": re-associated");
}

bool reciprocal(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return o.kind == OpKind::DivF && isFloat(e.element(o)) && e.live(o.result()); });
  if (!op) return false;
  const std::string was = e.name(*op);
  OpWriter w = e.before(*op);
  TreeValue *one = w.constant(op->result()->type, oneOf(*e.element(*op)));
  TreeOp &inverse = Tree::insert(*op->block, Tree::position(*op), Tree::copy(*op));
  inverse.operands[0] = {one};
  w.before(*op);
  TreeValue *product = w.one(OpKind::MulF, {{op->operand(0)}, {inverse.result()}}, op->result()->type);
  e.touch(inverse);
  e.touch(*product->op);
  e.replace(*op, {product});
  return e.done(was + ": times the reciprocal");
}

/// 0.0 + x is x, but for x = -0.0.
bool zeroAdded(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    return !o.results.empty() && !o.info().terminator && !inReduction(o) && isFloat(e.element(o)) && e.live(o.result()) &&
           o.kind != OpKind::Constant;
  });
  if (!op) return false;
  OpWriter w = e.after(*op);
  TreeValue *zero = w.constant(op->result()->type, 0);
  TreeValue *sum = w.one(OpKind::AddF, {{zero}, {op->result()}}, zero->type);
  e.tree.replaceUses(op->result(), sum, sum->op);
  e.touch(*sum->op);
  return e.done("0.0 added behind " + e.name(*op));
}

constexpr Meaning kDifferent = Meaning::Different;

constexpr Edit kEdits[] = {
    {"store-another-value", kDifferent, storesAnother},
    {"mma-repeated", kDifferent, matrixTwice},
    {"atomic-repeated", kDifferent, atomicTwice},
    {"op-moved", kDifferent, opMoved},
    {"reduce-body", kDifferent, reduceBody},
    {"ops-added", kDifferent, opsAdded},
    {"constant-as-argument", kDifferent, constantAsArgument},
    {"accumulator-type", kDifferent, accumulatorType},
    {"block-axis", kDifferent, blockAxis},
    {"mask-term-dropped", kDifferent, maskTermDropped},
    {"exponential-base", kDifferent, exponentialBase},
    {"fma-fused", kDifferent, fused},
    {"fma-split", kDifferent, split},
    {"float-reassociated", kDifferent, reassociated},
    {"reciprocal", kDifferent, reciprocal},
    {"zero-added", kDifferent, zeroAdded},
};

}  // namespace

std::span<const Edit> opEdits() { return kEdits; }

}  // namespace tileport::mutate
