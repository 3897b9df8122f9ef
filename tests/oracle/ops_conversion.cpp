// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>

#include "oracle/float_ops.h"
#include "oracle/tolerance.h"

/// From one element type to another.
namespace tileport::oracle {

using namespace tileir;

namespace {

bool floatToFloat(Machine &machine, OpId op) {
  const Format &from = formatOf(machine.element(machine.program.operands(op)[0]).scalar);
  const Format &to = formatOf(machine.element(machine.program.result(op, 0)).scalar);
  const Rounding rounding = roundingOf(machine.enumerator<RoundingMode>(op, "rounding_mode"));
  const Overflow overflow = to.width <= 8 ? machine.launch.options.smallFloatOverflow : Overflow::AsFormat;
  return mapElements(machine, op, operandsOf<1>(machine, op), [&](const auto &in) -> Cell {
    Cell cell{.bits = encode(to, decode(from, in[0].bits), rounding, overflow)};
    if (in[0].error != 0) cell.error = errorOfRounded(to, toDouble(decode(to, cell.bits)), in[0].error);
    return cell;
  });
}

/// Rounded to zero, then taken to the nearest integer that the type has. NaN gives 0.
struct ToInteger {
  unsigned width;
  bool isSigned;

  std::uint64_t operator()(const Number &number) const {
    if (number.isNan()) return 0;
    const std::uint64_t largest = isSigned ? lowBits(width - 1) : lowBits(width);
    const std::uint64_t smallest = isSigned ? largest + 1 : 0;  // its magnitude
    const Number whole = toInteger(number, Rounding::Zero);
    if (whole.isZero()) return 0;
    const std::uint64_t limit = whole.negative ? smallest : largest;
    std::uint64_t magnitude = limit;
    if (compare(whole.negative ? negate(whole) : whole, fromInteger(limit, false)) == Order::Less)
      magnitude =
          static_cast<std::uint64_t>(whole.exponent >= 0 ? whole.significand << whole.exponent : whole.significand >> -whole.exponent);
    return (whole.negative ? -magnitude : magnitude) & lowBits(width);
  }
};

bool floatToInteger(Machine &machine, OpId op) {
  const Format &from = formatOf(machine.element(machine.program.operands(op)[0]).scalar);
  const bool isSigned = machine.enumerator<Signedness>(op, "signedness") == Signedness::Signed;
  const ToInteger convert{bitWidth(machine.element(machine.program.result(op, 0)).scalar), isSigned};
  const bool saturating = machine.has(op, "saturating");
  return mapElements(machine, op, operandsOf<1>(machine, op), [&](const auto &in) -> Cell {
    const Number number = decode(from, in[0].bits);
    if (number.isInfinite() && !saturating) return {.undefinedBy = machine.mark(op)};
    Cell cell{.bits = convert(number)};
    if (in[0].error == 0) return cell;
    const double value = toDouble(number);
    const double low = std::trunc(value - in[0].error);
    const double high = std::trunc(value + in[0].error);
    if (low != high) cell.error = std::isfinite(high - low) ? high - low : kUnbounded;
    return cell;
  });
}

bool integerToFloat(Machine &machine, OpId op) {
  const unsigned width = bitWidth(machine.element(machine.program.operands(op)[0]).scalar);
  const Format &to = formatOf(machine.element(machine.program.result(op, 0)).scalar);
  const bool isSigned = machine.enumerator<Signedness>(op, "signedness") == Signedness::Signed;
  const Rounding rounding = roundingOf(machine.enumerator<RoundingMode>(op, "rounding_mode"));
  return mapElements(machine, op, operandsOf<1>(machine, op), [&](const auto &in) -> Cell {
    const std::int64_t number = signExtended(in[0].bits, width);
    const bool negative = isSigned && number < 0;
    const std::uint64_t magnitude = negative ? -static_cast<std::uint64_t>(number) : in[0].bits;
    Cell cell{.bits = encode(to, fromInteger(magnitude, negative), rounding)};
    if (in[0].error != 0) cell.error = errorOfRounded(to, toDouble(decode(to, cell.bits)), in[0].error);
    return cell;
  });
}

/// The same bits. What they are as another number has no bound that can be told.
bool sameBits(Machine &machine, OpId op) {
  return mapElements(machine, op, operandsOf<1>(machine, op),
                     [&](const auto &in) -> Cell { return {.bits = in[0].bits, .error = in[0].error != 0 ? kUnbounded : 0}; });
}

/// The bytes of a tile, lowest first; two 4-bit elements a byte, the first one low.
bool repack(Machine &machine, OpId op) {
  const ValueId source = machine.program.operands(op)[0];
  const ValueId target = machine.program.result(op, 0);
  const unsigned from = storedBits(machine.element(source).scalar);
  const unsigned to = storedBits(machine.element(target).scalar);
  const std::size_t count = machine.count(target);
  if (!machine.spend(op, count + machine.count(source))) return false;
  const Tile &tile = machine.tile(source);
  auto result = std::make_shared<Tile>(count);
  for (std::size_t i = 0; i < count; ++i) {
    Cell cell;
    // Either one element in several or several in one: the widths are powers of two.
    const std::size_t first = i * to / from;
    const std::size_t parts = to > from ? to / from : 1;
    for (std::size_t n = 0; n < parts; ++n) {
      const Cell part = tile.cell(first + n);
      cell.bits |= to > from ? part.bits << (n * from) : part.bits >> (i * to % from);
      if (cell.isDefined()) cell.undefinedBy = part.undefinedBy;
      if (part.error != 0) cell.error = kUnbounded;
    }
    cell.bits &= lowBits(to);
    result->set(i, cell);
  }
  machine.setResult(op, 0, std::move(result));
  return true;
}

}  // namespace

void addConversionOps(HandlerTable &table) {
  handle(table, OpKind::FToF, floatToFloat);
  handle(table, OpKind::FToI, floatToInteger);
  handle(table, OpKind::IToF, integerToFloat);
  handle(table, OpKind::Bitcast, sameBits);
  handle(table, OpKind::IntToPtr, sameBits);
  handle(table, OpKind::PtrToInt, sameBits);
  handle(table, OpKind::PtrToPtr, sameBits);
  handle(table, OpKind::Pack, repack);
  handle(table, OpKind::Unpack, repack);
}

}  // namespace tileport::oracle
