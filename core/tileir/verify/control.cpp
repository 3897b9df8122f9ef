// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tileir.md 5.7.
#include <algorithm>

#include "tileir/verify/checker.h"

namespace tileport::tileir::verification {

namespace {

std::vector<TypeId> typesOf(const OpView &op, std::span<const ValueId> values) {
  std::vector<TypeId> out;
  for (const ValueId value : values) out.push_back(op.typeOf(value));
  return out;
}

std::vector<TypeId> typesOf(const OpView &op, Slice values) {
  std::vector<TypeId> out;
  for (std::size_t n = 0; n < values.count; ++n) out.push_back(op.typeOf(ValueId(values.first + n)));
  return out;
}

bool alike(const OpView &op, const std::vector<TypeId> &a, const std::vector<TypeId> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](TypeId x, TypeId y) { return op.same(x, y); });
}

std::string listText(const OpView &op, const std::vector<TypeId> &types) {
  std::string out = "(";
  for (const TypeId type : types) out += (out.size() > 1 ? ", " : "") + op.text(type);
  return out + ")";
}

std::string against(const OpView &op, const std::vector<TypeId> &have, const std::vector<TypeId> &want) {
  return listText(op, have) + " for " + listText(op, want);
}

const Block &bodyOf(const OpView &op) { return op.program().block(op.program().block(op.program().region(op.id(), 0), 0)); }

/// What is carried from round to round: no views, and one type in each place.
bool checkCarried(const OpView &op, std::vector<TypeId> arguments, const std::vector<TypeId> &initial) {
  return alike(op, arguments, initial) ||
         op.fail("loop-carried", "the body's arguments do not fit the initial values: " + against(op, arguments, initial));
}

bool checkFor(const OpView &op) {
  const Block &body = bodyOf(op);
  const auto initial = typesOf(op, op.operands(3));
  const auto results = typesOf(op, op.op().results);
  if (!alike(op, results, initial))
    return op.fail("for-results", "results do not fit the initial values: " + against(op, results, initial));
  auto arguments = typesOf(op, body.arguments);
  if (arguments.empty()) return op.fail("for-induction", "the body has no argument for the induction variable");
  if (!op.same(arguments.front(), op.operand(0)))
    return op.fail("for-induction",
                   "the induction variable is " + op.text(arguments.front()) + ", the bounds are " + op.text(op.operand(0)));
  arguments.erase(arguments.begin());
  return checkCarried(op, std::move(arguments), initial);
}

bool checkLoop(const OpView &op) { return checkCarried(op, typesOf(op, bodyOf(op).arguments), typesOf(op, op.operands(0))); }

/// A branch that ends in yield gives the results; one that leaves otherwise gives nothing.
bool checkBranch(const OpView &op, std::size_t n, std::string_view name) {
  const Program &program = op.program();
  const auto ops = program.ops(program.block(program.region(op.id(), n), 0));
  if (ops.empty() || program.op(ops.back()).kind != OpKind::Yield) return true;
  const auto yielded = typesOf(op, program.operands(ops.back()));
  const auto results = typesOf(op, op.op().results);
  return alike(op, yielded, results) || op.fail("if-yield", "the " + std::string(name) + " branch yields " + against(op, yielded, results));
}

bool checkIf(const OpView &op) {
  for (std::size_t n = 0; n < op.resultCount(); ++n) {
    const TypeKind kind = op.type(op.result(n)).kind;
    if (kind == TypeKind::TensorView || isView(kind)) return op.fail("if-result", "a branch may not give a view: " + op.text(op.result(n)));
  }
  if (!checkBranch(op, 0, "then")) return false;
  if (op.program().region(op.program().region(op.id(), 1)).blocks.count != 0) return checkBranch(op, 1, "else");
  return op.resultCount() == 0 || op.fail("if-else", "has results but no else branch");
}

/// The op around; invalid for what stands in an entry itself.
OpId parentOf(const Program &program, OpId op) { return program.region(program.block(program.op(op).block).region).op; }

bool isParent(const OpView &op, std::initializer_list<OpKind> kinds) {
  const OpId parent = parentOf(op.program(), op.id());
  return parent.valid() && std::find(kinds.begin(), kinds.end(), op.program().op(parent).kind) != kinds.end();
}

/// The loop that a break or continue is for: reached through ifs alone. Invalid when there is none.
OpId loopAround(const OpView &op, bool forToo) {
  const Program &program = op.program();
  for (OpId parent = parentOf(program, op.id()); parent.valid(); parent = parentOf(program, parent)) {
    const OpKind kind = program.op(parent).kind;
    if (kind == OpKind::Loop || (forToo && kind == OpKind::For)) return parent;
    if (kind != OpKind::If) return {};
  }
  return {};
}

bool checkBreak(const OpView &op) {
  const OpId loop = loopAround(op, false);
  if (!isParent(op, {OpKind::If, OpKind::Loop}) || !loop.valid())
    return op.fail("break-parent", "must stand in a loop, with nothing but ifs between");
  const auto have = typesOf(op, op.operands(0));
  const auto want = typesOf(op, op.program().op(loop).results);
  return alike(op, have, want) || op.fail("break-types", "must give the loop's results: " + against(op, have, want));
}

bool checkContinue(const OpView &op) {
  const OpId loop = loopAround(op, true);
  if (!isParent(op, {OpKind::If, OpKind::Loop, OpKind::For}) || !loop.valid())
    return op.fail("continue-parent", "must stand in a loop or for, with nothing but ifs between");
  const Op &owner = op.program().op(loop);
  const auto have = typesOf(op, op.operands(0));
  const auto want = owner.kind == OpKind::Loop ? typesOf(op, op.program().operands(loop)) : typesOf(op, owner.results);
  return alike(op, have, want) || op.fail("continue-types", "must give what is carried: " + against(op, have, want));
}

bool checkYield(const OpView &op) {
  return isParent(op, {OpKind::If, OpKind::Reduce, OpKind::Scan}) || op.fail("yield-parent", "must stand in an if, reduce or scan");
}

bool checkReturn(const OpView &op) {
  const bool inEntry = !parentOf(op.program(), op.id()).valid();
  if (!inEntry && !isParent(op, {OpKind::If, OpKind::Loop})) return op.fail("return-parent", "must stand in an entry, if or loop");
  for (OpId parent = parentOf(op.program(), op.id()); parent.valid(); parent = parentOf(op.program(), parent)) {
    const OpKind kind = op.program().op(parent).kind;
    if (kind != OpKind::If && kind != OpKind::Loop)
      return op.fail("return-parent", "must stand in an entry, with nothing but ifs and loops between");
  }
  return op.operands(0).empty() || op.fail("return-values", "an entry returns nothing, here " + op.typesText(op.operands(0)));
}

}  // namespace

bool checkControl(const OpView &op) {
  switch (op.kind()) {
    case OpKind::For: return checkFor(op);
    case OpKind::Loop: return checkLoop(op);
    case OpKind::If: return checkIf(op);
    case OpKind::Break: return checkBreak(op);
    case OpKind::Continue: return checkContinue(op);
    case OpKind::Yield: return checkYield(op);
    case OpKind::Return: return checkReturn(op);
    default: return true;
  }
}

}  // namespace tileport::tileir::verification
