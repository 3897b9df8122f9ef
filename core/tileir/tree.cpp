// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/tree.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>

namespace tileport::tileir {

namespace {

// ---- Keys of equal types and attributes ------------------------------------------------------------------------------

class Key {
 public:
  Key &number(std::uint64_t n) {
    text_.append(reinterpret_cast<const char *>(&n), sizeof n);
    return *this;
  }
  Key &text(const std::string &s) {
    number(s.size());
    text_ += s;
    return *this;
  }
  template <class T>
  Key &list(const std::vector<T> &items) {
    number(items.size());
    for (const T &item : items) {
      if constexpr (std::is_integral_v<T>) number(static_cast<std::uint64_t>(item));
      else number(item.value);
    }
    return *this;
  }
  template <class T>
  Key &maybe(const std::optional<T> &item) {
    number(item.has_value());
    return number(item ? static_cast<std::uint64_t>(*item) : 0);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string keyOf(const Type &t) {
  Key key;
  key.number(static_cast<std::uint64_t>(t.kind)).number(static_cast<std::uint64_t>(t.scalar)).number(t.element.value);
  key.list(t.shape).list(t.strides).list(t.dimMap).maybe(t.padding).maybe(t.pointerAttr).number(t.sparseDim);
  return key.list(t.inputs).list(t.results).take();
}

std::string keyOf(const Attribute &a) {
  Key key;
  key.number(static_cast<std::uint64_t>(a.kind)).number(static_cast<std::uint64_t>(a.enumKind)).number(a.type.value).number(a.bits);
  key.maybe(a.first).maybe(a.second).text(a.text).list(a.numbers).list(a.items).number(a.keys.size());
  for (const std::string &name : a.keys) key.text(name);
  return key.text(a.elements).number(a.splat).number(a.elided).take();
}

// ---- Program to tree -------------------------------------------------------------------------------------------------

class Planter {
 public:
  explicit Planter(const Program &program) : program_(program), values_(program.valueCount()) {}

  std::unique_ptr<TreeBlock> block(BlockId id, TreeOp *owner) {
    auto block = std::make_unique<TreeBlock>();
    block->owner = owner;
    const Slice arguments = program_.block(id).arguments;
    for (std::size_t i = 0; i < arguments.count; ++i) {
      const ValueId value = program_.argument(id, i);
      block->arguments.push_back(std::make_unique<TreeValue>(TreeValue{program_.value(value).type, nullptr, block.get()}));
      values_[value.index()] = block->arguments.back().get();
    }
    for (const OpId op : program_.ops(id)) block->ops.push_back(this->op(op, block.get()));
    return block;
  }

 private:
  std::unique_ptr<TreeOp> op(OpId id, TreeBlock *block) {
    const Op &from = program_.op(id);
    auto op = std::make_unique<TreeOp>();
    op->kind = from.kind;
    op->location = from.location;
    op->block = block;
    op->origin = id;
    for (std::size_t i = 0; i < from.segments.count; ++i) {
      std::vector<TreeValue *> list;
      for (const ValueId value : program_.operands(id, i)) list.push_back(values_[value.index()]);
      op->operands.push_back(std::move(list));
    }
    const auto attributes = program_.attributes(id);
    op->attributes.assign(attributes.begin(), attributes.end());
    for (std::size_t i = 0; i < from.regions.count; ++i) {
      TreeRegion region;
      const RegionId regionId = program_.region(id, i);
      for (std::size_t b = 0; b < program_.region(regionId).blocks.count; ++b)
        region.blocks.push_back(this->block(program_.block(regionId, b), op.get()));
      op->regions.push_back(std::move(region));
    }
    for (std::size_t i = 0; i < from.results.count; ++i) {
      const ValueId value = program_.result(id, i);
      op->results.push_back(std::make_unique<TreeValue>(TreeValue{program_.value(value).type, op.get(), nullptr}));
      values_[value.index()] = op->results.back().get();
    }
    return op;
  }

  const Program &program_;
  std::vector<TreeValue *> values_;
};

// ---- Tree to program -------------------------------------------------------------------------------------------------

/// Numbers everything in the order in which the bytecode reader does.
class Harvester {
 public:
  Harvester(ProgramData &data, const std::vector<const TreeOp *> &wanted, Numbering *numbering)
      : data_(data), wanted_(wanted), numbering_(numbering) {}

  void function(const TreeFunction &from, TypeId signature) {
    function_ = FunctionId(data_.functions.size());
    Function function = from.head;
    function.signature = signature;
    function.body = RegionId(data_.regions.size());
    data_.functions.push_back(std::move(function));
    data_.regions.push_back({OpId(), {static_cast<std::uint32_t>(data_.blocks.size()), 1}});
    ids_.clear();
    block(*from.body, RegionId(data_.regions.size() - 1));
  }

 private:
  template <class T>
  static std::uint32_t size(const std::vector<T> &array) {
    return static_cast<std::uint32_t>(array.size());
  }

  void addValue(const TreeValue &value, OpId op, BlockId block, std::uint32_t index) {
    ids_[&value] = ValueId(data_.values.size());
    data_.values.push_back({value.type, op, block, index});
  }

  void block(const TreeBlock &from, RegionId region) {
    const BlockId id(data_.blocks.size());
    data_.blocks.push_back({region, function_, {size(data_.values), size(from.arguments)}, {}});
    for (std::uint32_t i = 0; i < from.arguments.size(); ++i) addValue(*from.arguments[i], {}, id, i);
    std::vector<OpId> ops;
    for (const auto &op : from.ops) ops.push_back(this->op(*op, id));
    data_.blocks[id.index()].ops = {size(data_.blockOps), size(ops)};
    data_.blockOps.insert(data_.blockOps.end(), ops.begin(), ops.end());
  }

  OpId op(const TreeOp &from, BlockId block) {
    const OpId id(data_.ops.size());
    if (numbering_ && std::find(wanted_.begin(), wanted_.end(), &from) != wanted_.end()) numbering_->ops[&from] = id;
    Op op;
    op.kind = from.kind;
    op.block = block;
    op.location = from.location;
    op.operands.first = size(data_.operands);
    op.segments = {size(data_.segments), size(from.operands)};
    for (const auto &list : from.operands) {
      data_.segments.push_back(size(list));
      for (const TreeValue *value : list) {
        assert(ids_.contains(value));
        data_.operands.push_back(ids_[value]);
      }
    }
    op.operands.count = size(data_.operands) - op.operands.first;
    op.attributes = {size(data_.attributeUses), size(from.attributes)};
    data_.attributeUses.insert(data_.attributeUses.end(), from.attributes.begin(), from.attributes.end());
    op.regions = {from.regions.empty() ? 0 : size(data_.regions), size(from.regions)};
    op.results = {size(data_.values), size(from.results)};
    for (std::uint32_t i = 0; i < from.results.size(); ++i) addValue(*from.results[i], id, block, i);
    data_.ops.push_back(op);
    regions(from, id);
    data_.ops[id.index()].subtreeEnd = OpId(data_.ops.size());
    return id;
  }

  void regions(const TreeOp &from, OpId id) {
    const std::size_t first = data_.regions.size();
    for (std::size_t i = 0; i < from.regions.size(); ++i) data_.regions.push_back({id, {}});
    for (std::size_t i = 0; i < from.regions.size(); ++i) {
      const RegionId region(first + i);
      data_.regions[region.index()].blocks = {size(data_.blocks), size(from.regions[i].blocks)};
      for (const auto &inner : from.regions[i].blocks) block(*inner, region);
    }
  }

  ProgramData &data_;
  const std::vector<const TreeOp *> &wanted_;
  Numbering *numbering_;
  FunctionId function_;
  std::unordered_map<const TreeValue *, ValueId> ids_;
};

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

Tree::Tree(const Program &program) {
  const ProgramData &from = program.data();
  tables.version = from.version;
  tables.producer = from.producer;
  tables.types = from.types;
  tables.attributes = from.attributes;
  tables.locations = from.locations;
  tables.globals = from.globals;
  for (std::size_t i = 0; i < tables.types.size(); ++i) typeIds_.try_emplace(keyOf(tables.types[i]), i);
  for (std::size_t i = 0; i < tables.attributes.size(); ++i) attributeIds_.try_emplace(keyOf(tables.attributes[i]), i);
  Planter planter(program);
  for (std::size_t i = 0; i < from.functions.size(); ++i)
    functions.push_back({from.functions[i], planter.block(program.bodyOf(FunctionId(i)), nullptr)});
}

ProgramPtr Tree::build(Numbering *numbering, const std::vector<const TreeOp *> &wanted) const {
  return Program::make(data(numbering, wanted));
}

ProgramData Tree::data(Numbering *numbering, const std::vector<const TreeOp *> &wanted) const {
  ProgramData data = tables;
  Harvester harvester(data, wanted, numbering);
  for (const TreeFunction &function : functions) {
    std::vector<TypeId> inputs;
    for (const auto &argument : function.body->arguments) inputs.push_back(argument->type);
    TypeId signature = function.head.signature;
    if (!signature.valid() || data.types[signature.index()].inputs != inputs) {
      Type type = signature.valid() ? data.types[signature.index()] : typeOfKind(TypeKind::Function);
      type.inputs = inputs;
      const auto known = std::find(data.types.begin(), data.types.end(), type);
      signature = TypeId(static_cast<std::size_t>(known - data.types.begin()));
      if (known == data.types.end()) data.types.push_back(std::move(type));
    }
    harvester.function(function, signature);
  }
  return data;
}

TypeId Tree::type(Type type) {
  const auto [it, added] = typeIds_.try_emplace(keyOf(type), tables.types.size());
  if (added) tables.types.push_back(std::move(type));
  return it->second;
}

AttributeId Tree::attribute(Attribute attribute) {
  const auto [it, added] = attributeIds_.try_emplace(keyOf(attribute), tables.attributes.size());
  if (added) tables.attributes.push_back(std::move(attribute));
  return it->second;
}

TypeId Tree::scalar(ScalarKind kind) {
  Type made = typeOfKind(TypeKind::Scalar);
  made.scalar = kind;
  return type(std::move(made));
}

TypeId Tree::token() { return type(typeOfKind(TypeKind::Token)); }

TypeId Tree::tile(std::vector<std::int64_t> shape, ScalarKind element) { return tile(std::move(shape), scalar(element)); }

TypeId Tree::tile(std::vector<std::int64_t> shape, TypeId element) {
  Type made = typeOfKind(TypeKind::Tile);
  made.element = element;
  made.shape = std::move(shape);
  return type(std::move(made));
}

TypeId Tree::pointer(ScalarKind pointee) {
  Type made = typeOfKind(TypeKind::Pointer);
  made.element = scalar(pointee);
  return type(std::move(made));
}

AttributeId Tree::enumerator(EnumKind kind, std::uint64_t ordinal) {
  Attribute made = attributeOfKind(AttributeKind::Enum);
  made.enumKind = kind;
  made.bits = ordinal;
  return attribute(std::move(made));
}

AttributeId Tree::integer(std::uint64_t value, ScalarKind kind) {
  Attribute made = attributeOfKind(AttributeKind::Integer);
  made.type = scalar(kind);
  made.bits = value;
  return attribute(std::move(made));
}

AttributeId Tree::unit() { return attribute(attributeOfKind(AttributeKind::Unit)); }

AttributeId Tree::boolean(bool value) {
  Attribute made = attributeOfKind(AttributeKind::Bool);
  made.bits = value;
  return attribute(std::move(made));
}

AttributeId Tree::divBy(std::uint64_t divisor) {
  Attribute made = attributeOfKind(AttributeKind::DivBy);
  made.bits = divisor;
  return attribute(std::move(made));
}

AttributeId Tree::bounded(std::optional<std::int64_t> lower, std::optional<std::int64_t> upper) {
  Attribute made = attributeOfKind(AttributeKind::Bounded);
  made.first = lower;
  made.second = upper;
  return attribute(std::move(made));
}

AttributeId Tree::splat(TypeId tile, std::uint64_t bits) {
  Attribute made = attributeOfKind(AttributeKind::Dense);
  made.type = tile;
  made.splat = true;
  const ScalarKind kind = type(type(tile).element).scalar;
  if (kind == ScalarKind::I1) made.elements.push_back(bits & 1 ? '\xFF' : '\0');
  else
    for (std::size_t i = 0; i < elementBytes(kind); ++i) made.elements.push_back(static_cast<char>(bits >> (8 * i)));
  return attribute(std::move(made));
}

std::size_t Tree::elementBytes(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::I16:
    case ScalarKind::F16:
    case ScalarKind::BF16: return 2;
    case ScalarKind::I32:
    case ScalarKind::F32: return 4;
    case ScalarKind::TF32: return 3;
    case ScalarKind::I64:
    case ScalarKind::F64: return 8;
    default: return 1;
  }
}

std::optional<ScalarKind> Tree::elementOf(const TreeValue *value) const {
  const Type &tile = type(value->type);
  if (tile.kind != TypeKind::Tile || type(tile.element).kind != TypeKind::Scalar) return std::nullopt;
  return type(tile.element).scalar;
}

AttributeId Tree::get(const TreeOp &op, std::string_view name) const {
  for (const NamedAttribute &use : op.attributes)
    if (op.info().attributes[use.slot].name == name) return use.value;
  return {};
}

void Tree::set(TreeOp &op, std::string_view name, AttributeId value) {
  const auto described = op.info().attributes;
  for (std::uint16_t slot = 0; slot < described.size(); ++slot) {
    if (described[slot].name != name) continue;
    auto at = std::find_if(op.attributes.begin(), op.attributes.end(), [&](const NamedAttribute &use) { return use.slot >= slot; });
    const bool there = at != op.attributes.end() && at->slot == slot;
    if (there && value.valid()) at->value = value;
    else if (there) op.attributes.erase(at);
    else if (value.valid()) op.attributes.insert(at, {slot, value});
    return;
  }
  assert(false && "the op has no such attribute");
}

void Tree::walk(TreeBlock &block, const std::function<void(TreeOp &)> &visit) {
  for (const auto &op : block.ops) {
    visit(*op);
    for (const TreeRegion &region : op->regions)
      for (const auto &inner : region.blocks) walk(*inner, visit);
  }
}

void Tree::walk(const std::function<void(TreeOp &)> &visit) {
  for (const TreeFunction &function : functions) walk(*function.body, visit);
}

std::vector<TreeOp *> Tree::ops() {
  std::vector<TreeOp *> all;
  walk([&](TreeOp &op) { all.push_back(&op); });
  return all;
}

std::size_t Tree::position(const TreeOp &op) {
  const auto &ops = op.block->ops;
  // From the end, where a writer works.
  const auto at = std::find_if(ops.rbegin(), ops.rend(), [&](const auto &other) { return other.get() == &op; });
  return static_cast<std::size_t>(ops.rend() - at) - 1;
}

TreeOp &Tree::insert(TreeBlock &block, std::size_t at, std::unique_ptr<TreeOp> op) {
  op->block = &block;
  return **block.ops.insert(block.ops.begin() + static_cast<std::ptrdiff_t>(at), std::move(op));
}

std::unique_ptr<TreeOp> Tree::take(TreeOp &op) {
  auto &ops = op.block->ops;
  const auto at = ops.begin() + static_cast<std::ptrdiff_t>(position(op));
  std::unique_ptr<TreeOp> taken = std::move(*at);
  ops.erase(at);
  taken->block = nullptr;
  return taken;
}

namespace {

using Copies = std::unordered_map<const TreeValue *, TreeValue *>;

std::unique_ptr<TreeOp> copyOp(const TreeOp &from, Copies &copies);

std::unique_ptr<TreeBlock> copyBlock(const TreeBlock &from, TreeOp *owner, Copies &copies) {
  auto block = std::make_unique<TreeBlock>();
  block->owner = owner;
  for (const auto &argument : from.arguments) {
    block->arguments.push_back(std::make_unique<TreeValue>(TreeValue{argument->type, nullptr, block.get()}));
    copies[argument.get()] = block->arguments.back().get();
  }
  for (const auto &op : from.ops) {
    block->ops.push_back(copyOp(*op, copies));
    block->ops.back()->block = block.get();
  }
  return block;
}

std::unique_ptr<TreeOp> copyOp(const TreeOp &from, Copies &copies) {
  auto op = std::make_unique<TreeOp>();
  op->kind = from.kind;
  op->location = from.location;
  op->attributes = from.attributes;
  op->operands = from.operands;
  for (auto &list : op->operands)
    for (TreeValue *&value : list)
      if (const auto it = copies.find(value); it != copies.end()) value = it->second;
  for (const TreeRegion &region : from.regions) {
    TreeRegion made;
    for (const auto &block : region.blocks) made.blocks.push_back(copyBlock(*block, op.get(), copies));
    op->regions.push_back(std::move(made));
  }
  for (const auto &result : from.results) {
    op->results.push_back(std::make_unique<TreeValue>(TreeValue{result->type, op.get(), nullptr}));
    copies[result.get()] = op->results.back().get();
  }
  return op;
}

}  // namespace

std::unique_ptr<TreeOp> Tree::copy(const TreeOp &op) {
  Copies copies;
  return copyOp(op, copies);
}

void Tree::replaceUses(const TreeValue *from, TreeValue *to) { replaceUses(from, to, nullptr); }

void Tree::replaceUses(const TreeValue *from, TreeValue *to, const TreeOp *except) {
  walk([&](TreeOp &op) {
    if (&op == except) return;
    for (auto &list : op.operands)
      for (TreeValue *&value : list)
        if (value == from) value = to;
  });
}

std::size_t Tree::uses(const TreeValue *value) {
  std::size_t count = 0;
  walk([&](TreeOp &op) {
    for (const auto &list : op.operands) count += static_cast<std::size_t>(std::count(list.begin(), list.end(), value));
  });
  return count;
}

std::vector<TreeOp *> terminatorsOf(TreeOp &loop, OpKind kind) {
  std::vector<TreeOp *> found;
  const std::function<void(TreeOp &)> search = [&](TreeOp &owner) {
    for (const TreeRegion &region : owner.regions)
      for (const auto &block : region.blocks)
        for (const auto &op : block->ops) {
          if (op->kind == kind) found.push_back(op.get());
          else if (op->kind == OpKind::If) search(*op);
        }
  };
  search(loop);
  return found;
}

}  // namespace tileport::tileir
