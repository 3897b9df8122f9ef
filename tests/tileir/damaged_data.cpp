// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "damaged_data.h"

#include <type_traits>

namespace tileport::tileir::testing {

namespace {

class Collector {
 public:
  explicit Collector(const ProgramData &data) : data_(data) {}

  std::vector<Number> run() {
    number("version.minor", data_.version.minor, 6, [](ProgramData &data, std::uint64_t to) { data.version.minor = std::uint8_t(to); });
    each("types", &ProgramData::types, [this](auto field) { typeFields(field); });
    each("attributes", &ProgramData::attributes, [this](auto field) { attributeFields(field); });
    each("locations", &ProgramData::locations, [this](auto field) { locationFields(field); });
    each("globals", &ProgramData::globals, [](auto field) {
      field("type", [](Global &global) -> auto & { return global.type; });
      field("value", [](Global &global) -> auto & { return global.value; });
    });
    each("functions", &ProgramData::functions, [](auto field) {
      field("signature", [](Function &function) -> auto & { return function.signature; });
      field("body", [](Function &function) -> auto & { return function.body; });
      field("hints", [](Function &function) -> auto & { return function.hints; });
      field("location", [](Function &function) -> auto & { return function.location; });
    });
    each("ops", &ProgramData::ops, [this](auto field) { opFields(field); });
    each("regions", &ProgramData::regions, [this](auto field) {
      field("op", [](Region &region) -> auto & { return region.op; });
      slice(field, "blocks", [](Region &region) -> auto & { return region.blocks; }, data_.blocks.size());
    });
    each("blocks", &ProgramData::blocks, [this](auto field) {
      field("region", [](Block &block) -> auto & { return block.region; });
      field("function", [](Block &block) -> auto & { return block.function; });
      slice(field, "arguments", [](Block &block) -> auto & { return block.arguments; }, data_.values.size());
      slice(field, "ops", [](Block &block) -> auto & { return block.ops; }, data_.blockOps.size());
    });
    each("values", &ProgramData::values, [](auto field) {
      field("type", [](Value &value) -> auto & { return value.type; });
      field("op", [](Value &value) -> auto & { return value.op; });
      field("block", [](Value &value) -> auto & { return value.block; });
      field("index", [](Value &value) -> auto & { return value.index; });
    });
    each("operands", &ProgramData::operands, [](auto field) { field("id", [](ValueId &id) -> auto & { return id; }); });
    each("segments", &ProgramData::segments, [](auto field) { field("count", [](std::uint32_t &count) -> auto & { return count; }); });
    each("attributeUses", &ProgramData::attributeUses, [](auto field) {
      field("slot", [](NamedAttribute &use) -> auto & { return use.slot; });
      field("value", [](NamedAttribute &use) -> auto & { return use.value; });
    });
    each("blockOps", &ProgramData::blockOps, [](auto field) { field("id", [](OpId &id) -> auto & { return id; }); });
    return std::move(numbers_);
  }

 private:
  void number(std::string what, std::uint64_t value, std::uint64_t bound, std::function<void(ProgramData &, std::uint64_t)> set) {
    numbers_.push_back({std::move(what), value, bound, std::move(set)});
  }

  std::uint64_t boundOf(TypeId) const { return data_.types.size(); }
  std::uint64_t boundOf(AttributeId) const { return data_.attributes.size(); }
  std::uint64_t boundOf(LocationId) const { return data_.locations.size(); }
  std::uint64_t boundOf(FunctionId) const { return data_.functions.size(); }
  std::uint64_t boundOf(OpId) const { return data_.ops.size(); }
  std::uint64_t boundOf(RegionId) const { return data_.regions.size(); }
  std::uint64_t boundOf(BlockId) const { return data_.blocks.size(); }
  std::uint64_t boundOf(ValueId) const { return data_.values.size(); }
  template <class T>
  std::uint64_t boundOf(T) const {
    return 0;
  }

  /// Calls `fields` for each element with a function that takes a name and how to get at a member of the element.
  template <class T, class Fields>
  void each(const char *array, std::vector<T> ProgramData::*member, Fields fields) {
    for (std::size_t i = 0; i < (data_.*member).size(); ++i) {
      fields([&, this](const std::string &name, auto get, std::uint64_t bound = 0) {
        auto &now = get(const_cast<T &>((data_.*member)[i]));
        using Field = std::remove_reference_t<decltype(now)>;
        std::uint64_t value;
        if constexpr (std::is_class_v<Field>) {
          value = now.value;
          bound = boundOf(now);
        } else {
          value = static_cast<std::uint64_t>(now);
        }
        number(std::string(array) + "[" + std::to_string(i) + "]." + name, value, bound, [=](ProgramData &data, std::uint64_t to) {
          auto &field = get((data.*member)[i]);
          if constexpr (std::is_class_v<Field>) {
            field.value = static_cast<std::uint32_t>(to);
          } else if constexpr (std::is_same_v<Field, bool>) {
            field = to != 0;
          } else {
            field = static_cast<Field>(to);
          }
        });
      });
    }
  }

  template <class Field, class Get>
  static void slice(Field field, const std::string &name, Get get, std::uint64_t bound) {
    field(name + ".first", [get](auto &owner) -> auto & { return get(owner).first; }, bound);
    field(name + ".count", [get](auto &owner) -> auto & { return get(owner).count; }, bound);
  }

  template <class Field>
  void typeFields(Field field) {
    field("kind", [](Type &type) -> auto & { return type.kind; }, 10);
    field("scalar", [](Type &type) -> auto & { return type.scalar; }, 17);
    field("element", [](Type &type) -> auto & { return type.element; });
    field("sparseDim", [](Type &type) -> auto & { return type.sparseDim; });
    // Members of lists: the first one, where there is one.
    static thread_local std::int64_t none64;
    static thread_local std::int32_t none32;
    static thread_local TypeId noType;
    field("shape[0]", [](Type &type) -> auto & { return type.shape.empty() ? none64 : type.shape[0]; });
    field("strides[0]", [](Type &type) -> auto & { return type.strides.empty() ? none64 : type.strides[0]; });
    field("dimMap[0]", [](Type &type) -> auto & { return type.dimMap.empty() ? none32 : type.dimMap[0]; });
    field("inputs[0]", [](Type &type) -> auto & { return type.inputs.empty() ? noType : type.inputs[0]; });
    field("results[0]", [](Type &type) -> auto & { return type.results.empty() ? noType : type.results[0]; });
  }

  template <class Field>
  void attributeFields(Field field) {
    field("kind", [](Attribute &attribute) -> auto & { return attribute.kind; }, 18);
    field("enumKind", [](Attribute &attribute) -> auto & { return attribute.enumKind; }, 16);
    field("type", [](Attribute &attribute) -> auto & { return attribute.type; });
    field("bits", [](Attribute &attribute) -> auto & { return attribute.bits; });
    field("splat", [](Attribute &attribute) -> auto & { return attribute.splat; }, 2);
    static thread_local std::int64_t none;
    static thread_local AttributeId noItem;
    field("numbers[0]", [](Attribute &attribute) -> auto & { return attribute.numbers.empty() ? none : attribute.numbers[0]; });
    field("items[0]", [](Attribute &attribute) -> auto & { return attribute.items.empty() ? noItem : attribute.items[0]; });
  }

  template <class Field>
  void locationFields(Field field) {
    field("kind", [](Location &location) -> auto & { return location.kind; }, 8);
    field("scope", [](Location &location) -> auto & { return location.scope; });
    field("file", [](Location &location) -> auto & { return location.file; });
    field("callee", [](Location &location) -> auto & { return location.callee; });
    field("caller", [](Location &location) -> auto & { return location.caller; });
    field("line", [](Location &location) -> auto & { return location.line; });
    field("column", [](Location &location) -> auto & { return location.column; });
  }

  template <class Field>
  void opFields(Field field) {
    field("kind", [](Op &op) -> auto & { return op.kind; }, 130);
    field("block", [](Op &op) -> auto & { return op.block; });
    field("subtreeEnd", [](Op &op) -> auto & { return op.subtreeEnd; });
    field("location", [](Op &op) -> auto & { return op.location; });
    slice(field, "operands", [](Op &op) -> auto & { return op.operands; }, data_.operands.size());
    slice(field, "segments", [](Op &op) -> auto & { return op.segments; }, data_.segments.size());
    slice(field, "attributes", [](Op &op) -> auto & { return op.attributes; }, data_.attributeUses.size());
    slice(field, "results", [](Op &op) -> auto & { return op.results; }, data_.values.size());
    slice(field, "regions", [](Op &op) -> auto & { return op.regions; }, data_.regions.size());
  }

  const ProgramData &data_;
  std::vector<Number> numbers_;
};

}  // namespace

std::vector<Number> numbersOf(const ProgramData &data) { return Collector(data).run(); }

std::uint64_t otherValue(const Number &number, std::mt19937_64 &random) {
  static constexpr std::uint64_t kLimits[] = {0, 1, 0x7fffffff, 0xfffffffe, 0xffffffff, 0x8000000000000000, 0xffffffffffffffff};
  switch (random() % 5) {
    case 0: return number.value + 1;
    case 1: return number.value - 1;
    case 2: return number.bound != 0 ? number.bound - random() % 2 : number.value * 2;
    case 3: return kLimits[random() % std::size(kLimits)];
    default: return number.bound != 0 ? random() % number.bound : random() % 64;
  }
}

}  // namespace tileport::tileir::testing
