// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <numeric>

#include "mutate/respelling.h"

/// Other spellings of extremes, comparisons, masks and choices.
namespace tileport::mutate {

using namespace tileir;

namespace {

bool isExtreme(const TreeOp &op) { return op.kind == OpKind::MinI || op.kind == OpKind::MaxI; }

/// mini x y as x < y ? x : y, or one of the three other ways.
TreeValue *extremeAsSelect(Respelling &r, Editing &e, const TreeOp &op) {
  const bool least = op.kind == OpKind::MinI, orEqual = e.random.chance(50), exchanged = e.random.chance(50);
  TreeValue *x = op.operand(0), *y = op.operand(1);
  // With exchanged arms the predicate is the opposite one.
  const bool less = least != exchanged;
  const std::uint64_t predicate = less ? (orEqual ? kLessOrEqual : kLess) : (orEqual ? kGreaterOrEqual : kGreater);
  TreeValue *first = r.compare(predicate, *e.bits(op, "signedness"), x, y);
  return exchanged ? r.select(first, y, x) : r.select(first, x, y);
}

bool minimumAsSelect(Editing &e) {
  return respellOp(
      e, [](TreeOp &o) { return o.kind == OpKind::MinI; }, [&](Respelling &r, TreeOp &op) { return extremeAsSelect(r, e, op); },
      "compared and selected");
}

bool maximumAsSelect(Editing &e) {
  return respellOp(
      e, [](TreeOp &o) { return o.kind == OpKind::MaxI; }, [&](Respelling &r, TreeOp &op) { return extremeAsSelect(r, e, op); },
      "compared and selected");
}

bool isScalar(Editing &e, const TreeOp &op) { return e.tree.type(op.result()).shape.empty(); }

TreeValue *choose(Respelling &r, TreeValue *condition, TreeValue *x, TreeValue *y) {
  TreeOp &both = r.w.op(OpKind::If, {{condition}}, {x->type});
  for (std::size_t arm = 0; arm < 2; ++arm) {
    r.w.enter(both, arm, {});
    r.w.op(OpKind::Yield, {{arm == 0 ? x : y}}, {});
    r.w.leave();
  }
  r.e.touch(both);
  return both.result();
}

bool extremeAsIf(Editing &e) {
  return respellOp(
      e, [&](TreeOp &o) { return isExtreme(o) && isScalar(e, o); },
      [&](Respelling &r, TreeOp &op) {
        const std::uint64_t predicate = op.kind == OpKind::MinI ? kLess : kGreater;
        return choose(r, r.compare(predicate, *e.bits(op, "signedness"), op.operand(0), op.operand(1)), op.operand(0), op.operand(1));
      },
      "chosen by an if");
}

bool selectAsIf(Editing &e) {
  return respellOp(
      e, [&](TreeOp &o) { return o.kind == OpKind::Select && isScalar(e, o) && e.tree.type(o.operand(0)).shape.empty(); },
      [](Respelling &r, TreeOp &op) { return choose(r, op.operand(0), op.operand(1), op.operand(2)); }, "an if");
}

bool yieldsScalars(Editing &e, const TreeOp &op) {
  return std::all_of(op.results.begin(), op.results.end(), [&](const auto &result) {
    return e.tree.type(result.get()).kind == TypeKind::Tile && e.tree.type(result.get()).shape.empty();
  });
}

/// Whether it is an if whose arms hold pure scalar ops that cannot fail.
bool armsPure(Editing &e, TreeOp &op) {
  if (op.kind != OpKind::If || op.results.empty() || !yieldsScalars(e, op)) return false;
  for (const TreeRegion &region : op.regions) {
    if (region.blocks.empty() || region.blocks[0]->ops.back()->kind != OpKind::Yield) return false;
    for (const auto &inner : region.blocks[0]->ops) {
      if (inner->kind == OpKind::Yield) continue;
      const bool canFail = inner->kind == OpKind::DivI || inner->kind == OpKind::RemI || !isFree(e, *inner);
      if (!inner->info().pure || !inner->regions.empty() || canFail || inner->kind == OpKind::MakeToken) return false;
    }
  }
  return true;
}

bool ifAsSelect(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return armsPure(e, o); });
  if (!op) return false;
  std::vector<std::vector<TreeValue *>> yielded;
  for (TreeRegion &region : op->regions) {
    TreeBlock &arm = *region.blocks[0];
    yielded.push_back(arm.ops.back()->operands[0]);
    while (arm.ops.size() > 1) Tree::insert(*op->block, Tree::position(*op), Tree::take(*arm.ops.front()));
  }
  const std::string was = e.name(*op);
  Respelling r(e, *op);
  std::vector<TreeValue *> results;
  for (std::size_t i = 0; i < op->results.size(); ++i) results.push_back(r.select(op->operand(0), yielded[0][i], yielded[1][i]));
  e.replace(*op, results);
  return e.done(was + ": selected");
}

// ---- Selects that choose nothing -------------------------------------------------------------------------------------

bool isNumberTile(Editing &e, const TreeValue &value) { return e.tree.elementOf(&value).has_value(); }

bool selectOfTrue(Editing &e) {
  const bool second = e.random.chance(50);
  return respellUse(
      e, [&](const TreeValue &value) { return isNumberTile(e, value); },
      [&, second](Respelling &r, TreeValue *x) {
        TreeValue *other = r.one(OpKind::Constant, {}, x->type, {{"value", e.tree.splat(x->type, 0)}});
        TreeValue *always = r.truth(r.boolOf(x), !second);
        return second ? r.select(always, other, x) : r.select(always, x, other);
      },
      "selected by a constant");
}

bool selectOfSame(Editing &e) {
  return respellUse(
      e, [&](const TreeValue &value) { return holdsIntegers(e, value); },
      [](Respelling &r, TreeValue *x) {
        TreeValue *condition = r.compare(kLess, kSigned, x, r.number(x->type, 5));
        return r.select(condition, x, x);
      },
      "selected from itself and itself");
}

bool knownChoice(Editing &e) {
  Ranges ranges(e);
  return respellUse(
      e, [&](const TreeValue &value) { return holdsIntegers(e, value) && ranges.isNonNegative(&value); },
      [](Respelling &r, TreeValue *x) {
        TreeValue *zero = r.number(x->type, 0);
        return r.select(r.compare(kGreaterOrEqual, kSigned, x, zero), x, zero);
      },
      "if it is not negative, else 0");
}

bool knownExtreme(Editing &e) {
  Ranges ranges(e);
  return respellUse(
      e, [&](const TreeValue &value) { return holdsIntegers(e, value) && ranges.isNonNegative(&value); },
      [](Respelling &r, TreeValue *x) { return r.with(OpKind::MaxI, kSigned, x, r.number(x->type, 0)); }, "at least 0");
}

// ---- Comparisons and masks -------------------------------------------------------------------------------------------

TreeValue *compareAgain(Respelling &r, const TreeOp &op, std::uint64_t predicate, std::uint64_t signedness, bool exchanged) {
  return r.compare(predicate, signedness, op.operand(exchanged ? 1 : 0), op.operand(exchanged ? 0 : 1));
}

bool comparisonFlipped(Editing &e) {
  return respellOp(
      e, [&](TreeOp &o) { return o.kind == OpKind::CmpI && *e.bits(o, "comparison_predicate") > kNotEqual; },
      [&](Respelling &r, TreeOp &op) {
        const std::uint64_t was = *e.bits(op, "comparison_predicate");
        return compareAgain(r, op, was <= kLessOrEqual ? was + 2 : was - 2, *e.bits(op, "signedness"), true);
      },
      "read from the other side");
}

bool comparisonNegated(Editing &e) {
  static constexpr std::uint64_t kOpposite[] = {kNotEqual, kEqual, kGreaterOrEqual, kGreater, kLessOrEqual, kLess};
  return respellOp(
      e, [](TreeOp &o) { return o.kind == OpKind::CmpI; },
      [&](Respelling &r, TreeOp &op) {
        TreeValue *opposite = compareAgain(r, op, kOpposite[*e.bits(op, "comparison_predicate")], *e.bits(op, "signedness"), false);
        return r.binary(OpKind::XOrI, opposite, r.truth(op.result()->type, true));
      },
      "the opposite negated");
}

bool comparisonSign(Editing &e) {
  Ranges ranges(e);
  return respellOp(
      e,
      [&](TreeOp &o) {
        return o.kind == OpKind::CmpI && *e.bits(o, "comparison_predicate") > kNotEqual && ranges.isNonNegative(o.operand(0)) &&
               ranges.isNonNegative(o.operand(1));
      },
      [&](Respelling &r, TreeOp &op) {
        return compareAgain(r, op, *e.bits(op, "comparison_predicate"), *e.bits(op, "signedness") ^ 1, false);
      },
      "other signedness of what is not negative");
}

std::function<bool(const TreeValue &)> bools(Editing &e) {
  return [&e](const TreeValue &value) { return holdsBools(e, value); };
}

bool negatedTwice(Editing &e) {
  return respellUse(
      e, bools(e),
      [](Respelling &r, TreeValue *x) {
        TreeValue *yes = r.truth(x->type, true);
        return r.binary(OpKind::XOrI, r.binary(OpKind::XOrI, x, yes), yes);
      },
      "negated twice");
}

bool maskAndTrue(Editing &e) {
  return respellUse(e, bools(e), [](Respelling &r, TreeValue *x) { return r.binary(OpKind::AndI, x, r.truth(x->type, true)); }, "and true");
}

bool maskOrFalse(Editing &e) {
  return respellUse(e, bools(e), [](Respelling &r, TreeValue *x) { return r.binary(OpKind::OrI, r.truth(x->type, false), x); }, "or false");
}

bool maskAndItself(Editing &e) {
  const OpKind kind = e.random.chance(50) ? OpKind::AndI : OpKind::OrI;
  return respellUse(e, bools(e), [kind](Respelling &r, TreeValue *x) { return r.binary(kind, x, x); }, "and itself");
}

/// A mask gets a term that always holds: the number of the element is less than how many there are.
bool knownMaskTerm(Editing &e) {
  const auto count = [&](const TreeValue &value) {
    const auto &shape = e.tree.type(&value).shape;
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
  };
  return respellUse(
      e, [&](const TreeValue &value) { return holdsBools(e, value) && count(value) > 1; },
      [&](Respelling &r, TreeValue *x) {
        const std::vector<std::int64_t> shape = e.tree.type(x).shape;
        TreeValue *lanes = r.one(OpKind::Iota, {}, e.tree.tile({count(*x)}, ScalarKind::I32));
        if (shape.size() > 1) lanes = r.one(OpKind::Reshape, {{lanes}}, e.tree.tile(shape, ScalarKind::I32));
        TreeValue *inside = r.compare(kLess, kSigned, lanes, r.number(lanes->type, count(*x)));
        return r.binary(OpKind::AndI, x, inside);
      },
      "and what always holds");
}

constexpr Meaning kEquivalent = Meaning::Equivalent;

constexpr Edit kEdits[] = {
    {"minimum-as-select", kEquivalent, minimumAsSelect},
    {"maximum-as-select", kEquivalent, maximumAsSelect},
    {"extreme-as-if", kEquivalent, extremeAsIf},
    {"select-as-if", kEquivalent, selectAsIf},
    {"if-as-select", kEquivalent, ifAsSelect},
    {"select-of-constant", kEquivalent, selectOfTrue},
    {"select-of-same", kEquivalent, selectOfSame},
    {"known-choice", kEquivalent, knownChoice},
    {"known-extreme", kEquivalent, knownExtreme},
    {"comparison-flipped", kEquivalent, comparisonFlipped},
    {"comparison-negated", kEquivalent, comparisonNegated},
    {"comparison-sign", kEquivalent, comparisonSign},
    {"negated-twice", kEquivalent, negatedTwice},
    {"mask-and-true", kEquivalent, maskAndTrue},
    {"mask-or-false", kEquivalent, maskOrFalse},
    {"mask-and-itself", kEquivalent, maskAndItself},
    {"known-mask-term", kEquivalent, knownMaskTerm},
};

}  // namespace

std::span<const Edit> equalChoiceEdits() { return kEdits; }

}  // namespace tileport::mutate
