// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tileir.md 5.3.
#include "tileir/verify/checker.h"

namespace tileport::tileir::verification {

namespace {

enum Position : std::size_t { kLhs, kRhs, kAcc, kLhsScale, kRhsScale };

std::string operandsText(const OpView &op) { return op.typesText(op.program().operands(op.id())); }

/// M x K, K x N, M x N; with a leading batch dimension in rank 3.
bool checkShapes(const OpView &op) {
  const auto &lhs = op.shape(op.operand(kLhs));
  const auto &rhs = op.shape(op.operand(kRhs));
  const auto &acc = op.shape(op.operand(kAcc));
  if ((lhs.size() != 2 && lhs.size() != 3) || rhs.size() != lhs.size() || acc.size() != lhs.size())
    return op.fail("mma-rank", "all operands must have rank 2, or all rank 3: " + operandsText(op));
  const std::size_t row = lhs.size() - 2;
  const std::size_t column = row + 1;
  const bool batches = row == 0 || (lhs[0] == rhs[0] && lhs[0] == acc[0]);
  return (batches && lhs[column] == rhs[row] && lhs[row] == acc[row] && rhs[column] == acc[column]) ||
         op.fail("mma-shape", "shapes must be MxK, KxN, MxN, with one leading batch in rank 3: " + operandsText(op));
}

bool checkMmaF(const OpView &op) {
  if (!op.sameElement(op.operand(kLhs), op.operand(kRhs)))
    return op.fail("mmaf-types", "lhs and rhs differ in elements: " + operandsText(op));
  const ScalarKind acc = *op.scalar(op.operand(kAcc));
  bool known = false;
  switch (*op.scalar(op.operand(kLhs))) {
    case ScalarKind::F16:
    case ScalarKind::F8E4M3FN:
    case ScalarKind::F8E5M2: known = acc == ScalarKind::F16 || acc == ScalarKind::F32; break;
    case ScalarKind::BF16:
    case ScalarKind::F32:
    case ScalarKind::TF32: known = acc == ScalarKind::F32; break;
    case ScalarKind::F64: known = acc == ScalarKind::F64; break;
    default: break;
  }
  return known || op.fail("mmaf-types", "no such combination of elements: " + operandsText(op));
}

bool checkMmaI(const OpView &op) {
  return (op.isScalar(op.operand(kLhs), {ScalarKind::I8}) && op.isScalar(op.operand(kRhs), {ScalarKind::I8}) &&
          op.isScalar(op.operand(kAcc), {ScalarKind::I32})) ||
         op.fail("mmai-types", "elements must be i8, i8 and i32: " + operandsText(op));
}

bool checkScaledTypes(const OpView &op) {
  const auto fail = [&] { return op.fail("mmaf-scaled-types", "no such combination of elements: " + operandsText(op)); };
  if (!op.sameElement(op.operand(kLhs), op.operand(kRhs)) || !op.sameElement(op.operand(kLhsScale), op.operand(kRhsScale))) return fail();
  if (!op.isScalar(op.operand(kAcc), {ScalarKind::F32})) return fail();
  const ScalarKind factor = *op.scalar(op.operand(kLhs));
  const bool f4 = factor == ScalarKind::F4E2M1FN;
  if (!f4 && factor != ScalarKind::F8E4M3FN && factor != ScalarKind::F8E5M2) return fail();
  const ScalarKind scale = *op.scalar(op.operand(kLhsScale));
  const bool known = scale == ScalarKind::F8E8M0FNU || (f4 && (scale == ScalarKind::F8E4M3FN || scale == ScalarKind::F8E5M3FNU));
  return known || fail();
}

/// One scale for each block of K: lhs_scale is M x K/block, rhs_scale K/block x N.
bool checkScaledShapes(const OpView &op) {
  const auto &lhs = op.shape(op.operand(kLhs));
  const auto &rhs = op.shape(op.operand(kRhs));
  const auto &left = op.shape(op.operand(kLhsScale));
  const auto &right = op.shape(op.operand(kRhsScale));
  const auto fail = [&](const std::string &what) { return op.fail("mmaf-scaled-shape", what + ": " + operandsText(op)); };
  if (left.size() != lhs.size() || right.size() != lhs.size()) return fail("scales must have the rank of what they scale");
  const std::size_t row = lhs.size() - 2;
  const std::size_t column = row + 1;
  const bool batches = row == 0 || (left[0] == lhs[0] && right[0] == lhs[0]);
  if (!batches || left[row] != lhs[row] || right[column] != rhs[column] || left[column] != right[row])
    return fail("scales must be MxB and BxN for the MxK and KxN that they scale");
  if (left[column] == 0 || lhs[column] % left[column] != 0) return fail("the number of scales must divide K");
  const std::int64_t block = lhs[column] / left[column];
  const bool f4 = op.isScalar(op.operand(kLhs), {ScalarKind::F4E2M1FN});
  const bool e8m0 = op.isScalar(op.operand(kLhsScale), {ScalarKind::F8E8M0FNU});
  const bool known = (block == 16 && f4) || (block == 32 && e8m0);
  return known || fail("a scale may not stand for " + std::to_string(block) + " elements");
}

}  // namespace

bool checkMatrix(const OpView &op) {
  if (!checkShapes(op)) return false;
  switch (op.kind()) {
    case OpKind::MmaF: return checkMmaF(op);
    case OpKind::MmaI: return checkMmaI(op);
    default: return checkScaledTypes(op) && checkScaledShapes(op);
  }
}

}  // namespace tileport::tileir::verification
