// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reduce/cost.h"

#include <algorithm>
#include <bit>

namespace tileport::reduce {

using namespace tileir;

namespace {

class Counter {
 public:
  explicit Counter(Tree &tree) : tree_(tree) {}

  Cost count() {
    at(Weight::Symbols) = tree_.functions.size() + tree_.tables.globals.size();
    at(Weight::Attributes) = tree_.tables.producer.has_value();
    for (const Global &global : tree_.tables.globals) at(Weight::Constants) += costOfConstant(tree_, global.value);
    for (const TreeFunction &function : tree_.functions) {
      at(Weight::Located) += function.head.location.valid();
      at(Weight::Attributes) += function.head.hints.valid() ? 1 + insideOf(function.head.hints) : 0;
      for (const AttributeId each : function.head.argumentAttributes) at(Weight::Attributes) += 1 + insideOf(each);
      arguments(*function.body);
    }
    tree_.walk([&](TreeOp &op) { this->op(op); });
    if (at(Weight::Located) > 0) paths();
    return cost_;
  }

 private:
  std::uint64_t &at(Weight weight) { return cost_[static_cast<std::size_t>(weight)]; }

  void op(TreeOp &op) {
    ++at(Weight::Ops);
    at(Weight::Computing) += op.kind != OpKind::Constant && op.kind != OpKind::MakeToken;
    // What leads out of more than its own block holds what is around it in place.
    at(Weight::Computing) += op.info().terminator && op.kind != OpKind::Yield && op.block->owner && op.block->owner->kind == OpKind::If;
    at(Weight::Located) += op.location.valid();
    for (const auto &list : op.operands) at(Weight::Values) += list.size();
    for (const auto &result : op.results) value(*result);
    for (const NamedAttribute &use : op.attributes)
      if (isExtra(tree_, op, use)) at(Weight::Attributes) += 1 + insideOf(use.value);
    if (op.kind == OpKind::Constant) at(Weight::Constants) += costOfConstant(tree_, tree_.get(op, "value"));
    for (const TreeRegion &region : op.regions)
      for (const auto &block : region.blocks) arguments(*block);
  }

  void arguments(const TreeBlock &block) {
    for (const auto &argument : block.arguments) value(*argument);
  }

  void value(const TreeValue &value) {
    ++at(Weight::Values);
    const Type &type = tree_.type(&value);
    if (type.kind == TypeKind::TensorView) return;
    for (const std::int64_t extent : type.shape) at(Weight::Extents) += std::bit_width(static_cast<std::uint64_t>(extent));
  }

  /// The entries of hints and dictionaries.
  std::uint64_t insideOf(AttributeId id) const {
    const Attribute &attribute = tree_.attribute(id);
    std::uint64_t count = attribute.items.size();
    for (const AttributeId item : attribute.items) count += insideOf(item);
    return count;
  }

  void paths() {
    for (const Location &location : tree_.tables.locations) {
      if (location.kind != LocationKind::File && location.kind != LocationKind::Line) continue;
      const auto foldersOf = [](const std::string &path) { return static_cast<std::uint64_t>(std::count(path.begin(), path.end(), '/')); };
      at(Weight::Paths) += foldersOf(location.name) + (location.kind == LocationKind::File ? location.other.size() : 0);
    }
  }

  Tree &tree_;
  Cost cost_{};
};

}  // namespace

Cost costOf(Tree &tree) { return Counter(tree).count(); }

std::uint64_t bitsOfOne(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::I1:
    case ScalarKind::I4:
    case ScalarKind::I8:
    case ScalarKind::I16:
    case ScalarKind::I32:
    case ScalarKind::I64: return 1;
    case ScalarKind::F16: return 0x3C00;
    case ScalarKind::BF16: return 0x3F80;
    case ScalarKind::F32: return 0x3F800000;
    case ScalarKind::F64: return 0x3FF0000000000000;
    default: return 0;
  }
}

std::uint64_t costOfConstant(const Tree &tree, AttributeId dense) {
  if (!dense.valid()) return 0;
  const Attribute &attribute = tree.attribute(dense);
  if (attribute.kind != AttributeKind::Dense) return 0;
  if (std::all_of(attribute.elements.begin(), attribute.elements.end(), [](char byte) { return byte == 0; }))
    return attribute.splat ? 0 : 3;
  if (!attribute.splat) return 4;
  const ScalarKind kind = tree.type(tree.type(attribute.type).element).scalar;
  std::uint64_t bits = 0;
  for (std::size_t n = 0; n < attribute.elements.size() && n < 8; ++n)
    bits |= std::uint64_t{static_cast<unsigned char>(attribute.elements[n])} << (8 * n);
  return kind == ScalarKind::I1 || bits == bitsOfOne(kind) ? 1 : 2;
}

bool isExtra(const Tree &tree, const TreeOp &op, const NamedAttribute &use) {
  const AttributeInfo &about = op.info().attributes[use.slot];
  if (about.optional) return true;
  const Attribute &value = tree.attribute(use.value);
  const bool number = value.kind == AttributeKind::Enum || value.kind == AttributeKind::Integer || value.kind == AttributeKind::Bool;
  return about.defaultValue && number && value.bits != *about.defaultValue;
}

}  // namespace tileport::reduce
