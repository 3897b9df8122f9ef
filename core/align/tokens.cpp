// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/tokens.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace tileport::align {

using tileir::BlockId;
using tileir::OpId;
using tileir::OpKind;
using tileir::ValueId;

namespace {

/// A step builds, looks up and keeps a place.
constexpr std::uint64_t kStepCost = 16;

void addChoice(std::vector<Choice> &choices, Choice choice) {
  const auto at = std::lower_bound(choices.begin(), choices.end(), choice);
  if (at == choices.end() || *at != choice) choices.insert(at, std::move(choice));
}

/// Turns that `from` counts, counted by whoever counts `from`. False when they lie too far back.
bool shift(std::vector<Turn> &turns, const std::vector<Turn> &from) {
  for (std::size_t i = 0; i < turns.size() && i < from.size(); ++i) {
    if (turns[i].fromEnd) continue;
    if (turns[i].back + from[i].back > TokenOrder::kFar) return false;
    turns[i].back = static_cast<std::uint8_t>(turns[i].back + from[i].back);
    turns[i].fromEnd = from[i].fromEnd;
  }
  return true;
}

}  // namespace

TokenOrder::TokenOrder(const tileir::Program &program, const Liveness &liveness)
    : program_(program), liveness_(liveness), graph_(program, liveness), loopDepth_(program.data().blocks.size()) {
  for (std::size_t i = 0; i < program.opCount(); ++i) {
    const tileir::Op &op = program.op(OpId(i));
    for (std::uint32_t k = 0; k < op.regions.count; ++k) {
      const auto blocks = program.region(program.region(OpId(i), k)).blocks;
      for (std::uint32_t b = 0; b < blocks.count; ++b) loopDepth_[blocks.first + b] = loopDepth_[op.block.index()] + isLoop(op.kind);
    }
  }
}

// -- one op's order ---------------------------------------------------------------------------------------------------

void TokenOrder::follow(Place place, std::vector<Place> &next, Predecessors &found) const {
  place.value = graph_.rootOf(place.value);
  const tileir::Value &v = program_.value(place.value);
  // A value from outside of a loop is the same in all its turns.
  place.turns.resize(std::min<std::size_t>(place.turns.size(), loopDepth_[v.block.index()]));
  const OpId owner = graph_.ownerOf(place.value);
  if (!owner.valid()) return;
  switch (const OpKind kind = program_.op(owner).kind) {
    case OpKind::MakeToken: return;
    case OpKind::JoinTokens:
    case OpKind::Assume:
      for (ValueId token : graph_.joined(owner)) next.push_back({token, place.turns, place.choices});
      return;
    case OpKind::For:
    case OpKind::Loop:
    case OpKind::If: return followAlternatives(place, owner, v.op.valid(), next, found);
    default:
      if (v.op.valid() && kind != OpKind::Reduce && kind != OpKind::Scan) found.list.insert({owner, place.turns, place.choices});
  }
}

void TokenOrder::followAlternatives(const Place &place, OpId owner, bool isResult, std::vector<Place> &next, Predecessors &found) const {
  if (!isResult && place.turns.empty()) return;
  for (const TokenGraph::Alternative &alternative : graph_.alternatives(place.value)) {
    Place there{alternative.value, place.turns, place.choices};
    addChoice(there.choices, {owner, alternative.exit, place.turns});
    if (alternative.exit.valid() && isLoop(program_.op(owner).kind)) {
      if (isResult) there.turns.push_back({owner, 0, true});
      else if (there.turns.back().back == kFar) found.complete = false;
      else ++there.turns.back().back;
      if (!isResult && there.turns.back() == place.turns.back()) continue;
    }
    next.push_back(std::move(there));
  }
}

const Predecessors &TokenOrder::before(OpId op, const Effort &effort) {
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
  while (!next.empty() && !effort.spent()) {
    Place place = std::move(next.back());
    next.pop_back();
    effort.steps += kStepCost * (1 + place.choices.size());
    if (seen.insert(place).second) follow(std::move(place), next, it->second);
  }
  it->second.complete &= next.empty();
  mergeChoices(it->second.list);
  return it->second;
}

/// Whether the exits are all that there are where the choice was made.
bool TokenOrder::isComplete(const Choice &choice, const std::set<OpId> &exits) const {
  const OpKind kind = program_.op(choice.owner).kind;
  const bool asResult = choice.turns.size() == loopDepth_[program_.op(choice.owner).block.index()];
  if (liveness_.counts(choice.owner) || (kind == OpKind::Loop && !asResult))
    if (!exits.count(OpId())) return false;
  const auto list = liveness_.exits(choice.owner);
  return std::none_of(list.begin(), list.end(),
                      [&](OpId exit) { return graph_.leadsTo(exit, choice.owner, asResult) && !exits.count(exit); });
}

/// What happens whichever way a choice goes does not depend on it, and what happens always need not be said of a case.
void TokenOrder::mergeChoices(std::set<Predecessor> &list) const {
  // Merging is quadratic at worst. What is not merged is only told more apart.
  constexpr std::size_t kMost = 256;
  for (bool changed = true; changed && list.size() <= kMost;) {
    changed = false;
    std::map<std::pair<Predecessor, std::pair<OpId, std::vector<Turn>>>, std::set<OpId>> byRest;
    for (const Predecessor &p : list)
      for (const Choice &choice : p.choices) {
        Predecessor rest = p;
        std::erase(rest.choices, choice);
        byRest[{std::move(rest), {choice.owner, choice.turns}}].insert(choice.exit);
      }
    for (const auto &[key, exits] : byRest) {
      const auto &[rest, where] = key;
      if (list.count(rest) == 0 && !isComplete({where.first, {}, where.second}, exits)) continue;
      for (OpId exit : exits) {
        Predecessor one = rest;
        addChoice(one.choices, {where.first, exit, where.second});
        changed |= list.erase(one) != 0;
      }
      list.insert(rest);
    }
  }
}

// -- by way of others -------------------------------------------------------------------------------------------------

/// `second` comes before `first`: where `second` stands for the op that `first` comes before, and when.
std::optional<Predecessor> TokenOrder::compose(const Predecessor &first, const Predecessor &second) const {
  Predecessor result{second.op, second.turns, first.choices};
  if (!shift(result.turns, first.turns)) return std::nullopt;
  for (Choice choice : second.choices) {
    if (!shift(choice.turns, first.turns)) return std::nullopt;
    addChoice(result.choices, std::move(choice));
  }
  return result;
}

std::set<Predecessor> TokenOrder::allBefore(OpId op, const Effort &effort, const std::function<bool(const Predecessor &)> &enough) {
  std::set<Predecessor> all = before(op, effort).list;
  bool done = std::any_of(all.begin(), all.end(), enough);
  std::deque<Predecessor> next(all.begin(), all.end());
  while (!next.empty() && !effort.spent() && !done) {
    const Predecessor current = std::move(next.front());
    next.pop_front();
    for (const Predecessor &earlier : before(current.op, effort).list) {
      effort.steps += kStepCost * (1 + current.choices.size());
      std::optional<Predecessor> composed = compose(current, earlier);
      if (!composed || !all.insert(*composed).second) continue;
      done = done || enough(*composed);
      next.push_back(*std::move(composed));
    }
  }
  mergeChoices(all);
  return all;
}

/// The largest set of tokens that can all be right: a token has `earlier` before it when one of those that it joins has,
/// when all that it may be have.
bool TokenOrder::alwaysBefore(OpId op, OpId earlier, const Effort &effort) const {
  const auto owner = [&](ValueId value) { return graph_.ownerOf(value); };
  // What a loop carries into a turn cannot wait for what runs in that turn.
  const auto carriedInto = [&](ValueId value) {
    const tileir::Value &v = program_.value(value);
    return !v.op.valid() && owner(value).valid() && graph_.inside(earlier, v.block);
  };
  // By token: whether it was met in this question, and whether it may still be right.
  enum State : std::uint8_t { Unmet, Right, Wrong };
  std::vector<std::uint8_t> states(program_.valueCount(), Unmet);
  std::vector<ValueId> order;
  const auto meet = [&](ValueId value) {
    if (!isToken(program_, value) || states[value.index()] != Unmet) return;
    states[value.index()] = Right;
    order.push_back(value);
  };
  for (ValueId value : program_.operands(op)) meet(value);
  bool chosen = false;  // whether the way so far went through loops or ifs
  for (std::size_t i = 0; i < order.size() && !effort.spent(); ++i) {
    ++effort.steps;
    const OpId from = owner(order[i]);
    // What is waited for through ops and joins alone is waited for always.
    if (from == earlier && !chosen) return true;
    if (!from.valid() || from == earlier || carriedInto(order[i])) continue;
    const std::vector<TokenGraph::Alternative> list = graph_.alternatives(order[i]);
    chosen |= !list.empty();
    for (const TokenGraph::Alternative &alternative : list) meet(alternative.value);
    if (list.empty() && program_.value(order[i]).op.valid())
      for (ValueId operand : program_.operands(from)) meet(operand);
  }
  const auto holds = [&](ValueId value) { return states[value.index()] == Right; };
  const auto any = [&](OpId of) {
    const auto operands = program_.operands(of);
    return std::any_of(operands.begin(), operands.end(), [&](ValueId value) { return isToken(program_, value) && holds(value); });
  };
  const auto isRight = [&](ValueId value) {
    const OpId from = owner(value);
    if (from == earlier && program_.value(value).op.valid()) return true;
    if (!from.valid() || carriedInto(value)) return false;
    const std::vector<TokenGraph::Alternative> list = graph_.alternatives(value);
    if (list.empty()) return program_.value(value).op.valid() && any(from);
    return std::all_of(list.begin(), list.end(), [&](const TokenGraph::Alternative &alternative) { return holds(alternative.value); });
  };
  for (bool changed = true; changed && !effort.spent();) {
    changed = false;
    for (auto at = order.rbegin(); at != order.rend(); ++at) {
      ++effort.steps;
      if (!holds(*at) || isRight(*at)) continue;
      states[at->index()] = Wrong;
      changed = true;
    }
  }
  return !effort.spent() && any(op);
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
      for (std::uint32_t r = 0; toResults && r < o.results.count; ++r)
        if (isLoop(o.kind) && liveness_.counts(owner) ? liveness_.slotOfResult(owner, r) == i : r == i)
          pass(operands[i], program_.result(owner, r));
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
      passSlots(op, kind == OpKind::For ? 3 : 0, op, true, liveness_.counts(op));
    } else if (target.valid()) {
      passSlots(op, 0, target, kind == OpKind::Continue, kind != OpKind::Continue || liveness_.counts(target));
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
