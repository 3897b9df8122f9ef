// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <numeric>

#include "mutate/respelling.h"

/// Other spellings of shapes, views and loops.
namespace tileport::mutate {

using namespace tileir;

namespace {

using Shape = std::vector<std::int64_t>;

std::int64_t countOf(Editing &e, const TreeValue *value) {
  const Shape &shape = e.tree.type(value).shape;
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

/// A splat is spread along a line first and folded to its shape behind that.
bool splatDetour(Editing &e) {
  return respellOp(
      e,
      [&](TreeOp &o) { return o.kind == OpKind::Broadcast && countOf(e, o.operand(0)) == 1 && e.tree.type(o.result()).shape.size() > 1; },
      [&](Respelling &r, TreeOp &op) {
        const TypeId element = e.tree.type(op.result()).element;
        TreeValue *single = r.one(OpKind::Reshape, {{op.operand(0)}}, e.tree.tile({1}, element));
        TreeValue *line = r.one(OpKind::Broadcast, {{single}}, e.tree.tile({countOf(e, op.result())}, element));
        return r.one(OpKind::Reshape, {{line}}, op.result()->type);
      },
      "spread along a line, then reshaped");
}

bool reshapedTwice(Editing &e) {
  return respellOp(
      e, [](TreeOp &o) { return o.kind == OpKind::Reshape; },
      [&](Respelling &r, TreeOp &op) {
        TreeValue *line =
            r.one(OpKind::Reshape, {{op.operand(0)}}, e.tree.tile({countOf(e, op.result())}, e.tree.type(op.result()).element));
        return r.one(OpKind::Reshape, {{line}}, op.result()->type);
      },
      "by way of one dimension");
}

bool isElementwise(const TreeOp &op) {
  switch (op.kind) {
    case OpKind::FToF:
    case OpKind::IToF:
    case OpKind::FToI:
    case OpKind::ExtI:
    case OpKind::TruncI:
    case OpKind::NegF:
    case OpKind::AbsF:
    case OpKind::Exp:
    case OpKind::Exp2:
    case OpKind::Log:
    case OpKind::Log2:
    case OpKind::Sqrt:
    case OpKind::Rsqrt:
    case OpKind::NegI: return true;
    default: return false;
  }
}

TreeValue *sameOn(Respelling &r, const TreeOp &op, TreeValue *operand, TypeId type) {
  OpWriter::Attributes attributes;
  for (const NamedAttribute &use : op.attributes) attributes.emplace_back(op.info().attributes[use.slot].name, use.value);
  return r.one(op.kind, {{operand}}, type, attributes);
}

bool reshapedBefore(Editing &e) {
  return respellOp(
      e, [](TreeOp &o) { return o.kind == OpKind::Reshape && o.operand(0)->op && isElementwise(*o.operand(0)->op); },
      [&](Respelling &r, TreeOp &op) {
        const TreeOp &inner = *op.operand(0)->op;
        const Shape shape = e.tree.type(op.result()).shape;
        TreeValue *turned = r.one(OpKind::Reshape, {{inner.operand(0)}}, e.tree.tile(shape, e.tree.type(inner.operand(0)).element));
        return sameOn(r, inner, turned, op.result()->type);
      },
      "before the op that it reshaped");
}

bool reshapedBehind(Editing &e) {
  return respellOp(
      e, [](TreeOp &o) { return isElementwise(o) && o.operand(0)->op && o.operand(0)->op->kind == OpKind::Reshape; },
      [&](Respelling &r, TreeOp &op) {
        TreeValue *source = op.operand(0)->op->operand(0);
        const Shape shape = e.tree.type(source).shape;
        TreeValue *computed = sameOn(r, op, source, e.tree.tile(shape, e.tree.type(op.result()).element));
        return r.one(OpKind::Reshape, {{computed}}, op.result()->type);
      },
      "before its operand is reshaped");
}

// ---- Views -----------------------------------------------------------------------------------------------------------

TreeOp *partitionOf(const TreeValue *view) { return view && view->op && view->op->kind == OpKind::MakePartitionView ? view->op : nullptr; }

/// Extents divided by the tile and rounded up, by hand.
bool indexSpaceWritten(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    return o.kind == OpKind::GetIndexSpaceShape && partitionOf(o.operand(0)) &&
           std::any_of(o.results.begin(), o.results.end(), [&](const auto &result) { return e.live(result.get()); });
  });
  if (!op) return false;
  const Type view = e.tree.type(op->operand(0));
  Respelling r(e, *op);
  std::vector<TypeId> types;
  for (const auto &result : op->results) types.push_back(result->type);
  TreeOp &shape = r.w.op(OpKind::GetTensorShape, {{partitionOf(op->operand(0))->operand(0)}}, types);
  e.touch(shape);
  std::vector<TreeValue *> results;
  for (std::size_t i = 0; i < types.size(); ++i) {
    TreeValue *extent = shape.result(static_cast<std::size_t>(view.dimMap[i]));
    results.push_back(r.divide(kToPositive, extent, r.number(types[i], view.shape[i])));
  }
  const std::string was = e.name(*op);
  e.replace(*op, results);
  return e.done(was + ": extents divided by the tile");
}

/// A load reads its tile with the first two dimensions exchanged, and permutes it.
bool loadPermuted(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    if (o.kind != OpKind::LoadViewTko || !e.live(o.result()) || !partitionOf(o.operand(0))) return false;
    return e.tree.type(o.operand(0)).shape.size() > 1;
  });
  if (!op) return false;
  Type view = e.tree.type(op->operand(0));
  std::swap(view.shape[0], view.shape[1]);
  std::swap(view.dimMap[0], view.dimMap[1]);
  const Shape shape = view.shape;
  Respelling r(e, *op);
  TreeValue *turned = r.one(OpKind::MakePartitionView, {{partitionOf(op->operand(0))->operand(0)}}, e.tree.type(std::move(view)));
  op->operands[0] = {turned};
  std::swap(op->operands[1][0], op->operands[1][1]);
  if (const AttributeId id = e.tree.get(*op, "inbounds"); id.valid() && e.tree.attribute(id).numbers.size() > 1) {
    Attribute inbounds = e.tree.attribute(id);
    std::swap(inbounds.numbers[0], inbounds.numbers[1]);
    e.tree.set(*op, "inbounds", e.tree.attribute(std::move(inbounds)));
  }
  const TypeId was = op->result()->type;
  op->result()->type = e.tree.tile(shape, e.tree.type(was).element);
  Attribute permutation;
  permutation.kind = AttributeKind::I32Array;
  permutation.numbers.resize(shape.size());
  std::iota(permutation.numbers.begin(), permutation.numbers.end(), 0);
  std::swap(permutation.numbers[0], permutation.numbers[1]);
  TreeValue *back = e.after(*op).one(OpKind::Permute, {{op->result()}}, was, {{"permutation", e.tree.attribute(std::move(permutation))}});
  e.tree.replaceUses(op->result(), back, back->op);
  e.touch(*op);
  e.touch(*back->op);
  return e.done(e.name(*op) + ": loaded with exchanged dimensions and permuted");
}

/// A strided view that steps by its tile is a partition.
bool partitionAsStrided(Editing &e) {
  if (e.version() < Version{13, 3}) return false;
  const auto viewAt = [](const TreeOp &o) -> std::size_t { return o.kind == OpKind::StoreViewTko ? 1 : 0; };
  TreeOp *op = e.pick(
      [&](TreeOp &o) { return (o.kind == OpKind::LoadViewTko || o.kind == OpKind::StoreViewTko) && partitionOf(o.operand(viewAt(o))); });
  if (!op) return false;
  Type view = e.tree.type(op->operand(viewAt(*op)));
  view.kind = TypeKind::StridedView;
  view.strides = view.shape;
  Respelling r(e, *op);
  TreeValue *strided = r.one(OpKind::MakeStridedView, {{partitionOf(op->operand(viewAt(*op)))->operand(0)}}, e.tree.type(std::move(view)));
  op->operands[viewAt(*op)] = {strided};
  e.touch(*op);
  return e.done(e.name(*op) + ": through a strided view that steps by its tile");
}

/// An extent of 1 that the type states is an operand.
bool extentOneDynamic(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    if (o.kind != OpKind::MakeTensorView) return false;
    const Shape &shape = e.tree.type(o.result()).shape;
    return std::find(shape.begin(), shape.end(), 1) != shape.end();
  });
  if (!op) return false;
  const TypeId before = op->result()->type;
  Type type = e.tree.type(before);
  const auto at = std::find(type.shape.begin(), type.shape.end(), 1);
  const auto place = std::count(type.shape.begin(), at, kDynamic);
  *at = kDynamic;
  const TypeId counted = op->operand(1) ? op->operand(1)->type : op->operand(2) ? op->operand(2)->type : e.tree.tile({}, ScalarKind::I32);
  Respelling r(e, *op);
  op->operands[1].insert(op->operands[1].begin() + place, r.number(counted, 1));
  const TypeId after = e.tree.type(std::move(type));
  op->result()->type = after;
  e.touch(*op);
  for (TreeOp *user : e.tree.ops())
    for (const auto &result : user->results) {
      if (user->operands.empty() || user->operand(0) != op->result() || e.tree.type(result.get()).element != before) continue;
      Type made = e.tree.type(result.get());
      made.element = after;
      result->type = e.tree.type(std::move(made));
      e.touch(*user);
    }
  return e.done(e.name(*op) + ": an extent of 1 is an operand");
}

// ---- Loops -----------------------------------------------------------------------------------------------------------

/// Only where counting on behind the bound does not leave the type.
bool forAsBreakingLoop(Editing &e) {
  Ranges ranges(e);
  TreeOp *op = e.pick([&](TreeOp &o) {
    if (!canBeLoop(e, o) || e.tree.get(o, "unsignedCmp").valid() || !ranges.isPositive(o.operand(2))) return false;
    const auto upper = ranges.of(o.operand(1)), step = ranges.of(o.operand(2)), whole = ranges.typeOf(o.operand(1));
    return upper && upper->high <= whole->high - step->high;
  });
  if (!op) return false;
  const std::string was = e.name(*op);
  forAsLoop(e, *op, kGreaterOrEqual);
  return e.done(was + ": a loop that is left by a break");
}

constexpr Meaning kEquivalent = Meaning::Equivalent;

constexpr Edit kEdits[] = {
    {"splat-detour", kEquivalent, splatDetour},
    {"reshaped-twice", kEquivalent, reshapedTwice},
    {"reshaped-before", kEquivalent, reshapedBefore},
    {"reshaped-behind", kEquivalent, reshapedBehind},
    {"index-space-written", kEquivalent, indexSpaceWritten},
    {"load-permuted", kEquivalent, loadPermuted},
    {"partition-as-strided", kEquivalent, partitionAsStrided},
    {"extent-one-dynamic", kEquivalent, extentOneDynamic},
    {"for-as-loop", kEquivalent, forAsBreakingLoop},
};

}  // namespace

std::span<const Edit> equalShapeEdits() { return kEdits; }

}  // namespace tileport::mutate
