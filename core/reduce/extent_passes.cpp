// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <map>
#include <set>

#include "reduce/editor.h"
#include "reduce/passes.h"

namespace tileport::reduce {

using namespace tileir;

namespace {

/// What each extent of a tile becomes, in all types alike: so ops that ask for equal extents find equal ones.
using Extents = std::map<std::int64_t, std::int64_t>;

bool hasTileShape(const Type &type) { return type.kind != TypeKind::TensorView && !type.shape.empty(); }

std::set<std::int64_t> extentsOf(Tree &tree) {
  std::set<std::int64_t> found;
  const auto look = [&](const TreeValue &value) {
    const Type &type = tree.type(&value);
    if (hasTileShape(type)) found.insert(type.shape.begin(), type.shape.end());
  };
  tree.walk([&](TreeOp &op) {
    for (const auto &result : op.results) look(*result);
  });
  std::erase_if(found, [](std::int64_t extent) { return extent <= 1; });
  return found;
}

/// From the boldest to the smallest: all to one, all by half, each alone, then two by half, since a reshape ties extents together.
std::vector<Extents> plansOf(Tree &tree) {
  const std::set<std::int64_t> extents = extentsOf(tree);
  if (extents.empty()) return {};
  Extents ones, halves;
  for (const std::int64_t extent : extents) ones[extent] = 1, halves[extent] = extent / 2;
  std::vector<Extents> plans{ones, halves};
  for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent) {
    plans.push_back({{*extent, 1}});
    if (*extent > 2) plans.push_back({{*extent, *extent / 2}});
    for (auto other = std::next(extent); other != extents.rend(); ++other) {
      plans.push_back({{*extent, *extent / *other}, {*other, 1}});
      plans.push_back({{*extent, *extent / 2}, {*other, *other / 2}});
    }
  }
  return plans;
}

class Retyping {
 public:
  Retyping(Tree &tree, const Extents &plan) : tree_(tree), plan_(plan) {}

  bool all() {
    for (TreeFunction &function : tree_.functions) arguments(*function.body);
    bool right = true;
    tree_.walk([&](TreeOp &op) {
      for (const auto &result : op.results) result->type = typeFor(result->type);
      for (const TreeRegion &region : op.regions)
        for (const auto &block : region.blocks) arguments(*block);
      for (NamedAttribute &use : op.attributes) right = right && attribute(use.value);
    });
    return right;
  }

 private:
  void arguments(TreeBlock &block) {
    for (const auto &argument : block.arguments) argument->type = typeFor(argument->type);
  }

  TypeId typeFor(TypeId id) {
    if (const auto known = made_.find(id.value); known != made_.end()) return known->second;
    Type type = tree_.type(id);
    const auto change = [&](std::vector<std::int64_t> &numbers) {
      for (std::int64_t &number : numbers)
        if (const auto at = plan_.find(number); at != plan_.end()) number = at->second;
    };
    if (hasTileShape(type)) change(type.shape);
    if (type.kind == TypeKind::StridedView) change(type.strides);
    return made_[id.value] = tree_.type(std::move(type));
  }

  /// Elements of a constant: the first ones.
  bool attribute(AttributeId &id) {
    const Attribute &old = tree_.attribute(id);
    if (old.kind != AttributeKind::Dense) return true;
    const TypeId type = typeFor(old.type);
    if (type == old.type) return true;
    Attribute value = old;
    value.type = type;
    if (!value.splat && !value.elided) {
      const auto &shape = tree_.type(type).shape;
      const ScalarKind kind = tree_.type(tree_.type(type).element).scalar;
      if (kind == ScalarKind::I1 || kind == ScalarKind::I4 || kind == ScalarKind::F4E2M1FN) return false;
      std::size_t bytes = tree_.elementBytes(kind);
      for (const std::int64_t extent : shape) bytes *= static_cast<std::size_t>(extent);
      if (bytes > value.elements.size()) return false;
      value.elements.resize(bytes);
      value.splat = bytes == tree_.elementBytes(kind);
    }
    id = tree_.attribute(std::move(value));
    return true;
  }

  Tree &tree_;
  const Extents &plan_;
  std::map<std::uint32_t, TypeId> made_;
};

bool shrink(Tree &tree, std::size_t, std::size_t first, std::size_t, unsigned) {
  const Extents plan = plansOf(tree)[first];
  return Retyping(tree, plan).all();
}

}  // namespace

Pass shrinkExtents() {
  return {"shrink tiles", 1, [](Tree &tree, std::size_t) { return plansOf(tree).size(); }, shrink, 0, false};
}

}  // namespace tileport::reduce
