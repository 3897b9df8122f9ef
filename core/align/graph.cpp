// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/graph.h"

#include <algorithm>
#include <array>
#include <memory>

namespace tileport::align {

using tileir::OpId;
using tileir::OpKind;
using tileir::ValueId;

namespace {

/// The integer that a splat of up to eight bytes is; absent for none.
std::optional<std::int64_t> splatInteger(std::string_view element) {
  if (element.empty() || element.size() > 8) return std::nullopt;
  std::uint64_t bits = 0;
  for (std::size_t i = element.size(); i-- > 0;) bits = bits << 8 | static_cast<unsigned char>(element[i]);
  const unsigned shift = 64 - 8 * static_cast<unsigned>(element.size());
  return static_cast<std::int64_t>(bits << shift) >> shift;
}

/// Operands of a comparison for equality may be exchanged as well.
bool commutes(const tileir::Program &program, OpId op) {
  const OpKind kind = program.op(op).kind;
  if (kind != OpKind::CmpI && kind != OpKind::CmpF) return tileir::info(kind).commutative;
  const tileir::AttributeId predicate = program.attribute(op, "comparison_predicate");
  if (!predicate.valid()) return false;
  const auto compares = static_cast<tileir::ComparisonPredicate>(program.attribute(predicate).bits);
  return compares == tileir::ComparisonPredicate::Equal || compares == tileir::ComparisonPredicate::NotEqual;
}

}  // namespace

FactsId FactStore::intern(const Facts &facts) {
  const auto [it, added] = numbers_.try_emplace(describe(facts), FactsId(list_.size()));
  if (added) list_.push_back(facts);
  return it->second;
}

Graph::Graph(const tileir::Program &program, Interner &interner, FactStore &facts, CountedLoops counted)
    : program_(program),
      interner_(interner),
      facts_(facts),
      noFacts_(facts.intern({})),
      counted_(std::move(counted)),
      keys_(program, interner),
      liveness_(program, counted_),
      values_(program.valueCount()),
      opClasses_(program.opCount()),
      usedDirectly_(program.valueCount()),
      anchors_(program.data().blocks.size()) {
  addArguments();
  for (std::size_t i = 0; i < program.opCount(); ++i) visit(OpId(i));
  keepDirectMembers();
  passOnFailing();
  collectMembersAndUsers();
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
    values_[i] = {addClass(argument), 0, noFacts_, value};
  }
}

ClassId Graph::addClass(const ValueClass &added) {
  classes_.push_back(added);
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
    return {reference.value, reference.result, left, operand, op};
  }
  // What a value implies by itself need not be assumed: both ways of saying it are the same.
  const Facts implied = this->implied(reference.root);
  if (implied.empty()) return {reference.value, reference.result, reference.facts, operand, op};
  Facts facts = facts_[reference.facts];
  facts.add(implied);
  return {reference.value, reference.result, facts_.intern(facts), operand, op};
}

Facts Graph::implied(ValueId value) const {
  const tileir::Value &v = program_.value(value);
  const OpId owner = v.op.valid() ? OpId() : program_.region(program_.block(v.block).region).op;
  const CountedLoop *counted = owner.valid() ? counted_.of(owner) : nullptr;
  if (!counted || v.index != counted->index) return impliedFacts(program_, value);
  return indexFacts(program_, program_.operands(owner)[counted->index], program_.operands(counted->upper.op)[counted->upper.position],
                    counted->isUnsigned);
}

bool Graph::runsAtLeastOnce(OpId op) const {
  const CountedLoop *counted = counted_.of(op);
  if (!counted) return align::runsAtLeastOnce(program_, op);
  return align::runsAtLeastOnce(program_, program_.operands(op)[counted->index],
                                program_.operands(counted->upper.op)[counted->upper.position], counted->isUnsigned);
}

std::span<const Use> Graph::usesOf(OpId op) {
  const OpKind kind = program_.op(op).kind;
  const std::uint32_t count = program_.op(op).operands.count;
  uses_.clear();
  const auto add = [&](std::uint32_t position) {
    if (position < count && values_[program_.operands(op)[position].index()].value.valid()) uses_.push_back(useOf(op, position));
  };
  const OpId target = liveness_.target(op);
  const OpKind around = target.valid() ? program_.op(target).kind : OpKind::Reduce;
  if (isLoop(kind)) {
    const std::uint32_t control = kind == OpKind::For ? 3 : 0;
    for (std::uint32_t i = 0; i < control; ++i) add(i);
    if (const CountedLoop *counted = counted_.of(op)) {
      add(counted->index);
      for (const WrittenOperand &bound : {counted->upper, counted->step}) uses_.push_back(useOf(bound.op, bound.position));
    }
    for (std::uint32_t slot : liveness_.liveSlots(op)) add(control + slot);
  } else if (around == OpKind::Reduce || around == OpKind::Scan) {
    for (std::uint32_t i = 0; i < count; ++i) add(i);
  } else {
    const bool byResult = around == OpKind::If || (around == OpKind::Loop && kind == OpKind::Break);
    for (std::uint32_t slot : byResult ? liveness_.liveResults(target) : liveness_.liveSlots(target)) add(slot);
  }
  Use *const kept = std::pmr::polymorphic_allocator<Use>(&views_).allocate(uses_.size());
  std::uninitialized_copy(uses_.begin(), uses_.end(), kept);
  return {kept, uses_.size()};
}

Key Graph::contentOf(OpId op) {
  const tileir::Op &o = program_.op(op);
  content_ = "C";
  content_ += std::to_string(static_cast<int>(o.kind)) + ':';
  content_ += std::to_string(keys_.attributesOf(op));
  for (std::uint32_t i = 0; i < o.results.count && !isLoop(o.kind); ++i)
    content_ += ',' + std::to_string(keys_.type(program_.value(program_.result(op, i)).type));
  return interner_.intern(content_);
}

void Graph::visit(OpId op) {
  if (fold(op)) return;
  const tileir::Op &o = program_.op(op);
  ValueClass added;
  added.op = op;
  added.live = liveness_.live(op);
  added.operands = usesOf(op);
  added.content = contentOf(op);
  added.anchor = liveness_.effectful(op) || o.regions.count != 0 || tileir::info(o.kind).terminator;
  added.commutes = commutes(program_, op);
  added.mayFail = !added.anchor && mayFail(op, added);
  const ClassId id = added.anchor ? addClass(added) : number(added);
  if (added.anchor) anchors_[o.block.index()].push_back(id);
  opClasses_[op.index()] = id;
  setResults(op, id);
}

/// The class that `made` is a copy of, or a new one.
ClassId Graph::number(const ValueClass &made) {
  spellPure(made);
  const tileir::BlockId block = program_.op(made.op).block;
  if (const ClassId known = made.mayFail ? findAround(block) : findNumbered(); known.valid()) {
    classes_[known.index()].live |= made.live;
    return known;
  }
  if (made.mayFail) spelling_.back() = block.value;
  const ClassId id = addClass(made);
  numbering_.insert(spelling_, id.value);
  return id;
}

/// Two pure ops are one class when every part is the same part, never because a hash says so. A symbol is told apart by
/// its name as well: two globals of equal content are two places.
void Graph::spellPure(const ValueClass &made) {
  spelling_.assign({made.content});
  // The operands of a commutative op are one set: its copies may name them in either order.
  uses_.assign(made.operands.begin(), made.operands.end());
  const auto parts = [&made](const Use &use) {
    return std::array{use.value.value, use.result, use.facts.value, made.commutes ? 0 : use.operand};
  };
  if (made.commutes) std::sort(uses_.begin(), uses_.end(), [&](const Use &a, const Use &b) { return parts(a) < parts(b); });
  for (const Use &use : uses_)
    for (const std::uint32_t part : parts(use)) spelling_.push_back(part);
  for (const tileir::NamedAttribute &use : program_.attributes(made.op))
    if (program_.attribute(use.value).kind == tileir::AttributeKind::Symbol)
      spelling_.push_back(interner_.intern("N" + program_.attribute(use.value).text));
}

ClassId Graph::findNumbered() const {
  const std::uint32_t found = numbering_.find(spelling_);
  return found != HashIndex::kNone ? ClassId(found) : ClassId();
}

/// A copy of an op that may fail is one with it only where the first one has run before: in its block or around it. Such
/// an op is spelled with its block.
ClassId Graph::findAround(tileir::BlockId block) {
  spelling_.insert(spelling_.end(), {ClassId::kInvalid, 0});
  while (block.valid()) {
    spelling_.back() = block.value;
    if (const ClassId id = findNumbered(); id.valid()) return id;
    const OpId owner = program_.region(program_.block(block).region).op;
    block = owner.valid() ? program_.op(owner).block : tileir::BlockId();
  }
  return {};
}

/// Dividing by zero is undefined, and so is the lowest number by -1. What is assumed of the divisor counts: wherever the op
/// stands, the assume stands before it, and where that is, AssumptionComparer compares. A divisor that nobody knows makes
/// the answer undecided, whatever else.
bool Graph::mayFail(OpId op, const ValueClass &made) const {
  const OpKind kind = program_.op(op).kind;
  if ((kind != OpKind::DivI && kind != OpKind::RemI) || made.operands.size() != 2) return false;
  const Use &divisor = made.operands[1];
  if (const auto lower = lowerBound(program_, program_.operands(op)[divisor.operand]); lower && *lower > 0) return false;
  if (classes_[divisor.value.index()].elided) return false;
  const auto number = splatInteger(classes_[divisor.value.index()].splat);
  return !number || *number == 0 || *number == -1;
}

void Graph::setResults(OpId op, ClassId id) {
  const tileir::Op &o = program_.op(op);
  std::vector<std::uint32_t> order;
  const bool bySlot = liveness_.counts(op);
  if (bySlot) order = liveness_.liveSlots(op);
  else if (o.kind == OpKind::Loop || o.kind == OpKind::If) order = liveness_.liveResults(op);
  const bool counted = isLoop(o.kind) || o.kind == OpKind::If;
  for (std::uint32_t i = 0; i < o.results.count; ++i) {
    const ValueId result = program_.result(op, i);
    if (isToken(program_, result)) continue;
    const std::uint32_t slot = bySlot ? liveness_.slotOfResult(op, i).value_or(UINT32_MAX) : i;
    const auto at = std::lower_bound(order.begin(), order.end(), slot);
    const auto number =
        at != order.end() && *at == slot ? static_cast<std::uint32_t>(at - order.begin()) : static_cast<std::uint32_t>(order.size()) + i;
    values_[result.index()] = {id, counted ? number : i, noFacts_, result};
  }
}

bool Graph::fold(OpId op) {
  if (counted_.isTest(op)) return true;
  switch (program_.op(op).kind) {
    case OpKind::MakeToken:
    case OpKind::JoinTokens: return true;
    case OpKind::Assume: return foldAssume(op);
    case OpKind::Constant: {
      const tileir::Attribute &dense = program_.attribute(program_.attribute(op, "value"));
      const std::string splat = splatElement(program_, dense);
      const Key type = keys_.type(program_.value(program_.result(op, 0)).type);
      // Elements that are not known are not those of another constant.
      if (dense.elided) {
        addConstant(op, interner_.intern("E" + std::to_string(type) + ':' + std::to_string(op.value)), {}).elided = true;
        return true;
      }
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
  const FactsId facts = assumed(below.value.valid() ? below.facts : noFacts_, program_.attribute(op, "predicate"),
                                program_.value(program_.result(op, 0)).type);
  values_[program_.result(op, 0).index()] = {below.value, below.result, facts, below.root};
  return true;
}

FactsId Graph::assumed(FactsId below, tileir::AttributeId predicate, tileir::TypeId type) {
  const auto [entry, added] = assumed_.try_emplace({below, predicate, type});
  if (added) {
    Facts facts = facts_[below];
    facts.add(program_, predicate, type);
    entry->second = facts_.intern(facts);
  }
  return entry->second;
}

bool Graph::knownAnyway(ValueId value) const {
  const Reference &reference = values_[value.index()];
  return classes_[reference.value.index()].kind == ClassKind::Constant || !implied(reference.root).empty();
}

Facts Graph::assumedBy(OpId assume) const {
  Facts facts;
  facts.add(program_, program_.attribute(assume, "predicate"), program_.value(program_.result(assume, 0)).type);
  const Reference &assumed = values_[program_.result(assume, 0).index()];
  const ValueClass &value = classes_[assumed.value.index()];
  if (value.kind == ClassKind::Constant) return beliedBy(facts, splatInteger(value.splat));
  return without(std::move(facts), implied(assumed.root));
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
  // Only a constant of equal elements keeps its content under a new shape, and only where nothing untrue is assumed of it.
  const std::string_view splat = classes_[below.value.index()].splat;
  if (splat.empty() || !beliedBy(facts_[below.facts], splatInteger(splat)).empty()) return false;
  addConstant(op, splatContent(to, splat), splat);
  return true;
}

Key Graph::splatContent(Key type, std::string_view element) {
  content_ = "S" + std::to_string(type) + ':';
  content_ += element;
  return interner_.intern(content_);
}

ValueClass &Graph::addConstant(OpId op, Key content, std::string_view splat) {
  const auto [entry, added] = constants_.try_emplace(content, ClassId(classes_.size()));
  if (added) {
    char *const kept = std::pmr::polymorphic_allocator<char>(&views_).allocate(splat.size());
    std::copy(splat.begin(), splat.end(), kept);
    ValueClass constant;
    constant.kind = ClassKind::Constant;
    constant.content = content;
    constant.splat = {kept, splat.size()};
    addClass(constant);
  }
  opClasses_[op.index()] = entry->second;
  values_[program_.result(op, 0).index()] = {entry->second, 0, noFacts_, program_.result(op, 0)};
  return classes_[entry->second.index()];
}

/// A spelling of a constant that no op uses is none of its members. A constant without any keeps its first spelling as its op.
void Graph::keepDirectMembers() {
  for (std::size_t i = 0; i < opClasses_.size(); ++i) {
    if (!opClasses_[i].valid() || classes_[opClasses_[i].index()].kind != ClassKind::Constant) continue;
    ValueClass &constant = classes_[opClasses_[i].index()];
    const bool direct = usedDirectly_[program_.result(OpId(i), 0).index()];
    if (!constant.op.valid() || (direct && !constant.live)) constant.op = OpId(i);
    constant.live |= direct;
    if (!direct) opClasses_[i] = {};
  }
}

/// An op fails where an op in its regions does.
void Graph::passOnFailing() {
  for (std::size_t i = program_.opCount(); i-- > 0;) {
    const ClassId id = opClasses_[i];
    if (!id.valid() || !classes_[id.index()].mayFail || classes_[id.index()].op != OpId(i)) continue;
    const OpId owner = program_.region(program_.block(program_.op(OpId(i)).block).region).op;
    if (owner.valid() && opClasses_[owner.index()].valid()) classes_[opClasses_[owner.index()].index()].mayFail = true;
  }
}

void Graph::collectMembersAndUsers() {
  members_ = FlatLists<OpId>(classes_.size(), [this](auto emit) {
    for (std::size_t i = 0; i < opClasses_.size(); ++i)
      if (opClasses_[i].valid()) emit(opClasses_[i].index(), OpId(i));
  });
  for (std::size_t i = 0; i < classes_.size(); ++i) classes_[i].members = members_[i];
  users_ = FlatLists<User>(classes_.size(), [this](auto emit) {
    for (std::size_t i = 0; i < classes_.size(); ++i)
      for (std::uint32_t position = 0; position < classes_[i].operands.size(); ++position)
        emit(classes_[i].operands[position].value.index(), User{ClassId(i), position});
  });
}

}  // namespace tileport::align
