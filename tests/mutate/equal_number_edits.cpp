// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutate/respelling.h"

/// Other spellings of integer arithmetic: equal modulo 2^width, or under facts that are known.
namespace tileport::mutate {

using namespace tileir;

namespace {

std::function<bool(const TreeValue &)> integers(Editing &e) {
  return [&e](const TreeValue &value) { return holdsIntegers(e, value); };
}

bool multipliedByOne(Editing &e) {
  return respellUse(e, integers(e), [](Respelling &r, TreeValue *x) { return r.binary(OpKind::MulI, x, r.number(x->type, 1)); }, "times 1");
}

bool zeroAdded(Editing &e) {
  const OpKind kind = e.random.chance(50) ? OpKind::AddI : OpKind::SubI;
  return respellUse(e, integers(e), [kind](Respelling &r, TreeValue *x) { return r.binary(kind, x, r.number(x->type, 0)); }, "and 0");
}

bool addedAndSubtracted(Editing &e) {
  const auto n = static_cast<std::int64_t>(1 + e.random.below(100));
  return respellUse(
      e, integers(e),
      [n](Respelling &r, TreeValue *x) {
        TreeValue *number = r.number(x->type, n);
        TreeValue *more = r.binary(OpKind::AddI, x, number);
        return r.binary(OpKind::SubI, more, number);
      },
      "a number is added and subtracted");
}

/// The op that makes the n-th operand, if it is of the kind and knows no overflow.
TreeOp *makerOf(Editing &e, const TreeOp &op, std::size_t n, OpKind kind) {
  TreeOp *maker = op.operand(n)->op;
  return maker && maker->kind == kind && isFree(e, *maker) ? maker : nullptr;
}

bool reassociated(Editing &e) {
  return respellOp(
      e, [&](TreeOp &o) { return (o.kind == OpKind::AddI || o.kind == OpKind::MulI) && isFree(e, o) && makerOf(e, o, 0, o.kind); },
      [](Respelling &r, TreeOp &op) {
        const TreeOp *inner = op.operand(0)->op;
        return r.binary(op.kind, inner->operand(0), r.binary(op.kind, inner->operand(1), op.operand(1)));
      },
      "re-associated");
}

bool distributed(Editing &e) {
  const auto place = [&](TreeOp &o) -> std::size_t { return makerOf(e, o, 0, OpKind::AddI) ? 0 : makerOf(e, o, 1, OpKind::AddI) ? 1 : 2; };
  return respellOp(
      e, [&](TreeOp &o) { return o.kind == OpKind::MulI && isFree(e, o) && place(o) < 2; },
      [&](Respelling &r, TreeOp &op) {
        const std::size_t at = place(op);
        const TreeOp *sum = op.operand(at)->op;
        TreeValue *factor = op.operand(1 - at);
        TreeValue *left = r.binary(OpKind::MulI, sum->operand(0), factor);
        TreeValue *right = r.binary(OpKind::MulI, sum->operand(1), factor);
        return r.binary(OpKind::AddI, left, right);
      },
      "distributed over a sum");
}

bool shiftForProduct(Editing &e) {
  const auto power = [&](const TreeOp &o) -> int {
    const auto number = splatNumber(e, o.operand(1));
    for (int k = 1; number && k < 7; ++k)
      if (*number == (std::int64_t{1} << k)) return k;
    return 0;
  };
  return respellOp(
      e, [&](TreeOp &o) { return o.kind == OpKind::MulI && isFree(e, o) && power(o) > 0; },
      [&](Respelling &r, TreeOp &op) { return r.binary(OpKind::ShLI, op.operand(0), r.number(op.result()->type, power(op))); },
      "shifted instead of multiplied");
}

bool differenceAsSum(Editing &e) {
  return respellOp(
      e, [&](TreeOp &o) { return o.kind == OpKind::SubI && isFree(e, o); },
      [](Respelling &r, TreeOp &op) {
        TreeValue *negated = r.one(OpKind::NegI, {{op.operand(1)}}, op.result()->type);
        return r.binary(OpKind::AddI, op.operand(0), negated);
      },
      "the negative is added");
}

// ---- Constants folded apart ------------------------------------------------------------------------------------------

bool isNumber(Editing &e, const TreeOp &op) { return op.kind == OpKind::Constant && splatNumber(e, op.result()).has_value(); }

bool constantAsSum(Editing &e) {
  const auto part = static_cast<std::int64_t>(1 + e.random.below(7));
  return respellOp(
      e, [&](TreeOp &o) { return isNumber(e, o); },
      [&, part](Respelling &r, TreeOp &op) {
        const TypeId type = op.result()->type;
        TreeValue *rest = r.number(type, *splatNumber(e, op.result()) - part);
        return r.binary(OpKind::AddI, rest, r.number(type, part));
      },
      "a sum of two");
}

bool constantAsProduct(Editing &e) {
  return respellOp(
      e, [&](TreeOp &o) { return isNumber(e, o) && *splatNumber(e, o.result()) % 2 == 0 && *splatNumber(e, o.result()) != 0; },
      [&](Respelling &r, TreeOp &op) {
        const TypeId type = op.result()->type;
        TreeValue *half = r.number(type, *splatNumber(e, op.result()) / 2);
        return r.binary(OpKind::MulI, half, r.number(type, 2));
      },
      "twice its half");
}

bool constantAsMinimum(Editing &e) {
  Ranges ranges(e);
  return respellOp(
      e, [&](TreeOp &o) { return isNumber(e, o) && *splatNumber(e, o.result()) < ranges.typeOf(o.result())->high; },
      [&](Respelling &r, TreeOp &op) {
        const TypeId type = op.result()->type;
        const std::int64_t n = *splatNumber(e, op.result());
        TreeValue *larger = r.number(type, n + 1);
        return r.with(OpKind::MinI, kSigned, larger, r.number(type, n));
      },
      "the less of two");
}

// ---- Division --------------------------------------------------------------------------------------------------------

bool dividesUp(Editing &e, const TreeOp &op) {
  return op.kind == OpKind::DivI && e.bits(op, "signedness") == kSigned && e.bits(op, "rounding") == kToPositive;
}

/// Whether x + y fits into the type, y being at least 1.
bool sumFits(Ranges &ranges, const TreeValue *x, const TreeValue *y) {
  const auto a = ranges.of(x), b = ranges.of(y), whole = ranges.typeOf(x);
  return a && b && b->low >= 1 && a->high <= whole->high - b->high;
}

TreeValue *ceilingOver(Respelling &r, const TreeOp &op, std::uint64_t rounding) {
  TreeValue *one = r.number(op.result()->type, 1);
  TreeValue *sum = r.binary(OpKind::AddI, op.operand(0), op.operand(1));
  return r.divide(rounding, r.binary(OpKind::SubI, sum, one), op.operand(1));
}

bool ceilingByFloor(Editing &e) {
  Ranges ranges(e);
  return respellOp(
      e, [&](TreeOp &o) { return dividesUp(e, o) && sumFits(ranges, o.operand(0), o.operand(1)); },
      [](Respelling &r, TreeOp &op) { return ceilingOver(r, op, kToNegative); }, "(x + y - 1) / y, rounded down");
}

bool ceilingByTruncation(Editing &e) {
  Ranges ranges(e);
  return respellOp(
      e, [&](TreeOp &o) { return dividesUp(e, o) && ranges.isNonNegative(o.operand(0)) && sumFits(ranges, o.operand(0), o.operand(1)); },
      [](Respelling &r, TreeOp &op) { return ceilingOver(r, op, kToZero); }, "(x + y - 1) / y, truncated");
}

/// The x of (x + y - 1) / y and of (x + c) / y with the constant c = y - 1; null where it is neither.
TreeValue *ceilingOf(Editing &e, const TreeOp &op) {
  if (op.kind != OpKind::DivI || e.bits(op, "signedness") != kSigned || e.bits(op, "rounding") == kToPositive) return nullptr;
  const auto divisor = splatNumber(e, op.operand(1));
  if (const TreeOp *sum = makerOf(e, op, 0, OpKind::AddI)) {
    const auto added = splatNumber(e, sum->operand(1));
    return added && divisor && *added == *divisor - 1 ? sum->operand(0) : nullptr;
  }
  const TreeOp *less = makerOf(e, op, 0, OpKind::SubI);
  if (!less || splatNumber(e, less->operand(1)) != 1) return nullptr;
  const TreeOp *sum = makerOf(e, *less, 0, OpKind::AddI);
  return sum && e.sameValue(sum->operand(1), op.operand(1)) ? sum->operand(0) : nullptr;
}

bool ceilingRecognised(Editing &e) {
  Ranges ranges(e);
  return respellOp(
      e,
      [&](TreeOp &o) {
        const TreeValue *x = ceilingOf(e, o);
        return x && ranges.isNonNegative(x) && sumFits(ranges, x, o.operand(1));
      },
      [&](Respelling &r, TreeOp &op) { return r.divide(kToPositive, ceilingOf(e, op), op.operand(1)); }, "rounded up");
}

bool floorForTruncation(Editing &e) {
  Ranges ranges(e);
  return respellOp(
      e,
      [&](TreeOp &o) {
        return o.kind == OpKind::DivI && e.bits(o, "signedness") == kSigned && e.bits(o, "rounding") != kToPositive &&
               ranges.isNonNegative(o.operand(0)) && ranges.isPositive(o.operand(1));
      },
      [&](Respelling &r, TreeOp &op) {
        return r.divide(e.bits(op, "rounding") == kToZero ? kToNegative : kToZero, op.operand(0), op.operand(1));
      },
      "floor and truncation exchanged");
}

/// Python's remainder, which has the divisor's sign.
bool remainderCorrected(Editing &e) {
  Ranges ranges(e);
  return respellOp(
      e,
      [&](TreeOp &o) {
        return o.kind == OpKind::RemI && e.bits(o, "signedness") == kSigned && ranges.isNonNegative(o.operand(0)) &&
               ranges.isPositive(o.operand(1));
      },
      [](Respelling &r, TreeOp &op) {
        const TypeId type = op.result()->type;
        TreeValue *rest = r.with(OpKind::RemI, kSigned, op.operand(0), op.operand(1));
        TreeValue *zero = r.number(type, 0);
        TreeValue *below = r.compare(kLess, kSigned, rest, zero);
        TreeValue *negative = r.compare(kLess, kSigned, op.operand(1), zero);
        TreeValue *differ = r.binary(OpKind::XOrI, below, negative);
        TreeValue *some = r.compare(kNotEqual, kSigned, rest, zero);
        TreeValue *wrong = r.binary(OpKind::AndI, differ, some);
        return r.select(wrong, r.binary(OpKind::AddI, rest, op.operand(1)), rest);
      },
      "corrected as for negative numbers");
}

/// Signed and unsigned agree where nothing is negative.
bool signExchanged(Editing &e) {
  Ranges ranges(e);
  return respellOp(
      e,
      [&](TreeOp &o) {
        const bool known = o.kind == OpKind::MinI || o.kind == OpKind::MaxI || o.kind == OpKind::RemI ||
                           (o.kind == OpKind::DivI && e.bits(o, "rounding") == kToZero);
        if (!known || !ranges.isNonNegative(o.operand(0))) return false;
        return o.kind == OpKind::MinI || o.kind == OpKind::MaxI ? ranges.isNonNegative(o.operand(1)) : ranges.isPositive(o.operand(1));
      },
      [&](Respelling &r, TreeOp &op) {
        OpWriter::Attributes attributes{{"signedness", r.sign(*e.bits(op, "signedness") ^ 1)}};
        if (op.kind == OpKind::DivI) attributes.emplace_back("rounding", e.tree.get(op, "rounding"));
        return r.one(op.kind, {{op.operand(0)}, {op.operand(1)}}, op.result()->type, attributes);
      },
      "other signedness of what is not negative");
}

bool extensionSign(Editing &e) {
  Ranges ranges(e);
  return respellOp(
      e, [&](TreeOp &o) { return o.kind == OpKind::ExtI && ranges.isNonNegative(o.operand(0)); },
      [&](Respelling &r, TreeOp &op) {
        return r.one(OpKind::ExtI, {{op.operand(0)}}, op.result()->type, {{"signedness", r.sign(*e.bits(op, "signedness") ^ 1)}});
      },
      "extended with the other sign");
}

constexpr Meaning kEquivalent = Meaning::Equivalent;

constexpr Edit kEdits[] = {
    {"times-one", kEquivalent, multipliedByOne},
    {"plus-zero", kEquivalent, zeroAdded},
    {"added-and-subtracted", kEquivalent, addedAndSubtracted},
    {"integers-reassociated", kEquivalent, reassociated},
    {"product-distributed", kEquivalent, distributed},
    {"shift-for-product", kEquivalent, shiftForProduct},
    {"difference-as-sum", kEquivalent, differenceAsSum},
    {"constant-as-sum", kEquivalent, constantAsSum},
    {"constant-as-product", kEquivalent, constantAsProduct},
    {"constant-as-minimum", kEquivalent, constantAsMinimum},
    {"ceiling-by-floor", kEquivalent, ceilingByFloor},
    {"ceiling-by-truncation", kEquivalent, ceilingByTruncation},
    {"ceiling-recognised", kEquivalent, ceilingRecognised},
    {"floor-for-truncation", kEquivalent, floorForTruncation},
    {"remainder-corrected", kEquivalent, remainderCorrected},
    {"sign-exchanged", kEquivalent, signExchanged},
    {"extension-sign", kEquivalent, extensionSign},
};

}  // namespace

std::span<const Edit> equalNumberEdits() { return kEdits; }

}  // namespace tileport::mutate
