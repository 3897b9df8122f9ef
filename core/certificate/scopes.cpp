// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/scopes.h"

#include <algorithm>

namespace tileport::certificate {

using tileir::BlockId;
using tileir::OpId;
using tileir::ValueId;

Scopes::Scopes(const Nodes &nodes, const std::array<const Structure *, 2> &sides) : nodes_(nodes), sides_(sides) {
  for (std::size_t i = 0; i < 2; ++i) levels_[i].resize(sides[i]->program().data().blocks.size());
  depths_.resize(nodes.count());
  for (Node node = 0; node < nodes.count(); ++node)
    if (nodes.isValue(node)) depths_[node] = side(node).depth(side(node).blockOf(nodes.value(node)));
  terms_.resize(nodes.termCount());
  for (std::size_t i = 0; i < terms_.size(); ++i) addTerm(i);
}

/// Terms refer to earlier ones alone.
void Scopes::addTerm(std::size_t term) {
  const Node node = nodes_.of({Ref::Kind::Term, static_cast<std::uint32_t>(term)});
  TermScope &scope = terms_[term];
  scope.valid = node != kNoNode;
  if (!scope.valid) return;
  for (std::size_t i = 0; i < nodes_.operandCount(node); ++i) {
    const Node operand = nodes_.operand(node, i);
    if (!nodes_.isTerm(operand)) {
      scope.valid = scope.valid && narrow(scope, operand);
      continue;
    }
    const TermScope &inner = terms_[nodes_.term(operand)];
    scope.valid = scope.valid && inner.valid;
    for (const Node value : inner.inner) scope.valid = scope.valid && (value == kNoNode || narrow(scope, value));
  }
  for (const Node value : scope.inner)
    if (value != kNoNode) depths_[node] = std::max(depths_[node], depths_[value]);
}

/// False when no place sees both.
bool Scopes::narrow(TermScope &scope, Node value) const {
  Node &inner = scope.inner[static_cast<std::size_t>(nodes_.side(value))];
  if (inner == kNoNode || seenFrom(inner, value)) {
    inner = value;
    return true;
  }
  return seenFrom(value, inner);
}

/// Whether a value is there wherever another one is.
bool Scopes::seenFrom(Node outer, Node inner) const {
  const Structure &structure = side(inner);
  const BlockId target = structure.blockOf(nodes_.value(outer));
  BlockId block = structure.blockOf(nodes_.value(inner));
  OpId at = structure.placeOf(nodes_.value(inner));
  if (structure.program().block(block).function != structure.program().block(target).function) return false;
  for (; structure.depth(block) > structure.depth(target); block = structure.program().op(at).block) at = structure.owner(block);
  if (block != target) return false;
  const OpId defined = structure.placeOf(nodes_.value(outer));
  return !defined.valid() || (at.valid() && defined <= at);
}

void Scopes::push(const OpenBlock &block) {
  stack_.push_back(block);
  if (block.open) open(block.blocks);
}

void Scopes::open(const std::array<BlockId, 2> &blocks) {
  OpenBlock &top = stack_.back();
  top.blocks = blocks;
  top.segment = 0;
  top.open = true;
  for (std::size_t i = 0; i < 2; ++i) levels_[i][blocks[i].index()] = static_cast<std::uint32_t>(stack_.size());
}

void Scopes::close() {
  OpenBlock &top = stack_.back();
  for (std::size_t i = 0; i < 2 && top.open; ++i) levels_[i][top.blocks[i].index()] = 0;
  top.open = false;
}

void Scopes::pop() {
  close();
  stack_.pop_back();
}

bool Scopes::visible(Node node) const {
  if (node == kNoNode) return false;
  if (!nodes_.isTerm(node)) return !nodes_.isValue(node) || isValueVisible(node);
  const TermScope &scope = terms_[nodes_.term(node)];
  return scope.valid &&
         std::all_of(scope.inner.begin(), scope.inner.end(), [&](Node value) { return value == kNoNode || isValueVisible(value); });
}

bool Scopes::isValueVisible(Node node) const {
  const std::size_t of = static_cast<std::size_t>(nodes_.side(node));
  const Structure &structure = *sides_[of];
  const ValueId value = nodes_.value(node);
  const std::uint32_t level = levels_[of][structure.blockOf(value).index()];
  if (level == 0) return false;
  const OpId place = structure.placeOf(value);
  if (!place.valid()) return true;
  if (structure.segment(place) > stack_[level - 1].segment) return false;
  // Of a block around, also what stands behind the op that the replay is in, in the same segment: it is run for sure. What that op
  // gives itself is not known before it is left.
  return level == stack_.size() || nodes_.op(node) != stack_[level].around[of];
}

}  // namespace tileport::certificate
