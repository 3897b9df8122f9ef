// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "align/describe.h"
#include "align/graph.h"
#include "align/match.h"
#include "align/points.h"
#include "align/token_keys.h"
#include "align/tokens.h"

namespace tileport::align {

/// Compares when the ops of matched pairs run: at which point, and after which memory ops.
class OrderComparer {
 public:
  OrderComparer(const Graph &reference, const Graph &port, const Matching &matching, const Points &points, const Describer &referenceText,
                const Describer &portText);

  /// Adds what differs. When the effort is spent the order of tokens is no longer compared.
  void compare(ClassId reference, ClassId port, const Effort &effort, std::vector<Difference> &list);
  /// Why the order of a pair could not be told; empty when it could of all.
  const std::string &undecided() const { return undecided_; }

 private:
  /// Turns in the reference's numbers, on either side: loop, turns back, whether from the end; for each loop.
  using Turns = std::vector<std::uint32_t>;
  /// A predecessor in those numbers: its class, its turns, and the choices that it depends on, each as owner, exit, turns.
  struct Earlier {
    ClassId op;
    Turns turns;
    std::vector<Turns> choices;  ///< sorted
    auto operator<=>(const Earlier &) const = default;
  };

  struct Side {
    const Graph &graph;
    const Describer &text;
    TokenOrder tokens;
  };

  ClassId shared(bool left, tileir::OpId op) const { return points_.shared(left, op); }
  Turns translate(bool left, const std::vector<Turn> &turns) const;
  Earlier translate(bool left, const Predecessor &predecessor) const;
  std::set<Earlier> translate(bool left, const std::set<Predecessor> &list) const;
  static bool isIn(const std::set<Earlier> &all, const Earlier &earlier);
  bool isInPlace(const Earlier &earlier) const;
  void compareTokens(tileir::OpId l, tileir::OpId r, const Effort &effort, std::vector<Difference> &list);
  void dropIndirect(std::vector<Earlier> &list, bool left, tileir::OpId op, const Effort &effort);
  std::string name(const Earlier &earlier) const;
  void report(const std::vector<Earlier> &which, const std::set<Earlier> &kept, bool lost, tileir::OpId l, tileir::OpId r,
              std::vector<Difference> &list);

  const Matching &matching_;
  const Points &points_;
  Side left_, right_;
  TokenKeys keys_;
  std::map<ClassId, std::set<ClassId>> lost_, gained_;  ///< by reference class: what its order lost or gained
  std::string undecided_;
};

}  // namespace tileport::align
