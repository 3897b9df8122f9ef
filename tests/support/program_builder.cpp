// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/program_builder.h"

#include <algorithm>

namespace tileport::test {

using namespace tileir;

namespace {

std::size_t byteWidth(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::I16:
    case ScalarKind::F16:
    case ScalarKind::BF16: return 2;
    case ScalarKind::I32:
    case ScalarKind::F32:
    case ScalarKind::TF32: return 4;
    case ScalarKind::I64:
    case ScalarKind::F64: return 8;
    default: return 1;
  }
}

Type typeOfKind(TypeKind kind) {
  Type type;
  type.kind = kind;
  return type;
}

Attribute attributeOfKind(AttributeKind kind) {
  Attribute attribute;
  attribute.kind = kind;
  return attribute;
}

}  // namespace

ProgramBuilder::ProgramBuilder() { data_.version = {13, 3}; }

TypeId ProgramBuilder::intern(Type type) {
  const auto it = std::find(data_.types.begin(), data_.types.end(), type);
  if (it != data_.types.end()) return TypeId(static_cast<std::size_t>(it - data_.types.begin()));
  data_.types.push_back(std::move(type));
  return TypeId(data_.types.size() - 1);
}

TypeId ProgramBuilder::scalar(ScalarKind kind) {
  Type type = typeOfKind(TypeKind::Scalar);
  type.scalar = kind;
  return intern(std::move(type));
}

TypeId ProgramBuilder::token() { return intern(typeOfKind(TypeKind::Token)); }

TypeId ProgramBuilder::tile(std::vector<std::int64_t> shape, ScalarKind element) {
  Type type = typeOfKind(TypeKind::Tile);
  type.element = scalar(element);
  type.shape = std::move(shape);
  return intern(std::move(type));
}

TypeId ProgramBuilder::pointers(std::vector<std::int64_t> shape, ScalarKind pointee) {
  Type pointer = typeOfKind(TypeKind::Pointer);
  pointer.element = scalar(pointee);
  Type type = typeOfKind(TypeKind::Tile);
  type.element = intern(std::move(pointer));
  type.shape = std::move(shape);
  return intern(std::move(type));
}

TypeId ProgramBuilder::tensorView(ScalarKind element, std::vector<std::int64_t> shape, std::vector<std::int64_t> strides) {
  Type type = typeOfKind(TypeKind::TensorView);
  type.element = scalar(element);
  type.shape = std::move(shape);
  type.strides = std::move(strides);
  return intern(std::move(type));
}

TypeId ProgramBuilder::partitionView(TypeId tensorView, std::vector<std::int64_t> tile, std::optional<PaddingValue> padding,
                                     std::vector<std::int32_t> dimMap) {
  Type type = typeOfKind(TypeKind::PartitionView);
  type.element = tensorView;
  type.shape = std::move(tile);
  type.padding = padding;
  type.dimMap = std::move(dimMap);
  return intern(std::move(type));
}

AttributeId ProgramBuilder::add(Attribute attribute) {
  data_.attributes.push_back(std::move(attribute));
  return AttributeId(data_.attributes.size() - 1);
}

AttributeId ProgramBuilder::enumerator(EnumKind kind, std::uint64_t ordinal) {
  Attribute attribute = attributeOfKind(AttributeKind::Enum);
  attribute.enumKind = kind;
  attribute.bits = ordinal;
  return add(std::move(attribute));
}

AttributeId ProgramBuilder::integer(std::uint64_t value, ScalarKind type) {
  Attribute attribute = attributeOfKind(AttributeKind::Integer);
  attribute.type = scalar(type);
  attribute.bits = value;
  return add(std::move(attribute));
}

AttributeId ProgramBuilder::floating(std::uint64_t bits, ScalarKind type) {
  Attribute attribute = attributeOfKind(AttributeKind::Float);
  attribute.type = scalar(type);
  attribute.bits = bits;
  return add(std::move(attribute));
}

AttributeId ProgramBuilder::unit() { return add(attributeOfKind(AttributeKind::Unit)); }

AttributeId ProgramBuilder::array(std::vector<AttributeId> items) {
  Attribute attribute = attributeOfKind(AttributeKind::Array);
  attribute.items = std::move(items);
  return add(std::move(attribute));
}

AttributeId ProgramBuilder::divBy(std::uint64_t divisor) {
  Attribute attribute = attributeOfKind(AttributeKind::DivBy);
  attribute.bits = divisor;
  return add(std::move(attribute));
}

AttributeId ProgramBuilder::bounded(std::optional<std::int64_t> lower, std::optional<std::int64_t> upper) {
  Attribute attribute = attributeOfKind(AttributeKind::Bounded);
  attribute.first = lower;
  attribute.second = upper;
  return add(std::move(attribute));
}

AttributeId ProgramBuilder::hints(const Hints &table) {
  Attribute hints = attributeOfKind(AttributeKind::Hints);
  for (const auto &[architecture, entries] : table) {
    Attribute dictionary = attributeOfKind(AttributeKind::Dictionary);
    for (const auto &[key, value] : entries) {
      dictionary.keys.push_back(key);
      if (value >= 0) {
        dictionary.items.push_back(integer(static_cast<std::uint64_t>(value)));
      } else {
        Attribute flag = attributeOfKind(AttributeKind::Bool);
        flag.bits = value == -1;
        dictionary.items.push_back(add(std::move(flag)));
      }
    }
    hints.keys.push_back(architecture);
    hints.items.push_back(add(std::move(dictionary)));
  }
  return add(std::move(hints));
}

BlockId ProgramBuilder::addBlock(OpId owner) {
  data_.blocks.push_back({});
  data_.regions.push_back({owner, {static_cast<std::uint32_t>(data_.blocks.size() - 1), 1}});
  data_.blocks.back().region = RegionId(data_.regions.size() - 1);
  data_.blocks.back().function = function_;
  blockOps_.emplace_back();
  return BlockId(data_.blocks.size() - 1);
}

std::vector<ValueId> ProgramBuilder::addArguments(BlockId block, const std::vector<TypeId> &types) {
  std::vector<ValueId> values;
  data_.blocks[block.index()].arguments = {static_cast<std::uint32_t>(data_.values.size()), static_cast<std::uint32_t>(types.size())};
  for (std::uint32_t i = 0; i < types.size(); ++i) {
    values.emplace_back(data_.values.size());
    data_.values.push_back({types[i], {}, block, i});
  }
  return values;
}

std::vector<ValueId> ProgramBuilder::beginEntry(const std::string &name, const std::vector<TypeId> &arguments, const Hints &table) {
  function_ = FunctionId(data_.functions.size());
  Type signature = typeOfKind(TypeKind::Function);
  signature.inputs = arguments;
  Function function;
  function.name = name;
  function.signature = intern(std::move(signature));
  if (!table.empty()) function.hints = hints(table);
  const BlockId body = addBlock({});
  function.body = data_.blocks[body.index()].region;
  data_.functions.push_back(std::move(function));
  openBlocks_.push_back(body);
  return addArguments(body, arguments);
}

void ProgramBuilder::endEntry() {
  op({OpKind::Return, {{}}, {}, {}});
  openBlocks_.pop_back();
}

void ProgramBuilder::setAttributes(Op &op, const OpSpec &spec) {
  op.attributes.first = static_cast<std::uint32_t>(data_.attributeUses.size());
  const auto &infos = info(spec.kind).attributes;
  std::vector<NamedAttribute> uses;
  for (std::uint16_t slot = 0; slot < infos.size(); ++slot) {
    const auto given =
        std::find_if(spec.attributes.begin(), spec.attributes.end(), [&](const auto &a) { return a.first == infos[slot].name; });
    if (given != spec.attributes.end()) {
      if (given->second.valid()) uses.push_back({slot, given->second});
    } else if (!infos[slot].optional && infos[slot].form == AttributeForm::Enum) {
      uses.push_back({slot, enumerator(infos[slot].enumKind, infos[slot].defaultValue.value_or(0))});
    } else if (!infos[slot].optional && infos[slot].form == AttributeForm::Bool) {
      uses.push_back({slot, add(attributeOfKind(AttributeKind::Bool))});
    }
  }
  data_.attributeUses.insert(data_.attributeUses.end(), uses.begin(), uses.end());
  op.attributes.count = static_cast<std::uint32_t>(uses.size());
}

OpId ProgramBuilder::append(const OpSpec &spec) {
  Op op;
  op.kind = spec.kind;
  op.block = openBlocks_.back();
  op.operands.first = static_cast<std::uint32_t>(data_.operands.size());
  op.segments = {static_cast<std::uint32_t>(data_.segments.size()), static_cast<std::uint32_t>(spec.operands.size())};
  for (const auto &segment : spec.operands) {
    data_.segments.push_back(static_cast<std::uint32_t>(segment.size()));
    data_.operands.insert(data_.operands.end(), segment.begin(), segment.end());
    op.operands.count += static_cast<std::uint32_t>(segment.size());
  }
  for (std::size_t missing = spec.operands.size(); missing < info(spec.kind).operands.size(); ++missing, ++op.segments.count)
    data_.segments.push_back(0);
  setAttributes(op, spec);
  const OpId id(data_.ops.size());
  op.subtreeEnd = OpId(id.index() + 1);
  data_.ops.push_back(op);
  blockOps_[op.block.index()].push_back(id);
  return id;
}

void ProgramBuilder::setResults(OpId op, const std::vector<TypeId> &types) {
  data_.ops[op.index()].results = {static_cast<std::uint32_t>(data_.values.size()), static_cast<std::uint32_t>(types.size())};
  for (std::uint32_t i = 0; i < types.size(); ++i) data_.values.push_back({types[i], op, data_.ops[op.index()].block, i});
}

std::vector<ValueId> ProgramBuilder::op(const OpSpec &spec) {
  begin(spec);
  return end();
}

void ProgramBuilder::begin(const OpSpec &spec) {
  const OpId id = append(spec);
  const std::uint32_t regions = info(spec.kind).regionCount;
  data_.ops[id.index()].regions = {static_cast<std::uint32_t>(data_.regions.size()), regions};
  for (std::uint32_t i = 0; i < regions; ++i) addBlock(id);
  openOps_.push_back({id, 0, spec.results});
}

std::vector<ValueId> ProgramBuilder::beginRegion(const std::vector<TypeId> &arguments) {
  OpenOp &open = openOps_.back();
  const Region &region = data_.regions[data_.ops[open.op.index()].regions.first + open.nextRegion++];
  openBlocks_.emplace_back(region.blocks.first);
  return addArguments(openBlocks_.back(), arguments);
}

void ProgramBuilder::endRegion() { openBlocks_.pop_back(); }

std::vector<ValueId> ProgramBuilder::end() {
  const OpenOp open = openOps_.back();
  openOps_.pop_back();
  data_.ops[open.op.index()].subtreeEnd = OpId(data_.ops.size());
  setResults(open.op, open.results);
  std::vector<ValueId> values;
  for (std::size_t i = 0; i < open.results.size(); ++i) values.emplace_back(data_.ops[open.op.index()].results.first + i);
  return values;
}

ValueId ProgramBuilder::constant(TypeId tile, std::uint64_t bits) {
  Attribute dense = attributeOfKind(AttributeKind::Dense);
  dense.type = tile;
  dense.splat = true;
  const std::size_t width = byteWidth(data_.types[data_.types[tile.index()].element.index()].scalar);
  for (std::size_t i = 0; i < width; ++i) dense.elements.push_back(static_cast<char>(bits >> (8 * i)));
  return one({OpKind::Constant, {}, {tile}, {{"value", add(std::move(dense))}}});
}

ValueId ProgramBuilder::assume(ValueId value, AttributeId predicate) {
  return one({OpKind::Assume, {{value}}, {typeOf(value)}, {{"predicate", predicate}}});
}

ProgramPtr ProgramBuilder::build() {
  ProgramData data = data_;
  for (std::size_t i = 0; i < data.blocks.size(); ++i) {
    data.blocks[i].ops = {static_cast<std::uint32_t>(data.blockOps.size()), static_cast<std::uint32_t>(blockOps_[i].size())};
    data.blockOps.insert(data.blockOps.end(), blockOps_[i].begin(), blockOps_[i].end());
  }
  return Program::make(std::move(data));
}

}  // namespace tileport::test
