// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tileir.md 5.8: loads, stores and reductions through views.
#include <algorithm>

#include "tileir/verify/checker.h"

namespace tileport::tileir::verification {

namespace {

const Type &tensorOf(const OpView &op, TypeId view) { return op.type(op.type(view).element); }

/// The 13.5 tools: packed elements need one dimension whose neighbours are adjacent, and not the one that is gathered.
bool checkPackedAccess(const OpView &op, std::size_t view) {
  const Type &type = op.type(op.operand(view));
  const Type &tensor = tensorOf(op, op.operand(view));
  if (!op.checker().newest() || op.type(tensor.element).scalar != ScalarKind::F4E2M1FN) return true;
  const auto adjacent = std::count(tensor.strides.begin(), tensor.strides.end(), 1);
  const bool sparse =
      type.kind == TypeKind::GatherScatterView && type.sparseDim < tensor.strides.size() && tensor.strides[type.sparseDim] == 1;
  return (adjacent == 1 && !sparse) ||
         op.fail("view-packed", "f4E2M1FN needs exactly one stride of 1, not along the sparse dimension: " + op.text(op.operand(view)));
}

bool checkPlainPointer(const OpView &op, std::size_t view) {
  return tensorOf(op, op.operand(view)).pointerAttr != PtrAttr::Multicast ||
         op.fail("multicast", "multicast memory is for multimem ops only: " + op.text(op.operand(view)));
}

bool checkAtomicReduction(const OpView &op) {
  enum : std::size_t { kView, kIndex, kValue };
  const TypeId viewType = op.operand(kView);
  const Type &view = op.type(viewType);
  if (view.kind == TypeKind::GatherScatterView) return op.fail("atomic-view-kind", "does not take " + op.text(viewType));
  if (view.padding && !op.checker().newest())
    return op.fail("atomic-view-padding", "does not take a view with padding: " + op.text(viewType));
  if (!op.checker().same(tensorOf(op, viewType).element, op.elementId(op.operand(kValue))) || view.shape != op.shape(op.operand(kValue)))
    return op.fail("view-tile", "the value is " + op.text(op.operand(kValue)) + ", the view " + op.text(viewType));
  if (op.enumerator<MemoryOrdering>("memory_ordering_semantics") != MemoryOrdering::Relaxed)
    return op.fail("memory-ordering", "ordering must be relaxed");
  if (op.enumerator<MemoryScope>("memory_scope") == MemoryScope::Sys) return op.fail("memory-scope", "scope must be tl_blk or device");
  if (op.enumerator<AtomicRMWMode>("mode") == AtomicRMWMode::Xchg) return op.fail("atomic-mode", "a reduction cannot exchange");
  return checkAtomicMode(op, op.operand(kValue)) && checkViewIndices(op, kView, kIndex) && checkInbounds(op, kIndex) &&
         checkPackedAccess(op, kView) && checkPlainPointer(op, kView);
}

}  // namespace

bool checkViewIndices(const OpView &op, std::size_t view, std::size_t index) {
  const Type &type = op.type(op.operand(view));
  const auto indices = op.operands(index);
  if (indices.size() != type.shape.size())
    return op.fail("view-indices", std::to_string(indices.size()) + " indices for " + op.text(op.operand(view)));
  const bool gathers = type.kind == TypeKind::GatherScatterView;
  // Only these print one type for all.
  const bool uniform = !gathers && op.kind() != OpKind::AtomicRedViewTko;
  for (std::size_t n = 0; n < indices.size(); ++n) {
    const TypeId id = op.typeOf(indices[n]);
    if (gathers && n == type.sparseDim) {
      if (op.rank(id) != 1 || op.shape(id)[0] != type.shape[n])
        return op.fail("view-sparse-index", "the index along the sparse dimension lists as many places as the tile has: " + op.text(id) +
                                                " for " + op.text(op.operand(view)));
    } else if (op.rank(id) != 0) {
      return op.fail("view-indices", "index " + std::to_string(n) + " must be one number, is " + op.text(id));
    }
    if (uniform && !op.sameElement(id, op.typeOf(indices.front())))
      return op.fail("view-indices", "indices must have one type: " + op.typesText(indices));
  }
  return true;
}

bool checkViewTile(const OpView &op, std::size_t view, TypeId tile) {
  const Type &type = op.type(op.operand(view));
  return (op.shape(tile) == type.shape && op.checker().same(op.elementId(tile), tensorOf(op, op.operand(view)).element)) ||
         op.fail("view-tile", "the tile is " + op.text(tile) + ", the view " + op.text(op.operand(view)));
}

bool checkInbounds(const OpView &op, std::size_t index) {
  const Attribute *inbounds = op.attribute("inbounds");
  if (inbounds == nullptr || inbounds->numbers.empty() || inbounds->numbers.size() == op.operands(index).size()) return true;
  return op.fail("inbounds",
                 std::to_string(inbounds->numbers.size()) + " flags for " + std::to_string(op.operands(index).size()) + " indices");
}

bool checkViewAccess(const OpView &op) {
  if (op.kind() == OpKind::AtomicRedViewTko) return checkAtomicReduction(op);
  const bool loads = op.kind() == OpKind::LoadViewTko;
  const std::size_t view = loads ? 0 : 1;
  return checkViewIndices(op, view, view + 1) && checkViewTile(op, view, loads ? op.result(0) : op.operand(0)) &&
         checkInbounds(op, view + 1) && (loads ? checkLoadOrdering(op) : checkStoreOrdering(op)) && checkPackedAccess(op, view) &&
         checkPlainPointer(op, view);
}

}  // namespace tileport::tileir::verification
