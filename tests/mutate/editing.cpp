// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutate/editing.h"

#include <algorithm>

namespace tileport::mutate {

using namespace tileir;

bool isInside(const TreeOp &op, const TreeOp &owner) {
  for (const TreeOp *at = op.block->owner; at; at = at->block->owner)
    if (at == &owner) return true;
  return false;
}

Editing::Editing(const Program &program, std::uint64_t seed) : tree(program), random(seed), base_(program) {
  findLive();
  for (const TreeFunction &function : tree.functions) number(*function.body);
}

// ---- What matters ----------------------------------------------------------------------------------------------------

void Editing::findLive() {
  tree.walk([&](TreeOp &op) {
    const bool effect = !op.info().pure && op.kind != OpKind::Assume && op.regions.empty() && !op.info().terminator;
    const bool leaves = op.kind == OpKind::Return && op.block->owner;
    if (effect || leaves) needOp(op);
    while (!open_.empty()) {
      TreeValue *value = open_.back();
      open_.pop_back();
      follow(value);
    }
  });
}

void Editing::needOp(TreeOp &op) {
  if (!liveOps_.insert(&op).second) return;
  if (op.block->owner) needOp(*op.block->owner);
  switch (op.kind) {
    case OpKind::For:
      for (std::size_t i = 0; i < 3; ++i) needValue(op.operand(i));
      return;
    case OpKind::If: needValue(op.operand(0)); return;
    case OpKind::Loop:
      for (TreeOp *leaves : terminatorsOf(op, OpKind::Break)) needOp(*leaves);
      return;
    case OpKind::Break:
    case OpKind::Continue:
    case OpKind::Yield:
      if (op.block->owner->kind != OpKind::Reduce && op.block->owner->kind != OpKind::Scan) return;
      break;
    case OpKind::Reduce:
    case OpKind::Scan:
      for (const TreeRegion &region : op.regions)
        for (const auto &block : region.blocks) needOp(*block->ops.back());
      break;
    default: break;
  }
  for (const auto &list : op.operands)
    for (TreeValue *value : list) needValue(value);
}

void Editing::needValue(TreeValue *value) {
  if (value && liveValues_.insert(value).second) open_.push_back(value);
}

void Editing::needCarried(TreeOp &loop, std::size_t n) {
  needValue(Editing::operands(loop, "initValues")->at(n));
  for (TreeOp *next : terminatorsOf(loop, OpKind::Continue)) {
    needOp(*next);
    needValue(next->operand(0, n));
  }
  const TreeBlock &body = *loop.regions[0].blocks[0];
  needValue(body.arguments[n + (loop.kind == OpKind::For ? 1 : 0)].get());
}

void Editing::follow(TreeValue *value) {
  const auto indexIn = [&](const auto &list) {
    const auto at = std::find_if(list.begin(), list.end(), [&](const auto &other) { return other.get() == value; });
    return static_cast<std::size_t>(at - list.begin());
  };
  if (value->block) {
    TreeOp *owner = value->block->owner;
    if (!owner) return;
    needOp(*owner);
    const std::size_t n = indexIn(value->block->arguments);
    if (owner->kind == OpKind::For && n > 0) needCarried(*owner, n - 1);
    if (owner->kind == OpKind::Loop) needCarried(*owner, n);
    return;
  }
  TreeOp &op = *value->op;
  needOp(op);
  const std::size_t n = indexIn(op.results);
  if (op.kind == OpKind::For) needCarried(op, n);
  if (op.kind == OpKind::Loop)
    for (TreeOp *leaves : terminatorsOf(op, OpKind::Break)) needValue(leaves->operand(0, n));
  if (op.kind == OpKind::If)
    for (const TreeRegion &region : op.regions)
      for (const auto &block : region.blocks)
        if (block->ops.back()->kind == OpKind::Yield) {
          needOp(*block->ops.back());
          needValue(block->ops.back()->operand(0, n));
        }
}

// ---- What is computed alike ------------------------------------------------------------------------------------------

std::size_t Editing::classOf(const TreeValue *value) const {
  const auto it = classes_.find(value);
  return it == classes_.end() ? reinterpret_cast<std::size_t>(value) : it->second;
}

void Editing::number(TreeBlock &block) {
  for (const auto &argument : block.arguments) classes_[argument.get()] = classes_.size();
  for (const auto &op : block.ops) number(*op);
}

void Editing::number(TreeOp &op) {
  for (const TreeRegion &region : op.regions)
    for (const auto &block : region.blocks) number(*block);
  if (op.kind == OpKind::Assume) {
    classes_[op.result()] = classOf(op.operand(0));
    return;
  }
  const bool pure = op.info().pure && op.regions.empty();
  std::vector<std::size_t> parts;
  for (const auto &list : op.operands)
    for (const TreeValue *value : list) parts.push_back(classOf(value));
  if (op.info().commutative) std::sort(parts.begin(), parts.end());
  // A reshape or broadcast of a splat is the splat.
  const bool spreads = op.kind == OpKind::Reshape || op.kind == OpKind::Broadcast;
  std::string key = spreads ? "s" + std::to_string(parts[0]) : std::to_string(static_cast<int>(op.kind));
  for (const std::size_t part : parts) key += "," + std::to_string(part);
  for (const NamedAttribute &use : op.attributes) {
    const Attribute &attribute = tree.attribute(use.value);
    key += ";" + std::to_string(use.slot) + "=";
    key += attribute.kind == AttributeKind::Dense ? attribute.elements : std::to_string(use.value.value);
  }
  for (const auto &result : op.results) {
    if (!pure) {
      classes_[result.get()] = classes_.size();
      continue;
    }
    const Type &type = tree.type(result.get());
    const bool splat = op.kind == OpKind::Constant && tree.attribute(tree.get(op, "value")).splat;
    const std::string typed = splat ? "e" + std::to_string(type.element.value) : "t" + std::to_string(result->type.value);
    const auto [it, added] =
        classIds_.try_emplace(key + typed + "#" + std::to_string(&result - op.results.data()), (1u << 30) + classIds_.size());
    classes_[result.get()] = it->second;
    if (spreads && op.operand(0)->op && op.operand(0)->op->kind == OpKind::Constant) classes_[result.get()] = classOf(op.operand(0));
  }
}

TreeValue *Editing::another(const TreeOp &before, const TreeValue *value) {
  std::vector<TreeValue *> found;
  const auto consider = [&](TreeValue *candidate) {
    if (candidate->type == value->type && !sameValue(candidate, value)) found.push_back(candidate);
  };
  for (const auto &argument : before.block->arguments) consider(argument.get());
  for (const auto &op : before.block->ops) {
    if (op.get() == &before) break;
    for (const auto &result : op->results) consider(result.get());
  }
  return found.empty() ? nullptr : random.pick(found);
}

// ---- Choices ---------------------------------------------------------------------------------------------------------

TreeOp *Editing::choose(const Suits &suits, bool onlyLive) {
  std::vector<TreeOp *> found;
  tree.walk([&](TreeOp &op) {
    if ((!onlyLive || live(op)) && suits(op)) found.push_back(&op);
  });
  return found.empty() ? nullptr : random.pick(found);
}

TreeOp *Editing::pick(const Suits &suits) { return choose(suits, true); }
TreeOp *Editing::pickAny(const Suits &suits) { return choose(suits, false); }

TreeOp *Editing::pick(std::initializer_list<OpKind> kinds) {
  return pick([&](TreeOp &op) { return std::find(kinds.begin(), kinds.end(), op.kind) != kinds.end(); });
}

void Editing::touch(const TreeOp &op) {
  if (std::find(touched_.begin(), touched_.end(), &op) != touched_.end()) return;
  touched_.push_back(&op);
  if (op.origin.valid()) baseOps_.push_back(op.origin);
}

void Editing::removed(const TreeOp &op) {
  if (op.origin.valid()) baseOps_.push_back(op.origin);
}

std::string Editing::name(const TreeOp &op) const {
  std::string text(op.info().mnemonic);
  if (op.origin.valid()) text += " in line " + std::to_string(base_.listing().opLines[op.origin.index()].first + 1);
  return text;
}

// ---- Small changes ---------------------------------------------------------------------------------------------------

OpWriter Editing::before(TreeOp &op) {
  OpWriter writer(tree);
  writer.before(op);
  return writer;
}

OpWriter Editing::after(TreeOp &op) {
  OpWriter writer(tree);
  writer.after(op);
  return writer;
}

void Editing::replace(TreeOp &op, const std::vector<TreeValue *> &instead) {
  for (std::size_t i = 0; i < instead.size(); ++i) tree.replaceUses(op.result(i), instead[i]);
  removed(op);
  Tree::take(op);
}

void Editing::unthread(TreeOp &op) {
  TreeValue *token = operand(op, "token");
  if (!token) token = before(op).one(OpKind::MakeToken, {}, tree.token());
  std::vector<TreeValue *> instead(op.results.size(), token);
  replace(op, instead);
}

std::vector<TreeValue *> *Editing::operands(TreeOp &op, std::string_view name) {
  const auto described = op.info().operands;
  for (std::size_t i = 0; i < described.size() && i < op.operands.size(); ++i)
    if (described[i].name == name) return &op.operands[i];
  return nullptr;
}

TreeValue *Editing::operand(TreeOp &op, std::string_view name) {
  const auto *list = operands(op, name);
  return list && !list->empty() ? list->front() : nullptr;
}

std::optional<std::uint64_t> Editing::bits(const TreeOp &op, std::string_view name) const {
  const AttributeId id = tree.get(op, name);
  return id.valid() ? std::optional(tree.attribute(id).bits) : std::nullopt;
}

void Editing::setBits(TreeOp &op, std::string_view name, std::uint64_t bits) {
  Attribute changed = tree.attribute(tree.get(op, name));
  changed.bits = bits;
  tree.set(op, name, tree.attribute(std::move(changed)));
}

bool Editing::declares(const TreeOp &op, std::string_view attribute) {
  const auto described = op.info().attributes;
  return std::any_of(described.begin(), described.end(), [&](const AttributeInfo &about) { return about.name == attribute; });
}

bool Editing::toggleUnit(TreeOp &op, std::string_view name) {
  const bool there = tree.get(op, name).valid();
  tree.set(op, name, there ? AttributeId() : tree.unit());
  touch(op);
  return done(this->name(op) + ": " + std::string(name) + (there ? " dropped" : " added"));
}

std::optional<ScalarKind> Editing::element(const TreeOp &op) const {
  if (!op.results.empty()) return tree.elementOf(op.result());
  return op.operand(0) ? tree.elementOf(op.operand(0)) : std::nullopt;
}

TypeId Editing::with(const TreeValue *tile, ScalarKind element) {
  return tree.tile(std::vector<std::int64_t>(tree.type(tile).shape), element);
}

Edited Editing::finish() {
  Edited edited;
  Numbering numbering;
  edited.program = tree.build(&numbering, touched_);
  edited.baseOps = baseOps_;
  for (const TreeOp *op : touched_)
    if (const auto it = numbering.ops.find(op); it != numbering.ops.end()) edited.editedOps.push_back(it->second);
  edited.what = what_;
  return edited;
}

// ---- Lists -----------------------------------------------------------------------------------------------------------

std::optional<Edited> Edit::apply(const Program &program, std::uint64_t seed) const {
  Editing editing(program, seed);
  if (!change(editing)) return std::nullopt;
  return editing.finish();
}

namespace {

std::vector<Edit> joined(std::initializer_list<std::span<const Edit>> lists) {
  std::vector<Edit> all;
  for (const auto &list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

}  // namespace

std::span<const Edit> validEdits() {
  static const std::vector<Edit> all = joined({attributeEdits(), valueEdits(), typeEdits(), memoryEdits(), entryEdits(), opEdits(),
                                               loopEdits(), hintEdits(), sameOpEdits(), sameEntryEdits()});
  return all;
}

std::span<const Edit> equivalentEdits() {
  static const std::vector<Edit> all = joined({equalNumberEdits(), equalChoiceEdits(), equalShapeEdits()});
  return all;
}

std::span<const Edit> invalidEdits() {
  static const std::vector<Edit> all = joined({invalidTypeEdits(), invalidShapeEdits(), invalidControlEdits(), invalidMemoryEdits()});
  return all;
}

}  // namespace tileport::mutate
