// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutate/editing.h"

/// Other effects, another order of them, other control.
namespace tileport::mutate {

using namespace tileir;

namespace {

bool isStore(const TreeOp &op) { return op.kind == OpKind::StoreViewTko || op.kind == OpKind::StorePtrTko; }

/// What a later op may have to wait for.
bool writes(const TreeOp &op) {
  return isStore(op) || op.kind == OpKind::AtomicRmwTko || op.kind == OpKind::AtomicCasTko || op.kind == OpKind::AtomicRedViewTko;
}

TreeValue *tokenOf(const TreeOp &op) { return op.results.back().get(); }

bool maskDropped(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    return (o.kind == OpKind::LoadPtrTko || o.kind == OpKind::StorePtrTko || o.kind == OpKind::AtomicRmwTko) && Editing::operand(o, "mask");
  });
  if (!op) return false;
  Editing::operands(*op, "mask")->clear();
  if (auto *padding = Editing::operands(*op, "paddingValue")) padding->clear();
  e.touch(*op);
  return e.done(e.name(*op) + ": mask dropped");
}

bool paddingDropped(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return o.kind == OpKind::LoadPtrTko && Editing::operand(o, "paddingValue") && e.live(o.result()); });
  if (!op) return false;
  Editing::operands(*op, "paddingValue")->clear();
  e.touch(*op);
  return e.done(e.name(*op) + ": padding value dropped");
}

bool storeDeleted(Editing &e) {
  TreeOp *op = e.pick([](TreeOp &o) { return isStore(o); });
  if (!op) return false;
  const std::string was = e.name(*op);
  if (Editing::operand(*op, "token") && Editing::operand(*op, "token")->op) e.touch(*Editing::operand(*op, "token")->op);
  e.unthread(*op);
  return e.done(was + " deleted");
}

bool storeRepeated(Editing &e) {
  TreeOp *op = e.pick([](TreeOp &o) { return isStore(o); });
  if (!op) return false;
  auto made = Tree::copy(*op);
  *Editing::operands(*made, "token") = {tokenOf(*op)};
  TreeOp &again = Tree::insert(*op->block, Tree::position(*op) + 1, std::move(made));
  e.tree.replaceUses(tokenOf(*op), tokenOf(again), &again);
  e.touch(again);
  return e.done(e.name(*op) + " repeated");
}

bool effectDeleted(Editing &e) {
  TreeOp *op = e.pick({OpKind::Assert, OpKind::PrintTko});
  if (!op) return false;
  const std::string was = e.name(*op);
  if (op->results.empty()) e.replace(*op, {});
  else e.unthread(*op);
  return e.done(was + " deleted");
}

/// A op that waits for the write before it in the same block.
TreeOp *pickWaiting(Editing &e, const std::function<bool(TreeOp &, TreeOp &)> &suits) {
  return e.pick([&](TreeOp &o) {
    TreeValue *token = Editing::operand(o, "token");
    return token && token->op && token->op->block == o.block && writes(*token->op) && token == tokenOf(*token->op) && suits(*token->op, o);
  });
}

bool storesExchanged(Editing &e) {
  TreeOp *second = pickWaiting(e, [&](TreeOp &first, TreeOp &o) {
    if (!isStore(first) || !isStore(o) || !Editing::operand(first, "token")) return false;
    return e.tree.uses(tokenOf(first)) == 1;
  });
  if (!second) return false;
  TreeOp *first = Editing::operand(*second, "token")->op;
  // first waits for second instead, and what waited for second waits for first.
  TreeValue *begin = Editing::operand(*first, "token");
  e.tree.replaceUses(tokenOf(*second), tokenOf(*first));
  *Editing::operands(*second, "token") = {begin};
  *Editing::operands(*first, "token") = {tokenOf(*second)};
  TreeBlock &block = *second->block;
  auto moved = Tree::take(*first);
  Tree::insert(block, Tree::position(*second) + 1, std::move(moved));
  e.touch(*first);
  e.touch(*second);
  return e.done(e.name(*first) + " behind " + e.name(*second));
}

bool tokenRerouted(Editing &e) {
  TreeOp *op = pickWaiting(e, [](TreeOp &first, TreeOp &) { return Editing::operand(first, "token") != nullptr; });
  if (!op) return false;
  TreeOp *first = Editing::operand(*op, "token")->op;
  *Editing::operands(*op, "token") = {Editing::operand(*first, "token")};
  e.touch(*op);
  e.touch(*first);
  return e.done(e.name(*op) + " no longer waits for " + e.name(*first));
}

bool tokenDropped(Editing &e) {
  TreeOp *op = pickWaiting(e, [](TreeOp &, TreeOp &) { return true; });
  if (!op) return false;
  TreeOp *first = Editing::operand(*op, "token")->op;
  Editing::operands(*op, "token")->clear();
  e.touch(*op);
  e.touch(*first);
  return e.done(e.name(*op) + ": token dropped");
}

/// A load that waited for nothing waits for an earlier write.
bool tokenAdded(Editing &e) {
  TreeOp *earlier = nullptr;
  TreeOp *op = e.pick([&](TreeOp &o) {
    TreeValue *token = Editing::operand(o, "token");
    if ((o.kind != OpKind::LoadViewTko && o.kind != OpKind::LoadPtrTko && !isStore(o)) || !token || !token->op) return false;
    if (token->op->kind != OpKind::MakeToken) return false;
    for (const auto &other : o.block->ops) {
      if (other.get() == &o) return false;
      if (writes(*other)) return true;
    }
    return false;
  });
  if (!op) return false;
  for (const auto &other : op->block->ops)
    if (!earlier && writes(*other)) earlier = other.get();
  *Editing::operands(*op, "token") = {tokenOf(*earlier)};
  e.touch(*op);
  e.touch(*earlier);
  return e.done(e.name(*op) + " waits for " + e.name(*earlier));
}

// ---- Control ---------------------------------------------------------------------------------------------------------

bool boundsExchanged(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return o.kind == OpKind::For && !e.sameValue(o.operand(0), o.operand(1)); });
  if (!op) return false;
  std::swap(op->operands[0], op->operands[1]);
  e.touch(*op);
  return e.done(e.name(*op) + ": bounds exchanged");
}

bool stepExchanged(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return o.kind == OpKind::For && !e.sameValue(o.operand(1), o.operand(2)); });
  if (!op) return false;
  std::swap(op->operands[1], op->operands[2]);
  e.touch(*op);
  return e.done(e.name(*op) + ": upper bound and step exchanged");
}

bool boundMoved(Editing &e) {
  TreeOp *op = e.pick({OpKind::For});
  if (!op) return false;
  OpWriter w = e.before(*op);
  TreeValue *one = w.constant(op->operand(1)->type, 1);
  TreeValue *more = w.one(OpKind::AddI, {{op->operand(1)}, {one}}, one->type);
  op->operands[1] = {more};
  e.touch(*op);
  e.touch(*more->op);
  return e.done(e.name(*op) + ": one turn more");
}

/// Arms that differ in more than what they forward.
bool armsExchanged(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    if (o.kind != OpKind::If || o.regions[1].blocks.empty()) return false;
    const TreeBlock &a = *o.regions[0].blocks[0], &b = *o.regions[1].blocks[0];
    const auto shape = [&](const TreeBlock &block) {
      std::vector<OpKind> kinds;
      for (const auto &inner : block.ops)
        if (e.live(*inner)) kinds.push_back(inner->kind);
      return kinds;
    };
    return shape(a) != shape(b);
  });
  if (!op) return false;
  std::swap(op->regions[0], op->regions[1]);
  e.touch(*op);
  return e.done(e.name(*op) + ": arms exchanged");
}

bool conditionNegated(Editing &e) {
  TreeOp *op = e.pick({OpKind::If});
  if (!op) return false;
  OpWriter w = e.before(*op);
  TreeValue *yes = w.constant(op->operand(0)->type, 1);
  TreeValue *opposite = w.one(OpKind::XOrI, {{op->operand(0)}, {yes}}, yes->type);
  op->operands[0] = {opposite};
  e.touch(*op);
  e.touch(*opposite->op);
  return e.done(e.name(*op) + ": opposite condition");
}

/// Two values that a loop carries start, or go on, as one another.
bool carriedExchanged(Editing &e) {
  const auto pair = [&](TreeOp &o) -> std::optional<std::pair<std::size_t, std::size_t>> {
    const auto *init = Editing::operands(o, "initValues");
    if (!init) return std::nullopt;
    for (std::size_t i = 0; i < init->size(); ++i)
      for (std::size_t k = i + 1; k < init->size(); ++k) {
        const bool tile = e.tree.type((*init)[i]).kind == TypeKind::Tile;
        // A loop that is left by a break may give back fewer values than it carries.
        const bool bothLive = k < o.results.size() && e.live(o.result(i)) && e.live(o.result(k));
        if (tile && (*init)[i]->type == (*init)[k]->type && !e.sameValue((*init)[i], (*init)[k]) && bothLive) return std::pair(i, k);
      }
    return std::nullopt;
  };
  TreeOp *op = e.pick([&](TreeOp &o) { return pair(o).has_value(); });
  if (!op) return false;
  const auto [i, k] = *pair(*op);
  auto &init = *Editing::operands(*op, "initValues");
  std::swap(init[i], init[k]);
  e.touch(*op);
  return e.done(e.name(*op) + ": carried values " + std::to_string(i) + " and " + std::to_string(k) + " start exchanged");
}

/// A loop forwards what it was given instead of what it computed.
bool carriedForgotten(Editing &e) {
  const auto forgets = [&](TreeOp &o) -> std::optional<std::size_t> {
    if (o.kind != OpKind::For) return std::nullopt;
    TreeOp *next = o.regions[0].blocks[0]->ops.back().get();
    for (std::size_t i = 0; i < o.results.size(); ++i) {
      const TreeValue *argument = o.regions[0].blocks[0]->arguments[i + 1].get();
      if (next->kind == OpKind::Continue && e.live(o.result(i)) && e.tree.type(argument).kind == TypeKind::Tile &&
          next->operand(0, i) != argument)
        return i;
    }
    return std::nullopt;
  };
  TreeOp *op = e.pick([&](TreeOp &o) { return forgets(o).has_value(); });
  if (!op) return false;
  const std::size_t i = *forgets(*op);
  TreeOp *next = op->regions[0].blocks[0]->ops.back().get();
  next->operands[0][i] = op->regions[0].blocks[0]->arguments[i + 1].get();
  e.touch(*next);
  e.touch(*op);
  return e.done(e.name(*op) + ": carried value " + std::to_string(i) + " never changes");
}

constexpr Meaning kDifferent = Meaning::Different;

constexpr Edit kEdits[] = {
    {"mask-dropped", kDifferent, maskDropped},
    {"padding-dropped", kDifferent, paddingDropped},
    {"store-deleted", kDifferent, storeDeleted},
    {"store-repeated", kDifferent, storeRepeated},
    {"effect-deleted", kDifferent, effectDeleted},
    {"stores-exchanged", kDifferent, storesExchanged},
    {"token-rerouted", kDifferent, tokenRerouted},
    {"token-dropped", kDifferent, tokenDropped},
    {"token-added", kDifferent, tokenAdded},
    {"bounds-exchanged", kDifferent, boundsExchanged},
    {"step-exchanged", kDifferent, stepExchanged},
    {"bound-moved", kDifferent, boundMoved},
    {"arms-exchanged", kDifferent, armsExchanged},
    {"condition-negated", kDifferent, conditionNegated},
    {"carried-exchanged", kDifferent, carriedExchanged},
    {"carried-forgotten", kDifferent, carriedForgotten},
};

}  // namespace

std::span<const Edit> memoryEdits() { return kEdits; }

}  // namespace tileport::mutate
