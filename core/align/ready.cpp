// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/ready.h"

#include <algorithm>
#include <array>

#include "align/labels.h"

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
  Key exact = mix(cls.content, cls.live), loose = exact;
  for (const auto &[number, result, facts] : uses) {
    loose = mix(loose, mix(number, result));
    exact = mix(exact, mix(mix(number, result), facts));
  }
  enter(withFacts_, exact, id, left);
  enter(withoutFacts_, loose, id, left);
}

void ReadyPairs::enter(Table &table, Key key, ClassId id, bool left) {
  Waiting &waiting = table.waiting[key];
  (left ? waiting.left : waiting.right).push_back(id);
  if (waiting.both()) table.both.push_back(&waiting);
}

std::optional<std::pair<ClassId, ClassId>> ReadyPairs::next() {
  if (const auto pair = take(withFacts_)) return pair;
  return take(withoutFacts_);
}

std::optional<std::pair<ClassId, ClassId>> ReadyPairs::take(Table &table) {
  while (!table.both.empty()) {
    Waiting &at = *table.both.front();
    while (at.leftTaken < at.left.size() && matching_.portOf(at.left[at.leftTaken]).valid()) ++at.leftTaken;
    while (at.rightTaken < at.right.size() && matching_.referenceOf(at.right[at.rightTaken]).valid()) ++at.rightTaken;
    if (at.both()) return std::pair{at.left[at.leftTaken++], at.right[at.rightTaken++]};
    table.both.pop_front();
  }
  return std::nullopt;
}

}  // namespace tileport::align
