// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/ready.h"

#include <algorithm>
#include <array>

#include "align/labels.h"

namespace tileport::align {

ReadyPairs::ReadyPairs(const Graph &reference, const Graph &port, const Matching &matching)
    : matching_(matching), left_{reference, {}, {}}, right_{port, {}, {}} {
  for (Table *table : {&withFacts_, &withoutFacts_}) {
    table->leftNext.resize(reference.classCount());
    table->rightNext.resize(port.classCount());
  }
  for (Side *side : {&left_, &right_}) {
    const std::size_t count = side->graph.classCount();
    side->numbers.assign(count, 0);
    for (std::size_t i = 0; i < count; ++i) side->open.push_back(static_cast<std::uint32_t>(side->graph[ClassId(i)].operands.size()));
    for (std::size_t i = 0; i < count; ++i)
      if (side->open[i] == 0) enter(*side, ClassId(i), side == &left_);
  }
}

void ReadyPairs::matched(ClassId reference, ClassId port, std::uint64_t number) {
  settleOperands(left_, reference, number, true);
  settleOperands(right_, port, number, false);
}

void ReadyPairs::settleOperands(Side &side, ClassId id, std::uint64_t number, bool left) {
  side.numbers[id.index()] = number;
  for (const Graph::User &user : side.graph.users(id))
    if (--side.open[user.user.index()] == 0) enter(side, user.user, left);
}

void ReadyPairs::enter(Side &side, ClassId id, bool left) {
  const ValueClass &cls = side.graph[id];
  if (cls.kind != ClassKind::Op || cls.anchor) return;
  uses_.clear();
  for (const Use &use : cls.operands) uses_.push_back({side.numbers[use.value.index()], use.result, use.facts.value});
  if (cls.commutes) std::sort(uses_.begin(), uses_.end());
  Key exact = mix(cls.content, cls.live), loose = exact;
  for (const auto &[number, result, facts] : uses_) {
    loose = mix(loose, mix(number, result));
    exact = mix(exact, mix(mix(number, result), facts));
  }
  enter(withFacts_, exact, id, left);
  enter(withoutFacts_, loose, id, left);
}

void ReadyPairs::enter(Table &table, Key key, ClassId id, bool left) {
  std::uint32_t entry = table.index.find(key, [&](std::uint32_t n) { return table.waiting[n].key == key; });
  if (entry == HashIndex::kNone) {
    entry = static_cast<std::uint32_t>(table.waiting.size());
    table.index.insert(key, entry);
    table.waiting.push_back({key, {}, {}});
  }
  Waiting &waiting = table.waiting[entry];
  Chain &chain = left ? waiting.left : waiting.right;
  (chain.empty() ? chain.first : (left ? table.leftNext : table.rightNext)[chain.last.index()]) = id;
  chain.last = id;
  if (waiting.both()) table.both.push_back(entry);
}

std::optional<std::pair<ClassId, ClassId>> ReadyPairs::next() {
  if (const auto pair = take(withFacts_)) return pair;
  return take(withoutFacts_);
}

std::optional<std::pair<ClassId, ClassId>> ReadyPairs::take(Table &table) {
  while (!table.both.empty()) {
    Waiting &at = table.waiting[table.both.front()];
    while (!at.left.empty() && matching_.portOf(at.left.first).valid()) takeFirst(at.left, table.leftNext);
    while (!at.right.empty() && matching_.referenceOf(at.right.first).valid()) takeFirst(at.right, table.rightNext);
    if (at.both()) return std::pair{takeFirst(at.left, table.leftNext), takeFirst(at.right, table.rightNext)};
    table.both.pop_front();
  }
  return std::nullopt;
}

ClassId ReadyPairs::takeFirst(Chain &chain, const std::vector<ClassId> &next) {
  return std::exchange(chain.first, next[chain.first.index()]);
}

}  // namespace tileport::align
