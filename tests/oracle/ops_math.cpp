// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>

#include "oracle/float_ops.h"
#include "oracle/tolerance.h"

/// Functions that no standard defines to the bit. They are worked out in long double (64 bits of significand on x86) and rounded
/// once: correctly for f16, bf16 and f32 but for arguments within about 2^-38 of a tie, to half an ulp and a little for f64.
namespace tileport::oracle {

using namespace tileir;

namespace {

/// How far a function moves over [x - error, x + error] where it only rises or only falls.
using Function = long double (*)(long double);

double movedMonotonic(Function function, double x, double error) {
  if (error == 0) return 0;
  const long double here = function(x);
  const long double low = function(x - error);
  const long double high = function(x + error);
  const auto moved = static_cast<double>(std::max(std::fabs(low - here), std::fabs(high - here)));
  return std::isnan(moved) ? kUnbounded : moved;
}

/// sin and cos: never steeper than 1, and never further than their range.
double movedWave(double error) { return std::min(error, 2.0); }

double moved(OpKind kind, Function function, double x, double error) {
  if (error == 0) return 0;
  switch (kind) {
    case OpKind::Sin:
    case OpKind::Cos: return movedWave(error);
    // Between two poles it rises.
    case OpKind::Tan: return error < 0.25 && std::fabs(std::cos(x)) > 2 * error ? movedMonotonic(function, x, error) : kUnbounded;
    // Falls and rises around 0: the ends bound it unless 0 lies between, where the distance to 1 does.
    case OpKind::Cosh: return movedMonotonic(function, std::fabs(x), error) + (std::fabs(x) < error ? std::cosh(x) - 1 : 0);
    default: return movedMonotonic(function, x, error);
  }
}

long double reciprocalRoot(long double x) { return 1 / std::sqrt(x); }

template <OpKind kKind>
constexpr Function functionOf() {
  switch (kKind) {
    case OpKind::Exp: return [](long double x) { return std::exp(x); };
    case OpKind::Exp2: return [](long double x) { return std::exp2(x); };
    case OpKind::Log: return [](long double x) { return std::log(x); };
    case OpKind::Log2: return [](long double x) { return std::log2(x); };
    case OpKind::Sin: return [](long double x) { return std::sin(x); };
    case OpKind::Cos: return [](long double x) { return std::cos(x); };
    case OpKind::Tan: return [](long double x) { return std::tan(x); };
    case OpKind::Sinh: return [](long double x) { return std::sinh(x); };
    case OpKind::Cosh: return [](long double x) { return std::cosh(x); };
    case OpKind::Tanh: return [](long double x) { return std::tanh(x); };
    default: return reciprocalRoot;
  }
}

/// Results that every implementation gives alike: at 0, at infinity, of NaN and outside of the domain.
bool isPinned(const Number &argument, const Number &result) {
  return argument.kind != NumberKind::Finite || result.isNan() || result.isInfinite();
}

template <OpKind kKind>
bool applyFunction(Machine &machine, OpId op) {
  const Floats type(machine, op);
  constexpr Function function = functionOf<kKind>();
  return mapElements(machine, op, operandsOf<1>(machine, op), [&](const auto &in) {
    const Number a = type.read(in[0]);
    const Number result = fromLongDouble(function(toLongDouble(a)));
    const double shift = moved(kKind, function, toDouble(a), in[0].error);
    if (shift == 0 && isPinned(a, result)) return type.write(result, 0);
    const Approximation off = approximationOf(kKind, type.mode, type.kind, toDouble(a));
    Cell cell = type.write(result, shift, off.ulps);
    // A result below the normal range may be flushed by approximate instructions.
    if (type.mode == RoundingMode::Approx && isSubnormal(type.format, cell.bits)) cell.error += 0x1p-126;
    return cell;
  });
}

double movedPower(double x, double errorX, double y, double errorY) {
  if (errorX == 0 && errorY == 0) return 0;
  if (!(x - errorX > 0)) return kUnbounded;
  const double here = std::pow(x, y);
  double most = 0;
  for (const double base : {x - errorX, x + errorX})
    for (const double exponent : {y - errorY, y + errorY}) most = std::max(most, std::fabs(std::pow(base, exponent) - here));
  return std::isnan(most) ? kUnbounded : most;
}

bool power(Machine &machine, OpId op) {
  const Floats type(machine, op);
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) {
    const Number x = type.read(in[0]);
    const Number y = type.read(in[1]);
    const Number result = fromLongDouble(std::pow(toLongDouble(x), toLongDouble(y)));
    const double shift = movedPower(toDouble(x), in[0].error, toDouble(y), in[1].error);
    if (shift == 0 && (isPinned(x, result) || isPinned(y, result))) return type.write(result, 0);
    return type.write(result, shift, approximationOf(OpKind::FPowF, type.mode, type.kind, 0).ulps);
  });
}

bool powerOfInteger(Machine &machine, OpId op) {
  const Floats type(machine, op);
  const auto operands = operandsOf<2>(machine, op);
  const unsigned width = bitWidth(machine.element(operands[1]).scalar);
  return mapElements(machine, op, operands, [&](const auto &in) {
    const Number x = type.read(in[0]);
    const auto exponent = static_cast<long double>(signExtended(in[1].bits, width));
    const Number result = fromLongDouble(std::pow(toLongDouble(x), exponent));
    const double shift = in[1].error != 0 ? kUnbounded : movedPower(toDouble(x), in[0].error, static_cast<double>(exponent), 0);
    if (shift == 0 && (isPinned(x, result) || exponent == 0)) return type.write(result, 0);
    return type.write(result, shift, approximationOf(OpKind::FPowI, type.mode, type.kind, 0).ulps);
  });
}

bool arcTangent(Machine &machine, OpId op) {
  const Floats type(machine, op);
  return mapElements(machine, op, operandsOf<2>(machine, op), [&](const auto &in) {
    const Number y = type.read(in[0]);
    const Number x = type.read(in[1]);
    const Number result = fromLongDouble(std::atan2(toLongDouble(y), toLongDouble(x)));
    const double reach = in[0].error + in[1].error;
    const double radius = std::hypot(toDouble(x), toDouble(y)) - reach;
    // Across the negative half of the axis the angle jumps.
    const bool jumps = toDouble(x) - in[1].error <= 0 && std::fabs(toDouble(y)) <= in[0].error;
    const double shift = reach == 0 ? 0 : radius > 0 && !jumps ? reach / radius : kUnbounded;
    if (shift == 0 && (result.isZero() || result.isNan())) return type.write(result, 0);
    return type.write(result, shift, approximationOf(OpKind::Atan2, type.mode, type.kind, 0).ulps);
  });
}

}  // namespace

void addMathOps(HandlerTable &table) {
  handle(table, OpKind::Exp, applyFunction<OpKind::Exp>);
  handle(table, OpKind::Exp2, applyFunction<OpKind::Exp2>);
  handle(table, OpKind::Log, applyFunction<OpKind::Log>);
  handle(table, OpKind::Log2, applyFunction<OpKind::Log2>);
  handle(table, OpKind::Sin, applyFunction<OpKind::Sin>);
  handle(table, OpKind::Cos, applyFunction<OpKind::Cos>);
  handle(table, OpKind::Tan, applyFunction<OpKind::Tan>);
  handle(table, OpKind::Sinh, applyFunction<OpKind::Sinh>);
  handle(table, OpKind::Cosh, applyFunction<OpKind::Cosh>);
  handle(table, OpKind::Tanh, applyFunction<OpKind::Tanh>);
  handle(table, OpKind::Rsqrt, applyFunction<OpKind::Rsqrt>);
  handle(table, OpKind::FPowF, power);
  handle(table, OpKind::FPowI, powerOfInteger);
  handle(table, OpKind::Atan2, arcTangent);
}

}  // namespace tileport::oracle
