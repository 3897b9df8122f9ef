// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "certificate/check.h"
#include "certificate/classes.h"
#include "certificate/globals.h"
#include "certificate/intervals.h"
#include "certificate/pattern.h"
#include "certificate/polynomial.h"
#include "certificate/structure.h"

namespace tileport::certificate {

/// A step of kind Rewrite, or any step that looks at definitions of two values, with its Refs as nodes. All of them are seen where
/// the replay stands.
struct Claim {
  Node a = kNoNode, b = kNoNode;
  std::vector<Node> bindings, witnesses;
};

/// In which order a tile has the dimensions of another one: its dimension i is dimension order[i] of that.
using DimensionOrder = std::vector<std::size_t>;
/// Each of the dimensions once.
bool isDimensionOrder(const DimensionOrder &order, std::size_t rank);

/// Two loads of the same elements: dimension i of what the reference's gives is dimension order[i] of what the port's gives.
struct TurnedLoad {
  Node reference = kNoNode, port = kNoNode;
  DimensionOrder order;
};

/// Whether a rule gives b for a. Nothing is changed by asking.
class Rewriting {
 public:
  Rewriting(Canonical &canonical, Globals &globals, const Nodes &nodes, Classes &classes, Intervals &intervals,
            const std::array<const Structure *, 2> &sides, Effort &effort)
      : canonical_(canonical), globals_(globals), nodes_(nodes), classes_(classes), intervals_(intervals), sides_(sides), effort_(effort) {}

  /// Empty when it holds; then `assumptions` has what it holds under.
  std::string refusal(const std::string &rule, const Claim &claim, std::vector<Assumption> &assumptions);
  /// Step::Constant.
  bool sameConstant(Node a, Node b);
  /// Results of ops of one kind, with the same attributes (hints aside), result types and number of operands.
  bool sameOp(Node a, Node b);
  /// Calls `visit` for the definitions of what equals the node, its own first, until it answers true.
  bool anyDefinition(Node node, const std::function<bool(Node)> &visit) const;
  /// From here on rule permuted knows of the two; they were met as a pair.
  void turn(TurnedLoad load) { turned_.push_back(std::move(load)); }
  /// Whether dimension i of `a` is dimension order[i] of `b`, element by element.
  bool isPermuted(Node a, Node b, const DimensionOrder &order) const;

 private:
  struct Variables {
    std::optional<std::uint64_t> sign, predicate;
  };
  using List = std::vector<Assumption> &;

  std::string applyText(const Rule &rule, const Claim &claim, List assumptions);
  bool matches(const Pattern &pattern, Node node, const std::array<Node, kLetters.size()> &letters, Variables &variables);
  bool matchesDefinition(const Pattern &pattern, Node node, const std::array<Node, kLetters.size()> &letters, Variables &variables);
  bool matchesSum(const Pattern &pattern, Node node, const std::array<Node, kLetters.size()> &letters);
  std::string conditions(const Rule &rule, const Claim &claim, const std::array<Node, kLetters.size()> &known, List assumptions);
  bool fits(const Rule &rule, const std::array<Node, kLetters.size()> &known, unsigned width);
  void assume(const std::string &rule, const std::string &condition, Node about, const Claim &claim, List assumptions) const;
  void assumeNoOverflow(const std::string &rule, Node node, const Claim &claim, List assumptions);

  bool ring(const Claim &claim);
  bool fold(const Claim &claim);
  bool knownCompare(const Claim &claim, List assumptions);
  bool knownExtreme(const Claim &claim, List assumptions);
  /// The intervals of the operands of `op`, by its stand-ins; absent when they are none.
  std::optional<std::array<Node, 2>> standIns(Node op, const Claim &claim) const;
  bool splat(const Claim &claim) const;
  bool reshapeElementwise(const Claim &claim);
  bool isReshapeOfElementwise(Node a, Node b);
  bool ifSelect(const Claim &claim);
  bool sameFlags(Node a, Node b);

  // procedures_known.cpp
  bool compareSame(const Claim &claim);
  bool divOne(const Claim &claim);
  bool extremeSame(const Claim &claim);
  bool signKnown(const Claim &claim);
  bool knownConstant(const Claim &claim);
  // procedures_views.cpp
  bool reshapeReshape(const Claim &claim);
  bool sameView(const Claim &claim);
  bool sameTensorView(Node a, Node b);
  bool sameTiledView(Node a, Node b);
  bool indexSpace(const Claim &claim);
  bool tensorShape(const Claim &claim);
  /// An extent of a tensor view that is made by `view`: its number, or the operand that it is.
  struct Extent {
    std::optional<std::int64_t> number;
    Node operand = kNoNode;
  };
  std::optional<Extent> extentOf(Node view, std::size_t dimension) const;
  std::optional<std::int64_t> numberOf(Node node) const;
  // procedures_turned.cpp
  /// A tile as what is in `base`, a class, its dimension i being dimension order[i] of that.
  struct Permuted {
    Node base = kNoNode;
    DimensionOrder order;
    bool operator==(const Permuted &) const = default;
  };
  bool permuted(const Claim &claim) const;
  std::vector<Permuted> basesOf(Node node) const;
  std::optional<DimensionOrder> orderOfPermute(Node node) const;

  Canonical &canonical_;
  Globals &globals_;
  const Nodes &nodes_;
  Classes &classes_;
  Intervals &intervals_;
  std::array<const Structure *, 2> sides_;
  Effort &effort_;
  std::vector<TurnedLoad> turned_;
};

/// Whether the two operands of the op that gives the result may be exchanged.
bool commutes(const Nodes &nodes, Node result);

/// What an op of integers gives for numbers of `width` bits (exti, trunci: from `operandWidth`), zero-extended; absent where it is
/// not defined, or where it is no such op.
std::optional<std::uint64_t> evaluate(tileir::OpKind kind, const std::function<std::uint64_t(std::string_view)> &ordinal,
                                      std::span<const std::uint64_t> operands, unsigned operandWidth, unsigned width);

/// Absent when the intervals do not decide it. Of numbers read with a sign.
std::optional<bool> decide(tileir::ComparisonPredicate predicate, const Interval &x, const Interval &y);

/// The position of the operand that a mini or maxi gives, by the intervals.
std::optional<std::size_t> decideExtreme(bool least, const Interval &x, const Interval &y);

}  // namespace tileport::certificate
