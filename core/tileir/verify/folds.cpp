// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tileir.md 5.6: reduce and scan.
#include "tileir/verify/checker.h"

namespace tileport::tileir::verification {

namespace {

std::string at(std::size_t n) { return " " + std::to_string(n) + " "; }

bool checkOperands(const OpView &op, std::span<const ValueId> operands) {
  if (operands.empty()) return op.fail("fold-operands", "has no operands");
  if (operands.size() != op.resultCount())
    return op.fail("fold-operands",
                   "has " + std::to_string(operands.size()) + " operands but " + std::to_string(op.resultCount()) + " results");
  for (const ValueId operand : operands) {
    if (!op.sameShape(op.typeOf(operand), op.typeOf(operands.front())))
      return op.fail("fold-shape", "operands differ in shape: " + op.typesText(operands));
  }
  const std::uint64_t dim = *op.number("dim");
  return dim < op.rank(op.typeOf(operands.front())) || op.fail("fold-dim", "dim " + std::to_string(static_cast<std::int32_t>(dim)) +
                                                                               " is none of " + op.text(op.typeOf(operands.front())));
}

/// f16 and bf16 may stand for one another.
bool isIdentityOf(const OpView &op, const Attribute &identity, TypeId tile) {
  if (identity.kind == AttributeKind::Bool) return op.isScalar(tile, {ScalarKind::I1});
  if (identity.kind != AttributeKind::Integer && identity.kind != AttributeKind::Float) return false;
  if (op.checker().same(identity.type, op.elementId(tile))) return true;
  const Type &type = op.type(identity.type);
  const bool half = type.kind == TypeKind::Scalar && (type.scalar == ScalarKind::F16 || type.scalar == ScalarKind::BF16);
  return half && op.isScalar(tile, {ScalarKind::F16, ScalarKind::BF16});
}

bool checkIdentities(const OpView &op, std::span<const ValueId> operands) {
  const auto &identities = op.attribute("identities")->items;
  if (identities.size() != operands.size())
    return op.fail("fold-identities",
                   std::to_string(identities.size()) + " identities for " + std::to_string(operands.size()) + " operands");
  for (std::size_t n = 0; n < operands.size(); ++n) {
    if (!isIdentityOf(op, op.program().attribute(identities[n]), op.typeOf(operands[n])))
      return op.fail("fold-identities", "identity" + at(n) + "is not of the elements of " + op.text(op.typeOf(operands[n])));
  }
  return true;
}

bool checkResults(const OpView &op, std::span<const ValueId> operands) {
  const std::size_t dim = static_cast<std::size_t>(*op.number("dim"));
  for (std::size_t n = 0; n < operands.size(); ++n) {
    auto shape = op.shape(op.typeOf(operands[n]));
    if (op.kind() == OpKind::Reduce) shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(dim));
    if (op.shape(op.result(n)) == shape && op.sameElement(op.typeOf(operands[n]), op.result(n))) continue;
    return op.fail("fold-result", "result" + at(n) + "is " + op.text(op.result(n)) + ", the operand is " + op.text(op.typeOf(operands[n])));
  }
  return true;
}

/// lhs0, rhs0, lhs1, rhs1, ...: scalars of the operands' elements.
bool checkArguments(const OpView &op, std::span<const ValueId> operands, const Block &block) {
  if (block.arguments.count != 2 * operands.size())
    return op.fail("fold-arguments", "the region has " + std::to_string(block.arguments.count) + " arguments for " +
                                         std::to_string(operands.size()) + " operands");
  for (std::size_t n = 0; n < block.arguments.count; ++n) {
    const TypeId type = op.typeOf(ValueId(block.arguments.first + n));
    const TypeId operand = op.typeOf(operands[n / 2]);
    const bool fits = op.type(type).kind == TypeKind::Tile && op.rank(type) == 0 && op.sameElement(type, operand);
    if (!fits)
      return op.fail("fold-arguments", "argument" + at(n) + "of the region is " + op.text(type) + " for an operand " + op.text(operand));
  }
  return true;
}

bool checkYield(const OpView &op, std::span<const ValueId> operands, OpId last) {
  const Program &program = op.program();
  if (program.op(last).kind != OpKind::Yield) return op.fail("fold-yield", "the region does not end in yield");
  const auto yielded = program.operands(last);
  if (yielded.size() != operands.size())
    return op.fail("fold-yield",
                   "yields " + std::to_string(yielded.size()) + " values for " + std::to_string(operands.size()) + " operands");
  for (std::size_t n = 0; n < yielded.size(); ++n) {
    const TypeId type = op.typeOf(yielded[n]);
    if (op.type(type).kind == TypeKind::Tile && op.sameElement(type, op.typeOf(operands[n]))) continue;
    return op.fail("fold-yield", "yields " + op.text(type) + " for an operand " + op.text(op.typeOf(operands[n])));
  }
  return true;
}

/// Free of effects in the sense of the tools. Ops with regions are judged by what is in them; continue, break and return say
/// nothing of themselves, which rules out loops.
bool isFreeOfEffects(OpKind kind) { return kind == OpKind::Yield || info(kind).pure || info(kind).recursiveEffects; }

bool checkPurity(const OpView &op) {
  const Program &program = op.program();
  for (std::uint32_t id = op.id().value + 1; id < op.op().subtreeEnd.value; ++id) {
    const OpKind kind = program.op(OpId(id)).kind;
    if (!isFreeOfEffects(kind)) return op.fail("fold-pure", "the region holds " + std::string(info(kind).mnemonic) + ", which has effects");
  }
  return true;
}

}  // namespace

bool checkFold(const OpView &op) {
  const auto operands = op.operands(0);
  if (!checkOperands(op, operands) || !checkIdentities(op, operands) || !checkResults(op, operands)) return false;
  const BlockId block = op.program().block(op.program().region(op.id(), 0), 0);
  const auto ops = op.program().ops(block);
  if (ops.empty()) return op.fail("fold-yield", "the region is empty");
  return checkArguments(op, operands, op.program().block(block)) && checkYield(op, operands, ops.back()) && checkPurity(op);
}

}  // namespace tileport::tileir::verification
