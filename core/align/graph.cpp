// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/graph.h"

#include <algorithm>

namespace tileport::align {

using tileir::OpId;
using tileir::OpKind;
using tileir::ValueId;

namespace {

bool isLoop(OpKind kind) { return kind == OpKind::For || kind == OpKind::Loop; }

/// The bytes of one element of a scalar type in a dense literal; 0 where elements are packed (i1, i4).
std::size_t elementBytes(tileir::ScalarKind scalar) {
  using enum tileir::ScalarKind;
  switch (scalar) {
    case I16: case F16: case BF16: return 2;
    case I32: case F32: case TF32: return 4;
    case I64: case F64: return 8;
    case I1: case I4: case F4E2M1FN: return 0;
    default: return 1;
  }
}

/// The element that all elements of a dense literal equal; empty when they differ or are packed.
std::string splatElement(const tileir::Program &program, const tileir::Attribute &dense) {
  const tileir::Type &tile = program.type(dense.type);
  const tileir::ScalarKind scalar = program.type(tile.element).scalar;
  const std::string &bytes = dense.elements;
  if (dense.splat || tile.shape.empty()) {
    if (scalar != tileir::ScalarKind::I1) return bytes;
    return std::string(1, bytes.find_first_not_of('\0') == std::string::npos ? '\0' : '\1');
  }
  const std::size_t size = elementBytes(scalar);
  if (size == 0 || bytes.size() < size) return {};
  for (std::size_t i = size; i < bytes.size(); ++i)
    if (bytes[i] != bytes[i - size]) return {};
  return bytes.substr(0, size);
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
    values_[i] = {addClass(std::move(argument)), 0, facts_.intern({}), value};
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
  if (used.kind == ClassKind::Constant) return {reference.value, reference.result, facts_.intern({}), operand};
  // What a value implies by itself need not be assumed: both ways of saying it are the same.
  Facts facts = facts_[reference.facts];
  facts.add(impliedFacts(program_, reference.root));
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
    else
      positions = byResult ? liveness_.liveResults(target) : liveness_.liveSlots(target);
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
    for (const Use &use : added.operands) key.insert(key.end(), {use.value.value, use.result, use.facts.value, use.operand});
    for (const tileir::NamedAttribute &use : program_.attributes(op))
      if (program_.attribute(use.value).kind == tileir::AttributeKind::Symbol)
        key.push_back(interner_.intern("N" + program_.attribute(use.value).text));
    const auto found = numbering_.find(key);
    if (found != numbering_.end()) {
      id = found->second;
      classes_[id.index()].members.push_back(op);
      classes_[id.index()].live = classes_[id.index()].live || added.live;
    } else {
      id = addClass(std::move(added));
      numbering_.emplace(std::move(key), id);
    }
  }
  opClasses_[op.index()] = id;
  setResults(op, id);
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
    const auto at = std::find(order.begin(), order.end(), i);
    const auto number = at != order.end() ? static_cast<std::uint32_t>(at - order.begin()) : static_cast<std::uint32_t>(order.size()) + i;
    values_[result.index()] = {id, counted ? number : i, facts_.intern({}), result};
  }
}

bool Graph::fold(OpId op) {
  switch (program_.op(op).kind) {
    case OpKind::MakeToken:
    case OpKind::JoinTokens:
      return true;
    case OpKind::Assume:
      foldAssume(op);
      return true;
    case OpKind::Constant: {
      const tileir::Attribute &dense = program_.attribute(program_.attribute(op, "value"));
      const std::string splat = splatElement(program_, dense);
      const Key type = keys_.type(program_.value(program_.result(op, 0)).type);
      addConstant(op, splat.empty() ? interner_.intern("K" + std::to_string(keys_.attribute(program_.attribute(op, "value"))))
                                    : splatContent(type, splat), splat);
      return true;
    }
    case OpKind::Reshape:
    case OpKind::Broadcast:
      return foldSplat(op);
    default:
      return false;
  }
}

void Graph::foldAssume(OpId op) {
  const Reference below = values_[program_.operands(op)[0].index()];
  Facts facts;
  if (below.value.valid()) facts = facts_[below.facts];
  facts.add(program_.attribute(program_.attribute(op, "predicate")));
  values_[program_.result(op, 0).index()] = {below.value, below.result, facts_.intern(facts), below.root};
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
  values_[program_.result(op, 0).index()] = {id, 0, facts_.intern({}), program_.result(op, 0)};
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
