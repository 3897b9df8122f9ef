// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tileir.md 5.8: making views and asking for shapes.
#include <algorithm>

#include "tileir/verify/checker.h"

namespace tileport::tileir::verification {

namespace {

std::size_t dynamicCount(std::span<const std::int64_t> numbers) {
  return static_cast<std::size_t>(std::count(numbers.begin(), numbers.end(), kDynamic));
}

bool checkDynamics(const OpView &op, std::size_t position, std::string_view what, std::size_t wanted) {
  return op.operands(position).size() == wanted ||
         op.fail("tensor-view-dynamic", std::to_string(op.operands(position).size()) + " " + std::string(what) + " for the " +
                                            std::to_string(wanted) + " open ones of " + op.text(op.result(0)));
}

bool checkTensorView(const OpView &op) {
  const Type &view = op.type(op.result(0));
  const Type &pointer = op.element(op.operand(0));
  const std::string types = op.text(op.operand(0)) + " to " + op.text(op.result(0));
  if (!op.checker().same(view.element, pointer.element)) return op.fail("tensor-view-base", "the base points to other elements: " + types);
  if (view.pointerAttr != pointer.pointerAttr)
    return op.fail("tensor-view-attribute", "the view must have the attribute of the base: " + types);
  if (!checkDynamics(op, 1, "extents", dynamicCount(view.shape)) || !checkDynamics(op, 2, "strides", dynamicCount(view.strides)))
    return false;
  const auto dynamics = op.program().operands(op.id()).subspan(1);
  for (const ValueId value : dynamics) {
    if (!op.same(op.typeOf(value), op.typeOf(dynamics.front())))
      return op.fail("tensor-view-index", "extents and strides must have one type: " + op.typesText(dynamics));
  }
  return true;
}

bool checkMadeView(const OpView &op) {
  return op.same(op.operand(0), op.type(op.result(0)).element) ||
         op.fail("view-tensor", "the view is of another tensor view than " + op.text(op.operand(0)) + ": " + op.text(op.result(0)));
}

bool checkShapeQuery(const OpView &op) {
  const std::size_t rank = op.type(op.operand(0)).shape.size();
  return op.resultCount() == rank ||
         op.fail("shape-query-results", std::to_string(op.resultCount()) + " results for " + op.text(op.operand(0)));
}

}  // namespace

bool checkView(const OpView &op) {
  switch (op.kind()) {
    case OpKind::MakeTensorView: return checkTensorView(op);
    case OpKind::MakePartitionView:
    case OpKind::MakeStridedView:
    case OpKind::MakeGatherScatterView: return checkMadeView(op);
    default: return checkShapeQuery(op);
  }
}

}  // namespace tileport::tileir::verification
