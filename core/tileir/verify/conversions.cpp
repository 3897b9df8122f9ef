// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tileir.md 5.4.
#include <algorithm>
#include <vector>

#include "tileir/verify/checker.h"

namespace tileport::tileir::verification {

namespace {

std::string pairText(const OpView &op) { return op.text(op.operand(0)) + " to " + op.text(op.result(0)); }

unsigned width(const OpView &op, TypeId tile) { return widthOf(*op.scalar(tile)); }

/// tf32 has 19 bits but fills four bytes.
unsigned storedWidth(const OpView &op, TypeId tile) { return op.isScalar(tile, {ScalarKind::TF32}) ? 32 : width(op, tile); }

std::uint64_t elementCount(const OpView &op, TypeId tile) {
  std::uint64_t count = 1;
  for (const std::int64_t extent : op.shape(tile)) count *= static_cast<std::uint64_t>(extent);
  return count;
}

bool sameShapes(const OpView &op) {
  return op.sameShape(op.operand(0), op.result(0)) || op.fail("conversion-shape", "the shape changes: " + pairText(op));
}

/// Bits of exponent and fraction, such that a type holds all values of those that have no more of either.
struct Precision {
  int exponent;
  int fraction;
};

Precision precisionOf(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::F16: return {5, 10};
    case ScalarKind::BF16: return {8, 7};
    case ScalarKind::F32: return {8, 23};
    case ScalarKind::TF32: return {8, 10};
    case ScalarKind::F8E4M3FN: return {4, 3};
    case ScalarKind::F8E5M2: return {5, 2};
    case ScalarKind::F4E2M1FN: return {2, 1};
    // One more exponent than their bits say: they have no subnormals, or no infinity.
    case ScalarKind::F8E8M0FNU: return {9, 0};
    case ScalarKind::F8E5M3FNU: return {6, 3};
    default: return {11, 52};
  }
}

bool holdsAll(ScalarKind to, ScalarKind from) {
  const Precision wide = precisionOf(to);
  const Precision narrow = precisionOf(from);
  return narrow.exponent <= wide.exponent && narrow.fraction <= wide.fraction;
}

std::vector<RoundingMode> roundingsOf(ScalarKind from, ScalarKind to) {
  using enum RoundingMode;
  if (to == ScalarKind::F8E8M0FNU) return {Zero, PositiveInf};
  if (widthOf(to) <= 8) return {NearestEven};
  if (holdsAll(to, from)) return {NearestEven, Zero, NegativeInf, PositiveInf, NearestAway};
  if (from == ScalarKind::F32 && to == ScalarKind::TF32) return {NearestEven, Zero, NearestAway};
  if (from == ScalarKind::F64 && to == ScalarKind::F32) return {NearestEven, Zero, NegativeInf, PositiveInf};
  return {NearestEven, Zero};
}

bool checkFToF(const OpView &op) {
  if (op.same(op.operand(0), op.result(0))) return op.fail("ftof-no-op", "converts to what it has: " + pairText(op));
  const auto mode = op.enumerator<RoundingMode>("rounding_mode");
  const auto allowed = roundingsOf(*op.scalar(op.operand(0)), *op.scalar(op.result(0)));
  if (std::find(allowed.begin(), allowed.end(), *mode) != allowed.end()) return true;
  const auto name = [](RoundingMode each) { return std::string(enumText(EnumKind::RoundingMode, static_cast<std::uint64_t>(each))); };
  std::string names;
  for (const RoundingMode each : allowed) names += (names.empty() ? "" : ", ") + name(each);
  return op.fail("ftof-rounding", "rounding " + name(*mode) + " is none of " + names + ": " + pairText(op));
}

bool checkPacked(const OpView &op) {
  const TypeId bytes = op.kind() == OpKind::Pack ? op.result(0) : op.operand(0);
  const TypeId numbers = op.kind() == OpKind::Pack ? op.operand(0) : op.result(0);
  if (!op.isScalar(bytes, {ScalarKind::I8})) return op.fail("pack-bytes", "the packed side must be i8, is " + op.text(bytes));
  if (op.rank(bytes) != 1 || op.rank(numbers) != 1) return op.fail("pack-rank", "both sides must have rank 1: " + pairText(op));
  if (storedWidth(op, numbers) == 8) return op.fail("pack-width", "both sides have elements of 8 bits: " + pairText(op));
  const std::uint64_t bits = elementCount(op, numbers) * storedWidth(op, numbers);
  if (bits % 8 != 0) return op.fail("pack-size", "does not fill whole bytes: " + op.text(numbers));
  return bits == elementCount(op, bytes) * 8 || op.fail("pack-size", "both sides must have one size in bytes: " + pairText(op));
}

}  // namespace

bool checkConversion(const OpView &op) {
  switch (op.kind()) {
    case OpKind::Bitcast:
      if (op.isScalar(op.operand(0), {ScalarKind::I4}) || op.isScalar(op.result(0), {ScalarKind::I4}))
        return op.fail("bitcast-elements", "does not take i4: " + pairText(op));
      if (!sameShapes(op)) return false;
      return width(op, op.operand(0)) == width(op, op.result(0)) ||
             op.fail("bitcast-width", "both sides must have elements of one width: " + pairText(op));
    case OpKind::IntToPtr:
    case OpKind::PtrToInt:
    case OpKind::PtrToPtr: return sameShapes(op);
    case OpKind::ExtI:
      if (!sameShapes(op)) return false;
      return width(op, op.result(0)) > width(op, op.operand(0)) || op.fail("exti-width", "does not widen: " + pairText(op));
    case OpKind::TruncI:
      if (!sameShapes(op)) return false;
      return width(op, op.result(0)) < width(op, op.operand(0)) || op.fail("trunci-width", "does not narrow: " + pairText(op));
    case OpKind::FToF: return sameShapes(op) && checkFToF(op);
    case OpKind::FToI:
      if (!sameShapes(op)) return false;
      return op.enumerator<RoundingMode>("rounding_mode") == RoundingMode::NearestIntToZero ||
             op.fail("ftoi-rounding", "rounding must be nearest_int_to_zero");
    case OpKind::IToF:
      if (!sameShapes(op)) return false;
      if (op.isScalar(op.result(0), {ScalarKind::F8E8M0FNU}))
        return op.fail("itof-types", "does not convert to f8E8M0FNU: " + pairText(op));
      return op.enumerator<RoundingMode>("rounding_mode") == RoundingMode::NearestEven ||
             op.fail("itof-rounding", "rounding must be nearest_even");
    case OpKind::Pack:
    case OpKind::Unpack: return checkPacked(op);
    default: return true;
  }
}

}  // namespace tileport::tileir::verification
