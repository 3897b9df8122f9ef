// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/machine.h"

#include <cassert>
#include <cstdio>

namespace tileport::oracle {

using namespace tileir;

namespace {

constexpr std::size_t kMostHazards = 100;

HandlerTable makeHandlers() {
  HandlerTable table{};
  addIntegerOps(table);
  addFloatOps(table);
  addMathOps(table);
  addConversionOps(table);
  addShapeOps(table);
  addMatrixOps(table);
  addReductionOps(table);
  addControlOps(table);
  addFactOps(table);
  addViewOps(table);
  addMemoryOps(table);
  addAtomicOps(table);
  return table;
}

const HandlerTable &handlers() {
  static const HandlerTable table = makeHandlers();
  return table;
}

}  // namespace

std::string_view refusal(OpKind kind) {
  switch (kind) {
    case OpKind::Entry:
    case OpKind::Global:
    case OpKind::Module: return "stands in no body";
    case OpKind::MultimemLoadReduceViewTko:
    case OpKind::MultimemReduceViewTko:
    case OpKind::MultimemStoreViewTko: return "works on the memories of several devices, and there is one here";
    default: return handlers()[static_cast<std::size_t>(kind)] ? "" : "is not interpreted";
  }
}

std::string toText(const ElementType &type, std::uint64_t bits) {
  char text[64];
  if (type.isPointer) {
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(bits));
    return text;
  }
  if (type.isFloat()) {
    std::snprintf(text, sizeof text, "%.9g", toDouble(decode(formatOf(type.scalar), bits)));
    return text;
  }
  if (type.scalar == ScalarKind::I1) return bits ? "true" : "false";
  return std::to_string(signExtended(bits, bitWidth(type.scalar)));
}

Machine::Machine(const Program &shownProgram, const Launch &shownLaunch, Memory &usedMemory, Outcome &filledOutcome)
    : program(shownProgram), launch(shownLaunch), memory(usedMemory), outcome(filledOutcome), values_(shownProgram.valueCount()) {}

bool Machine::runEntry(FunctionId function, std::span<const Value> arguments) {
  flow = {};
  anyOrder = 0;
  return runBlock(program.bodyOf(function), arguments);
}

void Machine::releaseLocals() {
  for (const std::uint64_t base : locals) memory.release(base);
  locals.clear();
}

bool Machine::runBlock(BlockId id, std::span<const Value> arguments) {
  for (std::size_t n = 0; n < arguments.size(); ++n) set(program.argument(id, n), arguments[n]);
  flow = {};
  for (const OpId op : program.ops(id)) {
    const OpKind kind = program.op(op).kind;
    const Handler handler = handlers()[static_cast<std::size_t>(kind)];
    if (!handler) return fail(FaultKind::Unsupported, op, std::string(info(kind).mnemonic) + " " + std::string(refusal(kind)));
    if (!spend(op, 1) || !handler(*this, op)) return false;
    if (flow.kind != FlowKind::Next) return true;
  }
  return true;
}

std::span<const ValueId> Machine::operands(OpId op, std::string_view name) const {
  const auto declared = info(program.op(op).kind).operands;
  for (std::size_t n = 0; n < declared.size(); ++n)
    if (declared[n].name == name) return program.operands(op, n);
  assert(false && "the op declares no such operand");
  return {};
}

ValueId Machine::operand(OpId op, std::string_view name) const {
  const auto ids = operands(op, name);
  return ids.empty() ? ValueId() : ids[0];
}

ElementType Machine::elementOf(TypeId id) const {
  const Type *type = &program.type(id);
  if (type->kind == TypeKind::Tile || type->kind == TypeKind::TensorView) type = &program.type(type->element);
  if (type->kind == TypeKind::Pointer) return {ScalarKind::I64, true, program.type(type->element).scalar};
  return {type->scalar};
}

std::uint64_t Machine::bits(OpId op, std::string_view name) const {
  const AttributeId id = program.attribute(op, name);
  if (id.valid()) return program.attribute(id).bits;
  for (const AttributeInfo &declared : info(program.op(op).kind).attributes)
    if (declared.name == name) return declared.defaultValue.value_or(0);
  assert(false && "the op declares no such attribute");
  return 0;
}

bool Machine::fail(FaultKind kind, OpId op, std::string message) {
  outcome.fault = Fault{kind, op, block, std::move(message)};
  return false;
}

void Machine::warn(HazardKind kind, OpId op, std::string message, OpId other) {
  if (outcome.hazards.size() >= kMostHazards || !found_.emplace(kind, op, other).second) return;
  outcome.hazards.push_back({kind, op, other, block, std::move(message)});
}

bool Machine::spend(OpId op, std::uint64_t elements) {
  outcome.elements += elements;
  if (outcome.elements > launch.options.elementLimit)
    return fail(FaultKind::Budget, op, "more than " + std::to_string(launch.options.elementLimit) + " elements");
  if (launch.options.cancel.cancelled()) return fail(FaultKind::Cancelled, op, "the run was cancelled");
  return true;
}

std::optional<std::uint64_t> Machine::decisive(OpId op, const Cell &cell, std::string_view what) {
  if (!cell.isDefined()) {
    fail(FaultKind::UndefinedValue, op, std::string(what) + " is undefined" + undefinedSince(cell));
    return std::nullopt;
  }
  if (cell.error != 0) warn(HazardKind::UncertainDecision, op, std::string(what) + " depends on how results are rounded");
  return cell.bits;
}

std::optional<std::int64_t> Machine::decisiveSigned(OpId op, ValueId scalar, std::string_view what) {
  const auto number = decisive(op, tile(scalar).cell(0), what);
  if (!number) return std::nullopt;
  return signExtended(*number, bitWidth(element(scalar).scalar));
}

std::string Machine::undefinedSince(const Cell &cell) const {
  const OpId op(cell.undefinedBy - 1);
  if (op.index() >= program.opCount()) return {};
  return " since " + std::string(info(program.op(op).kind).mnemonic) + " in line " +
         std::to_string(program.listing().opLines[op.index()].first + 1);
}

}  // namespace tileport::oracle
