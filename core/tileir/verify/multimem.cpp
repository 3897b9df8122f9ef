// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tileir.md 5.8: one tensor in the memory of several devices (13.5).
#include <algorithm>

#include "tileir/verify/checker.h"

namespace tileport::tileir::verification {

namespace {

bool isHalf(ScalarKind kind) { return kind == ScalarKind::F16 || kind == ScalarKind::BF16; }

bool checkElements(const OpView &op, TypeId tile) {
  if (op.isScalar(tile, {ScalarKind::I32, ScalarKind::I64, ScalarKind::F16, ScalarKind::BF16, ScalarKind::F32, ScalarKind::F64}))
    return true;
  return op.fail("multimem-elements", "elements must be i32, i64, f16, bf16, f32 or f64: " + op.text(tile));
}

/// Floats move by four bytes: halves need neighbours that are adjacent.
bool checkLayout(const OpView &op, TypeId tile) {
  if (!isHalf(*op.scalar(tile))) return true;
  std::int64_t count = 1;
  for (const std::int64_t extent : op.shape(tile)) count *= extent;
  const auto &strides = op.type(op.type(op.operand(0)).element).strides;
  return (count % 2 == 0 && std::count(strides.begin(), strides.end(), 1) == 1) ||
         op.fail("multimem-layout", "f16 and bf16 need whole groups of four bytes and exactly one stride of 1: " + op.text(op.operand(0)));
}

bool checkReduction(const OpView &op, TypeId tile) {
  const ScalarKind kind = *op.scalar(tile);
  const auto reduction = op.enumerator<MultimemReductionKind>("reduction").value_or(MultimemReductionKind::Add);
  if (isInteger(kind) || reduction == MultimemReductionKind::Add) return true;
  const bool extreme = reduction == MultimemReductionKind::Min || reduction == MultimemReductionKind::Max;
  return (extreme && isHalf(kind) && op.kind() == OpKind::MultimemLoadReduceViewTko) ||
         op.fail("multimem-reduction", std::string(enumText(EnumKind::MultimemReductionKind, static_cast<std::uint64_t>(reduction))) +
                                           " is not for " + op.text(tile));
}

bool checkOrdering(const OpView &op) {
  if (op.kind() == OpKind::MultimemLoadReduceViewTko) return checkLoadOrdering(op);
  if (op.kind() == OpKind::MultimemStoreViewTko) return checkStoreOrdering(op);
  const auto ordering = op.enumerator<MemoryOrdering>("memory_ordering_semantics");
  return ordering == MemoryOrdering::Relaxed || ordering == MemoryOrdering::Release ||
         op.fail("memory-ordering", "ordering must be relaxed or release");
}

}  // namespace

bool checkMultimem(const OpView &op) {
  const bool loads = op.kind() == OpKind::MultimemLoadReduceViewTko;
  const std::size_t index = loads ? 1 : 2;
  const TypeId tile = loads ? op.result(0) : op.operand(1);
  const Type &view = op.type(op.operand(0));
  if (view.kind != TypeKind::PartitionView) return op.fail("multimem-view", "takes a partition_view only, not " + op.text(op.operand(0)));
  if (op.type(view.element).pointerAttr != PtrAttr::Multicast)
    return op.fail("multimem-pointer", "memory must be multicast: " + op.text(op.operand(0)));
  return checkViewTile(op, 0, tile) && checkViewIndices(op, 0, index) && checkInbounds(op, index) && checkElements(op, tile) &&
         checkReduction(op, tile) && checkLayout(op, tile) && checkOrdering(op);
}

}  // namespace tileport::tileir::verification
