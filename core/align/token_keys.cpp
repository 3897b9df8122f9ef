// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/token_keys.h"

#include <algorithm>

namespace tileport::align {

using tileir::OpId;
using tileir::OpKind;
using tileir::ValueId;

TokenKeys::TokenKeys(const Graph &reference, const Graph &port, const Matching &matching)
    : left_(reference),
      right_(port),
      matching_(matching),
      leftKeys_(reference.program().valueCount()),
      rightKeys_(port.program().valueCount()) {
  // Matched loops and ifs are taken to pass tokens on alike until that is seen to be wrong; what is left at the end is
  // right by induction over the turns.
  constexpr int kRounds = 8;
  for (int round = 0;; ++round) {
    compute(left_, true);
    compute(right_, false);
    if (!breakUnlike()) break;
    if (round < kRounds) continue;
    for (std::size_t i = 0; i < left_.classCount(); ++i)
      if (left_[ClassId(i)].kind == ClassKind::Op && left_.program().op(left_[ClassId(i)].op).regions.count != 0)
        unlike_.insert(ClassId(i));
  }
}

TokenKeys::Key TokenKeys::number(std::span<const std::uint32_t> node) {
  if (const std::uint32_t known = nodes_.find(node); known != HashIndex::kNone) return known;
  nodes_.insert(node, ++lastNumber_);
  return lastNumber_;
}

ClassId TokenKeys::shared(const Graph &graph, bool left, OpId op) const {
  const ClassId id = graph.classOf(op);
  if (!id.valid()) return {};
  if (!left) return matching_.referenceOf(id);
  return matching_.portOf(id).valid() ? id : ClassId();
}

void TokenKeys::compute(const Graph &graph, bool left) {
  const tileir::Program &program = graph.program();
  std::vector<Key> &keys = left ? leftKeys_ : rightKeys_;
  for (std::uint32_t i = 0; i < program.opCount(); ++i) {
    const OpId op{i};
    for (std::uint32_t r = 0, slot = 0; r < program.op(op).results.count; ++r)
      if (const ValueId result = program.result(op, r); isToken(program, result)) keys[result.index()] = keyOf(graph, left, op, slot++);
    for (std::uint32_t k = 0; k < program.op(op).regions.count; ++k) {
      const tileir::Region &region = program.region(program.region(op, k));
      if (region.blocks.count == 0) continue;
      const tileir::BlockId block{region.blocks.first};
      const ClassId id = shared(graph, left, op);
      for (std::uint32_t a = 0, slot = 0; a < program.block(block).arguments.count; ++a) {
        const ValueId argument = program.argument(block, a);
        if (!isToken(program, argument)) continue;
        keys[argument.index()] = id.valid() && !unlike_.count(id) ? number({1, id.value, slot}) : number({3, left, argument.value});
        ++slot;
      }
    }
  }
}

TokenKeys::Key TokenKeys::keyOf(const Graph &graph, bool left, OpId op, std::uint32_t slot) {
  const ClassId id = shared(graph, left, op);
  switch (graph.program().op(op).kind) {
    case OpKind::MakeToken: return 0;
    case OpKind::JoinTokens:
    case OpKind::Assume: {
      std::vector<Key> keys = joined(operandKeys(graph, left, op));
      if (keys.size() < 2) return keys.empty() ? 0 : keys.front();
      keys.insert(keys.begin(), 4);
      return number(keys);
    }
    case OpKind::For:
    case OpKind::Loop:
    case OpKind::If:
      if (!id.valid() || unlike_.count(id)) return number({5, left, op.value, slot});
      return number({2, id.value, slot});
    default:
      // What only one side has is reported by itself.
      return id.valid() ? number({6, id.value}) : 0;
  }
}

std::vector<TokenKeys::Key> TokenKeys::operandKeys(const Graph &graph, bool left, OpId op) const {
  std::vector<Key> list;
  for (ValueId value : graph.program().operands(op))
    if (isToken(graph.program(), value)) list.push_back((left ? leftKeys_ : rightKeys_)[value.index()]);
  return list;
}

std::vector<TokenKeys::Key> TokenKeys::joined(std::vector<Key> keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  if (!keys.empty() && keys.front() == 0) keys.erase(keys.begin());
  return keys;
}

bool TokenKeys::breakUnlike() {
  bool found = false;
  for (std::size_t i = 0; i < left_.classCount(); ++i) {
    const ClassId l{i}, r = matching_.portOf(l);
    if (!r.valid() || left_[l].kind != ClassKind::Op || left_.program().op(left_[l].op).regions.count == 0 || unlike_.count(l)) continue;
    if (passOnAlike(left_[l].op, right_[r].op)) continue;
    unlike_.insert(l);
    found = true;
  }
  return found;
}

/// Same tokens in, and at each exit the same tokens out.
bool TokenKeys::passOnAlike(OpId l, OpId r) const {
  if (left_.program().op(l).kind != right_.program().op(r).kind || operandKeys(left_, true, l) != operandKeys(right_, false, r))
    return false;
  const auto &exits = left_.liveness().exits(l);
  if (exits.size() != right_.liveness().exits(r).size()) return false;
  for (OpId exit : exits) {
    const ClassId id = left_.classOf(exit), partner = id.valid() ? matching_.portOf(id) : ClassId();
    if (!partner.valid()) return false;
    const OpId other = right_[partner].op;
    if (left_.program().op(exit).kind != right_.program().op(other).kind || right_.liveness().target(other) != r) return false;
    if (operandKeys(left_, true, exit) != operandKeys(right_, false, other)) return false;
  }
  return true;
}

bool TokenKeys::sameOrder(OpId reference, OpId port) const {
  return joined(operandKeys(left_, true, reference)) == joined(operandKeys(right_, false, port));
}

}  // namespace tileport::align
