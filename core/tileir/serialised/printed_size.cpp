// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/serialised/printed_size.h"

#include <algorithm>
#include <vector>

namespace tileport::tileir::serialised {

namespace {

constexpr std::uint64_t kNumber = 22;  // of 64 bits, with its sign and separator
constexpr std::uint64_t kKeywords = 64;
constexpr std::uint64_t kElement = 28;    // of a constant
constexpr std::uint64_t kEscaped = 3;     // characters that a byte of a string takes
constexpr std::uint64_t kUsualName = 40;  // of a value
constexpr std::uint64_t kAssumed = 8;     // what each assume of a chain adds to the name
/// Sums stop here, far beyond what any budget allows and far from wrapping around.
constexpr std::uint64_t kEnormous = std::uint64_t{1} << 48;

class Sizes {
 public:
  explicit Sizes(const ProgramData &data) : data_(data), types_(data.types.size()), attributes_(data.attributes.size()) {
    measureTypes();
    for (std::size_t i = 0; i < attributes_.size(); ++i) measureAttribute(AttributeId(i));
  }

  std::uint64_t total() {
    std::uint64_t size = 0;
    for (const Global &global : data_.globals) {
      add(size, 2 * kKeywords + kEscaped * global.name.size() + type(global.type) + attribute(global.value));
    }
    for (const Function &function : data_.functions) {
      add(size, 2 * kKeywords + kEscaped * function.name.size() + type(function.signature) + attribute(function.hints));
      for (const AttributeId each : function.argumentAttributes) add(size, 4 + attribute(each));
    }
    nameValues();
    for (const Value &value : data_.values) add(size, kUsualName + type(value.type));
    std::vector<std::uint32_t> depths(data_.blocks.size());
    for (const Op &op : data_.ops) {
      const OpId owner = data_.regions[data_.blocks[op.block.index()].region.index()].op;
      std::uint32_t &depth = depths[op.block.index()];
      depth = owner.valid() ? depths[data_.ops[owner.index()].block.index()] + 1 : 1;
      add(size, 2 * kKeywords + 2 * depth + sizeOf(op));
    }
    return size;
  }

 private:
  static void add(std::uint64_t &sum, std::uint64_t size) { sum = std::min(sum + size, kEnormous); }

  std::uint64_t type(TypeId id) const { return id.valid() ? types_[id.index()] : 0; }
  std::uint64_t attribute(AttributeId id) const { return id.valid() ? attributes_[id.index()] : 0; }

  void measureTypes() {
    // Kinds from the innermost to the outermost: a type only refers to kinds in front of its own.
    const auto rankOf = [](TypeKind kind) {
      if (kind == TypeKind::Scalar || kind == TypeKind::Token) return 0;
      if (kind == TypeKind::Pointer || kind == TypeKind::TensorView) return 1;
      return kind == TypeKind::Function ? 3 : 2;
    };
    for (int rank = 0; rank <= 3; ++rank) {
      for (std::size_t i = 0; i < types_.size(); ++i) {
        const Type &each = data_.types[i];
        if (rankOf(each.kind) != rank) continue;
        std::uint64_t size = kKeywords + kNumber * (each.shape.size() + each.strides.size() + each.dimMap.size()) + type(each.element);
        for (const TypeId id : each.inputs) add(size, type(id));
        for (const TypeId id : each.results) add(size, type(id));
        types_[i] = size;
      }
    }
  }

  /// Recursion is no deeper than kDeepestAttribute.
  std::uint64_t measureAttribute(AttributeId id) {
    if (attributes_[id.index()] != 0) return attributes_[id.index()];
    const Attribute &each = data_.attributes[id.index()];
    std::uint64_t size = kKeywords + kNumber * each.numbers.size() + kEscaped * each.text.size() + type(each.type);
    if (each.kind == AttributeKind::Dense) add(size, kElement * elementCount(each));
    for (const std::string &key : each.keys) add(size, 8 + kEscaped * key.size());
    for (const AttributeId item : each.items) add(size, 4 + measureAttribute(item));
    return attributes_[id.index()] = size;
  }

  std::uint64_t elementCount(const Attribute &dense) const {
    std::uint64_t count = 1;
    if (dense.splat || dense.elided) return count;
    for (const std::int64_t extent : data_.types[dense.type.index()].shape) count *= static_cast<std::uint64_t>(extent);
    return count;
  }

  /// Print calls the result of an assume after its operand: a chain of them has ever longer names.
  void nameValues() {
    names_.assign(data_.values.size(), kUsualName);
    for (const Op &op : data_.ops) {
      if (op.kind != OpKind::Assume) continue;
      const std::uint64_t size = names_[data_.operands[op.operands.first].index()] + kAssumed;
      for (std::size_t i = 0; i < op.results.count; ++i) names_[op.results.first + i] = size;
    }
  }

  std::uint64_t sizeOf(const Op &op) const {
    std::uint64_t size = 0;
    for (std::size_t i = 0; i < op.operands.count; ++i) {
      const ValueId operand = data_.operands[op.operands.first + i];
      add(size, 8 + names_[operand.index()] + type(data_.values[operand.index()].type));
    }
    for (std::size_t i = 0; i < op.attributes.count; ++i) {
      add(size, 48 + attribute(data_.attributeUses[op.attributes.first + i].value));
    }
    for (std::size_t i = 0; i < op.results.count; ++i) add(size, names_[op.results.first + i]);
    return size;
  }

  const ProgramData &data_;
  std::vector<std::uint64_t> types_;
  std::vector<std::uint64_t> attributes_;
  std::vector<std::uint64_t> names_;  ///< by ValueId
};

}  // namespace

std::uint64_t printedSize(const ProgramData &data) { return Sizes(data).total(); }

}  // namespace tileport::tileir::serialised
