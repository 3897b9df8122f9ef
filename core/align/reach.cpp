// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/reach.h"

#include <algorithm>
#include <deque>

#include "tileir/printer.h"

namespace tileport::align {

using tileir::OpId;
using tileir::ValueId;

namespace {

/// Rules that say little of what was done where another one was used as well.
bool isPlain(std::string_view rule) { return rule == "ring" || rule == "fold" || rule == "splat"; }

std::string conditionText(const tileir::Program &program, OpId op) {
  const std::string type = tileir::toText(program, program.value(program.result(op, 0)).type);
  const std::string name =
      program.listing().valueNames[program.op(op).results.first] + " = " + std::string(tileir::info(program.op(op).kind).mnemonic);
  return program.op(op).kind == tileir::OpKind::DivI ? "the dividend of " + name + " does not overflow " + type
                                                     : name + " does not overflow " + type;
}

}  // namespace

Reach::Reach(const Graph &reference, const Graph &port, FactStore &facts, const Matching &matching, const NormalForm &normal)
    : left_{reference, true},
      right_{port, false},
      facts_(facts),
      matching_(matching),
      normal_(normal),
      leftReached_(reference.classCount()),
      rightReached_(port.classCount()),
      plain_(reference.classCount()) {
  findPlain();
  for (const Side *side : {&left_, &right_})
    for (std::size_t i = 0; i < side->graph.classCount(); ++i) {
      const TermId term = normal.termOf(side->left, ClassId(i), 0);
      if (!term.valid()) continue;
      auto &[l, r] = byTerm_[term.value];
      if (ClassId &first = side->left ? l : r; !first.valid()) first = ClassId(i);
    }
  for (const Side *side : {&left_, &right_})
    for (std::size_t i = 0; i < side->graph.classCount(); ++i)
      if (const ClassId id{i}; isRoot(*side, id)) reach(*side, id);
  while (!openPairs_.empty() || !openOne_.empty()) {
    if (!openPairs_.empty()) {
      const Pair pair = openPairs_.back();
      openPairs_.pop_back();
      visitParts(pair);
      continue;
    }
    const auto [side, id] = openOne_.back();
    openOne_.pop_back();
    for (const Use &use : side->graph[id].operands) reach(*side, use.value);
    if (isChoice(*side, id))
      for (const ClassId exit : exits(*side, id)) reach(*side, exit);
  }
}

ClassId Reach::partner(const Side &side, ClassId id) const { return side.left ? matching_.portOf(id) : matching_.referenceOf(id); }

bool Reach::isChoice(const Side &side, ClassId id) const {
  return side.graph[id].kind == ClassKind::Op && normal_.isChoice(side.left, side.graph[id].op);
}

/// In an arm of a choice: it is looked at with the choice.
bool Reach::isInside(const Side &side, ClassId id) const { return normal_.choiceAround(side.left, side.graph[id].op).valid(); }

bool Reach::isRoot(const Side &side, ClassId id) const {
  const ValueClass &cls = side.graph[id];
  if (cls.kind != ClassKind::Op || isChoice(side, id) || isInside(side, id)) return false;
  return cls.anchor || cls.mayFail || !cls.live;
}

std::vector<ClassId> Reach::exits(const Side &side, ClassId choice) const {
  std::vector<ClassId> list;
  for (const OpId exit : side.graph.liveness().exits(side.graph[choice].op))
    if (const ClassId id = side.graph.classOf(exit); id.valid()) list.push_back(id);
  return list;
}

/// Operands have lower numbers than what is made of them, but for what comes round in loops, which are leaves.
void Reach::findPlain() {
  for (std::size_t i = 0; i < plain_.size(); ++i) {
    const ClassId l{i}, r = matching_.portOf(l);
    if (!r.valid() || isChoice(left_, l) || isChoice(right_, r)) continue;
    const ValueClass &a = left_.graph[l], &b = right_.graph[r];
    if (a.kind != ClassKind::Op || b.kind != ClassKind::Op || a.anchor) {
      plain_[i] = a.kind == b.kind && (a.kind != ClassKind::Constant || a.content == b.content);
      continue;
    }
    plain_[i] = alike({l, r});
    for (const auto &[lu, ru] : counterparts({l, r})) plain_[i] = plain_[i] && matched(*lu, *ru) && plain_[lu->value.index()];
  }
}

/// Nothing depends on it, and it does nothing: it is told, but not what it is made of.
bool Reach::isIdle(const Side &side, ClassId id) const {
  const ValueClass &cls = side.graph[id];
  return cls.kind == ClassKind::Op && !cls.live && !cls.anchor && !cls.mayFail;
}

/// Everything that a class which is reached on one side, or reached as unlike its partner, depends on is reached.
void Reach::reach(const Side &side, ClassId id) {
  if (!id.valid()) return;
  if (const ClassId other = partner(side, id); other.valid()) return visit(side.left ? Pair{id, other} : Pair{other, id});
  std::vector<bool> &reached = side.left ? leftReached_ : rightReached_;
  if (reached[id.index()]) return;
  reached[id.index()] = true;
  if (side.graph[id].kind == ClassKind::Op && !isIdle(side, id)) openOne_.emplace_back(&side, id);
}

void Reach::visit(Pair pair) {
  if (!seen_.insert(pair).second) return;
  leftReached_[pair.first.index()] = rightReached_[pair.second.index()] = true;
  if (isIdle(left_, pair.first) && isIdle(right_, pair.second)) return;
  if (left_.graph[pair.first].kind == ClassKind::Op && right_.graph[pair.second].kind == ClassKind::Op) openPairs_.push_back(pair);
}

/// Counterparts that give the same.
bool Reach::matched(const Use &l, const Use &r) const {
  return l.result == r.result && matching_.matched(l.value, r.value) && !normal_.turned(l.value);
}

/// The operands that stand for one another; empty where they cannot be told.
std::vector<std::pair<const Use *, const Use *>> Reach::counterparts(Pair pair) const {
  const ValueClass &l = left_.graph[pair.first], &r = right_.graph[pair.second];
  std::vector<std::pair<const Use *, const Use *>> list;
  if (l.operands.size() != r.operands.size()) return list;
  const auto fits = [&](std::size_t i, std::size_t k) {
    const Use &a = l.operands[i], &b = r.operands[k];
    return matched(a, b);
  };
  const bool crossed = l.commutes && r.commutes && l.operands.size() == 2 && fits(0, 1) && fits(1, 0) && !(fits(0, 0) && fits(1, 1));
  for (std::size_t i = 0; i < l.operands.size(); ++i) list.emplace_back(&l.operands[i], &r.operands[crossed ? 1 - i : i]);
  return list;
}

/// The same op with operands that are counterparts or equal by rules.
bool Reach::alike(Pair pair) const {
  const ValueClass &l = left_.graph[pair.first], &r = right_.graph[pair.second];
  if (l.content != r.content || l.operands.size() != r.operands.size()) return false;
  for (const auto &[a, b] : counterparts(pair))
    if (!matched(*a, *b) && !normal_.same(*a, *b)) return false;
  return true;
}

void Reach::visitParts(Pair pair) {
  const auto [l, r] = pair;
  if (const DimensionOrder *order = normal_.turned(l)) return visitTurned(pair, *order);
  const bool isFixed = isRoot(left_, l) || isRoot(right_, r);
  // A choice is alike where its condition is; what it yields, its arms say.
  const bool choices = isChoice(left_, l) || isChoice(right_, r);
  if (!isFixed && (choices || !alike(pair)) && normal_.same(l, r) && tell(l, r)) {
    equivalent_.insert(pair);
    return;
  }
  if (left_.graph.counted().of(left_.graph[l].op) || right_.graph.counted().of(right_.graph[r].op)) tellCounted(pair);
  const auto uses = counterparts(pair);
  for (const auto &[a, b] : uses) visitUse(*a, *b);
  if (uses.empty()) {
    for (const Use &use : left_.graph[l].operands) reach(left_, use.value);
    for (const Use &use : right_.graph[r].operands) reach(right_, use.value);
  }
  if (isChoice(left_, l))
    for (const ClassId exit : exits(left_, l)) reach(left_, exit);
  if (isChoice(right_, r))
    for (const ClassId exit : exits(right_, r)) reach(right_, exit);
}

/// A `for` and a `loop` that is seen as one. What the loop adds to its index last may leave the type.
void Reach::tellCounted(Pair pair) {
  Equivalence equivalence;
  equivalence.rule = "counted_loop";
  const auto add = [&](const Side &side, ClassId id, std::vector<OpId> &ops) {
    ops.push_back(side.graph[id].op);
    const CountedLoop *counted = side.graph.counted().of(side.graph[id].op);
    if (!counted) return;
    ops.insert(ops.end(), {counted->compare, counted->test});
    ops.insert(ops.end(), counted->additions.begin(), counted->additions.end());
    std::sort(ops.begin(), ops.end());
    const tileir::Program &program = side.graph.program();
    const ValueId upper = program.operands(counted->upper.op)[counted->upper.position],
                  step = program.operands(counted->step.op)[counted->step.position];
    const Range &bound = normal_.rangeOf(side.left, upper), &by = normal_.rangeOf(side.left, step);
    const unsigned width = integerWidth(program, program.value(upper).type);
    const Range::Wide highest = (Range::Wide{1} << (counted->isUnsigned ? width : width - 1)) - 1;
    const bool isRead = !counted->isUnsigned || bound.lower >= 0;
    if (by.upper == 1 || (isRead && bound.upper + by.upper - 1 <= highest)) return;
    const auto nameOf = [&](ValueId value) { return program.listing().valueNames[value.index()]; };
    equivalence.conditions.push_back({nameOf(upper) + " + " + nameOf(step) + " - 1 does not exceed i" + std::to_string(width),
                                      side.left ? align::Side::Reference : align::Side::Port, counted->loop});
  };
  add(left_, pair.first, equivalence.reference);
  add(right_, pair.second, equivalence.port);
  equivalences_.push_back(std::move(equivalence));
}

/// A load or store with its dimensions in another order: of the views counts what they are made of.
void Reach::visitTurned(Pair pair, const DimensionOrder &order) {
  const ValueClass &l = left_.graph[pair.first], &r = right_.graph[pair.second];
  const std::size_t view = l.operands.size() - order.size() - 1;
  if (view != 0) visitUse(underPermutes(left_.graph, l.operands[0]), underPermutes(right_.graph, r.operands[0]));
  visitUse(left_.graph[l.operands[view].value].operands[0], right_.graph[r.operands[view].value].operands[0]);
  for (std::size_t i = 0; i < order.size(); ++i) visitUse(l.operands[view + 1 + i], r.operands[view + 1 + order[i]]);
  Equivalence equivalence;
  equivalence.rule = "permuted";
  equivalence.reference = {l.op};
  equivalence.port = {r.op};
  equivalences_.push_back(std::move(equivalence));
}

void Reach::visitUse(const Use &l, const Use &r) {
  if (matched(l, r)) return visit({l.value, r.value});
  if (normal_.same(l, r) && tell(l.value, r.value)) return;
  reach(left_, l.value);
  reach(right_, r.value);
}

// -- what rules showed ------------------------------------------------------------------------------------------------

/// Whether a value that both sides make alike is what the other one is made of, by rules for which it does not matter how it is made.
bool Reach::isPlainIn(const Side &side, ClassId id, const Cone &cone) const {
  const ClassId reference = side.left ? id : partner(side, id), port = side.left ? partner(side, id) : id;
  if (!reference.valid() || !port.valid() || !plain_[reference.index()] || side.graph[id].anchor) return false;
  if (std::any_of(cone.rules.begin(), cone.rules.end(), [](const AppliedRule &rule) { return looksInside(rule.name); })) return false;
  const ClassId other = side.left ? port : reference;
  return std::any_of(cone.leaves.begin(), cone.leaves.end(), [&](const auto &leaf) { return leaf.second.second.value == other; });
}

/// False when no rule was needed: then what is unlike are facts, which the parts tell.
bool Reach::tell(ClassId l, ClassId r) {
  if (told_.count({l, r}) != 0) return true;
  if (notByRule_.count({l, r}) != 0) return false;
  Cone a = coneOf(left_, l), b = coneOf(right_, r);
  if (isPlainIn(left_, l, b)) a = {};
  else if (isPlainIn(right_, r, a)) b = {};
  std::vector<AppliedRule> rules = a.rules;
  rules.insert(rules.end(), b.rules.begin(), b.rules.end());
  if (rules.empty()) {
    notByRule_.insert({l, r});
    return false;
  }
  told_.insert({l, r});
  compareLeaves(a, b);
  Equivalence equivalence;
  equivalence.reference = std::move(a.ops);
  equivalence.port = std::move(b.ops);
  equivalence.conditions = std::move(a.conditions);
  equivalence.conditions.insert(equivalence.conditions.end(), b.conditions.begin(), b.conditions.end());
  const auto telling = std::find_if(rules.begin(), rules.end(), [](const AppliedRule &rule) { return !isPlain(rule.name); });
  equivalence.rule = telling != rules.end() ? telling->name : rules[0].name;
  equivalences_.push_back(std::move(equivalence));
  return true;
}

/// Of one leaf, what is known where it is used counts together: rules use it in another number of places.
void Reach::compareLeaves(const Cone &l, const Cone &r) {
  for (const auto &[term, left] : l.leaves) {
    const auto right = r.leaves.find(term);
    if (right == r.leaves.end() || left.second.facts == right->second.second.facts) continue;
    unlikeFacts_.push_back({left.first, right->second.first, left.second, right->second.second});
  }
}

Reach::Cone Reach::coneOf(const Side &side, ClassId from) const {
  constexpr std::size_t kMost = 20'000;
  Cone cone;
  std::deque<ClassId> open{from};
  std::set<ClassId> seen{from};
  std::set<OpId> overflows;
  const auto isLeaf = [&](ClassId id) {
    const ValueClass &cls = side.graph[id];
    if (cls.kind != ClassKind::Op || (cls.anchor && !isChoice(side, id))) return true;
    const ClassId reference = side.left ? id : partner(side, id);
    return reference.valid() && plain_[reference.index()];
  };
  const auto use = [&](ClassId user, const Use &used) {
    if (!used.value.valid()) return;
    if (side.graph[used.value].kind != ClassKind::Constant && isLeaf(used.value)) {
      const auto [leaf, added] = cone.leaves.try_emplace(normal_.termOf(side.left, used.value, used.result), user, used);
      if (added || leaf->second.second.facts == used.facts) return;
      Facts both = facts_[leaf->second.second.facts];
      both.add(facts_[used.facts]);
      leaf->second.second.facts = facts_.intern(both);
    } else if (seen.insert(used.value).second) {
      open.push_back(used.value);
    }
  };
  while (!open.empty()) {
    const ClassId id = open.front();
    open.pop_front();
    if (id != from && isLeaf(id)) continue;
    const ValueClass &cls = side.graph[id];
    if (cls.kind == ClassKind::Op && cls.anchor && !isChoice(side, id)) {
      const std::vector<AppliedRule> &turning = normal_.rulesOf(side.left, id);
      cone.rules.insert(cone.rules.end(), turning.begin(), turning.end());
      continue;
    }
    if (cls.kind != ClassKind::Op) continue;
    if (seen.size() > kMost) {
      cone.conditions.push_back({"what it rests on is too much to list", side.left ? align::Side::Reference : align::Side::Port, cls.op});
      break;
    }
    cone.ops.push_back(cls.op);
    for (const AppliedRule &rule : normal_.rulesOf(side.left, id)) {
      cone.rules.push_back(rule);
      overflows.insert(rule.overflows.begin(), rule.overflows.end());
    }
    for (const Use &used : cls.operands) use(id, used);
    if (isChoice(side, id))
      for (const ClassId exit : exits(side, id))
        for (const Use &used : side.graph[exit].operands) use(exit, used);
  }
  std::sort(cone.ops.begin(), cone.ops.end());
  for (const OpId op : overflows)
    cone.conditions.push_back({conditionText(side.graph.program(), op), side.left ? align::Side::Reference : align::Side::Port, op});
  return cone;
}

Use Reach::widened(bool left, Use use, OpId at) const {
  const Graph &graph = (left ? left_ : right_).graph;
  const TermId term = normal_.termOf(left, use.value, use.result);
  if (!term.valid()) return use;
  Facts facts = facts_[use.facts];
  for (const ValueId value : normal_.seenValues(left, term, at)) facts.add(facts_[graph.factsOf(value)]);
  use.facts = facts_.intern(facts);
  return use;
}

namespace {

bool bearsOut(const Range &range, const Claim &claim) {
  if (claim.name == "lower bound") return range.lower >= claim.strength;
  return claim.name == "upper bound" && range.upper <= ~claim.strength;
}

}  // namespace

bool Reach::holdsAnyway(bool left, ValueId value, const Claim &claim) const {
  const tileir::Program &program = (left ? left_ : right_).graph.program();
  return integerWidth(program, program.value(value).type) != 0 && bearsOut(normal_.rangeOf(left, value), claim);
}

bool Reach::holdsAnyway(bool left, const Use &use, OpId at, const Claim &claim) const {
  const Graph &graph = (left ? left_ : right_).graph;
  const tileir::Program &program = graph.program();
  const TermId term = normal_.termOf(left, use.value, use.result);
  const ValueId operand = graph.written(use);
  return holdsAnyway(left, operand, claim) ||
         (term.valid() && integerWidth(program, program.value(operand).type) != 0 && bearsOut(normal_.rangeOf(left, term, at), claim));
}

ClassId Reach::counterpart(bool left, ClassId id, std::uint32_t result) const {
  if (result != 0) return {};
  const TermId term = normal_.termOf(left, id, result);
  const auto found = term.valid() ? byTerm_.find(term.value) : byTerm_.end();
  if (found == byTerm_.end()) return {};
  return left ? found->second.second : found->second.first;
}

}  // namespace tileport::align
