// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/writer/body.h"

#include <algorithm>
#include <string>

#include "tileir/consistency.h"

namespace tileport::tileir::writer {

namespace {

std::string partOf(std::string_view part, std::string_view name, const OpInfo &about) {
  return std::string(part) + " " + std::string(name) + " of " + std::string(about.mnemonic);
}

}  // namespace

Sink BodyWriter::write(const Function &function) {
  forgetFrom(0);
  locations_.clear();
  const Slice blocks = data_.regions[function.body.index()].blocks;
  context_.expect(blocks.count == 1, "the body of a function has not just one block");
  const Block &block = data_.blocks[blocks.first];
  number(block.arguments.first, block.arguments.count);
  Sink sink;
  writeBlock(sink, BlockId(blocks.first));
  context_.leaveOps();
  return sink;
}

void BodyWriter::writeBlock(Sink &sink, BlockId id) {
  const Slice ops = data_.blocks[id.index()].ops;
  for (std::uint32_t i = 0; i < ops.count; ++i) writeOp(sink, data_.blockOps[ops.first + i]);
}

void BodyWriter::writeOp(Sink &sink, OpId id) {
  context_.enterOp(id);
  const Op &op = data_.ops[id.index()];
  const OpInfo &about = info(op.kind);
  context_.expect(about.inBody, "an op stands in a body that cannot");
  context_.expect(op.segments.count == about.operands.size() && op.regions.count == about.regionCount,
                  "an op has another number of operands or regions than its kind");
  context_.require(about.since, [&] { return "op " + std::string(about.mnemonic); });
  const OpLayout &how = layout(op.kind);
  locations_.push_back(op.location);
  sink.varint(about.opcode);
  writeResults(sink, op, how);
  const std::uint64_t flags = flagsOf(op, how);
  if (how.hasFlags) sink.varint(flags);
  writeAttributes(sink, op, how);
  writeOperands(sink, op, how);
  if (about.regionCount != 0) writeRegions(sink, op);
  number(op.results.first, op.results.count - how.missingResults);
}

const OpLayout &BodyWriter::layout(OpKind kind) {
  std::optional<OpLayout> &known = layouts_[static_cast<std::size_t>(kind)];
  if (!known) known = layoutOf(info(kind), context_.version());
  return *known;
}

void BodyWriter::writeResults(Sink &sink, const Op &op, const OpLayout &how) {
  context_.expect(op.results.count >= how.missingResults, "an op has too few results");
  const std::uint32_t count = op.results.count - how.missingResults;
  context_.expect(count == how.fixedResults || (count > how.fixedResults && how.variadicResults),
                  "an op has another number of results than its kind");
  requireResults(op, info(op.kind));
  if (how.resultsCounted) sink.varint(count);
  for (std::uint32_t i = 0; i < count; ++i) sink.varint(types_.index(data_.values[op.results.first + i].type));
}

/// What ops have gained are tokens, declared last. The readers add them to older files, where no operand can name them.
void BodyWriter::requireResults(const Op &op, const OpInfo &about) {
  for (std::size_t i = 0; i < about.results.size(); ++i) {
    const ResultInfo &result = about.results[i];
    if (result.since <= about.since) continue;
    const ValueId value(op.results.first + op.results.count - (about.results.size() - i));
    const bool isToken = types_[data_.values[value.index()].type].kind == TypeKind::Token;
    if (isToken && !isUsed(value)) continue;
    context_.require(result.since, [&] { return partOf("the use of result", result.name, about); });
  }
}

std::uint64_t BodyWriter::flagsOf(const Op &op, const OpLayout &how) {
  const OpInfo &about = info(op.kind);
  std::uint64_t flags = 0;
  for (const NamedAttribute &use : uses(op)) {
    context_.expect(use.slot < about.attributes.size(), "an op has an attribute that its kind does not have");
    if (const std::uint8_t bit = how.attributeBits[use.slot]; bit != OpLayout::kNoBit) flags |= std::uint64_t{1} << bit;
  }
  for (std::size_t i = 0; i < about.operands.size(); ++i) {
    const std::uint8_t bit = how.operandBits[i];
    if (bit != OpLayout::kNoBit && operandCount(op, i) != 0) flags |= std::uint64_t{1} << bit;
  }
  return flags;
}

void BodyWriter::writeAttributes(Sink &sink, const Op &op, const OpLayout &how) {
  const OpInfo &about = info(op.kind);
  const std::span<const NamedAttribute> given = uses(op);
  auto next = given.begin();
  for (std::size_t slot = 0; slot < about.attributes.size(); ++slot) {
    const AttributeInfo &attribute = about.attributes[slot];
    if (next == given.end() || next->slot != slot) {
      if (!attribute.optional && context_.has(attribute.since)) writeMissing(sink, op, attribute);
      continue;
    }
    const AttributeId value = (next++)->value;
    if (!isImplied(attribute, value)) {
      context_.require(attribute.since, [&] { return partOf("attribute", attribute.name, about); });
    }
    if (!context_.has(attribute.since)) continue;
    context_.expect(!attribute.optional || how.attributeBits[slot] != OpLayout::kNoBit, "an optional attribute has no flag");
    writeAttribute(sink, op, attribute, value);
  }
  context_.expect(next == given.end(), "the attributes of an op are out of order");
}

void BodyWriter::writeAttribute(Sink &sink, const Op &op, const AttributeInfo &about, AttributeId value) {
  if (about.form == AttributeForm::BoolArray) {
    context_.expect(attributes_[value].numbers.size() == indexCount(op), "there is not one flag for each index");
  }
  const TypeId resultType = op.results.count != 0 ? data_.values[op.results.first].type : TypeId();
  attributes_.write(sink, about, value, resultType);
}

/// What a program may leave out although it is not optional.
void BodyWriter::writeMissing(Sink &sink, const Op &op, const AttributeInfo &about) {
  if (about.form == AttributeForm::BoolArray) {
    const std::uint64_t count = indexCount(op);
    sink.varint(count);
    for (std::uint64_t i = 0; i < count; ++i) sink.u8(0);
  } else if (!about.defaultValue) {
    context_.failMalformed("attribute " + std::string(about.name) + " is missing");
  } else if (about.form == AttributeForm::Bool) {
    sink.u8(*about.defaultValue != 0);
  } else {
    sink.varint(*about.defaultValue);
  }
}

bool BodyWriter::isImplied(const AttributeInfo &about, AttributeId value) const {
  const Attribute &attribute = attributes_[value];
  if (about.form == AttributeForm::BoolArray) {
    return std::all_of(attribute.numbers.begin(), attribute.numbers.end(), [](std::int64_t flag) { return flag == 0; });
  }
  return about.defaultValue && attribute.bits == *about.defaultValue;
}

/// Arrays of flags have one for each operand of the variadic kind.
std::uint64_t BodyWriter::indexCount(const Op &op) const {
  const OpInfo &about = info(op.kind);
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < about.operands.size(); ++i) {
    if (about.operands[i].arity == Arity::Variadic) count += operandCount(op, i);
  }
  return count;
}

void BodyWriter::writeOperands(Sink &sink, const Op &op, const OpLayout &how) {
  const OpInfo &about = info(op.kind);
  if (how.operandForm == OperandForm::Counted) sink.varint(op.operands.count);
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < about.operands.size(); ++i) {
    const OperandInfo &operand = about.operands[i];
    const std::uint32_t count = operandCount(op, i);
    context_.expect(operand.arity == Arity::Variadic || count == 1 || (count == 0 && operand.arity == Arity::Optional),
                    "an operand is missing or there more than once");
    context_.expect(count <= op.operands.count - next, "an op has fewer operands than its segments say");
    if (count != 0) context_.require(operand.since, [&] { return partOf("operand", operand.name, about); });
    const bool counted = how.operandForm == OperandForm::Segments && operand.arity == Arity::Variadic;
    if (counted && context_.has(operand.since)) sink.varint(count);
    for (std::uint32_t n = 0; n < count; ++n) writeOperand(sink, data_.operands[op.operands.first + next++]);
  }
  context_.expect(next == op.operands.count, "an op has more operands than its segments say");
}

void BodyWriter::writeOperand(Sink &sink, ValueId value) {
  const bool exists = value.valid() && value.index() < numbers_.size();
  context_.expect(exists && numbers_[value.index()] != kOutOfSight, "an operand is not one of the values before the op");
  sink.varint(numbers_[value.index()]);
}

void BodyWriter::writeRegions(Sink &sink, const Op &op) {
  if (depth_ == kDeepestRegion) {
    context_.fail(ErrorKind::Limit, "regions are nested more than " + std::to_string(kDeepestRegion) + " deep",
                  "No exporter is known to make such a program; check where it comes from.");
  }
  ++depth_;
  sink.varint(op.regions.count);
  for (std::uint32_t i = 0; i < op.regions.count; ++i) writeRegion(sink, RegionId(std::size_t{op.regions.first} + i), i != 0);
  --depth_;
}

void BodyWriter::writeRegion(Sink &sink, RegionId id, bool mayBeEmpty) {
  const Slice blocks = data_.regions[id.index()].blocks;
  context_.expect(blocks.count == 1 || (blocks.count == 0 && mayBeEmpty), "a region has not just one block");
  sink.varint(blocks.count);
  if (blocks.count == 0) return;
  const Block &block = data_.blocks[blocks.first];
  const std::size_t outerValues = scope_.size();
  sink.varint(block.arguments.count);
  for (std::uint32_t i = 0; i < block.arguments.count; ++i) sink.varint(types_.index(data_.values[block.arguments.first + i].type));
  number(block.arguments.first, block.arguments.count);
  sink.varint(block.ops.count);
  writeBlock(sink, BlockId(blocks.first));
  forgetFrom(outerValues);
}

void BodyWriter::number(std::uint32_t first, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const ValueId value(std::size_t{first} + i);
    numbers_[value.index()] = static_cast<std::uint32_t>(scope_.size());
    scope_.push_back(value);
  }
}

void BodyWriter::forgetFrom(std::size_t scopeSize) {
  for (std::size_t i = scopeSize; i < scope_.size(); ++i) numbers_[scope_[i].index()] = kOutOfSight;
  scope_.resize(scopeSize);
}

bool BodyWriter::isUsed(ValueId value) {
  if (used_.empty()) {
    used_.resize(data_.values.size());
    for (const ValueId operand : data_.operands) {
      if (operand.valid() && operand.index() < used_.size()) used_[operand.index()] = true;
    }
  }
  return used_[value.index()];
}

}  // namespace tileport::tileir::writer
