// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tileir.md 5.5: making tiles and changing their shape.
#include <vector>

#include "tileir/verify/checker.h"

namespace tileport::tileir::verification {

namespace {

std::uint64_t elementCount(const OpView &op, TypeId tile) {
  std::uint64_t count = 1;
  for (const std::int64_t extent : op.shape(tile)) count *= static_cast<std::uint64_t>(extent);
  return count;
}

std::string pairText(const OpView &op) { return op.text(op.operand(0)) + " to " + op.text(op.result(0)); }

bool sameElements(const OpView &op, TypeId a, TypeId b) {
  return op.sameElement(a, b) || op.fail("shape-elements", "elements differ: " + op.text(a) + ", " + op.text(b));
}

bool checkIota(const OpView &op) {
  if (op.rank(op.result(0)) != 1) return op.fail("iota-rank", "the result must have rank 1, is " + op.text(op.result(0)));
  const unsigned width = widthOf(*op.scalar(op.result(0)));
  return width >= 64 || elementCount(op, op.result(0)) <= std::uint64_t{1} << width ||
         op.fail("iota-range", "has more elements than values: " + op.text(op.result(0)));
}

bool checkBroadcast(const OpView &op) {
  const auto &from = op.shape(op.operand(0));
  const auto &to = op.shape(op.result(0));
  bool fits = from.size() == to.size();
  for (std::size_t i = 0; fits && i < from.size(); ++i) fits = from[i] == to[i] || from[i] == 1;
  return fits || op.fail("broadcast-shape", "only extents of 1 may grow, in the same rank: " + pairText(op));
}

bool checkPermute(const OpView &op) {
  const auto &from = op.shape(op.operand(0));
  const auto &to = op.shape(op.result(0));
  const auto &order = op.attribute("permutation")->numbers;
  if (from.size() < 2 || to.size() != from.size())
    return op.fail("permute-rank", "both sides must have one rank, at least 2: " + pairText(op));
  std::vector<bool> seen(from.size());
  bool permutation = order.size() == from.size();
  for (std::size_t i = 0; permutation && i < order.size(); ++i) {
    permutation = order[i] >= 0 && static_cast<std::size_t>(order[i]) < from.size() && !seen[static_cast<std::size_t>(order[i])];
    if (permutation) seen[static_cast<std::size_t>(order[i])] = true;
  }
  if (!permutation) return op.fail("permute-order", "must name each dimension once of " + op.text(op.operand(0)));
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (to[i] != from[static_cast<std::size_t>(order[i])])
      return op.fail("permute-shape", "extent " + std::to_string(i) + " of the result does not follow: " + pairText(op));
  }
  return true;
}

bool checkCat(const OpView &op) {
  const auto &left = op.shape(op.operand(0));
  const auto &right = op.shape(op.operand(1));
  const auto &whole = op.shape(op.result(0));
  const std::string types = op.text(op.operand(0)) + ", " + op.text(op.operand(1)) + " to " + op.text(op.result(0));
  if (!op.sameElement(op.operand(0), op.operand(1)) || !op.sameElement(op.operand(0), op.result(0)))
    return op.fail("shape-elements", "elements differ: " + types);
  if (left.size() != right.size() || left.size() != whole.size()) return op.fail("cat-rank", "ranks differ: " + types);
  const std::uint64_t dim = *op.number("dim");
  if (dim >= left.size()) return op.fail("cat-dim", "dim " + std::to_string(static_cast<std::int64_t>(dim)) + " is none of " + types);
  for (std::size_t i = 0; i < left.size(); ++i) {
    const bool fits = i == dim ? left[i] + right[i] == whole[i] : left[i] == whole[i] && right[i] == whole[i];
    if (!fits) return op.fail("cat-shape", "extent " + std::to_string(i) + " does not add up: " + types);
  }
  return true;
}

/// A part that divides a whole, and one index a dimension.
bool checkPart(const OpView &op, TypeId part, TypeId whole, std::size_t indices) {
  const std::string types = op.text(part) + " of " + op.text(whole);
  if (op.rank(part) != op.rank(whole)) return op.fail("part-rank", "part and whole must have one rank: " + types);
  if (!op.sameElement(part, whole)) return op.fail("shape-elements", "elements differ: " + types);
  for (std::size_t i = 0; i < op.rank(part); ++i) {
    if (op.shape(part)[i] == 0 || op.shape(whole)[i] % op.shape(part)[i] != 0)
      return op.fail("part-shape", "the part must divide the whole: " + types);
  }
  return op.operands(indices).size() == op.rank(whole) ||
         op.fail("part-indices", std::to_string(op.operands(indices).size()) + " indices for " + op.text(whole));
}

bool checkSelect(const OpView &op) {
  if (!op.sameShape(op.operand(0), op.operand(1)))
    return op.fail("select-shape", "condition and values differ in shape: " + op.text(op.operand(0)) + ", " + op.text(op.operand(1)));
  return !op.isScalar(op.result(0), {ScalarKind::F4E2M1FN}) ||
         op.fail("select-elements", "does not take f4E2M1FN: " + op.text(op.result(0)));
}

bool checkOffset(const OpView &op) {
  if (!op.same(op.operand(0), op.result(0)))
    return op.fail("same-type", "ptr and result must have one type, are " + op.text(op.operand(0)) + " and " + op.text(op.result(0)));
  return op.sameShape(op.operand(0), op.operand(1)) ||
         op.fail("offset-shape", "pointers and offsets differ in shape: " + op.text(op.operand(0)) + ", " + op.text(op.operand(1)));
}

}  // namespace

bool checkShape(const OpView &op) {
  switch (op.kind()) {
    case OpKind::Iota: return checkIota(op);
    case OpKind::Reshape:
      if (!sameElements(op, op.operand(0), op.result(0))) return false;
      return elementCount(op, op.operand(0)) == elementCount(op, op.result(0)) ||
             op.fail("reshape-count", "the number of elements changes: " + pairText(op));
    case OpKind::Broadcast: return sameElements(op, op.operand(0), op.result(0)) && checkBroadcast(op);
    case OpKind::Permute: return sameElements(op, op.operand(0), op.result(0)) && checkPermute(op);
    case OpKind::Cat: return checkCat(op);
    case OpKind::Extract: return checkPart(op, op.result(0), op.operand(0), 1);
    case OpKind::Insert: return checkPart(op, op.operand(0), op.operand(1), 2);
    case OpKind::Select: return checkSelect(op);
    case OpKind::Offset: return checkOffset(op);
    default: return true;
  }
}

}  // namespace tileport::tileir::verification
