// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/token_keys.h"

#include <algorithm>

namespace tileport::align {

using tileir::OpId;
using tileir::OpKind;
using tileir::ValueId;

namespace {

/// The number of a list, a new one where it has none.
std::uint32_t numberIn(ListIndex &index, std::span<const std::uint32_t> list, std::uint32_t &count) {
  if (const std::uint32_t known = index.find(list); known != HashIndex::kNone) return known;
  index.insert(list, count);
  return count++;
}

}  // namespace

TokenKeys::TokenKeys(const Graph &reference, const TokenGraph &referenceTokens, const Graph &port, const TokenGraph &portTokens,
                     const Matching &matching)
    : matching_(matching), left_{reference, referenceTokens, true, {}, {}, {}}, right_{port, portTokens, false, {}, {}, {}} {
  constexpr int kRounds = 64;
  std::uint32_t count = 0;
  for (int round = 0;; ++round) {
    std::uint32_t refined = 0;
    ListIndex partitions;
    for (Side *side : {&left_, &right_})
      if (round == 0) collectChosen(*side, partitions, refined);
      else refine(*side, partitions, refined);
    if (round > 0 && refined == count) break;
    count = refined;
    // Not settled: no two are called equal.
    if (round == kRounds)
      for (Side *side : {&left_, &right_})
        for (ValueId value : side->chosen) side->partitions[value.index()] = count++;
    for (Side *side : {&left_, &right_}) compute(*side);
    if (round == kRounds) break;
  }
}

ClassId TokenKeys::shared(const Side &side, OpId op) const {
  const ClassId id = side.graph.classOf(op);
  if (!id.valid()) return {};
  if (!side.left) return matching_.referenceOf(id);
  return matching_.portOf(id).valid() ? id : ClassId();
}

/// At first all that a pair of ops makes of tokens is one, apart from what it takes into its turns.
void TokenKeys::collectChosen(Side &side, ListIndex &partitions, std::uint32_t &count) const {
  const tileir::Program &program = side.graph.program();
  side.keys.assign(program.valueCount(), 0);
  side.partitions.assign(program.valueCount(), 0);
  for (std::size_t i = 0; i < program.valueCount(); ++i) {
    const ValueId value{i};
    if (!isToken(program, value) || side.tokens.rootOf(value) != value || side.tokens.alternatives(value).empty()) continue;
    const ClassId owner = shared(side, side.tokens.ownerOf(value));
    const std::uint32_t one[] = {1, owner.value, program.value(value).op.valid()}, other[] = {2, side.left, value.value};
    side.chosen.push_back(value);
    side.partitions[i] = owner.valid() ? numberIn(partitions, one, count) : numberIn(partitions, other, count);
  }
}

/// What an exit is called on both sides. One without a counterpart is like no other.
std::uint32_t TokenKeys::exitCode(const Side &side, OpId exit) const {
  constexpr std::uint32_t kBeginning = UINT32_MAX, kUnmatched = 1u << 31, kLeft = 1u << 30;
  if (!exit.valid()) return kBeginning;
  if (const ClassId id = shared(side, exit); id.valid()) return id.value;
  return kUnmatched | (side.left ? kLeft : 0) | exit.value;
}

void TokenKeys::refine(Side &side, ListIndex &partitions, std::uint32_t &count) const {
  std::vector<std::pair<std::uint32_t, Key>> exits;
  std::vector<std::uint32_t> spelled;
  std::vector<std::uint32_t> refined(side.chosen.size());
  for (std::size_t i = 0; i < side.chosen.size(); ++i) {
    exits.clear();
    for (const TokenGraph::Alternative &alternative : side.tokens.alternatives(side.chosen[i]))
      exits.emplace_back(exitCode(side, alternative.exit), side.keys[alternative.value.index()]);
    std::sort(exits.begin(), exits.end());
    spelled.assign({side.partitions[side.chosen[i].index()]});
    for (const auto &[exit, key] : exits) spelled.insert(spelled.end(), {exit, key});
    refined[i] = numberIn(partitions, spelled, count);
  }
  for (std::size_t i = 0; i < refined.size(); ++i) side.partitions[side.chosen[i].index()] = refined[i];
}

/// In the order of the text, in which a token stands behind those that it is made of.
void TokenKeys::compute(Side &side) {
  const tileir::Program &program = side.graph.program();
  for (std::uint32_t i = 0; i < program.opCount(); ++i) {
    const OpId op{i};
    for (std::uint32_t r = 0; r < program.op(op).results.count; ++r)
      if (const ValueId result = program.result(op, r); isToken(program, result)) side.keys[result.index()] = keyOf(side, result);
    for (std::uint32_t k = 0; k < program.op(op).regions.count; ++k) {
      const tileir::Region &region = program.region(program.region(op, k));
      if (region.blocks.count == 0) continue;
      const tileir::BlockId block{region.blocks.first};
      for (std::uint32_t a = 0; a < program.block(block).arguments.count; ++a)
        if (const ValueId argument = program.argument(block, a); isToken(program, argument))
          side.keys[argument.index()] = keyOf(side, argument);
    }
  }
}

TokenKeys::Key TokenKeys::number(std::span<const std::uint32_t> node) {
  if (const std::uint32_t known = nodes_.find(node); known != HashIndex::kNone) return known;
  nodes_.insert(node, ++lastNumber_);
  return lastNumber_;
}

TokenKeys::Key TokenKeys::keyOf(const Side &side, ValueId token) {
  if (const ValueId root = side.tokens.rootOf(token); root != token) return side.keys[root.index()];
  const OpId op = side.tokens.ownerOf(token);
  if (!op.valid()) return number({1, side.left, token.value});
  switch (side.graph.program().op(op).kind) {
    case OpKind::MakeToken: return 0;
    case OpKind::JoinTokens:
    case OpKind::Assume: {
      std::vector<Key> keys;
      for (ValueId value : side.tokens.joined(op)) keys.push_back(side.keys[value.index()]);
      keys = joined(std::move(keys));
      if (keys.size() < 2) return keys.empty() ? 0 : keys.front();
      keys.insert(keys.begin(), 2);
      return number(keys);
    }
    case OpKind::For:
    case OpKind::Loop:
    case OpKind::If: return number({3, side.partitions[token.index()]});
    default: {
      // What only one side has is reported by itself.
      const ClassId id = shared(side, op);
      return id.valid() ? number({4, id.value}) : 0;
    }
  }
}

std::vector<TokenKeys::Key> TokenKeys::operandKeys(const Side &side, OpId op) {
  std::vector<Key> list;
  for (ValueId value : side.graph.program().operands(op))
    if (isToken(side.graph.program(), value)) list.push_back(side.keys[value.index()]);
  return list;
}

std::vector<TokenKeys::Key> TokenKeys::joined(std::vector<Key> keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  if (!keys.empty() && keys.front() == 0) keys.erase(keys.begin());
  return keys;
}

bool TokenKeys::sameOrder(OpId reference, OpId port) const {
  return joined(operandKeys(left_, reference)) == joined(operandKeys(right_, port));
}

}  // namespace tileport::align
