// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/graph.h"

#include <algorithm>
#include <array>

namespace tileport::align {

using tileir::OpId;
using tileir::OpKind;
using tileir::ValueId;

namespace {

bool isLoop(OpKind kind) { return kind == OpKind::For || kind == OpKind::Loop; }

/// The integer that a splat of up to eight bytes is; absent for none.
std::optional<std::int64_t> splatInteger(const std::string &element) {
  if (element.empty() || element.size() > 8) return std::nullopt;
  std::uint64_t bits = 0;
  for (std::size_t i = element.size(); i-- > 0;) bits = bits << 8 | static_cast<unsigned char>(element[i]);
  const unsigned shift = 64 - 8 * static_cast<unsigned>(element.size());
  return static_cast<std::int64_t>(bits << shift) >> shift;
}

}  // namespace

FactsId FactStore::intern(const Facts &facts) {
  const auto [it, added] = numbers_.try_emplace(describe(facts), FactsId(list_.size()));
  if (added) list_.push_back(facts);
  return it->second;
}

Graph::Graph(const tileir::Program &program, Interner &interner, FactStore &facts)
    : program_(program),
      interner_(interner),
      facts_(facts),
      noFacts_(facts.intern({})),
      keys_(program, interner),
      liveness_(program),
      values_(program.valueCount()),
      opClasses_(program.opCount()),
      usedDirectly_(program.valueCount()),
      anchors_(program.data().blocks.size()) {
  addArguments();
  for (std::size_t i = 0; i < program.opCount(); ++i) visit(OpId(i));
  keepDirectMembers();
  collectUsers();
}

void Graph::addArguments() {
  for (std::size_t i = 0; i < program_.valueCount(); ++i) {
    const ValueId value{i};
    if (program_.value(value).op.valid() || isToken(program_, value)) continue;
    ValueClass argument;
    argument.kind = ClassKind::Argument;
    argument.argument = value;
    argument.content = keys_.type(program_.value(value).type);
    argument.live = liveness_.live(value);
    values_[i] = {addClass(std::move(argument)), 0, noFacts_, value};
  }
}

ClassId Graph::addClass(ValueClass added) {
  classes_.push_back(std::move(added));
  return ClassId(classes_.size() - 1);
}

Use Graph::useOf(OpId op, std::uint32_t operand) {
  const ValueId value = program_.operands(op)[operand];
  const Reference &reference = values_[value.index()];
  usedDirectly_[reference.root.index()] = true;
  const ValueClass &used = classes_[reference.value.index()];
  if (used.kind == ClassKind::Constant) {
    const Facts &assumed = facts_[reference.facts];
    const FactsId left = assumed.empty() ? reference.facts : facts_.intern(beliedBy(assumed, splatInteger(used.splat)));
    return {reference.value, reference.result, left, operand};
  }
  // What a value implies by itself need not be assumed: both ways of saying it are the same.
  const Facts implied = impliedFacts(program_, reference.root);
  if (implied.empty()) return {reference.value, reference.result, reference.facts, operand};
  Facts facts = facts_[reference.facts];
  facts.add(implied);
  return {reference.value, reference.result, facts_.intern(facts), operand};
}

std::vector<Use> Graph::usesOf(OpId op) {
  const OpKind kind = program_.op(op).kind;
  const std::uint32_t count = program_.op(op).operands.count;
  std::vector<std::uint32_t> positions;
  if (isLoop(kind)) {
    const std::uint32_t control = kind == OpKind::For ? 3 : 0;
    for (std::uint32_t i = 0; i < control; ++i) positions.push_back(i);
    for (std::uint32_t slot : liveness_.liveSlots(op)) positions.push_back(control + slot);
  } else if (const OpId target = liveness_.target(op); target.valid()) {
    const OpKind around = program_.op(target).kind;
    const bool byResult = around == OpKind::If || (around == OpKind::Loop && kind == OpKind::Break);
    if (around == OpKind::Reduce || around == OpKind::Scan)
      for (std::uint32_t i = 0; i < count; ++i) positions.push_back(i);
    else positions = byResult ? liveness_.liveResults(target) : liveness_.liveSlots(target);
  } else {
    for (std::uint32_t i = 0; i < count; ++i) positions.push_back(i);
  }
  std::vector<Use> uses;
  for (std::uint32_t position : positions)
    if (position < count && values_[program_.operands(op)[position].index()].value.valid()) uses.push_back(useOf(op, position));
  return uses;
}

void Graph::visit(OpId op) {
  if (fold(op)) return;
  const tileir::Op &o = program_.op(op);
  ValueClass added;
  added.op = op;
  added.members = {op};
  added.live = liveness_.live(op);
  added.operands = usesOf(op);
  std::string content = "C" + std::to_string(static_cast<int>(o.kind)) + ':' + std::to_string(keys_.attributesOf(op));
  for (std::uint32_t i = 0; i < o.results.count && !isLoop(o.kind); ++i)
    content += ',' + std::to_string(keys_.type(program_.value(program_.result(op, i)).type));
  added.content = interner_.intern(content);
  added.anchor = liveness_.effectful(op) || o.regions.count != 0 || tileir::info(o.kind).terminator;

  ClassId id;
  if (added.anchor) {
    id = addClass(std::move(added));
    anchors_[o.block.index()].push_back(id);
  } else {
    // Two pure ops are one class when every part is the same part, never because a hash says so. A symbol is told apart by
    // its name as well: two globals of equal content are two places.
    std::vector<std::uint32_t> key{added.content};
    // The operands of a commutative op are one set: its copies may name them in either order.
    const bool commutes = tileir::info(o.kind).commutative;
    std::vector<std::array<std::uint32_t, 4>> uses;
    for (const Use &use : added.operands) uses.push_back({use.value.value, use.result, use.facts.value, commutes ? 0 : use.operand});
    if (commutes) std::sort(uses.begin(), uses.end());
    for (const auto &use : uses) key.insert(key.end(), use.begin(), use.end());
    for (const tileir::NamedAttribute &use : program_.attributes(op))
      if (program_.attribute(use.value).kind == tileir::AttributeKind::Symbol)
        key.push_back(interner_.intern("N" + program_.attribute(use.value).text));
    added.mayFail = mayFail(op, added);
    id = added.mayFail ? findAround(key, o.block) : findNumbered(key);
    if (id.valid()) {
      classes_[id.index()].members.push_back(op);
      classes_[id.index()].live = classes_[id.index()].live || added.live;
    } else {
      if (added.mayFail) key.insert(key.end(), {ClassId::kInvalid, o.block.value});
      id = addClass(std::move(added));
      numbering_.emplace(std::move(key), id);
    }
  }
  opClasses_[op.index()] = id;
  setResults(op, id);
}

ClassId Graph::findNumbered(const std::vector<std::uint32_t> &key) const {
  const auto found = numbering_.find(key);
  return found != numbering_.end() ? found->second : ClassId();
}

/// A copy of an op that may fail is one with it only where the first one has run before: in its block or around it.
ClassId Graph::findAround(std::vector<std::uint32_t> key, tileir::BlockId block) const {
  key.insert(key.end(), {ClassId::kInvalid, 0});
  while (block.valid()) {
    key.back() = block.value;
    if (const ClassId id = findNumbered(key); id.valid()) return id;
    const OpId owner = program_.region(program_.block(block).region).op;
    block = owner.valid() ? program_.op(owner).block : tileir::BlockId();
  }
  return {};
}

/// Dividing by zero is undefined, and so is the lowest number by -1.
bool Graph::mayFail(OpId op, const ValueClass &made) const {
  const OpKind kind = program_.op(op).kind;
  if ((kind != OpKind::DivI && kind != OpKind::RemI) || made.operands.size() != 2) return false;
  const Use &divisor = made.operands[1];
  if (const auto &lower = facts_[divisor.facts].lower; lower && *lower > 0) return false;
  const auto number = splatInteger(classes_[divisor.value.index()].splat);
  return !number || *number == 0 || *number == -1;
}

void Graph::setResults(OpId op, ClassId id) {
  const tileir::Op &o = program_.op(op);
  std::vector<std::uint32_t> order;
  if (o.kind == OpKind::For) order = liveness_.liveSlots(op);
  if (o.kind == OpKind::Loop || o.kind == OpKind::If) order = liveness_.liveResults(op);
  const bool counted = isLoop(o.kind) || o.kind == OpKind::If;
  for (std::uint32_t i = 0; i < o.results.count; ++i) {
    const ValueId result = program_.result(op, i);
    if (isToken(program_, result)) continue;
    const auto at = std::lower_bound(order.begin(), order.end(), i);
    const auto number =
        at != order.end() && *at == i ? static_cast<std::uint32_t>(at - order.begin()) : static_cast<std::uint32_t>(order.size()) + i;
    values_[result.index()] = {id, counted ? number : i, noFacts_, result};
  }
}

bool Graph::fold(OpId op) {
  switch (program_.op(op).kind) {
    case OpKind::MakeToken:
    case OpKind::JoinTokens: return true;
    case OpKind::Assume: return foldAssume(op);
    case OpKind::Constant: {
      const tileir::Attribute &dense = program_.attribute(program_.attribute(op, "value"));
      const std::string splat = splatElement(program_, dense);
      const Key type = keys_.type(program_.value(program_.result(op, 0)).type);
      addConstant(op,
                  splat.empty() ? interner_.intern("K" + std::to_string(keys_.attribute(program_.attribute(op, "value"))))
                                : splatContent(type, splat),
                  splat);
      return true;
    }
    case OpKind::Reshape:
    case OpKind::Broadcast: return foldSplat(op);
    default: return false;
  }
}

bool Graph::foldAssume(OpId op) {
  // An assume that changes the type is none: whoever wrote it, what it yields is not what it was given.
  const auto typeOf = [&](ValueId value) { return keys_.type(program_.value(value).type); };
  if (typeOf(program_.result(op, 0)) != typeOf(program_.operands(op)[0])) return false;
  const Reference below = values_[program_.operands(op)[0].index()];
  Facts facts;
  if (below.value.valid()) facts = facts_[below.facts];
  facts.add(program_.attribute(program_.attribute(op, "predicate")));
  values_[program_.result(op, 0).index()] = {below.value, below.result, facts_.intern(facts), below.root};
  return true;
}

bool Graph::foldSplat(OpId op) {
  const ValueId source = program_.operands(op)[0], result = program_.result(op, 0);
  const Reference below = values_[source.index()];
  const Key from = keys_.type(program_.value(source).type), to = keys_.type(program_.value(result).type);
  if (!below.value.valid()) return false;
  if (from == to) {
    values_[result.index()] = below;
    return true;
  }
  // Only a constant of equal elements keeps its content under a new shape.
  const std::string splat = classes_[below.value.index()].splat;
  if (splat.empty()) return false;
  addConstant(op, splatContent(to, splat), splat);
  return true;
}

Key Graph::splatContent(Key type, const std::string &element) { return interner_.intern("S" + std::to_string(type) + ':' + element); }

void Graph::addConstant(OpId op, Key content, std::string splat) {
  const auto found = constants_.find(content);
  ClassId id;
  if (found == constants_.end()) {
    ValueClass constant;
    constant.kind = ClassKind::Constant;
    constant.op = op;
    constant.content = content;
    constant.splat = std::move(splat);
    id = addClass(std::move(constant));
    constants_.emplace(content, id);
  } else {
    id = found->second;
  }
  classes_[id.index()].members.push_back(op);
  opClasses_[op.index()] = id;
  values_[program_.result(op, 0).index()] = {id, 0, noFacts_, program_.result(op, 0)};
}

void Graph::keepDirectMembers() {
  for (ValueClass &cls : classes_) {
    if (cls.kind != ClassKind::Constant) continue;
    std::vector<OpId> direct;
    for (OpId member : cls.members) {
      if (usedDirectly_[program_.result(member, 0).index()]) direct.push_back(member);
      else opClasses_[member.index()] = {};
    }
    cls.live = !direct.empty();
    cls.members = std::move(direct);
    if (!cls.members.empty()) cls.op = cls.members.front();
  }
}

void Graph::collectUsers() {
  users_.resize(classes_.size());
  for (std::size_t i = 0; i < classes_.size(); ++i)
    for (std::uint32_t position = 0; position < classes_[i].operands.size(); ++position)
      users_[classes_[i].operands[position].value.index()].push_back({ClassId(i), position});
}

}  // namespace tileport::align
