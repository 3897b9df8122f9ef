// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/counted.h"

#include "align/ranges.h"

namespace tileport::align {

namespace {

using tileir::BlockId;
using tileir::ComparisonPredicate;
using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::ValueId;

std::uint64_t numberOf(const Program &program, OpId op, std::string_view name) {
  const tileir::AttributeId attribute = program.attribute(op, name);
  return attribute.valid() ? program.attribute(attribute).bits : 0;
}

bool isWithin(const Program &program, OpId op, OpId around) { return op > around && op < program.op(around).subtreeEnd; }

/// The position of a value among the arguments of a block, over assume ops.
std::optional<std::uint32_t> argumentOf(const Program &program, BlockId block, ValueId value) {
  while (program.value(value).op.valid() && program.op(program.value(value).op).kind == OpKind::Assume)
    value = program.operands(program.value(value).op)[0];
  const tileir::Value &v = program.value(value);
  return !v.op.valid() && v.block == block ? std::optional(v.index) : std::nullopt;
}

bool comesFromOutside(const Program &program, OpId loop, const WrittenOperand &written) {
  const tileir::Value &v = program.value(program.operands(written.op)[written.position]);
  const OpId owner = v.op.valid() ? v.op : program.region(program.block(v.block).region).op;
  return !owner.valid() || (owner != loop && !isWithin(program, owner, loop));
}

/// The ops of a region's block; empty for a region without one.
std::span<const OpId> opsOf(const Program &program, OpId op, std::uint32_t region) {
  const auto blocks = program.region(program.region(op, region)).blocks;
  return blocks.count == 1 ? program.ops(BlockId(blocks.first)) : std::span<const OpId>();
}

/// The first op with regions of a body, if all before it only compute what cannot fail.
OpId testOf(const Program &program, BlockId body) {
  for (const OpId op : program.ops(body)) {
    const OpKind kind = program.op(op).kind;
    if (program.op(op).regions.count != 0) return kind == OpKind::If && program.op(op).results.count == 0 ? op : OpId();
    const bool isHarmless = tileir::info(kind).pure && kind != OpKind::Assume && kind != OpKind::DivI && kind != OpKind::RemI &&
                            kind != OpKind::Extract && kind != OpKind::Insert;
    if (!isHarmless) return {};
  }
  return {};
}

/// The break that is all that an `if` holds, and the region that it is in.
std::optional<std::pair<OpId, std::uint32_t>> onlyBreak(const Program &program, OpId test) {
  std::optional<std::pair<OpId, std::uint32_t>> found;
  for (std::uint32_t r = 0; r < program.op(test).regions.count; ++r) {
    const auto ops = opsOf(program, test, r);
    if (ops.empty()) continue;
    const OpKind kind = program.op(ops[0]).kind;
    if (ops.size() != 1 || (kind != OpKind::Break && kind != OpKind::Yield) || (kind == OpKind::Break && found)) return std::nullopt;
    if (kind == OpKind::Break) found = {ops[0], r};
  }
  return found;
}

/// Index and bound, if the comparison is true, or false, just when the index has reached the bound.
bool readComparison(const Program &program, BlockId body, bool leavesWhenTrue, CountedLoop &made) {
  if (!made.compare.valid() || program.op(made.compare).kind != OpKind::CmpI) return false;
  const auto predicate = static_cast<ComparisonPredicate>(numberOf(program, made.compare, "comparison_predicate"));
  for (std::uint32_t at = 0; at < 2; ++at) {
    const auto index = argumentOf(program, body, program.operands(made.compare)[at]);
    const auto wanted = leavesWhenTrue ? (at == 0 ? ComparisonPredicate::GreaterThanOrEqual : ComparisonPredicate::LessThanOrEqual)
                                       : (at == 0 ? ComparisonPredicate::LessThan : ComparisonPredicate::GreaterThan);
    if (!index || predicate != wanted) continue;
    made.index = *index;
    made.upper = {made.compare, 1 - at};
    made.isUnsigned = numberOf(program, made.compare, "signedness") == static_cast<std::uint64_t>(tileir::Signedness::Unsigned);
    return comesFromOutside(program, made.loop, made.upper);
  }
  return false;
}

/// The innermost loop around an op.
OpId loopAround(const Program &program, OpId op) {
  const auto owner = [&](OpId of) { return program.region(program.block(program.op(of).block).region).op; };
  for (op = owner(op); op.valid(); op = owner(op))
    if (program.op(op).kind == OpKind::For || program.op(op).kind == OpKind::Loop) return op;
  return {};
}

bool readContinue(const Program &program, BlockId body, OpId exit, CountedLoop &made) {
  if (made.index >= program.operands(exit).size()) return false;
  ValueId next = program.operands(exit)[made.index];
  while (program.value(next).op.valid() && program.op(program.value(next).op).kind == OpKind::Assume)
    next = program.operands(program.value(next).op)[0];
  const OpId addition = program.value(next).op;
  if (!addition.valid() || program.op(addition).kind != OpKind::AddI || numberOf(program, addition, "overflow") != 0) return false;
  const auto operands = program.operands(addition);
  const std::uint32_t at = argumentOf(program, body, operands[0]) == made.index ? 0 : 1;
  if (argumentOf(program, body, operands[at]) != made.index) return false;
  if (!made.additions.empty() && program.operands(made.step.op)[made.step.position] != operands[1 - at]) return false;
  made.step = {addition, 1 - at};
  made.additions.push_back(addition);
  return comesFromOutside(program, made.loop, made.step);
}

}  // namespace

std::optional<CountedLoop> countedLoop(const Program &program, OpId loop) {
  if (program.op(loop).kind != OpKind::Loop) return std::nullopt;
  const auto blocks = program.region(program.region(loop, 0)).blocks;
  if (blocks.count != 1) return std::nullopt;
  const BlockId body{blocks.first};
  CountedLoop made;
  made.loop = loop;
  made.test = testOf(program, body);
  const auto leaves = made.test.valid() ? onlyBreak(program, made.test) : std::nullopt;
  if (!leaves) return std::nullopt;
  made.leave = leaves->first;
  made.compare = program.value(program.operands(made.test)[0]).op;
  if (!readComparison(program, body, leaves->second == 0, made)) return std::nullopt;
  for (const ValueId value : program.operands(made.leave)) made.given.push_back(argumentOf(program, body, value));
  for (OpId op{loop.index() + 1}; op < program.op(loop).subtreeEnd; op = OpId(op.index() + 1)) {
    const OpKind kind = program.op(op).kind;
    if ((kind != OpKind::Break && kind != OpKind::Continue) || op == made.leave || loopAround(program, op) != loop) continue;
    if (kind == OpKind::Break || !readContinue(program, body, op, made)) return std::nullopt;
  }
  if (made.additions.empty() || made.given.size() != program.op(loop).results.count) return std::nullopt;
  return made;
}

CountedLoops::CountedLoops(const Program &program, std::span<const OpId> loops) {
  Ranges ranges(program);
  for (const OpId loop : loops)
    if (auto made = countedLoop(program, loop); made && ranges.strict(program.operands(made->step.op)[made->step.position]).lower >= 1)
      loops_.emplace(loop, *std::move(made));
  if (!loops_.empty()) tests_.resize(program.opCount());
  for (const auto &[loop, counted] : loops_)
    for (OpId op = counted.test; op < program.op(counted.test).subtreeEnd; op = OpId(op.index() + 1)) tests_[op.index()] = true;
}

const CountedLoop *CountedLoops::of(OpId op) const {
  const auto found = loops_.find(op);
  return found != loops_.end() ? &found->second : nullptr;
}

bool CountedLoops::isTest(OpId op) const { return !tests_.empty() && tests_[op.index()]; }

}  // namespace tileport::align
