// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/ready.h"

#include <algorithm>
#include <array>

namespace tileport::align {

ReadyPairs::ReadyPairs(const Graph &reference, const Graph &port, const Matching &matching)
    : matching_(matching), left_{reference, {}, {}}, right_{port, {}, {}} {
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
  std::vector<std::array<std::uint64_t, 3>> uses;
  for (const Use &use : cls.operands) uses.push_back({side.numbers[use.value.index()], use.result, use.facts.value});
  if (tileir::info(side.graph.program().op(cls.op).kind).commutative) std::sort(uses.begin(), uses.end());
  Key exact{cls.content, cls.live}, loose = exact;
  for (const auto &[number, result, facts] : uses) {
    exact.insert(exact.end(), {number, result, facts});
    loose.insert(loose.end(), {number, result});
  }
  enter(withFacts_, std::move(exact), id, left);
  enter(withoutFacts_, std::move(loose), id, left);
}

void ReadyPairs::enter(Table &table, Key key, ClassId id, bool left) {
  const auto at = table.waiting.try_emplace(std::move(key)).first;
  (left ? at->second.left : at->second.right).push_back(id);
  if (!at->second.left.empty() && !at->second.right.empty()) table.both.push_back(at);
}

std::optional<std::pair<ClassId, ClassId>> ReadyPairs::next() {
  if (const auto pair = take(withFacts_)) return pair;
  return take(withoutFacts_);
}

std::optional<std::pair<ClassId, ClassId>> ReadyPairs::take(Table &table) {
  while (!table.both.empty()) {
    auto &[left, right] = table.both.front()->second;
    while (!left.empty() && matching_.portOf(left.front()).valid()) left.pop_front();
    while (!right.empty() && matching_.referenceOf(right.front()).valid()) right.pop_front();
    if (left.empty() || right.empty()) {
      table.both.pop_front();
      continue;
    }
    const std::pair pair{left.front(), right.front()};
    left.pop_front();
    right.pop_front();
    return pair;
  }
  return std::nullopt;
}

}  // namespace tileport::align
