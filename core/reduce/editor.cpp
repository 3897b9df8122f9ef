// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reduce/editor.h"

#include <algorithm>

namespace tileport::reduce {

using namespace tileir;

Editor::Editor(Tree &tree) : tree_(tree) {
  for (const TreeFunction &function : tree.functions) index(*function.body, function.body.get());
}

void Editor::index(TreeBlock &block, TreeBlock *function) {
  ByType &values = values_[&block];
  for (const auto &argument : block.arguments) values[argument->type.value].push_back({0, argument.get()});
  for (std::size_t n = 0; n < block.ops.size(); ++n) {
    TreeOp &op = *block.ops[n];
    places_[&op] = {function, n + 1};
    for (const auto &list : op.operands)
      for (const TreeValue *value : list) users_[value].push_back(&op);
    for (const TreeRegion &region : op.regions)
      for (const auto &inner : region.blocks) index(*inner, function);
    // References into the map stay as it grows.
    for (const auto &result : op.results) values[result->type.value].push_back({n + 1, result.get()});
  }
}

std::size_t Editor::uses(const TreeValue *value) const {
  const auto at = users_.find(value);
  return at == users_.end() ? 0 : at->second.size();
}

// ---- What stands for a value -----------------------------------------------------------------------------------------

TreeValue *Editor::operandFor(const TreeValue *result, const TreeOp &op) const {
  if (op.kind == OpKind::For || op.kind == OpKind::Loop) {
    const std::size_t carried = op.kind == OpKind::For ? 3 : 0;
    const auto at = std::find_if(op.results.begin(), op.results.end(), [&](const auto &other) { return other.get() == result; });
    TreeValue *initial = op.operand(carried, static_cast<std::size_t>(at - op.results.begin()));
    if (initial && initial->type == result->type) return initial;
  }
  for (const auto &list : op.operands)
    for (TreeValue *value : list)
      if (value->type == result->type) return value;
  return nullptr;
}

TreeValue *Editor::earlier(TypeId type, const TreeOp &op, bool constantsOnly) const {
  for (const TreeOp *at = &op; at; at = at->block->owner) {
    const auto place = places_.find(at);
    if (place == places_.end()) return nullptr;
    const ByType &values = values_.at(at->block);
    const auto list = values.find(type.value);
    if (list == values.end()) continue;
    auto end = std::lower_bound(list->second.begin(), list->second.end(), place->second.position,
                                [](const Defined &defined, std::size_t position) { return defined.position < position; });
    while (end != list->second.begin()) {
      TreeValue *value = (--end)->value;
      const bool isConstant = value->op && (value->op->kind == OpKind::Constant || value->op->kind == OpKind::MakeToken);
      if (alive(value) && (isConstant || !constantsOnly)) return value;
    }
  }
  return nullptr;
}

TreeValue *Editor::constantFor(TypeId type, const TreeOp &op) {
  if (TreeValue *there = earlier(type, op, true)) return there;
  if (op.kind == OpKind::Constant || op.kind == OpKind::MakeToken) return nullptr;
  const Type &wanted = tree_.type(type);
  const bool numbers = wanted.kind == TypeKind::Tile && tree_.type(wanted.element).kind == TypeKind::Scalar;
  if (!numbers && wanted.kind != TypeKind::Token) return nullptr;
  const auto place = places_.find(&op);
  if (place == places_.end()) return nullptr;
  TreeBlock *body = place->second.function;
  TreeValue *&known = added_[{body, type.value}];
  if (known) return known;
  auto made = std::make_unique<TreeOp>();
  made->kind = numbers ? OpKind::Constant : OpKind::MakeToken;
  made->block = body;
  made->operands.resize(made->info().operands.size());
  made->regions.resize(made->info().regionCount);
  made->results.push_back(std::make_unique<TreeValue>(TreeValue{type, made.get(), nullptr}));
  if (numbers) tree_.set(*made, "value", tree_.splat(type, 0));
  known = made->result();
  additions_[body].push_back(std::move(made));
  return known;
}

TreeValue *Editor::substitute(const TreeValue *result, TreeOp &op, Instead instead) {
  const auto operand = [&] { return operandFor(result, op); };
  const auto constant = [&] { return constantFor(result->type, op); };
  const auto before = [&] { return earlier(result->type, op, false); };
  const auto firstOf = [](auto a, auto b, auto c) {
    TreeValue *found = a();
    if (!found) found = b();
    return found ? found : c();
  };
  switch (instead) {
    case Instead::Operand: return firstOf(operand, constant, before);
    case Instead::Constant: return firstOf(constant, operand, before);
    case Instead::Earlier: break;
  }
  return firstOf(before, operand, constant);
}

void Editor::replaceUses(TreeValue *from, TreeValue *to) {
  if (from == to) return;
  const auto at = users_.find(from);
  if (at == users_.end()) return;
  const std::vector<TreeOp *> users = std::move(at->second);
  users_.erase(at);
  for (TreeOp *user : users)
    for (auto &list : user->operands) std::replace(list.begin(), list.end(), from, to);
  auto &others = users_[to];
  others.insert(others.end(), users.begin(), users.end());
}

// ---- Taking out ------------------------------------------------------------------------------------------------------

bool Editor::drop(TreeOp &op, Instead instead) {
  std::vector<TreeValue *> substitutes(op.results.size());
  for (std::size_t n = 0; n < op.results.size(); ++n) {
    if (!used(op.result(n))) continue;
    substitutes[n] = substitute(op.result(n), op, instead);
    if (!substitutes[n]) return false;
  }
  for (std::size_t n = 0; n < op.results.size(); ++n)
    if (substitutes[n]) replaceUses(op.result(n), substitutes[n]);
  kill(op);
  return true;
}

void Editor::forget(TreeValue *value, const TreeOp &user) {
  auto &users = users_[value];
  const auto at = std::find(users.begin(), users.end(), &user);
  if (at != users.end()) users.erase(at);
  orphans_.push_back(value);
}

void Editor::kill(TreeOp &op) {
  if (!dead_.insert(&op).second) return;
  for (const auto &list : op.operands)
    for (TreeValue *value : list) forget(value, op);
  for (const TreeRegion &region : op.regions)
    for (const auto &block : region.blocks)
      for (const auto &inner : block->ops) kill(*inner);
}

void Editor::eraseOperand(TreeOp &op, std::size_t list, std::size_t n) {
  auto &values = op.operands[list];
  forget(values[n], op);
  values.erase(values.begin() + static_cast<std::ptrdiff_t>(n));
}

void Editor::eraseResult(TreeOp &op, std::size_t n) {
  const auto at = op.results.begin() + static_cast<std::ptrdiff_t>(n);
  gone_.insert(at->get());
  kept_.push_back(std::move(*at));
  op.results.erase(at);
}

void Editor::eraseArgument(TreeBlock &block, std::size_t n) {
  const auto at = block.arguments.begin() + static_cast<std::ptrdiff_t>(n);
  gone_.insert(at->get());
  kept_.push_back(std::move(*at));
  block.arguments.erase(at);
}

bool Editor::isFree(const TreeOp &op) const {
  if (op.info().terminator) {
    // One that leads out of more than its own block is control flow of somebody else.
    const TreeOp *owner = op.block->owner;
    return owner && op.kind != OpKind::Return && (op.kind == OpKind::Yield || owner->kind != OpKind::If);
  }
  if (!op.info().pure && !op.info().recursiveEffects && op.kind != OpKind::Assume && op.kind != OpKind::MakeToken) return false;
  for (const TreeRegion &region : op.regions)
    for (const auto &block : region.blocks)
      if (!std::all_of(block->ops.begin(), block->ops.end(), [&](const auto &inner) { return isFree(*inner); })) return false;
  return true;
}

void Editor::dropUnneeded() {
  while (!orphans_.empty()) {
    const TreeValue *value = orphans_.back();
    orphans_.pop_back();
    if (!alive(value) || !value->op) continue;
    TreeOp &op = *value->op;
    const bool needed = std::any_of(op.results.begin(), op.results.end(), [&](const auto &result) { return used(result.get()); });
    if (!needed && !op.info().terminator && isFree(op)) kill(op);
  }
}

void Editor::sweep(TreeBlock &block) {
  std::erase_if(block.ops, [&](const auto &op) { return dead(*op); });
  for (const auto &op : block.ops)
    for (const TreeRegion &region : op->regions)
      for (const auto &inner : region.blocks) sweep(*inner);
}

void Editor::finish() {
  for (TreeFunction &function : tree_.functions) {
    TreeBlock &body = *function.body;
    sweep(body);
    const auto added = additions_.find(&body);
    if (added == additions_.end()) continue;
    for (auto &op : added->second)
      if (used(op->result())) body.ops.insert(body.ops.begin(), std::move(op));
  }
  additions_.clear();
}

}  // namespace tileport::reduce
