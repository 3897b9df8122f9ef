// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "reduce/cost.h"
#include "reduce/editor.h"
#include "reduce/passes.h"

namespace tileport::reduce {

using namespace tileir;

namespace {

struct Constant {
  TreeOp *op = nullptr;      ///< or
  Global *global = nullptr;  ///< one of both
};

AttributeId valueOf(const Tree &tree, const Constant &site) { return site.op ? tree.get(*site.op, "value") : site.global->value; }

std::vector<Constant> constantsOf(Tree &tree) {
  std::vector<Constant> found;
  for (Global &global : tree.tables.globals)
    if (costOfConstant(tree, global.value) > 0) found.push_back({nullptr, &global});
  tree.walk([&](TreeOp &op) {
    if (op.kind == OpKind::Constant && costOfConstant(tree, tree.get(op, "value")) > 0) found.push_back({&op, nullptr});
  });
  std::reverse(found.begin(), found.end());
  return found;
}

enum Smaller : unsigned { kZero, kOne, kOfFirst, kSmallers };

/// Invalid when there is none.
AttributeId smaller(Tree &tree, AttributeId id, unsigned how) {
  const Attribute value = tree.attribute(id);
  const ScalarKind kind = tree.type(tree.type(value.type).element).scalar;
  if (how == kZero) return tree.splat(value.type, 0);
  if (how == kOne) return bitsOfOne(kind) == 0 ? AttributeId() : tree.splat(value.type, bitsOfOne(kind));
  if (value.splat || value.elided || value.elements.empty()) return {};
  const std::size_t width = tree.elementBytes(kind);
  if (kind == ScalarKind::I1) return tree.splat(value.type, value.elements.front() & 1);
  std::uint64_t bits = 0;
  for (std::size_t n = 0; n < std::min(width, value.elements.size()); ++n)
    bits |= std::uint64_t{static_cast<unsigned char>(value.elements[n])} << (8 * n);
  return tree.splat(value.type, bits);
}

bool shrink(Tree &tree, std::size_t, std::size_t first, std::size_t count, unsigned variant) {
  const auto sites = constantsOf(tree);
  bool any = false;
  for (std::size_t n = first; n < first + count; ++n) {
    const AttributeId value = smaller(tree, valueOf(tree, sites[n]), variant);
    if (!value.valid()) continue;
    if (sites[n].op) tree.set(*sites[n].op, "value", value);
    else sites[n].global->value = value;
    any = true;
  }
  return any;
}

}  // namespace

Pass shrinkConstants() {
  return {"shrink constants", kSmallers, [](Tree &tree, std::size_t) { return constantsOf(tree).size(); }, shrink};
}

}  // namespace tileport::reduce
