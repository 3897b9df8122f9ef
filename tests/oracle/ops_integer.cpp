// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/machine.h"

/// Integers: wrapping arithmetic on the low bits, with the overflow flags as conditions under which a result is defined.
namespace tileport::oracle {

using namespace tileir;

namespace {

__extension__ using SignedWide = __int128;

/// Of results that depend on integers that may be other ones.
double errorOf(std::span<const Cell> cells) {
  for (const Cell &cell : cells)
    if (cell.error != 0) return kUnbounded;
  return 0;
}

struct Integers {
  explicit Integers(const Machine &machine, OpId op)
      : width(bitWidth(machine.element(machine.program.operands(op)[0]).scalar)), mark(machine.mark(op)) {}
  unsigned width;
  std::uint32_t mark;

  std::int64_t asSigned(std::uint64_t bits) const { return signExtended(bits, width); }
  std::uint64_t cut(std::uint64_t bits) const { return bits & lowBits(width); }
  Cell undefined() const { return {.undefinedBy = mark}; }
};

bool noSignedWrap(IntegerOverflow overflow) { return overflow == IntegerOverflow::NoSignedWrap || overflow == IntegerOverflow::NoWrap; }
bool noUnsignedWrap(IntegerOverflow overflow) { return overflow == IntegerOverflow::NoUnsignedWrap || overflow == IntegerOverflow::NoWrap; }

/// The low bits of a result that both readings of the operands give exactly, if the flags allow.
Cell wrapped(const Integers &type, IntegerOverflow overflow, SignedWide asSigned, SignedWide asUnsigned, double error) {
  const SignedWide signedLimit = SignedWide{1} << (type.width - 1);
  if (noSignedWrap(overflow) && (asSigned < -signedLimit || asSigned >= signedLimit)) return type.undefined();
  if (noUnsignedWrap(overflow) && (asUnsigned < 0 || asUnsigned >= (SignedWide{1} << type.width))) return type.undefined();
  return {.bits = type.cut(static_cast<std::uint64_t>(asUnsigned)), .error = error};
}

enum class Sum : std::uint8_t { Add, Subtract };

template <Sum kSum>
bool addOrSubtract(Machine &machine, OpId op) {
  const Integers type(machine, op);
  const auto overflow = machine.enumerator<IntegerOverflow>(op, "overflow");
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) {
    const SignedWide sign = kSum == Sum::Add ? 1 : -1;
    return wrapped(type, overflow, SignedWide{type.asSigned(in[0].bits)} + sign * type.asSigned(in[1].bits),
                   SignedWide{in[0].bits} + sign * SignedWide{in[1].bits}, errorOf(in));
  });
}

bool multiplyIntegers(Machine &machine, OpId op) {
  const Integers type(machine, op);
  const auto overflow = machine.enumerator<IntegerOverflow>(op, "overflow");
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) -> Cell {
    const Wide product = Wide{in[0].bits} * in[1].bits;
    if (noUnsignedWrap(overflow) && (product >> type.width) != 0) return type.undefined();
    const SignedWide asSigned = SignedWide{type.asSigned(in[0].bits)} * type.asSigned(in[1].bits);
    const SignedWide limit = SignedWide{1} << (type.width - 1);
    if (noSignedWrap(overflow) && (asSigned < -limit || asSigned >= limit)) return type.undefined();
    return {.bits = type.cut(static_cast<std::uint64_t>(product)), .error = errorOf(in)};
  });
}

bool multiplyHigh(Machine &machine, OpId op) {
  const Integers type(machine, op);
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) -> Cell {
    return {.bits = type.cut(static_cast<std::uint64_t>(Wide{in[0].bits} * in[1].bits >> type.width)), .error = errorOf(in)};
  });
}

bool negateInteger(Machine &machine, OpId op) {
  const Integers type(machine, op);
  const auto overflow = machine.enumerator<IntegerOverflow>(op, "overflow");
  return mapElements(machine, op, operandsOf<1>(machine, op), [&](const auto &in) {
    return wrapped(type, overflow, -SignedWide{type.asSigned(in[0].bits)}, -SignedWide{in[0].bits}, errorOf(in));
  });
}

/// The smallest number gives itself, which read as unsigned is its magnitude.
bool absoluteInteger(Machine &machine, OpId op) {
  const Integers type(machine, op);
  return mapElements(machine, op, operandsOf<1>(machine, op), [&](const auto &in) -> Cell {
    const std::int64_t number = type.asSigned(in[0].bits);
    return {.bits = type.cut(number < 0 ? -static_cast<std::uint64_t>(number) : in[0].bits), .error = errorOf(in)};
  });
}

Cell dividedSigned(const Integers &type, std::int64_t a, std::int64_t b, RoundingMode rounding) {
  // The quotient that does not fit is undefined, in every rounding.
  if (b == 0 || (b == -1 && a == type.asSigned(std::uint64_t{1} << (type.width - 1)))) return type.undefined();
  std::int64_t quotient = a / b;
  const bool inexact = a % b != 0;
  const bool negative = (a < 0) != (b < 0);
  if (inexact && negative && rounding == RoundingMode::NegativeInf) --quotient;
  if (inexact && !negative && rounding == RoundingMode::PositiveInf) ++quotient;
  return {.bits = type.cut(static_cast<std::uint64_t>(quotient))};
}

bool divideIntegers(Machine &machine, OpId op) {
  const Integers type(machine, op);
  const auto rounding = machine.enumerator<RoundingMode>(op, "rounding");
  const bool isSigned = machine.enumerator<Signedness>(op, "signedness") == Signedness::Signed;
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) -> Cell {
    Cell result;
    if (isSigned) {
      result = dividedSigned(type, type.asSigned(in[0].bits), type.asSigned(in[1].bits), rounding);
    } else if (in[1].bits == 0) {
      result = type.undefined();
    } else {
      const bool up = rounding == RoundingMode::PositiveInf && in[0].bits % in[1].bits != 0;
      result.bits = in[0].bits / in[1].bits + (up ? 1 : 0);
    }
    result.error = errorOf(in);
    return result;
  });
}

bool remainderOfIntegers(Machine &machine, OpId op) {
  const Integers type(machine, op);
  const bool isSigned = machine.enumerator<Signedness>(op, "signedness") == Signedness::Signed;
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) -> Cell {
    if (in[1].bits == 0) return type.undefined();
    const double error = errorOf(in);
    if (!isSigned) return {.bits = in[0].bits % in[1].bits, .error = error};
    const std::int64_t b = type.asSigned(in[1].bits);
    return {.bits = b == -1 ? 0 : type.cut(static_cast<std::uint64_t>(type.asSigned(in[0].bits) % b)), .error = error};
  });
}

template <bool kMaximum>
bool extremeInteger(Machine &machine, OpId op) {
  const Integers type(machine, op);
  const bool isSigned = machine.enumerator<Signedness>(op, "signedness") == Signedness::Signed;
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) -> Cell {
    const bool less = isSigned ? type.asSigned(in[0].bits) < type.asSigned(in[1].bits) : in[0].bits < in[1].bits;
    return {.bits = less == kMaximum ? in[1].bits : in[0].bits, .error = errorOf(in)};
  });
}

bool shiftLeft(Machine &machine, OpId op) {
  const Integers type(machine, op);
  const auto overflow = machine.enumerator<IntegerOverflow>(op, "overflow");
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) -> Cell {
    // Nothing says what a shift by the width or more gives.
    if (in[1].bits >= type.width) return type.undefined();
    const std::uint64_t bits = type.cut(in[0].bits << in[1].bits);
    if (noUnsignedWrap(overflow) && bits >> in[1].bits != in[0].bits) return type.undefined();
    if (noSignedWrap(overflow) && type.asSigned(bits) >> in[1].bits != type.asSigned(in[0].bits)) return type.undefined();
    return {.bits = bits, .error = errorOf(in)};
  });
}

bool shiftRight(Machine &machine, OpId op) {
  const Integers type(machine, op);
  const bool isSigned = machine.enumerator<Signedness>(op, "signedness") == Signedness::Signed;
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) -> Cell {
    if (in[1].bits >= type.width) return type.undefined();
    const std::uint64_t bits = isSigned ? static_cast<std::uint64_t>(type.asSigned(in[0].bits) >> in[1].bits) : in[0].bits >> in[1].bits;
    return {.bits = type.cut(bits), .error = errorOf(in)};
  });
}

template <OpKind kKind>
bool bitwise(Machine &machine, OpId op) {
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) -> Cell {
    const std::uint64_t a = in[0].bits;
    const std::uint64_t b = in[1].bits;
    return {.bits = kKind == OpKind::AndI ? a & b : kKind == OpKind::OrI ? a | b : a ^ b, .error = errorOf(in)};
  });
}

bool compareIntegers(Machine &machine, OpId op) {
  const Integers type(machine, op);
  const bool isSigned = machine.enumerator<Signedness>(op, "signedness") == Signedness::Signed;
  const auto predicate = machine.enumerator<ComparisonPredicate>(op, "comparison_predicate");
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) -> Cell {
    const bool equal = in[0].bits == in[1].bits;
    const bool less = isSigned ? type.asSigned(in[0].bits) < type.asSigned(in[1].bits) : in[0].bits < in[1].bits;
    bool result = false;
    switch (predicate) {
      case ComparisonPredicate::Equal: result = equal; break;
      case ComparisonPredicate::NotEqual: result = !equal; break;
      case ComparisonPredicate::LessThan: result = less; break;
      case ComparisonPredicate::LessThanOrEqual: result = less || equal; break;
      case ComparisonPredicate::GreaterThan: result = !less && !equal; break;
      case ComparisonPredicate::GreaterThanOrEqual: result = !less; break;
    }
    return {.bits = result ? std::uint64_t{1} : 0, .error = errorOf(in)};
  });
}

bool extend(Machine &machine, OpId op) {
  const Integers type(machine, op);
  const unsigned to = bitWidth(machine.element(machine.program.result(op, 0)).scalar);
  const bool isSigned = machine.enumerator<Signedness>(op, "signedness") == Signedness::Signed;
  return mapElements(machine, op, operandsOf<1>(machine, op), [&](const auto &in) -> Cell {
    return {.bits = isSigned ? static_cast<std::uint64_t>(type.asSigned(in[0].bits)) & lowBits(to) : in[0].bits, .error = errorOf(in)};
  });
}

bool truncate(Machine &machine, OpId op) {
  const Integers type(machine, op);
  const unsigned to = bitWidth(machine.element(machine.program.result(op, 0)).scalar);
  const auto overflow = machine.enumerator<IntegerOverflow>(op, "overflow");
  return mapElements(machine, op, operandsOf<1>(machine, op), [&](const auto &in) -> Cell {
    const std::uint64_t bits = in[0].bits & lowBits(to);
    if (noUnsignedWrap(overflow) && bits != in[0].bits) return type.undefined();
    if (noSignedWrap(overflow) && signExtended(bits, to) != type.asSigned(in[0].bits)) return type.undefined();
    return {.bits = bits, .error = errorOf(in)};
  });
}

}  // namespace

void addIntegerOps(HandlerTable &table) {
  handle(table, OpKind::AddI, addOrSubtract<Sum::Add>);
  handle(table, OpKind::SubI, addOrSubtract<Sum::Subtract>);
  handle(table, OpKind::MulI, multiplyIntegers);
  handle(table, OpKind::MulhiI, multiplyHigh);
  handle(table, OpKind::NegI, negateInteger);
  handle(table, OpKind::AbsI, absoluteInteger);
  handle(table, OpKind::DivI, divideIntegers);
  handle(table, OpKind::RemI, remainderOfIntegers);
  handle(table, OpKind::MaxI, extremeInteger<true>);
  handle(table, OpKind::MinI, extremeInteger<false>);
  handle(table, OpKind::ShLI, shiftLeft);
  handle(table, OpKind::ShRI, shiftRight);
  handle(table, OpKind::AndI, bitwise<OpKind::AndI>);
  handle(table, OpKind::OrI, bitwise<OpKind::OrI>);
  handle(table, OpKind::XOrI, bitwise<OpKind::XOrI>);
  handle(table, OpKind::CmpI, compareIntegers);
  handle(table, OpKind::ExtI, extend);
  handle(table, OpKind::TruncI, truncate);
}

}  // namespace tileport::oracle
