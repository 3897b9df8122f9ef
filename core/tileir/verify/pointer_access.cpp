// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tileir.md 5.8: memory ordering of every access; loads, stores and atomics through pointers; alloca.
#include "tileir/verify/checker.h"

namespace tileport::tileir::verification {

namespace {

bool checkOrdering(const OpView &op, MemoryOrdering third) {
  const auto ordering = op.enumerator<MemoryOrdering>("memory_ordering_semantics");
  const bool scope = op.hasFlag("memory_scope");
  if (ordering == MemoryOrdering::Weak) return !scope || op.fail("memory-scope", "a weak access has no scope");
  const auto name = [](MemoryOrdering each) { return std::string(enumText(EnumKind::MemoryOrdering, static_cast<std::uint64_t>(each))); };
  if (ordering != MemoryOrdering::Relaxed && ordering != third)
    return op.fail("memory-ordering", "ordering must be weak, relaxed or " + name(third));
  return scope || op.fail("memory-scope", "a " + name(*ordering) + " access needs a scope");
}

bool pointsTo(const OpView &op, TypeId pointers, TypeId tile) {
  return op.checker().same(op.element(pointers).element, op.elementId(tile));
}

bool checkPointee(const OpView &op, TypeId pointers, TypeId tile) {
  return (pointsTo(op, pointers, tile) && op.sameShape(pointers, tile)) ||
         op.fail("access-types", "pointers and values do not fit: " + op.text(pointers) + ", " + op.text(tile));
}

bool checkMask(const OpView &op, std::size_t position, TypeId pointers) {
  if (!op.has(position) || op.sameShape(op.operand(position), pointers)) return true;
  return op.fail("access-mask", "mask and pointers differ in shape: " + op.text(op.operand(position)) + ", " + op.text(pointers));
}

bool checkPointers(const OpView &op, TypeId pointers) {
  if (op.element(pointers).pointerAttr == PtrAttr::Multicast)
    return op.fail("multicast", "multicast memory is for multimem ops only: " + op.text(pointers));
  return true;
}

bool checkAtomicOrdering(const OpView &op) {
  return op.enumerator<MemoryOrdering>("memory_ordering_semantics") != MemoryOrdering::Weak ||
         op.fail("memory-ordering", "ordering must be relaxed, acquire, release or acq_rel");
}

bool isWord(const OpView &op, TypeId tile) {
  const auto kind = op.scalar(tile);
  return kind && (widthOf(*kind) == 32 || widthOf(*kind) == 64);
}

bool checkLoad(const OpView &op) {
  enum : std::size_t { kSource, kMask, kPadding };
  if (!checkPointee(op, op.operand(kSource), op.result(0)) || !checkMask(op, kMask, op.operand(kSource))) return false;
  if (op.has(kPadding) && !op.same(op.operand(kPadding), op.result(0)))
    return op.fail("access-padding", "the padding value is " + op.text(op.operand(kPadding)) + ", the result " + op.text(op.result(0)));
  return checkLoadOrdering(op) && checkPointers(op, op.operand(kSource));
}

bool checkStore(const OpView &op) {
  enum : std::size_t { kDestination, kValue, kMask };
  return checkPointee(op, op.operand(kDestination), op.operand(kValue)) && checkMask(op, kMask, op.operand(kDestination)) &&
         checkStoreOrdering(op) && checkPointers(op, op.operand(kDestination));
}

bool checkRmw(const OpView &op) {
  enum : std::size_t { kPointers, kArg, kMask };
  if (!op.same(op.operand(kArg), op.result(0)))
    return op.fail("same-type", "arg and result must have one type, are " + op.text(op.operand(kArg)) + " and " + op.text(op.result(0)));
  return checkPointee(op, op.operand(kPointers), op.operand(kArg)) && checkMask(op, kMask, op.operand(kPointers)) &&
         checkAtomicMode(op, op.operand(kArg)) && checkAtomicOrdering(op) && checkPointers(op, op.operand(kPointers));
}

bool checkCas(const OpView &op) {
  enum : std::size_t { kPointers, kCmp, kVal, kMask };
  if (!op.same(op.operand(kVal), op.result(0)))
    return op.fail("same-type", "val and result must have one type, are " + op.text(op.operand(kVal)) + " and " + op.text(op.result(0)));
  if (!checkPointee(op, op.operand(kPointers), op.operand(kVal)) || !checkMask(op, kMask, op.operand(kPointers))) return false;
  if (!isWord(op, op.operand(kVal))) return op.fail("atomic-elements", "elements must have 32 or 64 bits: " + op.text(op.operand(kVal)));
  return checkAtomicOrdering(op) && checkPointers(op, op.operand(kPointers));
}

bool checkAlloca(const OpView &op) {
  const auto count = static_cast<std::int64_t>(*op.number("num_elem"));
  const auto alignment = static_cast<std::int64_t>(*op.number("alignment"));
  if (count < 0) return op.fail("alloca-count", "num_elem must not be negative");
  if (alignment <= 0 || !isPowerOfTwo(static_cast<std::uint64_t>(alignment)))
    return op.fail("alloca-alignment", "alignment must be a power of two");
  const unsigned bytes = widthOf(op.type(op.element(op.result(0)).element).scalar) / 8;
  return alignment >= bytes || op.fail("alloca-alignment", "alignment must be at least the size of an element of " + op.text(op.result(0)));
}

}  // namespace

bool checkLoadOrdering(const OpView &op) { return checkOrdering(op, MemoryOrdering::Acquire); }
bool checkStoreOrdering(const OpView &op) { return checkOrdering(op, MemoryOrdering::Release); }

bool checkAtomicMode(const OpView &op, TypeId elements) {
  const auto mode = op.enumerator<AtomicRMWMode>("mode");
  bool fits = false;
  switch (*mode) {
    case AtomicRMWMode::AddF: fits = op.isScalar(elements, {ScalarKind::F16, ScalarKind::BF16, ScalarKind::F32, ScalarKind::F64}); break;
    case AtomicRMWMode::Xchg: fits = isWord(op, elements); break;
    default: fits = op.isScalar(elements, {ScalarKind::I32, ScalarKind::I64}); break;
  }
  return fits || op.fail("atomic-elements", std::string(enumText(EnumKind::AtomicRMWMode, static_cast<std::uint64_t>(*mode))) +
                                                " is not for " + op.text(elements));
}

bool checkPointerAccess(const OpView &op) {
  switch (op.kind()) {
    case OpKind::LoadPtrTko: return checkLoad(op);
    case OpKind::StorePtrTko: return checkStore(op);
    case OpKind::AtomicRmwTko: return checkRmw(op);
    case OpKind::AtomicCasTko: return checkCas(op);
    default: return checkAlloca(op);
  }
}

}  // namespace tileport::tileir::verification
