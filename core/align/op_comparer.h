// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <set>
#include <tuple>
#include <vector>

#include "align/describe.h"
#include "align/differences.h"
#include "align/graph.h"
#include "align/match.h"
#include "align/reach.h"

namespace tileport::align {

/// Compares the two ops of a matched pair part by part.
class OpComparer {
 public:
  /// `reach` tells of values that are equal by rules; null: none are looked for.
  OpComparer(const Graph &reference, const Graph &port, const FactStore &facts, const Matching &matching, const Reach *reach)
      : left_(reference),
        right_(port),
        facts_(facts),
        matching_(matching),
        reach_(reach),
        leftText_(reference.program()),
        rightText_(port.program()),
        hintScope_(align::hintScope(reference.program(), port.program())) {}

  struct Outcome {
    std::vector<Difference> differences;
    float confidence = 1;
  };
  Outcome compare(ClassId reference, ClassId port);
  /// What is known where the two are used, the operand called `name`.
  std::vector<Difference> compareFactsOf(ClassId reference, ClassId port, const Use &referenceUse, const Use &portUse,
                                         const std::string &name);
  /// Whether the elements of one are left out, and all else is equal.
  bool mayBeSame(const tileir::Global &reference, const tileir::Global &port) const;

  /// Whether a difference of that fact was told already of a result of the reference's class.
  bool told(ClassId value, std::uint32_t result, const std::string &fact) const;

  const Describer &leftText() const { return leftText_; }
  const Describer &rightText() const { return rightText_; }
  const HintScope &hintScope() const { return hintScope_; }

 private:
  Outcome compareTurned(ClassId l, ClassId r, const DimensionOrder &order);
  void compareCountedOperands(ClassId l, ClassId r);
  void compareCounted(tileir::OpId l, tileir::OpId r);
  void compareKinds(tileir::OpId l, tileir::OpId r);
  void compareAttributes(tileir::OpId l, tileir::OpId r);
  void compareAttribute(tileir::OpId l, tileir::OpId r, std::size_t slot);
  void compareResultTypes(ClassId l, ClassId r);
  void compareOperands(ClassId l, ClassId r);
  void compareSegment(ClassId l, ClassId r, const std::vector<const Use *> &lu, const std::vector<const Use *> &ru, std::string_view name);
  void compareUse(ClassId l, ClassId r, const Use &lu, const Use &ru, const std::string &name);
  void compareFacts(ClassId l, ClassId r, const Use &lu, const Use &ru, const std::string &name);
  bool holdsAnyway(ClassId l, ClassId r, const Use &lu, const Use &ru, const std::string &fact) const;
  bool sameValue(const Use &l, const Use &r) const;
  bool mayBeSame(ClassId l, ClassId r) const;
  bool explainedByMissing(const Use &l, const Use &r) const;
  std::vector<std::string> operandDifferences(ClassId l, ClassId r) const;
  std::vector<TextMark> assumeMarks(const Graph &graph, const Describer &text, tileir::OpId op, const Use &use,
                                    const std::string &fact) const;
  void add(Aspect aspect, std::string what, std::string reference, std::string port, std::vector<TextMark> referenceMarks,
           std::vector<TextMark> portMarks);

  const Graph &left_, &right_;
  const FactStore &facts_;
  const Matching &matching_;
  const Reach *reach_;
  Describer leftText_, rightText_;
  HintScope hintScope_;
  std::vector<Difference> list_;
  /// Facts that were already reported of a value pair: they would be repeated at each use.
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::string, std::string, std::string>> reportedFacts_;
};

}  // namespace tileport::align
