// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/tokens.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "align/graph.h"

namespace tileport::align {

using tileir::BlockId;
using tileir::OpId;
using tileir::OpKind;
using tileir::ValueId;

namespace {

/// In elementary comparisons: a step builds, looks up and keeps a place.
constexpr std::uint64_t kStepCost = 16;

bool isLoop(OpKind kind) { return kind == OpKind::For || kind == OpKind::Loop; }

std::uint8_t further(std::uint8_t turns, std::uint8_t more) {
  return static_cast<std::uint8_t>(std::min<int>(turns + more, TokenOrder::kFar));
}

}  // namespace

TokenOrder::TokenOrder(const tileir::Program &program, const Liveness &liveness)
    : program_(program), liveness_(liveness), loopDepth_(program.data().blocks.size()) {
  for (std::size_t i = 0; i < program.opCount(); ++i) {
    const tileir::Op &op = program.op(OpId(i));
    for (std::uint32_t k = 0; k < op.regions.count; ++k) {
      const auto blocks = program.region(program.region(OpId(i), k)).blocks;
      for (std::uint32_t b = 0; b < blocks.count; ++b) loopDepth_[blocks.first + b] = loopDepth_[op.block.index()] + isLoop(op.kind);
    }
  }
}

void TokenOrder::follow(Place place, std::vector<Place> &next, std::set<Predecessor> &found) const {
  const tileir::Value &v = program_.value(place.value);
  // A value from outside of a loop is the same in all its turns.
  place.turns.resize(std::min<std::size_t>(place.turns.size(), loopDepth_[v.block.index()]));
  if (v.op.valid()) return followResult(place, v.op, next, found);
  const OpId owner = program_.region(program_.block(v.block).region).op;
  if (owner.valid() && isLoop(program_.op(owner).kind)) followArgument(std::move(place), owner, next);
}

void TokenOrder::followResult(const Place &place, OpId op, std::vector<Place> &next, std::set<Predecessor> &found) const {
  const OpKind kind = program_.op(op).kind;
  const std::uint32_t slot = program_.value(place.value).index;
  const auto operands = program_.operands(op);
  switch (kind) {
    case OpKind::MakeToken: return;
    case OpKind::JoinTokens:
    case OpKind::Assume:
      for (ValueId operand : operands) next.push_back({operand, place.turns, place.choice});
      return;
    case OpKind::For:
    case OpKind::Loop: {
      if (kind == OpKind::For && 3 + slot < operands.size()) next.push_back({operands[3 + slot], place.turns, place.choice});
      Place last = place;
      last.turns.push_back({op, 0, true});
      if (kind == OpKind::For) followExits(last, op, OpKind::Continue, slot, next);
      return followExits(std::move(last), op, OpKind::Break, slot, next);
    }
    case OpKind::If: return followExits(place, op, OpKind::Yield, slot, next);
    default: found.insert({op, place.turns, place.choice.valid() && inside(op, program_.op(place.choice).block) ? OpId() : place.choice});
  }
}

void TokenOrder::followArgument(Place place, OpId loop, std::vector<Place> &next) const {
  const bool counted = program_.op(loop).kind == OpKind::For;
  const std::uint32_t argument = program_.value(place.value).index;
  if (place.turns.empty() || (counted && argument == 0)) return;
  const std::size_t slot = argument - (counted ? 1 : 0), initial = slot + (counted ? 3 : 0);
  if (initial < program_.operands(loop).size()) next.push_back({program_.operands(loop)[initial], place.turns, place.choice});
  place.turns.back().back = further(place.turns.back().back, 1);
  followExits(std::move(place), loop, OpKind::Continue, slot, next);
}

void TokenOrder::followExits(Place place, OpId owner, OpKind leaver, std::size_t slot, std::vector<Place> &next) const {
  std::vector<OpId> exits;
  bool alike = true;
  for (OpId exit : liveness_.exits(owner)) {
    if (program_.op(exit).kind != leaver || slot >= program_.operands(exit).size()) continue;
    alike = alike && (exits.empty() || program_.operands(exit)[slot] == program_.operands(exits.front())[slot]);
    exits.push_back(exit);
  }
  for (OpId exit : exits) {
    // Only the choice nearest to the op that waits is kept: it tells which of two orders holds when they are exchanged.
    const OpId choice = place.choice.valid() || alike ? place.choice : exit;
    next.push_back({program_.operands(exit)[slot], place.turns, choice});
    if (alike) return;
  }
}

bool TokenOrder::inside(OpId op, BlockId block) const {
  for (; op.valid(); op = ownerOf(op))
    if (program_.op(op).block == block) return true;
  return false;
}

/// The end of the outermost branch around `op` that is not around `from`: it was taken when `op` ran.
OpId TokenOrder::branchTaken(OpId op, OpId from) const {
  OpId taken;
  for (OpId inner = op, owner = ownerOf(op); owner.valid(); inner = owner, owner = ownerOf(owner)) {
    if (program_.op(owner).kind != OpKind::If || inside(from, program_.op(inner).block)) continue;
    const auto ops = program_.ops(program_.op(inner).block);
    if (!ops.empty() && program_.op(ops.back()).kind == OpKind::Yield) taken = ops.back();
  }
  return taken;
}

/// What happens whichever exit is taken does not depend on a choice.
void TokenOrder::mergeChoices(std::set<Predecessor> &list) const {
  std::map<Predecessor, std::set<OpId>> byRest;
  for (const Predecessor &p : list)
    if (p.choice.valid()) byRest[{p.op, p.turns, {}}].insert(p.choice);
  for (const auto &[rest, choices] : byRest) {
    bool always = list.count(rest) != 0;
    for (OpId choice : choices) {
      if (always) break;
      always = true;
      for (OpId exit : liveness_.exits(liveness_.target(choice)))
        always = always && (program_.op(exit).kind != program_.op(choice).kind || choices.count(exit) != 0);
    }
    if (!always) continue;
    for (OpId choice : choices) list.erase({rest.op, rest.turns, choice});
    list.insert(rest);
  }
}

const std::set<Predecessor> &TokenOrder::before(OpId op, std::uint64_t &steps) {
  const auto [it, added] = known_.try_emplace(op);
  if (!added) return it->second;
  std::vector<Turn> turns;
  for (OpId owner = ownerOf(op); owner.valid(); owner = ownerOf(owner))
    if (isLoop(program_.op(owner).kind)) turns.push_back({owner, 0, false});
  std::reverse(turns.begin(), turns.end());
  std::vector<Place> next;
  std::set<Place> seen;
  for (ValueId value : program_.operands(op))
    if (isToken(program_, value)) next.push_back({value, turns, {}});
  while (!next.empty()) {
    Place place = std::move(next.back());
    next.pop_back();
    steps += kStepCost;
    if (seen.insert(place).second) follow(std::move(place), next, it->second);
  }
  mergeChoices(it->second);
  return it->second;
}

/// `second` comes before `first`, which comes before `from`: where `second` stands seen from `from`.
Predecessor TokenOrder::compose(const Predecessor &first, const Predecessor &second, OpId from) const {
  Predecessor result = second;
  for (std::size_t i = 0; i < result.turns.size() && i < first.turns.size(); ++i) {
    if (result.turns[i].fromEnd) continue;
    result.turns[i].back = further(result.turns[i].back, first.turns[i].back);
    result.turns[i].fromEnd = first.turns[i].fromEnd;
  }
  if (first.choice.valid()) result.choice = first.choice;
  else if (const OpId taken = branchTaken(first.op, from); taken.valid()) result.choice = taken;
  if (result.choice.valid() && inside(result.op, program_.op(result.choice).block)) result.choice = {};
  return result;
}

std::set<Predecessor> TokenOrder::allBefore(OpId op, std::uint64_t &steps, std::uint64_t most,
                                            const std::function<bool(const Predecessor &)> &enough) {
  std::set<Predecessor> all = before(op, steps);
  bool done = std::any_of(all.begin(), all.end(), enough);
  std::deque<Predecessor> next(all.begin(), all.end());
  while (!next.empty() && steps <= most && !done) {
    const Predecessor current = std::move(next.front());
    next.pop_front();
    for (const Predecessor &earlier : before(current.op, steps)) {
      steps += kStepCost;
      Predecessor composed = compose(current, earlier, op);
      if (!all.insert(composed).second) continue;
      done = done || enough(composed);
      next.push_back(std::move(composed));
    }
  }
  mergeChoices(all);
  return all;
}

/// Each token with those that take up its order at once: results of the op that waits for it, and what loops and branches
/// make of it.
void TokenOrder::collectPassing() {
  passedTo_.resize(program_.valueCount());
  const auto pass = [&](ValueId from, ValueId to) {
    if (isToken(program_, from) && isToken(program_, to)) passedTo_[from.index()].push_back(to);
  };
  const auto passSlots = [&](OpId from, std::size_t firstOperand, OpId owner, bool toArguments, bool toResults) {
    const auto operands = program_.operands(from).subspan(std::min(firstOperand, program_.operands(from).size()));
    const tileir::Op &o = program_.op(owner);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (toResults && i < o.results.count) pass(operands[i], program_.result(owner, i));
      if (!toArguments || o.regions.count == 0 || program_.region(program_.region(owner, 0)).blocks.count == 0) continue;
      const BlockId body = program_.block(program_.region(owner, 0), 0);
      const std::size_t argument = i + (o.kind == OpKind::For ? 1 : 0);
      if (argument < program_.block(body).arguments.count) pass(operands[i], program_.argument(body, argument));
    }
  };
  for (std::size_t i = 0; i < program_.opCount(); ++i) {
    const OpId op{i}, target = liveness_.target(op);
    const OpKind kind = program_.op(op).kind;
    if (kind == OpKind::For || kind == OpKind::Loop) {
      passSlots(op, kind == OpKind::For ? 3 : 0, op, true, kind == OpKind::For);
    } else if (target.valid()) {
      passSlots(op, 0, target, kind == OpKind::Continue, kind != OpKind::Continue || program_.op(target).kind == OpKind::For);
    } else {
      for (ValueId from : program_.operands(op))
        for (std::uint32_t r = 0; isToken(program_, from) && r < program_.op(op).results.count; ++r) pass(from, program_.result(op, r));
    }
  }
}

bool TokenOrder::mayFollow(OpId op, OpId earlier, std::uint64_t &steps) {
  if (passedTo_.empty()) {
    collectPassing();
    seenAt_.assign(program_.valueCount(), 0);
  }
  ++question_;
  const auto operands = program_.operands(op);
  std::deque<ValueId> next;
  const auto meet = [&](ValueId value) {
    if (std::exchange(seenAt_[value.index()], question_) == question_) return;
    ++steps;
    next.push_back(value);
  };
  for (std::uint32_t r = 0; r < program_.op(earlier).results.count; ++r)
    if (isToken(program_, program_.result(earlier, r))) meet(program_.result(earlier, r));
  while (!next.empty()) {
    const ValueId value = next.front();
    next.pop_front();
    if (std::find(operands.begin(), operands.end(), value) != operands.end()) return true;
    for (ValueId to : passedTo_[value.index()]) meet(to);
  }
  return false;
}

}  // namespace tileport::align
