// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/text/op_reader.h"

#include <algorithm>
#include <charconv>

#include "tileir/consistency.h"
#include "tileir/text/op_names.h"

namespace tileport::tileir::text {

namespace {

using printer::LayoutInstruction;
using printer::LayoutStep;

constexpr std::size_t kMostOps = 4'000'000;

/// The first word, punctuation mark or arrow of a piece of a format.
std::string_view firstOf(std::string_view pieces) {
  pieces.remove_prefix(std::min(pieces.find_first_not_of(' '), pieces.size()));
  if (pieces.starts_with("->")) return pieces.substr(0, 2);
  const bool isWord = !pieces.empty() && pieces[0] >= 'a' && pieces[0] <= 'z';
  return pieces.substr(0, isWord ? std::min(pieces.find_first_of(" =[("), pieces.size()) : 1);
}

}  // namespace

OpReader::OpReader(Scanner &in, ProgramData &data, TypePool &typePool, AttributePool &attributePool, LocationReader &locations)
    : in_(in),
      data_(data),
      typePool_(typePool),
      attributePool_(attributePool),
      locations_(locations),
      types_(in, typePool),
      attributes_(in, types_, typePool, attributePool) {
  drafts_.push_back(std::make_unique<Draft>());
}

// ---- Regions -----------------------------------------------------------------------------------------------------------

RegionId OpReader::readBody(FunctionId function, std::span<const BlockArgument> arguments) {
  function_ = function;
  scope_.clear();
  const RegionId region(data_.regions.size());
  data_.regions.push_back({OpId(), {}});
  readBlock(openBlock(region, arguments), ImpliedEnd::None);
  in_.enterOp({});
  return region;
}

BlockId OpReader::openBlock(RegionId region, std::span<const BlockArgument> arguments) {
  const BlockId id(data_.blocks.size());
  data_.regions[region.index()].blocks = {id.value, 1};
  Block block;
  block.region = region;
  block.function = function_;
  block.arguments = {static_cast<std::uint32_t>(data_.values.size()), static_cast<std::uint32_t>(arguments.size())};
  data_.blocks.push_back(block);
  for (std::uint32_t i = 0; i < arguments.size(); ++i) {
    const ValueId value = addValue(arguments[i].type, OpId(), id, i, 0);
    if (!scope_.define(arguments[i].name.name, value, 1))
      in_.fail(arguments[i].name.offset, "the name %" + std::string(arguments[i].name.name) + " is taken");
  }
  return id;
}

void OpReader::readBlock(BlockId block, ImpliedEnd implied) {
  const std::size_t firstPending = pending_.size();
  bool ended = false;
  while (!in_.take('}')) {
    if (ended && in_.atEnd()) in_.expected("'}'");
    if (ended) in_.fail(in_.here(), "an op follows the end of its block");
    ended = readOp(block);
  }
  if (!ended) {
    if (implied == ImpliedEnd::None) in_.fail(in_.end() - 1, "expected an op that ends the block, found '}'");
    addImplied(block, implied);
  }
  Slice &ops = data_.blocks[block.index()].ops;
  ops.first = static_cast<std::uint32_t>(data_.blockOps.size());
  ops.count = static_cast<std::uint32_t>(pending_.size() - firstPending);
  data_.blockOps.insert(data_.blockOps.end(), pending_.begin() + static_cast<std::ptrdiff_t>(firstPending), pending_.end());
  pending_.resize(firstPending);
}

void OpReader::addImplied(BlockId block, ImpliedEnd implied) {
  const OpId id(data_.ops.size());
  Op op;
  op.kind = implied == ImpliedEnd::Yield ? OpKind::Yield : OpKind::Continue;
  op.block = block;
  op.subtreeEnd = OpId(id.index() + 1);
  op.operands.first = static_cast<std::uint32_t>(data_.operands.size());
  op.segments = {static_cast<std::uint32_t>(data_.segments.size()), 1};
  op.attributes.first = static_cast<std::uint32_t>(data_.attributeUses.size());
  op.results.first = static_cast<std::uint32_t>(data_.values.size());
  data_.segments.push_back(0);
  charge(op);
  data_.ops.push_back(op);
  pending_.push_back(id);
}

ValueName OpReader::readArgumentName() {
  const std::size_t start = in_.here();
  const auto name = in_.takeName('%');
  if (!name) in_.expected("the name of an argument");
  return {*name, start};
}

void OpReader::readRegion(std::size_t position, std::span<const BlockArgument> arguments, ImpliedEnd implied) {
  in_.expect('{');
  readOpenRegion(position, arguments, implied);
}

void OpReader::readOpenRegion(std::size_t position, std::span<const BlockArgument> arguments, ImpliedEnd implied) {
  if (!current().committed) commit();
  if (depth_ == kDeepestRegion)
    in_.fail(in_.end() - 1, "regions are nested more than " + std::to_string(kDeepestRegion) + " deep", ErrorKind::Limit);
  const OpKind kind = current().kind;
  const RegionId region(data_.ops[current().id.index()].regions.first + position);
  const std::size_t outer = scope_.mark();
  if (++depth_ == drafts_.size()) drafts_.push_back(std::make_unique<Draft>());
  readBlock(openBlock(region, arguments), implied);
  --depth_;
  scope_.leave(outer);
  in_.enterOp(info(kind).mnemonic);
}

// ---- Ops ---------------------------------------------------------------------------------------------------------------

bool OpReader::readOp(BlockId block) {
  in_.poll();
  in_.enterOp({});
  if (data_.ops.size() == kMostOps)
    in_.fail(in_.here(), "the program has more than " + std::to_string(kMostOps) + " ops", ErrorKind::Limit);
  Draft &draft = current();
  draft.groups.clear();
  draft.uses.clear();
  draft.results.clear();
  draft.committed = false;
  readGroups();
  draft.kind = readKind();
  const OpInfo &described = info(draft.kind);
  in_.enterOp(described.mnemonic);
  draft.attributes.assign(described.attributes.size(), AttributeId());
  draft.implied.assign(described.attributes.size(), AttributeId());
  draft.id = OpId(data_.ops.size());
  Op &op = data_.ops.emplace_back();
  op.kind = draft.kind;
  op.block = block;
  pending_.push_back(draft.id);
  runLayout(printer::layoutOf(draft.kind).instructions);
  if (!draft.committed) commit();
  finish(draft.id);
  return described.terminator;
}

/// %a, %b:2 = ; or nothing.
void OpReader::readGroups() {
  if (in_.peek() != '%') return;
  do {
    ResultGroup group;
    group.name.offset = in_.here();
    const auto name = in_.takeName('%');
    if (!name) in_.expected("the name of a result");
    group.name.name = *name;
    group.count = 1;
    if (in_.take(':')) {
      const std::size_t place = in_.here();
      group.count = static_cast<std::uint32_t>(in_.natural("the number of results", UINT32_MAX));
      if (group.count == 0) in_.fail(place, "a group of no results has no name");
    }
    current().groups.push_back(group);
  } while (in_.take(','));
  in_.expect('=');
}

OpKind OpReader::readKind() {
  Draft &draft = current();
  draft.offset = in_.here();
  const std::string_view word = in_.peekWord();
  if (word.empty()) in_.expected(draft.groups.empty() ? "an op or '}'" : "an op");
  if (const auto kind = opNamed(word)) {
    in_.takeWord(word);
    return *kind;
  }
  in_.fail(draft.offset, "there is no op '" + std::string(word) + "'", ErrorKind::Malformed, adviceOnOp(word));
}

void OpReader::runLayout(std::span<const LayoutInstruction> layout) {
  for (std::size_t i = 0; i < layout.size(); ++i) {
    const LayoutInstruction &instruction = layout[i];
    switch (instruction.step) {
      case LayoutStep::Text: in_.expectAll(instruction.text); break;
      case LayoutStep::Mark: break;
      case LayoutStep::Operand: readOperands(instruction.index); break;
      case LayoutStep::Attribute: readAttribute(instruction.index); break;
      case LayoutStep::AttributeEnd: setAttribute(instruction.index, attributePool_.unit()); break;
      case LayoutStep::Custom: instruction.read(*this, instruction.parameters); break;
      case LayoutStep::Dictionary:
        if (instruction.index == 1) in_.takeWord("attributes");
        readDictionary();
        break;
      default:
        if (!groupAhead(layout.subspan(i + 1, instruction.count), instruction)) i += instruction.count;
    }
  }
}

/// Whether the text goes on with this optional group. One that only says the type of an operand is there when the operand is.
bool OpReader::groupAhead(std::span<const LayoutInstruction> group, const LayoutInstruction &condition) {
  const auto isOperand = [](const LayoutInstruction &each) { return each.step == LayoutStep::Operand; };
  if (condition.step == LayoutStep::IfOperand && std::none_of(group.begin(), group.end(), isOperand))
    return operandCount(condition.index) != 0;
  for (const LayoutInstruction &instruction : group) {
    if (instruction.step == LayoutStep::Operand) return in_.peek() == '%';
    if (instruction.step != LayoutStep::Text) continue;
    const std::string_view first = firstOf(instruction.text);
    if (first.empty()) continue;
    if (first[0] >= 'a' && first[0] <= 'z') return in_.peekWord() == first;
    return in_.ahead(first);
  }
  return false;
}

/// { name = value, ... }: what the format leaves to it, and whatever else the op has, since cutile-rs puts it there.
void OpReader::readDictionary() {
  if (!in_.take('{')) return;
  bool first = true;
  while (!in_.take('}')) {
    if (!first) in_.expect(',');
    first = false;
    const std::size_t start = in_.here();
    const std::string key = in_.key();
    const auto described = about().attributes;
    const auto place = std::find_if(described.begin(), described.end(), [&](const AttributeInfo &each) { return each.name == key; });
    if (place == described.end()) in_.fail(start, std::string(about().mnemonic) + " has no attribute '" + key + "'");
    const auto slot = static_cast<std::size_t>(place - described.begin());
    if (current().attributes[slot].valid()) in_.fail(start, "attribute '" + key + "' stands twice");
    if (place->form != AttributeForm::Unit) {
      in_.expect('=');
      setAttribute(slot, attributes_.readNamed(*place));
    } else {
      setAttribute(slot, in_.take('=') ? attributes_.readNamed(*place) : attributePool_.unit());
    }
  }
}

void OpReader::finish(OpId id) {
  Draft &draft = current();
  if (const auto location = locations_.readTrailing()) data_.ops[id.index()].location = LocationId(std::size_t{*location});
  Op &op = data_.ops[id.index()];
  op.subtreeEnd = OpId(data_.ops.size());
  for (std::uint32_t i = 0; i < op.regions.count; ++i) {
    Slice &blocks = data_.regions[op.regions.first + i].blocks;
    if (blocks.count == 0) blocks.first = static_cast<std::uint32_t>(data_.blocks.size());
  }
  std::size_t next = op.results.first;
  for (const ResultGroup &group : draft.groups) {
    if (!scope_.define(group.name.name, ValueId(next), group.count))
      in_.fail(group.name.offset, "the name %" + std::string(group.name.name) + " is taken");
    next += group.count;
  }
}

// ---- Parts of an op ------------------------------------------------------------------------------------------------------

void OpReader::readOperand(std::size_t declared) {
  const std::size_t start = in_.here();
  const auto name = in_.takeName('%');
  if (!name) in_.expected("an operand");
  const Scope::Entry *entry = scope_.find(*name);
  if (entry == nullptr) in_.fail(start, "there is no value %" + std::string(*name) + " before this");
  std::size_t number = 0;
  if (in_.takeNext('#')) {
    const std::string_view digits = in_.takeDigits();
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (digits.empty() || parsed.ec != std::errc() || number >= entry->count)
      in_.fail(start, "%" + std::string(*name) + " has " + std::to_string(entry->count) + (entry->count == 1 ? " result" : " results"));
  }
  current().uses.push_back(
      {ValueId(entry->first.index() + number), start, static_cast<std::uint32_t>(in_.end() - start), static_cast<std::uint16_t>(declared)});
}

void OpReader::readOperands(std::size_t declared) {
  if (about().operands[declared].arity != Arity::Variadic) return readOperand(declared);
  if (in_.peek() != '%') return;
  do {
    in_.poll();
    readOperand(declared);
  } while (in_.take(','));
}

std::size_t OpReader::operandCount(std::size_t declared) const {
  const auto &uses = current().uses;
  return static_cast<std::size_t>(std::count_if(uses.begin(), uses.end(), [&](const Use &use) { return use.declared == declared; }));
}

TypeId OpReader::operandType(std::size_t declared) const {
  for (const Use &use : current().uses) {
    if (use.declared == declared) return data_.values[use.value.index()].type;
  }
  return {};
}

std::string OpReader::nameAt(const Use &use) const { return std::string(in_.between(use.offset, use.offset + use.size)); }

OpReader::WrittenType OpReader::readType() {
  const std::size_t start = in_.here();
  return {types_.read(), start};
}

void OpReader::checkOperandTypes(std::size_t declared, std::span<const WrittenType> written) {
  std::size_t next = 0;
  for (const Use &use : current().uses) {
    if (use.declared != declared) continue;
    const WrittenType &expected = written[written.size() == 1 ? 0 : next++];
    const TypeId type = data_.values[use.value.index()].type;
    if (type != expected.type)
      in_.fail(expected.offset, nameAt(use) + " is of type " + typePool_.text(type) + ", not " + typePool_.text(expected.type));
  }
}

void OpReader::readOperandTypes(std::size_t declared) {
  std::vector<WrittenType> written;
  const std::size_t count = operandCount(declared);
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0) in_.expect(',');
    written.push_back(readType());
  }
  if (count != 0) checkOperandTypes(declared, written);
}

void OpReader::readResultTypes(std::size_t declared) {
  do {
    const WrittenType written = readType();
    addResult(declared, written.type, written.offset);
  } while (about().results[declared].variadic && in_.take(','));
}

void OpReader::addResult(std::size_t declared, TypeId type, std::size_t offset) {
  current().results.push_back({type, offset, static_cast<std::uint16_t>(declared)});
}

void OpReader::readAttribute(std::size_t slot) {
  const AttributeInfo &described = about().attributes[slot];
  const std::size_t start = in_.here();
  const AttributeId value = attributes_.readBare(described);
  if (described.form == AttributeForm::Symbol) symbolUses_.push_back({attributePool_[value].text, start});
  setAttribute(slot, value);
}

}  // namespace tileport::tileir::text
