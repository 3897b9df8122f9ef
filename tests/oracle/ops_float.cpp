// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>

#include "oracle/float_ops.h"
#include "oracle/tolerance.h"

/// Float arithmetic that IEEE 754 defines to the bit, and the two roundings of divf and sqrt that it does not.
namespace tileport::oracle {

using namespace tileir;

Floats::Floats(const Machine &machine, OpId op)
    : kind(machine.element(machine.program.operands(op)[0]).scalar), format(formatOf(kind)), anyOrder(machine.anyOrder > 0) {
  const auto declares = [&](std::string_view name) {
    const auto attributes = info(machine.program.op(op).kind).attributes;
    return std::any_of(attributes.begin(), attributes.end(), [&](const AttributeInfo &each) { return each.name == name; });
  };
  if (declares("flush_to_zero")) flush = machine.has(op, "flush_to_zero");
  if (declares("rounding_mode")) mode = machine.enumerator<RoundingMode>(op, "rounding_mode");
}

Number Floats::read(const Cell &cell) const { return decode(format, flush ? flushed(format, cell.bits) : cell.bits); }

Cell Floats::write(const Number &number, double moved, double ulps) const {
  Cell cell;
  cell.bits = encode(format, number, roundingOf(mode));
  double flushedBy = 0;
  if (flush && isBelowNormal(format, number)) {
    // What rounds up to the smallest normal number is flushed too by the GPU that was asked; nothing says that all do.
    if (!isSubnormal(format, cell.bits) && (cell.bits & ~format.signBit()) != 0) flushedBy = std::ldexp(1.0, format.smallestExponent());
    cell = {.bits = cell.bits & format.signBit(), .error = flushedBy};
  }
  if (moved == 0 && ulps == 0 && !anyOrder) return cell;
  const double result = toDouble(decode(format, cell.bits));
  // An infinity that an operand is stays one, whatever the other operand may be.
  if (std::isinf(result) && number.isInfinite() && std::isfinite(moved)) return cell;
  cell.error = errorOfRounded(format, result, moved, ulps) + flushedBy;
  // In another order of a reduction the same step rounds other operands.
  if (anyOrder && std::isfinite(result)) cell.error += ulpAt(format, std::fabs(result));
  return cell;
}

Rounding roundingOf(RoundingMode mode) {
  switch (mode) {
    case RoundingMode::Zero:
    case RoundingMode::NearestIntToZero: return Rounding::Zero;
    case RoundingMode::NegativeInf: return Rounding::NegativeInf;
    case RoundingMode::PositiveInf: return Rounding::PositiveInf;
    case RoundingMode::NearestAway: return Rounding::NearestAway;
    default: return Rounding::NearestEven;
  }
}

double movedProduct(double a, double errorA, double b, double errorB) {
  // An operand without a bound on it contributes nothing, even when the other is infinite.
  const auto part = [](double x, double error) { return error == 0 ? 0 : std::fabs(x) * error; };
  const double moved = part(b, errorA) + part(a, errorB) + (errorA != 0 && errorB != 0 ? errorA * errorB : 0);
  return std::isnan(moved) ? kUnbounded : moved;
}

namespace {

template <bool kSubtract>
bool addFloats(Machine &machine, OpId op) {
  const Floats type(machine, op);
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) {
    const Number b = type.read(in[1]);
    return type.write(add(type.read(in[0]), kSubtract ? negate(b) : b, roundingOf(type.mode)), in[0].error + in[1].error);
  });
}

bool multiplyFloats(Machine &machine, OpId op) {
  const Floats type(machine, op);
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) {
    const Number a = type.read(in[0]);
    const Number b = type.read(in[1]);
    return type.write(multiply(a, b), movedProduct(toDouble(a), in[0].error, toDouble(b), in[1].error));
  });
}

bool multiplyAddFloats(Machine &machine, OpId op) {
  const Floats type(machine, op);
  return mapElements(machine, op, operandsOf<3>(machine, op), [&](const auto &in) {
    const Number a = type.read(in[0]);
    const Number b = type.read(in[1]);
    const double moved = movedProduct(toDouble(a), in[0].error, toDouble(b), in[1].error) + in[2].error;
    return type.write(multiplyAdd(a, b, type.read(in[2]), roundingOf(type.mode)), moved);
  });
}

double movedQuotient(double a, double errorA, double b, double errorB) {
  if (errorA == 0 && errorB == 0) return 0;
  const double least = std::fabs(b) - errorB;
  if (!(least > 0)) return kUnbounded;
  if (std::isinf(b) && errorB == 0) return 0;
  const double moved = (errorA + std::fabs(a / b) * errorB) / least;
  return std::isnan(moved) ? kUnbounded : moved;
}

/// approx, as its description says: 2 ulps for divisors up to 2^126 in magnitude, nothing is said of subnormal ones, and beyond 0, or
/// NaN for an infinite dividend.
Cell dividedApproximately(const Floats &type, const Number &a, const Number &b, double moved) {
  const double divisor = std::fabs(toDouble(b));
  if (divisor > 0x1p126 && !b.isInfinite() && !a.isNan()) {
    if (a.isInfinite()) return type.write(Number::notANumber(), 0);
    // The sign of this zero is nobody's promise.
    Cell zero = type.write(Number::zero(a.negative != b.negative), 0);
    zero.error = 0x1p-149;
    return zero;
  }
  Cell cell = type.write(divide(a, b), moved, 2);
  if (divisor > 0 && divisor < 0x1p-126) cell.error = kUnbounded;
  return cell;
}

bool divideFloats(Machine &machine, OpId op) {
  const Floats type(machine, op);
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) {
    const Number a = type.read(in[0]);
    const Number b = type.read(in[1]);
    const double moved = movedQuotient(toDouble(a), in[0].error, toDouble(b), in[1].error);
    if (type.mode == RoundingMode::Approx) return dividedApproximately(type, a, b, moved);
    return type.write(divide(a, b), moved, type.mode == RoundingMode::Full ? 2 : 0);
  });
}

/// sqrt.approx of PTX: one ulp, and one for what it leaves to the reader.
constexpr double kApproximateRootUlps = 2;

bool squareRootOfFloat(Machine &machine, OpId op) {
  const Floats type(machine, op);
  return mapElements(machine, op, operandsOf<1>(machine, op), [&](const auto &in) {
    const Number a = type.read(in[0]);
    double moved = in[0].error;
    if (moved != 0) {
      const double value = toDouble(a);
      const double least = value - moved;
      moved = least > 0 ? moved / (std::sqrt(value) + std::sqrt(least)) : least == 0 ? std::sqrt(moved) : kUnbounded;
    }
    return type.write(squareRoot(a), moved, type.mode == RoundingMode::Approx ? kApproximateRootUlps : 0);
  });
}

bool remainderOfFloats(Machine &machine, OpId op) {
  const Floats type(machine, op);
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) {
    const Number x = type.read(in[0]);
    const Number y = type.read(in[1]);
    double moved = 0;
    if (in[0].error != 0 || in[1].error != 0) {
      // A jump by the divisor where the quotient passes an integer.
      const double quotient = toDouble(x) / toDouble(y);
      const double reach = movedQuotient(toDouble(x), in[0].error, toDouble(y), in[1].error);
      const bool jumps = !(std::trunc(quotient - reach) == std::trunc(quotient + reach));
      moved = jumps ? kUnbounded : in[0].error + std::fabs(std::trunc(quotient)) * in[1].error;
    }
    return type.write(remainder(x, y), moved);
  });
}

/// -0.0 is less than +0.0 here.
bool isLess(const Number &a, const Number &b) {
  if (a.isZero() && b.isZero()) return a.negative && !b.negative;
  return compare(a, b) == Order::Less;
}

template <bool kMaximum>
bool extremeFloat(Machine &machine, OpId op) {
  const Floats type(machine, op);
  const bool propagate = machine.has(op, "propagate_nan");
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) -> Cell {
    const Number a = type.read(in[0]);
    const Number b = type.read(in[1]);
    if (a.isNan() || b.isNan()) {
      if (propagate || (a.isNan() && b.isNan())) return {.bits = nanOf(type.format)};
      const Cell &other = a.isNan() ? in[1] : in[0];
      return {.bits = encode(type.format, a.isNan() ? b : a, Rounding::NearestEven), .error = other.error};
    }
    const bool takesB = isLess(a, b) == kMaximum;
    const Cell &taken = in[takesB ? 1 : 0];
    const Cell &left = in[takesB ? 0 : 1];
    Cell cell{.bits = encode(type.format, takesB ? b : a, Rounding::NearestEven), .error = taken.error};
    const double distance = std::fabs(toDouble(a) - toDouble(b));
    if (left.error != 0 && !(distance > taken.error + left.error)) cell.error = std::max(taken.error, left.error);
    return cell;
  });
}

/// The sign alone changes, of NaN too.
template <bool kNegate>
bool changeSign(Machine &machine, OpId op) {
  const Floats type(machine, op);
  const std::uint64_t sign = type.format.signBit();
  return mapElements(machine, op, operandsOf<1>(machine, op), [&](const auto &in) -> Cell {
    return {.bits = kNegate ? in[0].bits ^ sign : in[0].bits & ~sign, .error = in[0].error};
  });
}

template <bool kUp>
bool roundToInteger(Machine &machine, OpId op) {
  const Floats type(machine, op);
  return mapElements(machine, op, operandsOf<1>(machine, op), [&](const auto &in) -> Cell {
    const Number a = type.read(in[0]);
    Cell cell{.bits = encode(type.format, toInteger(a, kUp ? Rounding::PositiveInf : Rounding::NegativeInf), Rounding::NearestEven)};
    if (in[0].error == 0) return cell;
    const double value = toDouble(a);
    const auto round = [](double x) { return kUp ? std::ceil(x) : std::floor(x); };
    const double low = round(value - in[0].error);
    const double high = round(value + in[0].error);
    if (low != high) cell.error = std::isfinite(high - low) ? high - low : kUnbounded;
    return cell;
  });
}

bool holds(ComparisonPredicate predicate, Order order) {
  switch (predicate) {
    case ComparisonPredicate::Equal: return order == Order::Equal;
    case ComparisonPredicate::NotEqual: return order != Order::Equal;
    case ComparisonPredicate::LessThan: return order == Order::Less;
    case ComparisonPredicate::LessThanOrEqual: return order != Order::Greater;
    case ComparisonPredicate::GreaterThan: return order == Order::Greater;
    case ComparisonPredicate::GreaterThanOrEqual: return order != Order::Less;
  }
  return false;
}

bool compareFloats(Machine &machine, OpId op) {
  const Floats type(machine, op);
  const auto predicate = machine.enumerator<ComparisonPredicate>(op, "comparison_predicate");
  const bool ordered = machine.enumerator<ComparisonOrdering>(op, "comparison_ordering") == ComparisonOrdering::Ordered;
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) -> Cell {
    const Number a = type.read(in[0]);
    const Number b = type.read(in[1]);
    const Order order = compare(a, b);
    Cell cell{.bits = std::uint64_t{order == Order::Unordered ? !ordered : holds(predicate, order)}};
    const double reach = in[0].error + in[1].error;
    if (reach != 0 && order != Order::Unordered && !(std::fabs(toDouble(a) - toDouble(b)) > reach)) cell.error = kUnbounded;
    return cell;
  });
}

}  // namespace

void addFloatOps(HandlerTable &table) {
  handle(table, OpKind::AddF, addFloats<false>);
  handle(table, OpKind::SubF, addFloats<true>);
  handle(table, OpKind::MulF, multiplyFloats);
  handle(table, OpKind::DivF, divideFloats);
  handle(table, OpKind::Fma, multiplyAddFloats);
  handle(table, OpKind::Sqrt, squareRootOfFloat);
  handle(table, OpKind::RemF, remainderOfFloats);
  handle(table, OpKind::MaxF, extremeFloat<true>);
  handle(table, OpKind::MinF, extremeFloat<false>);
  handle(table, OpKind::AbsF, changeSign<false>);
  handle(table, OpKind::NegF, changeSign<true>);
  handle(table, OpKind::Ceil, roundToInteger<true>);
  handle(table, OpKind::Floor, roundToInteger<false>);
  handle(table, OpKind::CmpF, compareFloats);
}

}  // namespace tileport::oracle
