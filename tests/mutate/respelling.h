// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "mutate/loops.h"
#include "mutate/ranges.h"

/// What equivalent rewrites are made of: a value is written in another way, at its op or at one of its uses.
namespace tileport::mutate {

inline constexpr std::uint64_t kSigned = 1, kUnsigned = 0;
inline constexpr std::uint64_t kToZero = 1, kToNegative = 2, kToPositive = 3;

/// Writes ops that are all remembered as touched.
class Respelling {
 public:
  Respelling(Editing &editing, TreeOp &before) : e(editing), w(editing.before(before)) {}

  TreeValue *one(tileir::OpKind kind, OpWriter::Operands operands, tileir::TypeId type, const OpWriter::Attributes &attributes = {}) {
    TreeValue *made = w.one(kind, std::move(operands), type, attributes);
    e.touch(*made->op);
    return made;
  }
  TreeValue *number(tileir::TypeId type, std::int64_t n) {
    return one(tileir::OpKind::Constant, {}, type, {{"value", e.tree.splat(type, static_cast<std::uint64_t>(n))}});
  }
  /// addi, subi, muli, andi, ori, xori, shli.
  TreeValue *binary(tileir::OpKind kind, TreeValue *x, TreeValue *y) { return one(kind, {{x}, {y}}, x->type); }
  /// mini, maxi, remi.
  TreeValue *with(tileir::OpKind kind, std::uint64_t signedness, TreeValue *x, TreeValue *y) {
    return one(kind, {{x}, {y}}, x->type, {{"signedness", sign(signedness)}});
  }
  TreeValue *divide(std::uint64_t rounding, TreeValue *x, TreeValue *y) {
    return one(tileir::OpKind::DivI, {{x}, {y}}, x->type,
               {{"signedness", sign(kSigned)}, {"rounding", e.tree.enumerator(tileir::EnumKind::RoundingMode, rounding)}});
  }
  TreeValue *compare(std::uint64_t predicate, std::uint64_t signedness, TreeValue *x, TreeValue *y) {
    return one(
        tileir::OpKind::CmpI, {{x}, {y}}, boolOf(x),
        {{"comparison_predicate", e.tree.enumerator(tileir::EnumKind::ComparisonPredicate, predicate)}, {"signedness", sign(signedness)}});
  }
  TreeValue *select(TreeValue *condition, TreeValue *x, TreeValue *y) {
    return one(tileir::OpKind::Select, {{condition}, {x}, {y}}, x->type);
  }
  /// All bits of an i1 are set.
  TreeValue *truth(tileir::TypeId type, bool value) { return number(type, value ? -1 : 0); }
  tileir::TypeId boolOf(const TreeValue *x) { return e.with(x, tileir::ScalarKind::I1); }
  tileir::AttributeId sign(std::uint64_t signedness) { return e.tree.enumerator(tileir::EnumKind::Signedness, signedness); }

  Editing &e;
  OpWriter w;
};

/// An operand of a live op.
struct Use {
  TreeOp *op = nullptr;
  std::size_t list = 0, n = 0;

  TreeValue *value() const { return op->operand(list, n); }
};

/// One of the uses whose value suits; no op is then. Bodies of reductions and assumes are left alone.
Use pickUse(Editing &e, const std::function<bool(const TreeValue &)> &suits);

/// The value of a use is what `respell` makes of it before the using op.
bool respellUse(Editing &e, const std::function<bool(const TreeValue &)> &suits,
                const std::function<TreeValue *(Respelling &, TreeValue *)> &respell, const std::string &words);

/// The result of a live op is what `respell` makes instead of it.
bool respellOp(Editing &e, const Editing::Suits &suits, const std::function<TreeValue *(Respelling &, TreeOp &)> &respell,
               const std::string &words);

/// Whether the elements are integers of 8 to 64 bits.
bool holdsIntegers(Editing &e, const TreeValue &value);
bool holdsBools(Editing &e, const TreeValue &value);
/// No flag of overflow: such an op is no part of any rule.
bool isFree(Editing &e, const TreeOp &op);

}  // namespace tileport::mutate
