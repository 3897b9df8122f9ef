// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "align/alignment.h"
#include "align/graph.h"
#include "align/match.h"
#include "align/normal_form.h"

namespace tileport::align {

/// Which values of two matched programs must be compared part by part, because something with an effect depends on them and no rule shows
/// that they are equal; and where rules show that.
///
/// It starts from what acts, has regions, ends a block or may fail, which always is to be compared, and goes from there to what those are
/// given: counterparts that are alike are followed, what is equal by rules is an equivalence and what only that needs is not, and of what
/// is neither everything is.
class Reach {
 public:
  Reach(const Graph &reference, const Graph &port, FactStore &facts, const Matching &matching, const NormalForm &normal);

  /// Whether the class must be compared, or reported where it has no partner.
  bool reached(bool left, ClassId id) const { return (left ? leftReached_ : rightReached_)[id.index()]; }
  /// Both are reached, differ in their parts and are equal all the same.
  bool equivalent(ClassId reference, ClassId port) const { return equivalent_.count({reference, port}) != 0; }
  /// The values are equal by rules, as is told.
  bool equal(const Use &reference, const Use &port) const {
    return told_.count({reference.value, port.value}) != 0 && normal_.same(reference, port);
  }
  const std::vector<Equivalence> &equivalences() const { return equivalences_; }

  /// What an equivalence is made of, known more of on one side than on the other.
  struct UnlikeFacts {
    ClassId reference, port;  ///< users, with
    Use referenceUse, portUse;
  };
  const std::vector<UnlikeFacts> &unlikeFacts() const { return unlikeFacts_; }

  /// The use with all that is known there of values of its term.
  Use widened(bool left, Use use, tileir::OpId at) const;
  /// Whether a bound that is assumed of the value holds by what the value is.
  bool holdsAnyway(bool left, tileir::ValueId value, const Claim &claim) const;
  /// The same of an operand, where the op stands.
  bool holdsAnyway(bool left, const Use &use, tileir::OpId at, const Claim &claim) const;
  /// Whether a reference class and its partner say the same of operands that are counterparts or equal by rules.
  bool alike(ClassId reference) const { return matching_.portOf(reference).valid() && alike({reference, matching_.portOf(reference)}); }
  /// NormalForm::turned.
  const DimensionOrder *turned(ClassId reference) const { return normal_.turned(reference); }
  /// The other side's class that is equal by rules; invalid for none.
  ClassId counterpart(bool left, ClassId id, std::uint32_t result) const;

 private:
  struct Side {
    const Graph &graph;
    bool left;
  };
  using Pair = std::pair<ClassId, ClassId>;

  bool isRoot(const Side &side, ClassId id) const;
  bool isInside(const Side &side, ClassId id) const;
  bool isIdle(const Side &side, ClassId id) const;
  bool isChoice(const Side &side, ClassId id) const;
  ClassId partner(const Side &side, ClassId id) const;
  void reach(const Side &side, ClassId id);
  void visit(Pair pair);
  void visitParts(Pair pair);
  void visitUse(const Use &l, const Use &r);
  void tellCounted(Pair pair);
  void visitTurned(Pair pair, const DimensionOrder &order);
  bool matched(const Use &l, const Use &r) const;
  std::vector<std::pair<const Use *, const Use *>> counterparts(Pair pair) const;
  bool alike(Pair pair) const;
  void findPlain();
  std::vector<ClassId> exits(const Side &side, ClassId choice) const;
  /// What a value is made of, down to what both sides make alike.
  struct Cone {
    std::vector<tileir::OpId> ops;
    std::vector<AppliedRule> rules;  ///< the nearest first
    std::vector<Condition> conditions;
    std::map<TermId, std::pair<ClassId, Use>> leaves;  ///< a use of each leaf; its facts are those of all its uses
  };

  bool tell(ClassId l, ClassId r);
  bool isPlainIn(const Side &side, ClassId id, const Cone &cone) const;
  Cone coneOf(const Side &side, ClassId from) const;
  void compareLeaves(const Cone &l, const Cone &r);

  Side left_, right_;
  FactStore &facts_;
  const Matching &matching_;
  const NormalForm &normal_;
  std::vector<bool> leftReached_, rightReached_;
  std::vector<bool> plain_;  ///< by reference class: made like its partner, down to the leaves, so that no rule is needed
  std::set<Pair> seen_, told_, equivalent_;
  std::vector<std::pair<const Side *, ClassId>> openOne_;  ///< reached on one side, its operands not yet
  std::vector<Pair> openPairs_;
  std::vector<Equivalence> equivalences_;
  std::vector<UnlikeFacts> unlikeFacts_;
  std::set<Pair> notByRule_;
  std::map<std::uint32_t, std::pair<ClassId, ClassId>> byTerm_;  ///< by term: the first class of each side; live ones alone
};

}  // namespace tileport::align
