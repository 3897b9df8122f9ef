// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/token_graph.h"

#include <algorithm>

namespace tileport::align {

using tileir::BlockId;
using tileir::OpId;
using tileir::OpKind;
using tileir::ValueId;

namespace {

bool isJoin(OpKind kind) { return kind == OpKind::JoinTokens || kind == OpKind::Assume; }

}  // namespace

TokenGraph::TokenGraph(const tileir::Program &program, const Liveness &liveness) : program_(program), liveness_(liveness) {
  simplified_.resize(program.valueCount());
  std::vector<ValueId> open;
  for (std::size_t i = 0; i < simplified_.size(); ++i) {
    const ValueId value{i};
    simplified_[i] = value;
    const OpId owner = isToken(program, value) ? ownerOf(value) : OpId();
    if (owner.valid() && (isJoin(program.op(owner).kind) || program.op(owner).regions.count != 0)) open.push_back(value);
  }
  // Each round may make more of the next; what is left after many is only not seen through.
  constexpr int kRounds = 16;
  bool changed = true;
  for (int round = 0; round < kRounds && changed; ++round) {
    changed = false;
    for (ValueId value : open)
      if (simplified_[value.index()] == value) changed |= simplify(value);
  }
  std::vector<std::pair<OpId, ValueId>> joined;
  for (ValueId value : open) {
    const OpId owner = ownerOf(value);
    if (!isJoin(program.op(owner).kind)) continue;
    for (ValueId root : join(owner)) joined.emplace_back(owner, root);
  }
  joined_ = FlatLists<ValueId>(program.opCount(), [&](auto emit) {
    for (const auto &[owner, root] : joined) emit(owner.index(), root);
  });
}

ValueId TokenGraph::rootOf(ValueId value) const {
  while (simplified_[value.index()] != value) value = simplified_[value.index()];
  return value;
}

OpId TokenGraph::ownerOf(ValueId value) const {
  const tileir::Value &v = program_.value(value);
  return v.op.valid() ? v.op : program_.region(program_.block(v.block).region).op;
}

bool TokenGraph::inside(OpId op, BlockId block) const {
  for (; op.valid(); op = program_.region(program_.block(program_.op(op).block).region).op)
    if (program_.op(op).block == block) return true;
  return false;
}

bool TokenGraph::simplify(ValueId value) {
  const OpId owner = ownerOf(value);
  ValueId only;
  bool several = false;
  const auto add = [&](ValueId from) {
    const ValueId root = rootOf(from);
    if (root == value || root == only) return;
    several |= only.valid();
    only = root;
  };
  if (isJoin(program_.op(owner).kind)) {
    for (ValueId operand : join(owner)) add(operand);
  } else {
    for (const Alternative &alternative : alternatives(value)) add(alternative.value);
  }
  // Another one of each turn or branch is none from where the loop or the branches end.
  if (several || !only.valid() || !inside(owner, program_.value(only).block)) return false;
  simplified_[value.index()] = only;
  return true;
}

std::vector<ValueId> TokenGraph::join(OpId op) const {
  std::vector<ValueId> roots;
  for (ValueId operand : program_.operands(op)) roots.push_back(rootOf(operand));
  std::sort(roots.begin(), roots.end());
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  constexpr std::size_t kMany = 16;  // a join of many is looked at as it stands
  if (roots.size() < 2 || roots.size() > kMany) return roots;
  std::vector<ValueId> waitedFor;
  for (ValueId root : roots) collectWaitedFor(root, waitedFor);
  std::erase_if(roots, [&](ValueId root) { return std::find(waitedFor.begin(), waitedFor.end(), root) != waitedFor.end(); });
  return roots;
}

/// The roots of what the op that makes the token waits for, at once or by way of a few others.
void TokenGraph::collectWaitedFor(ValueId token, std::vector<ValueId> &list) const {
  constexpr std::size_t kFew = 8;
  const std::size_t first = list.size();
  const auto add = [&](ValueId from) {
    const OpId op = program_.value(from).op;
    if (!op.valid() || program_.op(op).regions.count != 0) return;
    for (ValueId operand : program_.operands(op))
      if (isToken(program_, operand) && list.size() - first < kFew) list.push_back(rootOf(operand));
  };
  add(token);
  for (std::size_t i = first; i < list.size(); ++i) add(list[i]);
}

/// A `for` ends by its last continue, a `loop` by a break alone.
bool TokenGraph::leadsTo(OpId exit, OpId owner, bool results) const {
  const OpKind kind = program_.op(owner).kind;
  const bool goesOn = program_.op(exit).kind == OpKind::Continue;
  return kind == OpKind::If || (results ? liveness_.counts(owner) || !goesOn : goesOn);
}

std::vector<TokenGraph::Alternative> TokenGraph::alternatives(ValueId value) const {
  const tileir::Value &v = program_.value(value);
  const OpId owner = ownerOf(value);
  if (!owner.valid()) return {};
  const OpKind kind = program_.op(owner).kind;
  if (!isLoop(kind) && (kind != OpKind::If || !v.op.valid())) return {};
  const bool isFor = kind == OpKind::For, counted = liveness_.counts(owner);
  if (!v.op.valid() && isFor && v.index == 0) return {};
  const auto carried = v.op.valid() && counted ? liveness_.slotOfResult(owner, v.index) : std::optional(v.index);
  if (!carried) return {{{}, program_.operands(liveness_.counted().of(owner)->leave)[v.index]}};
  const std::size_t slot = v.op.valid() || !isFor ? *carried : v.index - 1, initial = slot + (isFor ? 3 : 0);
  std::vector<Alternative> list;
  // A `loop` has results only by way of a break.
  if ((counted || !v.op.valid()) && kind != OpKind::If && initial < program_.operands(owner).size())
    list.push_back({{}, program_.operands(owner)[initial]});
  for (OpId exit : liveness_.exits(owner)) {
    if (leadsTo(exit, owner, v.op.valid()) && slot < program_.operands(exit).size()) list.push_back({exit, program_.operands(exit)[slot]});
  }
  return list;
}

}  // namespace tileport::align
