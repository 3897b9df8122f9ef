// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>

#include "oracle/dense.h"
#include "oracle/machine.h"

/// Making tiles and moving their elements.
namespace tileport::oracle {

using namespace tileir;

namespace {

bool constant(Machine &machine, OpId op) {
  const ValueId result = machine.program.result(op, 0);
  const Attribute &value = machine.program.attribute(machine.program.attribute(op, "value"));
  if (value.elided) return machine.fail(FaultKind::Unsupported, op, "the text leaves out the elements");
  const std::size_t count = machine.count(result);
  if (!machine.spend(op, count)) return false;
  const ScalarKind kind = machine.element(result).scalar;
  auto tile = std::make_shared<Tile>(count);
  for (std::size_t i = 0; i < count; ++i) tile->set(i, {.bits = denseElement(value, kind, i)});
  machine.setResult(op, 0, std::move(tile));
  return true;
}

bool iota(Machine &machine, OpId op) {
  const ValueId result = machine.program.result(op, 0);
  const std::size_t count = machine.count(result);
  if (!machine.spend(op, count)) return false;
  const unsigned width = bitWidth(machine.element(result).scalar);
  auto tile = std::make_shared<Tile>(count);
  for (std::size_t i = 0; i < count; ++i) tile->set(i, {.bits = i & lowBits(width)});
  machine.setResult(op, 0, std::move(tile));
  return true;
}

bool reshape(Machine &machine, OpId op) {
  machine.setResult(op, 0, machine.value(machine.program.operands(op)[0]));
  return true;
}

/// The first result from the first operand: `strides` say where in the operand a position of the result comes from.
bool gather(Machine &machine, OpId op, std::span<const std::int64_t> strides, std::int64_t start = 0) {
  const ValueId result = machine.program.result(op, 0);
  const std::size_t count = machine.count(result);
  if (!machine.spend(op, count)) return false;
  const Tile &source = machine.tile(machine.program.operands(op)[0]);
  auto tile = std::make_shared<Tile>(count);
  Positions at(machine.shape(result));
  for (std::size_t i = 0; i < count; ++i, at.next()) tile->set(i, source.cell(static_cast<std::size_t>(start + at.dot(strides))));
  machine.setResult(op, 0, std::move(tile));
  return true;
}

bool broadcast(Machine &machine, OpId op) {
  const auto from = machine.shape(machine.program.operands(op)[0]);
  auto strides = stridesOf(from);
  for (std::size_t d = 0; d < strides.size(); ++d)
    if (from[d] == 1) strides[d] = 0;
  return gather(machine, op, strides);
}

bool permute(Machine &machine, OpId op) {
  const auto from = stridesOf(machine.shape(machine.program.operands(op)[0]));
  const auto &permutation = machine.program.attribute(machine.program.attribute(op, "permutation")).numbers;
  std::vector<std::int64_t> strides;
  for (const std::int64_t d : permutation) strides.push_back(from[static_cast<std::size_t>(d)]);
  return gather(machine, op, strides);
}

bool concatenate(Machine &machine, OpId op) {
  const ValueId result = machine.program.result(op, 0);
  const auto [lhs, rhs] = operandsOf<2>(machine, op);
  const std::size_t dim = machine.bits(op, "dim");
  const std::int64_t border = machine.shape(lhs)[dim];
  const auto left = stridesOf(machine.shape(lhs));
  const auto right = stridesOf(machine.shape(rhs));
  const std::size_t count = machine.count(result);
  if (!machine.spend(op, count)) return false;
  auto tile = std::make_shared<Tile>(count);
  Positions at(machine.shape(result));
  for (std::size_t i = 0; i < count; ++i, at.next()) {
    const bool first = at[dim] < border;
    const std::int64_t from = first ? at.dot(left) : at.dot(right) - border * right[dim];
    tile->set(i, machine.tile(first ? lhs : rhs).cell(static_cast<std::size_t>(from)));
  }
  machine.setResult(op, 0, std::move(tile));
  return true;
}

/// Where the slice that `indices` name begins; absent when there is none, or an index is undefined.
struct Place {
  std::int64_t start = 0;
  bool exists = true;
};

std::optional<Place> sliceOf(Machine &machine, OpId op, std::span<const std::int64_t> whole, std::span<const std::int64_t> part) {
  Place slice;
  const auto strides = stridesOf(whole);
  const auto indices = machine.operands(op, "indices");
  for (std::size_t d = 0; d < indices.size(); ++d) {
    const auto index = machine.decisiveSigned(op, indices[d], "the index of a slice");
    if (!index) return std::nullopt;
    if (*index < 0 || *index >= whole[d] / part[d]) slice.exists = false;
    slice.start += slice.exists ? *index * part[d] * strides[d] : 0;
  }
  return slice;
}

bool noSlice(Machine &machine, OpId op) {
  return machine.fail(FaultKind::UndefinedBehaviour, op, "an index names a slice that the tile does not have");
}

bool extract(Machine &machine, OpId op) {
  const auto whole = machine.shape(machine.operand(op, "source"));
  const auto slice = sliceOf(machine, op, whole, machine.shape(machine.program.result(op, 0)));
  if (!slice) return false;
  if (!slice->exists) return noSlice(machine, op);
  return gather(machine, op, stridesOf(whole), slice->start);
}

bool insert(Machine &machine, OpId op) {
  const ValueId source = machine.operand(op, "source");
  const ValueId destination = machine.operand(op, "destination");
  const auto whole = machine.shape(destination);
  const auto slice = sliceOf(machine, op, whole, machine.shape(source));
  if (!slice) return false;
  if (!slice->exists) return noSlice(machine, op);
  if (!machine.spend(op, machine.count(destination))) return false;
  auto tile = std::make_shared<Tile>(machine.tile(destination));
  const auto strides = stridesOf(whole);
  Positions at(machine.shape(source));
  for (std::size_t i = 0; i < machine.count(source); ++i, at.next())
    tile->set(static_cast<std::size_t>(slice->start + at.dot(strides)), machine.tile(source).cell(i));
  machine.setResult(op, 0, std::move(tile));
  return true;
}

/// The side that is not taken does not matter, be it undefined.
bool select(Machine &machine, OpId op) {
  const auto [condition, whenTrue, whenFalse] = operandsOf<3>(machine, op);
  const ElementType type = machine.element(whenTrue);
  const std::size_t count = machine.count(whenTrue);
  if (!machine.spend(op, count)) return false;
  auto tile = std::make_shared<Tile>(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Cell decides = machine.tile(condition).cell(i);
    const Cell yes = machine.tile(whenTrue).cell(i);
    const Cell no = machine.tile(whenFalse).cell(i);
    Cell cell = decides.bits ? yes : no;
    if (!decides.isDefined()) {
      cell = Cell{.undefinedBy = decides.undefinedBy};
    } else if (decides.error != 0 && cell.isDefined()) {
      const Cell &other = decides.bits ? no : yes;
      cell.undefinedBy = other.undefinedBy;
      if (yes.bits == no.bits) {
        cell.error = std::max(yes.error, no.error);
      } else if (type.isFloat()) {
        const Format &format = formatOf(type.scalar);
        const double apart = std::fabs(toDouble(decode(format, yes.bits)) - toDouble(decode(format, no.bits)));
        cell.error = std::isnan(apart) ? kUnbounded : apart + std::max(yes.error, no.error);
      } else {
        cell.error = kUnbounded;
      }
    }
    tile->set(i, cell);
  }
  machine.setResult(op, 0, std::move(tile));
  return true;
}

/// In elements of what the pointers point to. The product must fit a signed, the sum an unsigned number.
bool offsetPointers(Machine &machine, OpId op) {
  __extension__ using SignedWide = __int128;
  const auto operands = operandsOf<2>(machine, op);
  const SignedWide size = storedBits(machine.element(operands[0]).pointee);
  const unsigned width = bitWidth(machine.element(operands[1]).scalar);
  return mapElements(machine, op, operands, [&](const auto &in) -> Cell {
    const SignedWide bits = SignedWide{signExtended(in[1].bits, width)} * size;
    const SignedWide address = SignedWide{in[0].bits} + bits / 8;
    const SignedWide signedLimit = SignedWide{1} << 63;
    const bool fits = bits / 8 >= -signedLimit && bits / 8 < signedLimit && address >= 0 && address >> 64 == 0;
    // Half a byte has no address.
    if (!fits || bits % 8 != 0) return {.undefinedBy = machine.mark(op)};
    return {.bits = static_cast<std::uint64_t>(address), .error = in[0].error != 0 || in[1].error != 0 ? kUnbounded : 0};
  });
}

}  // namespace

void addShapeOps(HandlerTable &table) {
  handle(table, OpKind::Constant, constant);
  handle(table, OpKind::Iota, iota);
  handle(table, OpKind::Reshape, reshape);
  handle(table, OpKind::Broadcast, broadcast);
  handle(table, OpKind::Permute, permute);
  handle(table, OpKind::Cat, concatenate);
  handle(table, OpKind::Extract, extract);
  handle(table, OpKind::Insert, insert);
  handle(table, OpKind::Select, select);
  handle(table, OpKind::Offset, offsetPointers);
}

}  // namespace tileport::oracle
