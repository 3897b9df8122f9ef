// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "oracle/interpreter.h"
#include "oracle/memory.h"
#include "oracle/tile.h"

/// The state of a run, and what the ops are written with. Inside of tests/oracle only.
namespace tileport::oracle {

enum class FlowKind : std::uint8_t { Next, Yield, Continue, Break, Return };

/// How a block was left, and with which values.
struct Flow {
  FlowKind kind = FlowKind::Next;
  std::vector<Value> values;
};

class Machine {
 public:
  Machine(const tileir::Program &program, const Launch &launch, Memory &memory, Outcome &outcome);

  const tileir::Program &program;
  const Launch &launch;
  Memory &memory;
  Outcome &outcome;
  AccessOrder order;
  std::vector<std::uint64_t> globalBases;
  /// What alloca gave to this tile block.
  std::vector<std::uint64_t> locals;
  std::array<std::uint32_t, 3> block{};
  std::uint64_t blockNumber = 0;
  Flow flow;
  /// Greater than 0 inside of a reduction or scan: rounding may happen in another order.
  unsigned anyOrder = 0;

  /// One tile block from the entry's start to its return. False: the run is over.
  bool runEntry(tileir::FunctionId function, std::span<const Value> arguments);
  /// Ends the life of what alloca gave.
  void releaseLocals();
  /// A block of a region with these arguments; how it ended is in `flow`.
  bool runBlock(tileir::BlockId id, std::span<const Value> arguments);

  // ---- Values ----------------------------------------------------------------------------------------------------------
  const Value &value(tileir::ValueId id) const { return values_[id.index()]; }
  const Tile &tile(tileir::ValueId id) const { return *std::get<TilePtr>(values_[id.index()]); }
  void set(tileir::ValueId id, Value value) { values_[id.index()] = std::move(value); }
  void setResult(tileir::OpId op, std::size_t n, Value value) { set(program.result(op, n), std::move(value)); }
  /// Absent: an invalid id.
  tileir::ValueId operand(tileir::OpId op, std::string_view name) const;
  std::span<const tileir::ValueId> operands(tileir::OpId op, std::string_view name) const;
  std::span<const std::int64_t> shape(tileir::ValueId id) const { return program.type(program.value(id).type).shape; }
  ElementType element(tileir::ValueId id) const { return elementOf(program.value(id).type); }
  ElementType elementOf(tileir::TypeId tile) const;
  std::size_t count(tileir::ValueId id) const { return countOf(shape(id)); }

  // ---- Attributes ------------------------------------------------------------------------------------------------------
  bool has(tileir::OpId op, std::string_view name) const { return program.attribute(op, name).valid(); }
  /// The attribute's number, which must be there or have a default.
  std::uint64_t bits(tileir::OpId op, std::string_view name) const;
  template <class Enum>
  Enum enumerator(tileir::OpId op, std::string_view name) const {
    return static_cast<Enum>(bits(op, name));
  }

  // ---- What goes wrong -------------------------------------------------------------------------------------------------
  /// Always false, so that an op can return it.
  bool fail(FaultKind kind, tileir::OpId op, std::string message);
  void warn(HazardKind kind, tileir::OpId op, std::string message, tileir::OpId other = {});
  /// False when the budget is spent or the run was cancelled.
  bool spend(tileir::OpId op, std::uint64_t elements);
  /// The number that decides something; absent, with the fault set, when it is undefined. `what` names it in messages.
  std::optional<std::uint64_t> decisive(tileir::OpId op, const Cell &cell, std::string_view what);
  /// The same as a signed number of the value's width.
  std::optional<std::int64_t> decisiveSigned(tileir::OpId op, tileir::ValueId scalar, std::string_view what);
  std::string undefinedSince(const Cell &cell) const;
  std::uint32_t mark(tileir::OpId op) const { return op.value + 1; }

  // ---- Tokens ----------------------------------------------------------------------------------------------------------
  EventId eventOf(tileir::ValueId token) const { return token.valid() ? std::get<Token>(value(token)).event : 0; }

 private:
  std::vector<Value> values_;
  std::set<std::tuple<HazardKind, tileir::OpId, tileir::OpId>> found_;
};

/// Carries out one op: sets its results, or `Machine::flow`. False: the run is over, with the fault set.
using Handler = bool (*)(Machine &, tileir::OpId);
using HandlerTable = std::array<Handler, tileir::kOpKindCount>;

void addIntegerOps(HandlerTable &table);
void addFloatOps(HandlerTable &table);
void addMathOps(HandlerTable &table);
void addConversionOps(HandlerTable &table);
void addShapeOps(HandlerTable &table);
void addMatrixOps(HandlerTable &table);
void addReductionOps(HandlerTable &table);
void addControlOps(HandlerTable &table);
void addFactOps(HandlerTable &table);
void addViewOps(HandlerTable &table);
void addMemoryOps(HandlerTable &table);
void addAtomicOps(HandlerTable &table);

inline void handle(HandlerTable &table, tileir::OpKind kind, Handler handler) { table[static_cast<std::size_t>(kind)] = handler; }

/// The first result, element by element: `make` gets the operands' cells. An element that any operand leaves undefined is so.
template <std::size_t N, class Make>
bool mapElements(Machine &machine, tileir::OpId op, const std::array<tileir::ValueId, N> &operands, Make make) {
  const std::size_t count = machine.count(machine.program.result(op, 0));
  if (!machine.spend(op, count)) return false;
  std::array<const Tile *, N> tiles;
  for (std::size_t n = 0; n < N; ++n) tiles[n] = &machine.tile(operands[n]);
  auto result = std::make_shared<Tile>(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::array<Cell, N> cells;
    std::uint32_t undefinedBy = 0;
    for (std::size_t n = 0; n < N; ++n) {
      cells[n] = tiles[n]->cell(i);
      if (undefinedBy == 0) undefinedBy = cells[n].undefinedBy;
    }
    result->set(i, undefinedBy != 0 ? Cell{.undefinedBy = undefinedBy} : make(cells));
  }
  machine.setResult(op, 0, std::move(result));
  return true;
}

/// The operands of an op of one, two or three, in order.
template <std::size_t N>
std::array<tileir::ValueId, N> operandsOf(const Machine &machine, tileir::OpId op) {
  std::array<tileir::ValueId, N> ids;
  const auto all = machine.program.operands(op);
  for (std::size_t n = 0; n < N; ++n) ids[n] = all[n];
  return ids;
}

}  // namespace tileport::oracle
