// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "align/graph.h"
#include "align/match.h"
#include "align/ranges.h"
#include "align/terms.h"

namespace tileport::align {

/// In which order a tile has the dimensions of another one: its dimension i is dimension order[i] of that.
using DimensionOrder = std::vector<std::uint32_t>;

/// What the value of a use is a permute of, over all permutes.
Use underPermutes(const Graph &graph, Use use);

/// A rule that made a value's term what it is (docs/rules.md), and what it takes for granted. Of several of one value, each is applied to
/// what the one before gave.
struct AppliedRule {
  std::string_view name;
  TermId made;
  std::vector<TermId> bindings = {};  ///< of the rule's letters
  /// Ops of the value's side that are taken not to overflow; of a division the sum that it divides, as if worked out in one step.
  std::vector<tileir::OpId> overflows = {};
  std::uint32_t result = 0;  ///< which result of the class
};

/// Whether a rule must know how what it is applied to is made, beyond which values are equal, constant, or in which range.
bool looksInside(std::string_view rule);

/// The values of two matched programs in one spelling, index arithmetic brought to a normal form by rules. Values of one term are equal in
/// every run in which what the rules take for granted holds. What no rule looks into is the same on both sides where it is
/// matched: block arguments, results of ops that act or have regions.
class NormalForm {
 public:
  /// Whether rules may take it that ops do not overflow.
  enum class Trust : std::uint8_t { Nothing, NoOverflow };

  NormalForm(const Graph &reference, const Graph &port, const Matching &matching, Interner &interner, Trust trust = Trust::NoOverflow);

  /// Some rule took something for granted, whether anything rests on it or not.
  bool assumes() const;

  /// Both are results of the classes, numbered as in a Use.
  bool same(ClassId reference, std::uint32_t referenceResult, ClassId port, std::uint32_t portResult) const;
  bool same(const Use &reference, const Use &port) const { return same(reference.value, reference.result, port.value, port.result); }
  /// All results.
  bool same(ClassId reference, ClassId port) const;

  /// Invalid for a class that is not live.
  TermId termOf(bool left, ClassId value, std::uint32_t result) const;
  const std::vector<AppliedRule> &rulesOf(bool left, ClassId value) const;
  const TermStore &terms() const { return terms_; }
  /// Of the values of a term that are seen where the op stands, the one of which most is known; `value` if none knows more.
  tileir::ValueId witness(bool left, TermId term, tileir::OpId at, tileir::ValueId value) const;
  /// The values of a term that are seen where the op stands, the last ones where there are many.
  std::vector<tileir::ValueId> seenValues(bool left, TermId term, tileir::OpId at) const { return seenValues(side(left), term, at); }
  /// What a value is known to be between, whatever is assumed of it.
  const Range &rangeOf(bool left, tileir::ValueId value) const { return side(left).ranges.strict(value); }
  /// What is known of a term where the op stands.
  Range rangeOf(bool left, TermId term, tileir::OpId at) const { return rangeOf(side(left), term, at); }
  /// Of a load or store by a view of the reference whose counterpart does the same with its dimensions in another order: dimension i of its
  /// tile, view and index is dimension order[i] of the port's. What the two load is not equal but for a permute. Null for all others.
  const DimensionOrder *turned(ClassId reference) const;
  /// An `if` that only chooses between numbers: each result is a select of what its arms yield.
  bool isChoice(bool left, tileir::OpId op) const { return side(left).choices[op.index()]; }
  /// The innermost such `if` around the op; invalid for none.
  tileir::OpId choiceAround(bool left, tileir::OpId op) const;

 private:
  struct Side {
    const Graph &graph;
    bool left;
    mutable Ranges ranges;
    std::vector<bool> choices;                                               ///< by op
    std::vector<TermId> first;                                               ///< by class: of result 0
    std::map<std::pair<ClassId, std::uint32_t>, TermId> others;              ///< of the other results
    mutable std::vector<std::vector<AppliedRule>> rules;                     ///< by class
    std::unordered_map<std::uint32_t, std::vector<tileir::ValueId>> values;  ///< by term: where it can be had, as far as the walk came
  };
  const Side &side(bool left) const { return left ? left_ : right_; }

  void findChoices(Side &side) const;
  bool isChoice(const Side &side, tileir::OpId op) const;
  void walk(Side &side);
  void visit(Side &side, tileir::OpId op);
  void closeChoice(Side &side, tileir::OpId op);
  void set(Side &side, ClassId id, std::uint32_t result, TermId term);
  TermId get(const Side &side, ClassId id, std::uint32_t result) const;
  TermId leafOf(const Side &side, ClassId id, std::uint32_t result, TermType type);
  TermType typeOf(const Side &side, tileir::ValueId value) const;
  TermId constantOf(const Side &side, ClassId id);
  void note(Side &side, tileir::ValueId value) const;

  /// One op, its rules by family (normal_form_rules.cpp).
  struct Site {
    const Side &side;
    tileir::OpId op;
    ClassId id;
    TermType type;
    std::vector<TermId> terms;            ///< of the operands
    std::vector<tileir::ValueId> values;  ///< the operands
    std::uint32_t result = 0;             ///< which one
  };
  using Overflows = std::vector<tileir::OpId>;

  TermId by(const Site &site, AppliedRule rule) const;
  TermId ofSite(Site &site);
  TermId polynomial(const Site &site);
  TermId division(const Site &site, IntegerOp op);
  TermId ceilDivision(const Site &site, const IntegerOp &op);
  TermId extreme(const Site &site, const IntegerOp &op);
  TermId comparison(const Site &site, IntegerOp op);
  TermId logic(const Site &site, const IntegerOp &op);
  TermId negated(const Site &site, TermId compared);
  TermId select(const Site &site, TermId condition, TermId then, TermId otherwise);
  TermId choose(const Site &site, const Term &condition, TermId then, TermId otherwise);
  std::optional<TermId> knownConstant(const Site &site);
  std::optional<TermId> alikeOperands(const Site &site, const IntegerOp &op);
  IntegerOp withKnownSign(const Site &site, IntegerOp op);
  TermId shape(const Site &site);
  TermId extent(const Site &site, std::uint32_t n);
  TermId tensorView(const Site &site);
  TermId tiledView(const Site &site);
  // normal_form_turned.cpp
  TermId permute(const Site &site);
  TermId permuteTerm(TermId source, DimensionOrder order, TermType type);
  void findTurned(ClassId port);
  bool isUndone(ClassId reference, ClassId port) const;
  bool isStoredTurned(const ValueClass &l, const ValueClass &r, const DimensionOrder &order);
  void setTurned(ClassId port, tileir::ValueId tile);

  TermId reshaped(const Site &site, TermId source, tileir::ValueId value, TermType type, int depth);
  TermId opaque(const Site &site);
  std::optional<TermId> ofSpread(const Site &site);
  Key spreadContent() const;
  bool isSpread(TermId term) const;
  std::optional<TermId> fold(const Site &site, const IntegerOp &op);
  Key contentOf(const Side &side, tileir::OpId op) const;
  /// What is known of an operand, also by other values of its term that are seen from here.
  Range strict(const Site &site, std::size_t operand) const;
  Range rangeOf(const Side &side, TermId term, tileir::OpId at) const;
  std::vector<tileir::ValueId> seenValues(const Side &side, TermId term, tileir::OpId at) const;
  /// Whether the bounds of two operands decide: for certain, or with ops that are taken not to overflow, which are added.
  template <class Decides>
  bool decided(const Site &site, Overflows &overflows, Decides decides) const;

  const Matching &matching_;
  Interner &interner_;
  Trust trust_;
  TermStore terms_;
  std::map<TermId, DimensionOrder> orders_;   ///< of terms that are permutes of their operand
  std::map<ClassId, DimensionOrder> turned_;  ///< by class of the reference
  Side left_, right_;
};

}  // namespace tileport::align
