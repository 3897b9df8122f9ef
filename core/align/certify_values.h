// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "align/graph.h"
#include "align/normal_form.h"
#include "certificate/certificate.h"

namespace tileport::align {

/// Steps that show what values are, each from what was shown before. Values of one term are shown to equal the first of them.
class ValueSteps {
 public:
  ValueSteps(const Graph &reference, const Graph &port, const NormalForm &normal, certificate::Certificate &certificate)
      : left_{reference, true}, right_{port, false}, normal_(normal), certificate_(certificate), scopes_(1) {}

  void to(std::vector<certificate::Step> *steps) { steps_ = steps; }
  /// What is shown between the two can be used only there: the values of a region.
  void enter() { scopes_.emplace_back(); }
  void leave() { scopes_.pop_back(); }

  /// Shows what a value of a side is, from the values that it is made of, wherever those stand.
  void show(bool left, tileir::ValueId value);

 private:
  struct Side {
    const Graph &graph;
    bool left;
  };
  /// What stands for a term where the walk is.
  struct Standing {
    certificate::Ref ref;
    tileir::OpId op;  ///< that gives it; invalid for an argument or a term
  };
  struct Scope {
    std::set<certificate::Ref> shown;
    std::map<TermId, Standing> standing;
  };

  const Side &side(bool left) const { return left ? left_ : right_; }
  certificate::Ref refOf(bool left, tileir::ValueId value) const;
  bool isShown(const certificate::Ref &ref) const;
  const Standing *standing(TermId term) const;
  void stand(TermId term, Standing standing) { scopes_.back().standing.emplace(term, standing); }
  certificate::Step &step(certificate::Step::Kind kind, certificate::Ref a, certificate::Ref b);

  void showOp(const Side &side, tileir::ValueId value, TermId term);
  void showByRules(const Side &side, tileir::ValueId value, TermId term, const std::vector<const AppliedRule *> &rules);
  void showAlike(const Side &side, tileir::ValueId value, TermId term);
  certificate::Ref refOf(const Side &side, TermId term, certificate::Ref typeOf);
  certificate::Ref makeTerm(const Side &side, TermId term, certificate::Ref typeOf);
  std::vector<tileir::ValueId> madeOf(const Side &side, tileir::ValueId value) const;

  Side left_, right_;
  const NormalForm &normal_;
  certificate::Certificate &certificate_;
  std::vector<certificate::Step> *steps_ = nullptr;
  std::vector<Scope> scopes_;
};

}  // namespace tileport::align
