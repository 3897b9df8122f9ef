// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "align/describe.h"
#include "align/graph.h"
#include "align/match.h"
#include "align/points.h"
#include "align/reach.h"

namespace tileport::align {

/// Compares where facts are assumed. A false assume makes a run undefined that reaches it: two programs are the same only
/// if the runs that one makes undefined are those of the other. What is known where a value is used, OpComparer compares.
///
/// So each side is brought to the list of what it assumes (of which value, what, at which point), which says in which runs
/// an assumption is false, and the two lists must be equal. Not all of where an assume stands matters:
/// - In a block, it may stand anywhere between two ops that may stop the run (Points): whoever reaches one of the points
///   reaches all. So an assume of an argument, an id or a result stands at the point of its definition wherever it stands in
///   the same block, unless a return, a loop or the like lies between.
/// - What is assumed at the same point or was assumed before, in the block or around it, is not assumed again: such a run is
///   undefined already. It does not matter which use needs the fact at which point.
/// - A block that runs at least once whenever the op around it does (of a `loop`; of a `for` of constant bounds) makes what is
///   assumed at its beginning, of a value from before the loop, assumed before the loop.
/// - What holds anyway, by what the value is, is not assumed.
/// An assume without a live use assumes nothing, as elsewhere.
class AssumptionComparer {
 public:
  /// `reach`: which values are equal by rules, and which are not told to be without a partner; null: each without one is.
  AssumptionComparer(const Graph &reference, const Graph &port, const Matching &matching, const Points &points,
                     const Describer &referenceText, const Describer &portText, const Reach *reach)
      : left_{reference, referenceText, true}, right_{port, portText, false}, matching_(matching), points_(points), reach_(reach) {}

  /// Whether a difference of facts of that name was told of the result of the reference's class already.
  using Told = std::function<bool(ClassId value, std::uint32_t result, const std::string &fact)>;

  /// `more` tells whether there are other divergences: assumptions that stand in what only one side has are told by those.
  std::vector<Divergence> compare(const Told &told, bool more);

 private:
  static constexpr std::uint32_t kNowhere = 0;    ///< in a block that one side lacks
  static constexpr std::uint32_t kOutermost = 1;  ///< around an entry

  /// One assumption, in the side's own numbers, then, to be compared, in the reference's.
  struct Assumption {
    ClassId value;
    std::uint32_t result = 0;
    tileir::BlockId block;
    tileir::OpId after;  ///< the last op before it that may stop the run; invalid for none
    tileir::OpId op;
    std::uint32_t fact = 0;          ///< in factNames_
    std::int64_t strength = 0;       ///< more says more
    std::uint32_t point = kNowhere;  ///< block and `after`, and those of all ops around it, in the numbers of both sides

    auto about() const { return std::tuple(value, result, fact); }
    auto saying() const { return std::tuple(value, result, fact, strength); }
    auto whole() const { return std::tuple(value, result, fact, strength, point); }
  };
  using List = std::vector<Assumption>;

  /// A fact and how much of it.
  struct Said {
    std::uint32_t fact = 0;
    std::int64_t strength = 0;
  };

  struct Side {
    const Graph &graph;
    const Describer &text;
    bool left;
    std::map<std::pair<tileir::AttributeId, tileir::TypeId>, std::vector<Said>> said = {};  ///< by a predicate of values of a type
  };

  std::vector<Said> number(const std::vector<Claim> &list);
  std::vector<Claim> claimed(const Side &side, tileir::OpId assume) const;
  List collect(Side &side);
  void add(Side &side, tileir::OpId assume, List &list);
  void moveOutOfLoops(const Side &side, Assumption &assumption) const;
  void keepFirst(const Side &side, std::span<const Assumption> all, List &kept) const;
  void number(const Side &side, List &list);
  ClassId shared(const Side &side, const Assumption &assumption) const;
  std::uint32_t pointOf(const Side &side, tileir::BlockId block, tileir::OpId after, const std::vector<std::uint32_t> &around);
  template <class Key>
  void tellPairs(std::vector<const Assumption *> &lost, std::vector<const Assumption *> &gained, Key key,
                 std::vector<Divergence> &divergences) const;
  std::string text(const Side &side, const Assumption &assumption, const Assumption *other) const;
  Divergence tell(const Assumption *reference, const Assumption *port) const;

  Side left_, right_;
  const Matching &matching_;
  const Points &points_;
  const Reach *reach_;
  std::vector<std::string> factNames_;
  std::map<std::string, std::uint32_t> facts_;
  std::map<std::array<std::uint32_t, 3>, std::uint32_t> pointNumbers_;  ///< block, after, point of the op around
};

}  // namespace tileport::align
