// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/reader/body.h"

#include <algorithm>
#include <limits>

#include "tileir/consistency.h"

namespace tileport::tileir::reader {

namespace {

/// Ops are numbered in 32 bits, and their text must stay within reach of 32-bit offsets.
constexpr std::size_t kMostOps = 4'000'000;

/// Characters of a value's name, as a rule.
constexpr std::uint64_t kUsualName = 40;

}  // namespace

RegionId BodyReader::read(Cursor body, FunctionId function, const Type &signature, std::optional<std::span<const LocationId>> locations) {
  function_ = function;
  locations_ = locations;
  nextLocation_ = 0;
  scope_.clear();
  const RegionId region(data_.regions.size());
  data_.regions.push_back({OpId(), {}});
  const BlockId block = addBlock(region);
  data_.regions[region.index()].blocks = {block.value, 1};
  for (std::size_t i = 0; i < signature.inputs.size(); ++i) {
    scope_.push_back(addValue(body, signature.inputs[i], OpId(), block, static_cast<std::uint32_t>(i)));
  }
  data_.blocks[block.index()].arguments.count = static_cast<std::uint32_t>(signature.inputs.size());
  readBlock(body, block, std::nullopt);
  if (locations_ && nextLocation_ != locations_->size()) {
    body.fail("the function has " + std::to_string(nextLocation_) + " ops but locations for " + std::to_string(locations_->size()));
  }
  return region;
}

BlockId BodyReader::addBlock(RegionId region) {
  Block block;
  block.region = region;
  block.function = function_;
  block.arguments.first = static_cast<std::uint32_t>(data_.values.size());
  data_.blocks.push_back(block);
  return BlockId(data_.blocks.size() - 1);
}

ValueId BodyReader::addValue(Cursor &cursor, TypeId type, OpId op, BlockId block, std::uint32_t index) {
  cursor.charge(sizeof(Value) + 2 * kUsualName + types_.printedSize(type));
  data_.values.push_back({type, op, block, index});
  nameSizes_.push_back(static_cast<std::uint32_t>(kUsualName));
  return ValueId(data_.values.size() - 1);
}

void BodyReader::readBlock(Cursor &cursor, BlockId block, std::optional<std::size_t> opCount) {
  const std::size_t firstPending = pending_.size();
  bool ended = false;
  for (std::size_t i = 0; opCount ? i < *opCount : !cursor.atEnd(); ++i) {
    if (ended) cursor.fail("an op follows the end of its block");
    ended = readOp(cursor, block);
  }
  // The tools demand this, too, also where the text form leaves the terminator out.
  if (!ended) cursor.fail("a block does not end in a terminator");
  Slice &ops = data_.blocks[block.index()].ops;
  ops.first = static_cast<std::uint32_t>(data_.blockOps.size());
  ops.count = static_cast<std::uint32_t>(pending_.size() - firstPending);
  data_.blockOps.insert(data_.blockOps.end(), pending_.begin() + static_cast<std::ptrdiff_t>(firstPending), pending_.end());
  pending_.resize(firstPending);
}

bool BodyReader::readOp(Cursor &cursor, BlockId block) {
  context_.poll();
  if (data_.ops.size() == kMostOps) cursor.fail("the program has more than " + std::to_string(kMostOps) + " ops", ErrorKind::Limit);
  const OpId id(data_.ops.size());
  const OpKind kind = readKind(cursor);
  context_.enterOp(kind, id.value);
  const OpLayout &how = layout(kind);
  pending_.push_back(id);
  Op &op = data_.ops.emplace_back();
  op.kind = kind;
  op.block = block;
  op.location = takeLocation(cursor);
  readResults(cursor, id, how);
  const std::uint64_t flags = readFlags(cursor, how);
  readAttributes(cursor, id, how, flags);
  readOperands(cursor, id, how, flags);
  completeFlags(cursor, id);
  chargeFor(cursor, data_.ops[id.index()]);
  if (info(kind).regionCount != 0) {
    readRegions(cursor, id);
    context_.enterOp(kind, id.value);
  }
  nameResults(id);
  Op &done = data_.ops[id.index()];
  done.subtreeEnd = OpId(data_.ops.size());
  // Results are numbered behind everything inside of the op's regions, whose values are out of sight by now. Those that the
  // version does not have take no number.
  for (std::uint32_t i = 0; i < done.results.count - layout(kind).missingResults; ++i)
    scope_.push_back(ValueId(std::size_t{done.results.first} + i));
  return info(kind).terminator;
}

OpKind BodyReader::readKind(Cursor &cursor) {
  const std::size_t start = cursor.offset();
  const std::uint64_t opcode = cursor.varint("an opcode");
  const std::optional<OpKind> kind = opKindOfOpcode(opcode);
  if (!kind || !info(*kind).inBody) cursor.failAt(start, "there is no op with number " + hex(opcode));
  if (!context_.has(info(*kind).since)) {
    cursor.failAt(start, "op " + std::string(info(*kind).mnemonic) + " needs bytecode " + toString(info(*kind).since) + ", the file is " +
                             toString(context_.version()));
  }
  return *kind;
}

const OpLayout &BodyReader::layout(OpKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  if (index >= layouts_.size()) layouts_.resize(index + 1);
  std::optional<OpLayout> &known = layouts_[index];
  if (!known) known = layoutOf(info(kind), context_.version());
  return *known;
}

LocationId BodyReader::takeLocation(Cursor &cursor) {
  if (!locations_) return {};
  if (nextLocation_ == locations_->size()) {
    cursor.fail("the function has more ops than the " + std::to_string(locations_->size()) + " that have locations");
  }
  return (*locations_)[nextLocation_++];
}

void BodyReader::readResults(Cursor &cursor, OpId op, const OpLayout &how) {
  const std::size_t start = cursor.offset();
  const std::size_t count = how.resultsCounted ? cursor.count(1, "the number of results") : how.fixedResults;
  if (count < how.fixedResults || (count > how.fixedResults && !how.variadicResults)) {
    cursor.failAt(start, "the op has " + std::to_string(count) + " results where " + (how.variadicResults ? "at least " : "") +
                             std::to_string(how.fixedResults) + " are expected");
  }
  const BlockId block = data_.ops[op.index()].block;
  const auto total = static_cast<std::uint32_t>(count + how.missingResults);
  data_.ops[op.index()].results = {static_cast<std::uint32_t>(data_.values.size()), total};
  for (std::uint32_t i = 0; i < total; ++i) {
    // What ops have gained are tokens (print_tko in 13.2); the tools add them to older files, too.
    const TypeId type = i < count ? types_.read(cursor, "the type of a result") : types_.token();
    addValue(cursor, type, op, block, i);
  }
}

// The tools pass over unknown bits; they are refused here because whatever they announce would be misread.
std::uint64_t BodyReader::readFlags(Cursor &cursor, const OpLayout &how) {
  if (!how.hasFlags) return 0;
  const std::size_t start = cursor.offset();
  const std::uint64_t flags = cursor.varint("the flags of an op");
  if ((flags & ~how.knownFlags) != 0) cursor.failAt(start, "the op has unknown flags " + hex(flags & ~how.knownFlags));
  return flags;
}

void BodyReader::readAttributes(Cursor &cursor, OpId op, const OpLayout &how, std::uint64_t flags) {
  const OpInfo &about = info(data_.ops[op.index()].kind);
  const std::size_t first = data_.attributeUses.size();
  const Slice results = data_.ops[op.index()].results;
  for (std::size_t slot = 0; slot < about.attributes.size(); ++slot) {
    const AttributeInfo &attribute = about.attributes[slot];
    AttributeId value;
    if (!context_.has(attribute.since)) {
      if (!attribute.defaultValue) continue;
      value = attributes_.defaultOf(attribute);
    } else if (attribute.optional && (how.attributeBits[slot] == OpLayout::kNoBit || ((flags >> how.attributeBits[slot]) & 1) == 0)) {
      continue;
    } else {
      const TypeId resultType = results.count != 0 ? data_.values[results.first].type : TypeId();
      value = attributes_.read(cursor, attribute, resultType);
    }
    data_.attributeUses.push_back({static_cast<std::uint16_t>(slot), value});
  }
  data_.ops[op.index()].attributes = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(data_.attributeUses.size() - first)};
}

void BodyReader::readOperands(Cursor &cursor, OpId op, const OpLayout &how, std::uint64_t flags) {
  const OpInfo &about = info(data_.ops[op.index()].kind);
  const std::size_t first = data_.operands.size();
  const std::size_t firstSegment = data_.segments.size();
  switch (how.operandForm) {
    case OperandForm::Segments: readSegments(cursor, about, how, flags); break;
    case OperandForm::Counted: readCounted(cursor, about, how); break;
    case OperandForm::Bare:
      for (std::size_t i = 0; i < about.operands.size(); ++i) {
        readOperand(cursor);
        data_.segments.push_back(1);
      }
      break;
  }
  data_.ops[op.index()].operands = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(data_.operands.size() - first)};
  data_.ops[op.index()].segments = {static_cast<std::uint32_t>(firstSegment), static_cast<std::uint32_t>(about.operands.size())};
}

void BodyReader::readSegments(Cursor &cursor, const OpInfo &about, const OpLayout &how, std::uint64_t flags) {
  for (std::size_t i = 0; i < about.operands.size(); ++i) {
    std::size_t count = 1;
    switch (about.operands[i].arity) {
      case Arity::Required: break;
      case Arity::Optional: count = how.operandBits[i] == OpLayout::kNoBit ? 0 : (flags >> how.operandBits[i]) & 1; break;
      case Arity::Variadic: count = context_.has(about.operands[i].since) ? cursor.count(1, "the number of operands") : 0; break;
    }
    for (std::size_t n = 0; n < count; ++n) readOperand(cursor);
    data_.segments.push_back(static_cast<std::uint32_t>(count));
  }
}

/// The one declared operand that is not required takes what the others leave.
void BodyReader::readCounted(Cursor &cursor, const OpInfo &about, const OpLayout &how) {
  const std::size_t start = cursor.offset();
  const std::size_t total = cursor.count(1, "the number of operands");
  if (total < how.fixedOperands) {
    cursor.failAt(
        start, "the op has " + std::to_string(total) + " operands where at least " + std::to_string(how.fixedOperands) + " are expected");
  }
  std::size_t rest = total - how.fixedOperands;
  for (const OperandInfo &operand : about.operands) {
    std::size_t count = 1;
    if (operand.arity != Arity::Required) {
      count = operand.arity == Arity::Optional ? std::min<std::size_t>(rest, 1) : rest;
      rest -= count;
    }
    data_.segments.push_back(static_cast<std::uint32_t>(count));
  }
  if (rest != 0) cursor.failAt(start, "the op has " + std::to_string(rest) + " operands too many");
  for (std::size_t i = 0; i < total; ++i) readOperand(cursor);
}

void BodyReader::completeFlags(Cursor &cursor, OpId id) {
  const Op &op = data_.ops[id.index()];
  const OpInfo &about = info(op.kind);
  for (std::size_t slot = 0; slot < about.attributes.size(); ++slot) {
    if (about.attributes[slot].form != AttributeForm::BoolArray) continue;
    std::size_t expected = 0;
    for (std::size_t i = 0; i < about.operands.size(); ++i) {
      if (about.operands[i].arity == Arity::Variadic) expected += data_.segments[op.segments.first + i];
    }
    const auto first = data_.attributeUses.begin() + op.attributes.first;
    const auto use = std::find_if(first, data_.attributeUses.end(), [slot](const NamedAttribute &each) { return each.slot >= slot; });
    if (use == data_.attributeUses.end() || use->slot != slot) {
      data_.attributeUses.insert(use, {static_cast<std::uint16_t>(slot), attributes_.allFalse(cursor, expected)});
      ++data_.ops[id.index()].attributes.count;
    } else if (const std::size_t length = attributes_[use->value].numbers.size(); length != expected) {
      cursor.fail(std::string(about.attributes[slot].name) + " has " + std::to_string(length) + " flags for " + std::to_string(expected) +
                  " indices");
    }
  }
}

void BodyReader::readOperand(Cursor &cursor) {
  const std::size_t start = cursor.offset();
  const std::uint64_t number = cursor.varint("an operand");
  if (number >= scope_.size()) {
    cursor.failAt(start, "operand " + std::to_string(number) + " is not one of the " + std::to_string(scope_.size()) + " values before it");
  }
  data_.operands.push_back(scope_[number]);
}

void BodyReader::readRegions(Cursor &cursor, OpId op) {
  const std::size_t start = cursor.offset();
  const std::uint8_t expected = info(data_.ops[op.index()].kind).regionCount;
  if (const std::uint64_t count = cursor.varint("the number of regions"); count != expected) {
    cursor.failAt(start, "the op has " + std::to_string(count) + " regions where " + std::to_string(expected) + " are expected");
  }
  if (depth_ == kDeepestRegion) cursor.fail("regions are nested more than " + std::to_string(kDeepestRegion) + " deep", ErrorKind::Limit);
  ++depth_;
  const RegionId first(data_.regions.size());
  data_.ops[op.index()].regions = {first.value, expected};
  for (std::uint8_t i = 0; i < expected; ++i) data_.regions.push_back({op, {}});
  for (std::uint8_t i = 0; i < expected; ++i) readRegion(cursor, RegionId(first.index() + i), i != 0);
  --depth_;
}

// No op has a region of more than one block, and only the second one (the else of an if) may have none.
void BodyReader::readRegion(Cursor &cursor, RegionId region, bool mayBeEmpty) {
  const std::size_t start = cursor.offset();
  const std::uint64_t blocks = cursor.varint("the number of blocks");
  if (blocks > 1 || (blocks == 0 && !mayBeEmpty)) {
    cursor.failAt(start, "the region has " + std::to_string(blocks) + " blocks where 1 is expected");
  }
  data_.regions[region.index()].blocks = {static_cast<std::uint32_t>(data_.blocks.size()), static_cast<std::uint32_t>(blocks)};
  if (blocks == 0) return;
  const std::size_t outerValues = scope_.size();
  const BlockId block = addBlock(region);
  const std::size_t arguments = cursor.count(1, "the number of block arguments");
  for (std::size_t i = 0; i < arguments; ++i) {
    const TypeId type = types_.read(cursor, "the type of a block argument");
    scope_.push_back(addValue(cursor, type, OpId(), block, static_cast<std::uint32_t>(i)));
  }
  data_.blocks[block.index()].arguments.count = static_cast<std::uint32_t>(arguments);
  const std::size_t ops = cursor.count(1, "the number of ops");
  readBlock(cursor, block, ops);
  scope_.resize(outerValues);
}

/// Print calls the result of an `assume` after its operand: a chain of them has ever longer names.
void BodyReader::nameResults(OpId id) {
  const Op &op = data_.ops[id.index()];
  if (op.kind != OpKind::Assume || op.operands.count == 0) return;
  const std::uint32_t size = nameSizes_[data_.operands[op.operands.first].index()];
  for (std::uint32_t i = 0; i < op.results.count; ++i) nameSizes_[op.results.first + i] = size + 8;
}

void BodyReader::chargeFor(const Cursor &cursor, const Op &op) {
  constexpr std::uint64_t kPerOperand = 48;
  std::uint64_t size = sizeof(Op) + 128 + std::uint64_t{2} * depth_ + kPerOperand * op.operands.count;
  for (std::uint32_t i = 0; i < op.operands.count; ++i) {
    const ValueId operand = data_.operands[op.operands.first + i];
    size += nameSizes_[operand.index()] + types_.printedSize(data_.values[operand.index()].type);
  }
  for (std::uint32_t i = 0; i < op.attributes.count; ++i) {
    const NamedAttribute &use = data_.attributeUses[op.attributes.first + i];
    size += kPerOperand + attributes_.printedSize(use.value);
  }
  cursor.charge(size);
}

}  // namespace tileport::tileir::reader
