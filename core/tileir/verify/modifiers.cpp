// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element by element arithmetic (tileir.md 5.1, 5.2): what the modifiers of an op allow.
#include <algorithm>

#include "tileir/verify/checker.h"

namespace tileport::tileir::verification {

namespace {

using Modes = std::initializer_list<RoundingMode>;

constexpr Modes kIeee = {RoundingMode::NearestEven, RoundingMode::Zero, RoundingMode::NegativeInf, RoundingMode::PositiveInf};
constexpr Modes kDivision = {RoundingMode::NearestEven, RoundingMode::Zero,   RoundingMode::NegativeInf,
                             RoundingMode::PositiveInf, RoundingMode::Approx, RoundingMode::Full};
constexpr Modes kRoot = {RoundingMode::NearestEven, RoundingMode::Zero, RoundingMode::NegativeInf, RoundingMode::PositiveInf,
                         RoundingMode::Approx};
constexpr Modes kMath = {RoundingMode::Full, RoundingMode::Approx};
constexpr Modes kIntegerDivision = {RoundingMode::Zero, RoundingMode::NegativeInf, RoundingMode::PositiveInf};

std::string nameOf(RoundingMode mode) { return std::string(enumText(EnumKind::RoundingMode, static_cast<std::uint64_t>(mode))); }

bool checkRounding(const OpView &op, std::string_view attribute, Modes allowed) {
  const auto mode = op.enumerator<RoundingMode>(attribute);
  if (!mode || std::find(allowed.begin(), allowed.end(), *mode) != allowed.end()) return true;
  std::string names;
  for (const RoundingMode each : allowed) names += (names.empty() ? "" : ", ") + nameOf(each);
  return op.fail("rounding-mode", "rounding " + nameOf(*mode) + " is none of " + names);
}

/// flush_to_zero, approx and, on divf, full exist for f32 alone.
bool checkF32Only(const OpView &op) {
  if (op.isScalar(op.result(0), {ScalarKind::F32})) return true;
  if (op.hasFlag("flush_to_zero")) return op.fail("flush-to-zero", "flush_to_zero is for f32 only, the result is " + op.text(op.result(0)));
  const auto mode = op.enumerator<RoundingMode>("rounding_mode");
  const bool full = mode == RoundingMode::Full && op.kind() == OpKind::DivF;
  if (mode == RoundingMode::Approx || full)
    return op.fail("rounding-f32", "rounding " + nameOf(*mode) + " is for f32 only, the result is " + op.text(op.result(0)));
  return true;
}

bool checkComparison(const OpView &op) {
  return op.sameShape(op.operand(0), op.result(0)) || op.fail("cmp-result", "the result must have the shape of the operands, is " +
                                                                                op.text(op.result(0)) + " for " + op.text(op.operand(0)));
}

bool checkIntegerPower(const OpView &op) {
  if (op.isScalar(op.operand(1), {ScalarKind::I64}))
    return op.fail("fpowi-exponent", "exponent must be i1, i8, i16 or i32, is " + op.text(op.operand(1)));
  return op.sameShape(op.operand(0), op.operand(1)) ||
         op.fail("fpowi-shape", "source and exponent differ in shape: " + op.text(op.operand(0)) + ", " + op.text(op.operand(1)));
}

}  // namespace

bool checkModifiers(const OpView &op) {
  switch (op.kind()) {
    case OpKind::AddF:
    case OpKind::SubF:
    case OpKind::MulF:
    case OpKind::Fma: return checkRounding(op, "rounding_mode", kIeee) && checkF32Only(op);
    case OpKind::DivF: return checkRounding(op, "rounding_mode", kDivision) && checkF32Only(op);
    case OpKind::Sqrt: return checkRounding(op, "rounding_mode", kRoot) && checkF32Only(op);
    case OpKind::Exp:
    case OpKind::Tanh: return checkRounding(op, "rounding_mode", kMath) && checkF32Only(op);
    case OpKind::MaxF:
    case OpKind::MinF:
    case OpKind::Exp2:
    case OpKind::Rsqrt: return checkF32Only(op);
    case OpKind::CmpF:
    case OpKind::CmpI: return checkComparison(op);
    case OpKind::FPowI: return checkIntegerPower(op);
    case OpKind::DivI:
      if (!checkRounding(op, "rounding", kIntegerDivision)) return false;
      return op.enumerator<Signedness>("signedness") != Signedness::Unsigned ||
             op.enumerator<RoundingMode>("rounding") != RoundingMode::NegativeInf ||
             op.fail("divi-unsigned", "rounding negative_inf is for signed division only");
    case OpKind::NegI: {
      const auto overflow = op.enumerator<IntegerOverflow>("overflow");
      return overflow != IntegerOverflow::NoUnsignedWrap || op.fail("negi-overflow", "overflow may not be no_unsigned_wrap");
    }
    default: return true;
  }
}

}  // namespace tileport::tileir::verification
