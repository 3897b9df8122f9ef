// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "oracle/memory_ops.h"

/// Loads and stores through pointers, and memory of a tile block's own.
namespace tileport::oracle {

using namespace tileir;

namespace {

bool loadPointers(Machine &machine, OpId op) {
  const ValueId source = machine.operand(op, "source");
  const ValueId mask = machine.operand(op, "mask");
  const ValueId padding = machine.operand(op, "paddingValue");
  const std::size_t count = machine.count(source);
  if (!machine.spend(op, count)) return false;
  Accesses accesses(machine, op, machine.element(source).pointee, false);
  auto tile = std::make_shared<Tile>(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto part = takesPart(machine, op, mask, i);
    if (!part) return false;
    if (!*part) {
      tile->set(i, padding.valid() ? machine.tile(padding).cell(i) : Cell{.undefinedBy = machine.mark(op)});
      continue;
    }
    const auto address = addressAt(machine, op, source, i);
    if (!address) return false;
    const auto cell = accesses.load(*address);
    if (!cell) return false;
    tile->set(i, *cell);
  }
  machine.setResult(op, 0, TilePtr(std::move(tile)));
  machine.setResult(op, 1, accesses.token());
  return true;
}

bool storePointers(Machine &machine, OpId op) {
  const ValueId destination = machine.operand(op, "destination");
  const ValueId mask = machine.operand(op, "mask");
  const Tile &value = machine.tile(machine.operand(op, "value"));
  if (!machine.spend(op, value.size())) return false;
  Accesses accesses(machine, op, machine.element(destination).pointee, true);
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto part = takesPart(machine, op, mask, i);
    if (!part) return false;
    if (!*part) continue;
    const auto address = addressAt(machine, op, destination, i);
    if (!address || !accesses.store(*address, value.cell(i))) return false;
  }
  machine.setResult(op, 0, accesses.token());
  return true;
}

bool allocate(Machine &machine, OpId op) {
  const std::uint64_t elements = machine.bits(op, "num_elem");
  const ScalarKind element = machine.element(machine.program.result(op, 0)).pointee;
  if (!machine.spend(op, elements)) return false;
  const std::size_t size = (elements * storedBits(element) + 7) / 8;
  const std::string name = "the alloca in line " + std::to_string(machine.program.listing().opLines[op.index()].first + 1);
  Allocation *made =
      machine.memory.allocate(name, 0, std::vector<std::byte>(size), std::max<std::uint64_t>(machine.bits(op, "alignment"), 1));
  made->undefinedBy.assign(size, machine.mark(op));
  machine.locals.push_back(made->base);
  auto tile = std::make_shared<Tile>(1);
  tile->set(0, {.bits = made->base});
  machine.setResult(op, 0, TilePtr(std::move(tile)));
  return true;
}

}  // namespace

void addMemoryOps(HandlerTable &table) {
  handle(table, OpKind::LoadPtrTko, loadPointers);
  handle(table, OpKind::StorePtrTko, storePointers);
  handle(table, OpKind::Alloca, allocate);
}

}  // namespace tileport::oracle
