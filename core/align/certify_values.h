// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "align/graph.h"
#include "align/match.h"
#include "align/normal_form.h"
#include "align/reach.h"
#include "certificate/certificate.h"

namespace tileport::align {

/// Steps that show what values are, each from what was shown before. Values of one term are shown to equal the first of them.
class ValueSteps {
 public:
  ValueSteps(const Graph &reference, const Graph &port, const Matching &matching, const NormalForm &normal, const Reach &reach,
             certificate::Certificate &certificate)
      : left_{reference, true},
        right_{port, false},
        matching_(matching),
        normal_(normal),
        reach_(reach),
        certificate_(certificate),
        scopes_(1) {}

  void to(std::vector<certificate::Step> *steps) { steps_ = steps; }
  /// What is shown between the two can be used only there: the values of a region.
  void enter() { scopes_.emplace_back(); }
  void leave() { scopes_.pop_back(); }

  /// Shows that two values are equal: as they are written, where they are made alike, else by what each is.
  void showEqual(tileir::ValueId reference, tileir::ValueId port);
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
    std::string_view rule = {};  ///< by which it is of that term; empty: it is the term as it stands
    bool open = false;           ///< that it is of that term was not shown yet: nobody needed it
  };
  /// An op as it is written, its operands by their terms, and which result.
  using Spelling = std::vector<std::uint32_t>;
  using Pair = std::pair<tileir::ValueId, tileir::ValueId>;
  /// A value of a term for which another one stands already.
  struct Waiting {
    certificate::Ref ref;
    std::optional<certificate::Ref> like;  ///< what is written alike
  };
  /// Counts a value that is being shown.
  struct Showing {
    explicit Showing(unsigned &of) : count(of) { ++count; }
    ~Showing() { --count; }
    Showing(const Showing &) = delete;
    Showing &operator=(const Showing &) = delete;
    unsigned &count;
  };
  struct Scope {
    std::set<certificate::Ref> shown;
    std::set<Pair> shownEqual;
    std::map<TermId, Standing> standing;
    std::map<Spelling, certificate::Ref> written;
    std::map<TermId, std::deque<Waiting>> waiting;
    std::map<TermId, std::vector<Waiting>> conditional;  ///< their rules take something for granted
  };

  const Side &side(bool left) const { return left ? left_ : right_; }
  certificate::Ref refOf(bool left, tileir::ValueId value) const;
  bool isShown(const certificate::Ref &ref) const;
  const Standing *standing(TermId term) const;
  void stand(TermId term, Standing standing) { scopes_.back().standing.emplace(term, standing); }
  certificate::Step &step(certificate::Step::Kind kind, certificate::Ref a, certificate::Ref b);

  void showOp(const Side &side, tileir::ValueId value, TermId term);
  void showTurned(tileir::ValueId port, TermId term);
  std::optional<certificate::Ref> writtenLike(const Side &side, tileir::ValueId value);
  void await(const Side &side, tileir::ValueId value, TermId term);
  void unite(const Waiting &waiting, TermId term);
  void keep(const Pair &pair);
  TermId termOf(const Side &side, tileir::ValueId value) const;
  std::vector<const AppliedRule *> rulesOf(const Side &side, tileir::ValueId value) const;
  void settle(TermId term, tileir::ValueId before, bool inside);
  bool isConditional(const certificate::Ref &ref) const;
  bool waits(TermId term) const;
  bool looksInside(const std::vector<const AppliedRule *> &rules) const;
  bool uniteNext(TermId term, tileir::ValueId before);
  bool uniteNow(TermId term, const certificate::Ref &ref);
  /// `inside`: how it is made matters, not only what it equals.
  void need(const Side &side, tileir::ValueId value, bool inside = true);
  void needOperands(const certificate::Ref &ref);
  void needBelow(const Side &side, tileir::ValueId value, bool inside = true);
  void showByRules(const Side &side, tileir::ValueId value, TermId term, const std::vector<const AppliedRule *> &rules);
  void showAlike(const Side &side, tileir::ValueId value, TermId term);
  std::vector<TermId> operandTerms(const certificate::Ref &ref) const;
  void showSame(const certificate::Ref &value, const certificate::Ref &other);
  std::vector<certificate::Ref> witnesses(const Side &side, tileir::OpId op, const AppliedRule &rule) const;
  certificate::Ref refOf(const Side &side, TermId term, certificate::Ref typeOf, bool inside);
  certificate::Ref makeTerm(const Side &side, TermId term, certificate::Ref typeOf);
  std::vector<tileir::ValueId> madeOf(const Side &side, tileir::ValueId value) const;

  tileir::ValueId underCopies(const Side &side, tileir::ValueId value);
  std::vector<Pair> operandPairs(const Pair &pair) const;
  bool isAlike(const Pair &pair) const;

  Side left_, right_;
  const Matching &matching_;
  const NormalForm &normal_;
  const Reach &reach_;
  certificate::Certificate &certificate_;
  std::vector<certificate::Step> *steps_ = nullptr;
  std::vector<Scope> scopes_;
  std::set<TermId> settling_;  ///< terms whose values are being shown
  unsigned showing_ = 0;       ///< values that are being shown, each for the one before
};

}  // namespace tileport::align
