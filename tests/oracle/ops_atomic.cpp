// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>

#include "oracle/memory_ops.h"
#include "oracle/tolerance.h"

/// Atomic changes of memory, element by element in the order of the tile. Of float sums the order is open: their bound grows with
/// the magnitudes that were added.
namespace tileport::oracle {

using namespace tileir;

namespace {

std::uint64_t changedInteger(AtomicRMWMode mode, std::uint64_t old, std::uint64_t argument, unsigned width) {
  const bool less = signExtended(old, width) < signExtended(argument, width);
  switch (mode) {
    case AtomicRMWMode::And: return old & argument;
    case AtomicRMWMode::Or: return old | argument;
    case AtomicRMWMode::Xor: return old ^ argument;
    case AtomicRMWMode::Add: return (old + argument) & lowBits(width);
    case AtomicRMWMode::Max: return less ? argument : old;
    case AtomicRMWMode::Min: return less ? old : argument;
    case AtomicRMWMode::UMax: return old < argument ? argument : old;
    case AtomicRMWMode::UMin: return old < argument ? old : argument;
    case AtomicRMWMode::AddF:
    case AtomicRMWMode::Xchg: break;
  }
  return argument;
}

Cell addedFloat(Machine &machine, ScalarKind kind, std::uint64_t address, const Cell &old, const Cell &argument) {
  const Format &format = formatOf(kind);
  const Number a = decode(format, old.bits);
  const Number b = decode(format, argument.bits);
  Cell sum{.bits = encode(format, add(a, b, Rounding::NearestEven), Rounding::NearestEven)};
  Memory::Additions &additions = machine.memory.additions(address);
  if (additions.count++ == 0) additions.magnitude = std::fabs(toDouble(a));
  additions.magnitude += std::fabs(toDouble(b));
  sum.error = old.error + argument.error;
  // The first sum has no other order.
  if (additions.count > 1 && std::isfinite(additions.magnitude))
    sum.error += additions.count * std::ldexp(additions.magnitude, -static_cast<int>(format.fractionBits));
  return sum;
}

Cell changed(Machine &machine, AtomicRMWMode mode, ScalarKind kind, std::uint64_t address, const Cell &old, const Cell &argument) {
  if (mode == AtomicRMWMode::Xchg || !argument.isDefined()) return argument;
  if (!old.isDefined()) return old;
  if (mode == AtomicRMWMode::AddF) return addedFloat(machine, kind, address, old, argument);
  Cell cell{.bits = changedInteger(mode, old.bits, argument.bits, bitWidth(kind))};
  if (old.error != 0 || argument.error != 0) cell.error = kUnbounded;
  return cell;
}

/// Both atomic ops on pointers: `change` gives the new element from the old one, `masked` what the result is where the mask is off.
template <class Change, class Masked>
bool changeAtPointers(Machine &machine, OpId op, Change change, Masked masked) {
  const ValueId pointers = machine.operand(op, "pointers");
  const ValueId mask = machine.operand(op, "mask");
  const std::size_t count = machine.count(pointers);
  if (!machine.spend(op, count)) return false;
  Accesses accesses(machine, op, machine.element(pointers).pointee, true);
  auto tile = std::make_shared<Tile>(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto part = takesPart(machine, op, mask, i);
    if (!part) return false;
    if (!*part) {
      tile->set(i, masked(i));
      continue;
    }
    const auto address = addressAt(machine, op, pointers, i);
    if (!address) return false;
    const auto before = accesses.exchange(*address, [&](const Cell &old) { return change(i, *address, old); });
    if (!before) return false;
    tile->set(i, *before);
  }
  machine.setResult(op, 0, TilePtr(std::move(tile)));
  machine.setResult(op, 1, accesses.token());
  return true;
}

bool readModifyWrite(Machine &machine, OpId op) {
  const auto mode = machine.enumerator<AtomicRMWMode>(op, "mode");
  const ValueId argument = machine.operand(op, "arg");
  const ScalarKind kind = machine.element(argument).scalar;
  return changeAtPointers(
      machine, op,
      [&](std::size_t i, std::uint64_t address, const Cell &old) {
        return changed(machine, mode, kind, address, old, machine.tile(argument).cell(i));
      },
      // Which value a masked element gets is the implementation's choice.
      [&](std::size_t) { return Cell{.undefinedBy = machine.mark(op)}; });
}

/// Compared bit by bit, floats too.
bool compareAndSwap(Machine &machine, OpId op) {
  const ValueId expected = machine.operand(op, "cmp");
  const ValueId wanted = machine.operand(op, "val");
  return changeAtPointers(
      machine, op,
      [&](std::size_t i, std::uint64_t, const Cell &old) {
        const Cell cmp = machine.tile(expected).cell(i);
        if (!cmp.isDefined()) return cmp;
        if (!old.isDefined()) return old;
        Cell result = old.bits == cmp.bits ? machine.tile(wanted).cell(i) : old;
        if (old.error != 0 || cmp.error != 0) result.error = kUnbounded;
        return result;
      },
      [&](std::size_t i) { return machine.tile(expected).cell(i); });
}

bool reduceIntoView(Machine &machine, OpId op) {
  const auto spots = spotsOf(machine, op);
  if (!spots) return false;
  const auto mode = machine.enumerator<AtomicRMWMode>(op, "mode");
  const ValueId value = machine.operand(op, "value");
  const ScalarKind kind = machine.element(value).scalar;
  Accesses accesses(machine, op, kind, true);
  for (std::size_t i = 0; i < spots->size(); ++i) {
    const Spot &spot = (*spots)[i];
    if (!spot.inside) continue;
    const Cell argument = machine.tile(value).cell(i);
    const auto change = [&](const Cell &old) { return changed(machine, mode, kind, spot.address, old, argument); };
    if (!accesses.exchange(spot.address, change)) return false;
  }
  machine.setResult(op, 0, accesses.token());
  return true;
}

}  // namespace

void addAtomicOps(HandlerTable &table) {
  handle(table, OpKind::AtomicRmwTko, readModifyWrite);
  handle(table, OpKind::AtomicCasTko, compareAndSwap);
  handle(table, OpKind::AtomicRedViewTko, reduceIntoView);
}

}  // namespace tileport::oracle
