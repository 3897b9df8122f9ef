// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an op's text leaves out: types that follow from others, defaults; and the op as a part of the program.
#include <algorithm>

#include "tileir/text/op_reader.h"

#include "tileir/printer/float_text.h"
#include "tileir/printer/type_text.h"

namespace tileport::tileir::text {

namespace {

using printer::LayoutParameter;

/// Characters of a value's name, as a rule; the name of an assume holds that of its operand.
constexpr std::uint32_t kUsualName = 40;
constexpr std::uint32_t kAssumePrefix = 8;
constexpr std::uint32_t kLongestName = 1040;

/// Most formats have them in order.
void sortAsDeclared(auto &parts) {
  const auto before = [](const auto &a, const auto &b) { return a.declared < b.declared; };
  if (!std::is_sorted(parts.begin(), parts.end(), before)) std::stable_sort(parts.begin(), parts.end(), before);
}

}  // namespace

/// Adds to the program what was read of the op: everything but its regions and its end.
void OpReader::commit() {
  Draft &draft = current();
  draft.committed = true;
  settle();
  sortAsDeclared(draft.uses);
  applyRules();
  sortAsDeclared(draft.results);
  addResults();
  completeAttributes();
  addOperands();
  const OpInfo &described = about();
  Op &op = data_.ops[draft.id.index()];
  if (described.regionCount != 0) op.regions = {static_cast<std::uint32_t>(data_.regions.size()), described.regionCount};
  charge(op);
  for (std::uint8_t i = 0; i < described.regionCount; ++i) data_.regions.push_back({draft.id, {}});
}

/// Two forms that the layouts do not tell apart.
void OpReader::settle() {
  Draft &draft = current();
  if (draft.kind == OpKind::LoadPtrTko) {
    // One operand after the pointer is a mask or a padding value: its type tells.
    enum { Source, Mask, Padding };
    if (operandCount(Mask) != 1 || operandCount(Padding) != 0) return;
    for (Use &use : draft.uses) {
      if (use.declared == Mask && typePool_.numberOf(data_.values[use.value.index()].type) != ScalarKind::I1) use.declared = Padding;
    }
  } else if (draft.kind == OpKind::PrintTko) {
    // cutile-rs prints the token as one more argument.
    enum { Arguments, Token };
    if (draft.uses.empty() || operandCount(Token) != 0) return;
    Use &last = draft.uses.back();
    if (typePool_[data_.values[last.value.index()].type].kind == TypeKind::Token) last.declared = Token;
  }
}

// ---- Types ---------------------------------------------------------------------------------------------------------------

void OpReader::applyRules() {
  for (const TypeRule &rule : typeRulesOf(current().kind)) {
    switch (rule.kind) {
      case TypeRule::Same: applySame(rule); break;
      case TypeRule::Token: applyFixed(rule, typePool_.token()); break;
      case TypeRule::Bool: applyFixed(rule, typePool_.tileOf(typePool_.scalar(ScalarKind::I1))); break;
      case TypeRule::Int32: applyFixed(rule, typePool_.tileOf(typePool_.scalar(ScalarKind::I32))); break;
      case TypeRule::TensorView: applyTensorView(rule); break;
    }
  }
}

OpReader::WrittenType *OpReader::resultOf(std::size_t declared) {
  auto &results = current().results;
  const auto place = std::find_if(results.begin(), results.end(), [&](const WrittenType &each) { return each.declared == declared; });
  return place == results.end() ? nullptr : &*place;
}

void OpReader::applySame(const TypeRule &rule) {
  TypeId common;
  for (const LayoutParameter &member : rule.members) {
    if (member.kind != LayoutParameter::Result) continue;
    if (const WrittenType *written = resultOf(member.index)) common = written->type;
  }
  for (const LayoutParameter &member : rule.members) {
    if (!common.valid() && member.kind == LayoutParameter::Operand) common = operandType(member.index);
  }
  applyFixed(rule, common);
}

/// Gives results that are not written the type, and checks everything else against it.
void OpReader::applyFixed(const TypeRule &rule, TypeId type) {
  for (const LayoutParameter &member : rule.members) {
    if (member.kind == LayoutParameter::Operand) {
      for (const Use &use : current().uses) {
        const TypeId actual = data_.values[use.value.index()].type;
        if (use.declared == member.index && actual != type)
          in_.fail(use.offset, nameAt(use) + " is of type " + typePool_.text(actual) + ", " + typePool_.text(type) + " is expected");
      }
    } else if (WrittenType *written = resultOf(member.index)) {
      if (written->type != type)
        in_.fail(written->offset, "the result is of type " + typePool_.text(type) + ", not " + typePool_.text(written->type));
    } else {  // also that of print_tko, which texts of old versions do not have, as the bytecode reader adds it
      addResult(member.index, type, current().offset);
    }
  }
}

void OpReader::applyTensorView(const TypeRule &rule) {
  const WrittenType *view = resultOf(rule.members[0].index);
  if (view == nullptr) return;
  const Type &type = typePool_[view->type];
  const bool isView =
      type.kind == TypeKind::PartitionView || type.kind == TypeKind::StridedView || type.kind == TypeKind::GatherScatterView;
  if (!isView) in_.fail(view->offset, "expected the type of a view, found " + typePool_.text(view->type));
  for (const Use &use : current().uses) {
    const TypeId actual = data_.values[use.value.index()].type;
    if (actual != type.element)
      in_.fail(use.offset, nameAt(use) + " is of type " + typePool_.text(actual) + ", but the view is of " + typePool_.text(type.element));
  }
}

// ---- Attributes ----------------------------------------------------------------------------------------------------------

void OpReader::completeAttributes() {
  const Draft &draft = current();
  const auto first = static_cast<std::uint32_t>(data_.attributeUses.size());
  for (std::size_t slot = 0; slot < draft.attributes.size(); ++slot) {
    if (const AttributeId value = completed(slot); value.valid()) data_.attributeUses.push_back({static_cast<std::uint16_t>(slot), value});
  }
  data_.ops[draft.id.index()].attributes = {first, static_cast<std::uint32_t>(data_.attributeUses.size() - first)};
}

/// The value of an attribute, also where the text does not say it; invalid for none.
AttributeId OpReader::completed(std::size_t slot) {
  const Draft &draft = current();
  const AttributeInfo &described = about().attributes[slot];
  const AttributeId value = draft.attributes[slot].valid() ? draft.attributes[slot] : draft.implied[slot];
  if (described.form == AttributeForm::BoolArray) {
    std::size_t indices = 0;
    for (std::size_t i = 0; i < about().operands.size(); ++i) {
      if (about().operands[i].arity == Arity::Variadic) indices += operandCount(i);
    }
    if (!value.valid()) {
      in_.charge(8 * indices);
      return attributePool_.allFalse(indices);
    }
    if (const std::size_t flags = attributePool_[value].numbers.size(); flags != indices)
      in_.fail(draft.offset, std::string(described.name) + " has " + std::to_string(flags) + " flags for " + std::to_string(indices) +
                                 (indices == 1 ? " index" : " indices"));
    return value;
  }
  if (value.valid()) return described.form == AttributeForm::TaggedArray ? typedIdentities(value) : value;
  if (described.optional) return {};
  if (!described.defaultValue)
    in_.fail(draft.offset, std::string(about().mnemonic) + " needs the attribute '" + std::string(described.name) + "'");
  switch (described.form) {
    case AttributeForm::Enum: return attributePool_.enumerator(described.enumKind, *described.defaultValue);
    case AttributeForm::Integer:
      return attributePool_.integer(typePool_.scalar(described.integerWidth == 32 ? ScalarKind::I32 : ScalarKind::I64),
                                    *described.defaultValue);
    default: return attributePool_.flag(*described.defaultValue != 0);
  }
}

/// Numbers without a type are i64 and f64; cutile-rs leaves out every type. Those that do not fit their operand's elements get
/// the elements' type.
AttributeId OpReader::typedIdentities(AttributeId id) {
  // A copy: what is interned below moves the pool's attributes.
  const Attribute list = attributePool_[id];
  if (list.kind != AttributeKind::Array) return id;
  Attribute typed;
  typed.kind = AttributeKind::Array;
  std::size_t next = 0;
  for (const Use &use : current().uses) {
    if (next == list.items.size()) break;
    const AttributeId item = list.items[next++];
    const auto scalar = typePool_.numberOf(data_.values[use.value.index()].type);
    typed.items.push_back(scalar ? attributes_.retyped(item, *scalar, current().offset) : item);
  }
  for (; next < list.items.size(); ++next) typed.items.push_back(list.items[next]);
  return attributePool_.intern(std::move(typed));
}

// ---- The op ----------------------------------------------------------------------------------------------------------------

void OpReader::addResults() {
  Draft &draft = current();
  const auto count = static_cast<std::uint32_t>(draft.results.size());
  std::uint64_t named = 0;
  for (const ResultGroup &group : draft.groups) named += group.count;
  if (named != count && !draft.groups.empty()) {
    in_.fail(draft.groups.front().name.offset, std::string(about().mnemonic) + " has " + std::to_string(count) +
                                                   (count == 1 ? " result, but " : " results, but ") + std::to_string(named) +
                                                   (named == 1 ? " is named" : " are named"));
  }
  std::uint32_t nameSize = kUsualName;
  if (draft.kind == OpKind::Assume) nameSize = std::min(nameSizes_[draft.uses[0].value.index()] + kAssumePrefix, kLongestName);
  const BlockId block = data_.ops[draft.id.index()].block;
  data_.ops[draft.id.index()].results = {static_cast<std::uint32_t>(data_.values.size()), count};
  for (std::uint32_t i = 0; i < count; ++i) addValue(draft.results[i].type, draft.id, block, i, nameSize);
}

void OpReader::addOperands() {
  const Draft &draft = current();
  Op &op = data_.ops[draft.id.index()];
  const std::size_t declared = about().operands.size();
  op.operands = {static_cast<std::uint32_t>(data_.operands.size()), static_cast<std::uint32_t>(draft.uses.size())};
  op.segments = {static_cast<std::uint32_t>(data_.segments.size()), static_cast<std::uint32_t>(declared)};
  data_.segments.resize(data_.segments.size() + declared);
  for (const Use &use : draft.uses) {
    data_.operands.push_back(use.value);
    ++data_.segments[op.segments.first + use.declared];
  }
}

ValueId OpReader::addValue(TypeId type, OpId op, BlockId block, std::uint32_t index, std::uint32_t nameSize) {
  in_.charge(sizeof(Value) + 2 * std::uint64_t{kUsualName});
  data_.values.push_back({type, op, block, index});
  nameSizes_.push_back(nameSize == 0 ? kUsualName : nameSize);
  return ValueId(data_.values.size() - 1);
}

void OpReader::charge(const Op &op) {
  constexpr std::uint64_t kPerPart = 48;
  std::uint64_t size = sizeof(Op) + 128 + 2 * depth_ + kPerPart * (op.operands.count + op.attributes.count);
  for (std::uint32_t i = 0; i < op.results.count; ++i) size += nameSizes_[op.results.first + i];
  for (const Use &use : current().uses) size += nameSizes_[use.value.index()];
  in_.charge(size);
}

}  // namespace tileport::tileir::text
