// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/machine.h"

/// Loops, branches and the ends of blocks.
namespace tileport::oracle {

using namespace tileir;

namespace {

std::vector<Value> valuesOf(const Machine &machine, std::span<const ValueId> ids) {
  std::vector<Value> values;
  for (const ValueId id : ids) values.push_back(machine.value(id));
  return values;
}

template <FlowKind kKind>
bool leave(Machine &machine, OpId op) {
  auto values = valuesOf(machine, machine.program.operands(op));
  machine.flow = {kKind, std::move(values)};
  return true;
}

void setResults(Machine &machine, OpId op, std::vector<Value> &values) {
  const std::size_t count = machine.program.op(op).results.count;
  for (std::size_t n = 0; n < count && n < values.size(); ++n) machine.setResult(op, n, std::move(values[n]));
}

bool branch(Machine &machine, OpId op) {
  const auto condition = machine.decisive(op, machine.tile(machine.operand(op, "condition")).cell(0), "the condition");
  if (!condition) return false;
  const RegionId region = machine.program.region(op, *condition ? 0 : 1);
  if (machine.program.region(region).blocks.count == 0) return true;
  if (!machine.runBlock(machine.program.block(region, 0), {})) return false;
  // Anything but a yield leaves what is around the branch too.
  if (machine.flow.kind != FlowKind::Yield) return true;
  auto values = std::move(machine.flow.values);
  machine.flow = {};
  setResults(machine, op, values);
  return true;
}

Value scalarOf(std::uint64_t bits) {
  auto tile = std::make_shared<Tile>(1);
  tile->set(0, {.bits = bits});
  return TilePtr(std::move(tile));
}

bool countedLoop(Machine &machine, OpId op) {
  __extension__ using SignedWide = __int128;
  const unsigned width = bitWidth(machine.element(machine.operand(op, "lowerBound")).scalar);
  const bool isUnsigned = machine.has(op, "unsignedCmp");
  std::array<SignedWide, 3> range{};
  constexpr std::array<std::string_view, 3> kNames{"lowerBound", "upperBound", "step"};
  for (std::size_t n = 0; n < kNames.size(); ++n) {
    const auto bits = machine.decisive(op, machine.tile(machine.operand(op, kNames[n])).cell(0), kNames[n]);
    if (!bits) return false;
    range[n] = isUnsigned ? SignedWide{*bits} : SignedWide{signExtended(*bits, width)};
  }
  const auto [lower, upper, step] = range;
  if (step <= 0) return machine.fail(FaultKind::UndefinedBehaviour, op, "the step is not positive");
  auto carried = valuesOf(machine, machine.operands(op, "initValues"));
  const BlockId body = machine.program.block(machine.program.region(op, 0), 0);
  for (SignedWide i = lower; i < upper; i += step) {
    std::vector<Value> arguments{scalarOf(static_cast<std::uint64_t>(i) & lowBits(width))};
    arguments.insert(arguments.end(), carried.begin(), carried.end());
    if (!machine.runBlock(body, arguments)) return false;
    if (machine.flow.kind == FlowKind::Return) return true;
    carried = std::move(machine.flow.values);
  }
  machine.flow = {};
  setResults(machine, op, carried);
  return true;
}

bool endlessLoop(Machine &machine, OpId op) {
  auto carried = valuesOf(machine, machine.operands(op, "initValues"));
  const BlockId body = machine.program.block(machine.program.region(op, 0), 0);
  for (;;) {
    if (!machine.runBlock(body, carried)) return false;
    if (machine.flow.kind == FlowKind::Return) return true;
    carried = std::move(machine.flow.values);
    if (machine.flow.kind == FlowKind::Break) break;
  }
  machine.flow = {};
  setResults(machine, op, carried);
  return true;
}

}  // namespace

void addControlOps(HandlerTable &table) {
  handle(table, OpKind::If, branch);
  handle(table, OpKind::For, countedLoop);
  handle(table, OpKind::Loop, endlessLoop);
  handle(table, OpKind::Yield, leave<FlowKind::Yield>);
  handle(table, OpKind::Continue, leave<FlowKind::Continue>);
  handle(table, OpKind::Break, leave<FlowKind::Break>);
  handle(table, OpKind::Return, leave<FlowKind::Return>);
}

}  // namespace tileport::oracle
