// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "workspace/rounds.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

namespace tileport::workspace {

namespace {

using Fate = ComparedFinding::Fate;

/// A variant of one round, and what of it could not be looked at.
struct Looked {
  const RoundVariant *variant = nullptr;  ///< null: the round has none of that name
  std::string absent;                     ///< why there is none

  /// Why the round may have overlooked the finding; empty: it looked for it.
  std::string overlooks(const Finding &finding, const RoundVariant *other) const {
    if (!variant) return absent;
    switch (finding.kind) {
      case Finding::Kind::Specialisation:
        if (!variant->specialisationUnknown.empty()) return variant->specialisationUnknown;
        break;
      case Finding::Kind::Divergence:
        if (!variant->undecided.empty()) return variant->undecided;
        if (isHint(finding) && narrowsHints(other)) return "hints were compared for " + architectures() + " alone";
        return {};
      case Finding::Kind::Refused:
      case Finding::Kind::Unpaired: return {};
    }
    return isRefused() ? variant->undecided : std::string();
  }

  bool isRefused() const {
    const auto refused = [](const Finding &each) { return each.kind == Finding::Kind::Refused; };
    return variant && std::any_of(variant->findings.begin(), variant->findings.end(), refused);
  }

 private:
  static bool isHint(const Finding &finding) {
    return std::any_of(finding.parts.begin(), finding.parts.end(), [](const FindingPart &part) { return part.aspect == "hint"; });
  }
  bool narrowsHints(const RoundVariant *other) const {
    return !variant->hintArchitectures.empty() && (!other || other->hintArchitectures != variant->hintArchitectures);
  }
  std::string architectures() const {
    std::string names;
    for (const std::string &each : variant->hintArchitectures) names += (names.empty() ? "" : ", ") + each;
    return names;
  }
};

std::vector<const Finding *> sorted(const std::vector<Finding> &findings) {
  std::vector<const Finding *> list;
  for (const Finding &each : findings) list.push_back(&each);
  std::stable_sort(list.begin(), list.end(), [](const Finding *a, const Finding *b) { return compareFindings(*a, *b) < 0; });
  return list;
}

/// What only the first of two lists has. With a finding that is `twice` in one and once in the other, once.
std::set<const Finding *> onlyIn(const std::vector<const Finding *> &first, const std::vector<const Finding *> &second) {
  std::set<const Finding *> only;
  std::size_t at = 0;
  for (const Finding *each : first) {
    while (at < second.size() && compareFindings(*second[at], *each) < 0) ++at;
    if (at < second.size() && second[at]->isSameAs(*each)) ++at;
    else only.insert(each);
  }
  return only;
}

const std::vector<Finding> kNone;

/// Whether a comparison that says `now` says nothing of `then`, though it is there as before: what follows from one difference is not said
/// again where it leads to others (align/op_comparer.h, order.h, assumptions.h).
bool mayHide(const Finding &now, const Finding &then) {
  if (now.kind != Finding::Kind::Divergence || then.kind != Finding::Kind::Divergence) return false;
  // Where facts are assumed is compared when nothing else differs.
  if (then.name == "assume") return true;
  const auto hides = [&](const FindingPart &part, const FindingPart &hidden) {
    const bool same = part.aspect == hidden.aspect && part.reference == hidden.reference && part.port == hidden.port;
    // A type that only follows that of an operand; a fact that is told at another use of the value.
    if (hidden.aspect == "type") return same && part.what == hidden.what;
    if (hidden.aspect == "fact") return same;
    // What an earlier op has lost in order, later ones have lost with it.
    if (hidden.aspect == "token") return part.aspect == "token";
    // That what stands behind a missing op is read in its place is no difference of its own.
    return hidden.aspect == "operand" && now.status != "DIFFERS" && part.aspect == "operation";
  };
  return std::any_of(then.parts.begin(), then.parts.end(), [&](const FindingPart &hidden) {
    return std::any_of(now.parts.begin(), now.parts.end(), [&](const FindingPart &part) { return hides(part, hidden); });
  });
}

ComparedVariant compareVariant(const Looked &before, const Looked &after) {
  const std::vector<Finding> &old = before.variant ? before.variant->findings : kNone;
  const std::vector<Finding> &now = after.variant ? after.variant->findings : kNone;
  const auto oldSorted = sorted(old), nowSorted = sorted(now);
  const auto lost = onlyIn(oldSorted, nowSorted), gained = onlyIn(nowSorted, oldSorted);
  ComparedVariant compared;
  for (const Finding &each : now) {
    if (!gained.contains(&each)) {
      compared.findings.push_back({Fate::Remaining, each, {}});
      continue;
    }
    // What was not there to be looked at has nothing that was there before.
    std::string why = before.variant ? before.overlooks(each, after.variant) : std::string();
    compared.findings.push_back({why.empty() ? Fate::New : Fate::Undecided, each, why.empty() ? why : "not known before: " + why});
  }
  for (const Finding &each : old) {
    if (!lost.contains(&each)) continue;
    std::string why = after.overlooks(each, before.variant);
    const auto hides = [&](const Finding *other) { return mayHide(*other, each); };
    if (why.empty() && std::any_of(gained.begin(), gained.end(), hides)) why = "what is new may hide it";
    compared.findings.push_back({why.empty() ? Fate::Gone : Fate::Undecided, each, why.empty() ? why : "not known now: " + why});
  }
  const auto note = [&compared](const char *when, const Looked &looked, const Looked &other) {
    const auto add = [&](const std::string &what) { compared.notes.push_back(std::string(when) + ": " + what); };
    if (!looked.variant) return add(looked.absent);
    if (!looked.variant->undecided.empty()) add(looked.variant->undecided);
    // Where both rounds know as little it was no news.
    const std::string &unknown = looked.variant->specialisationUnknown;
    if (!unknown.empty() && other.variant && other.variant->specialisationUnknown != unknown) add(unknown);
  };
  note("before", before, after);
  note("now", after, before);
  return compared;
}

/// The operators of a round, or the variants of an operator, by name.
using Operators = std::map<std::pair<std::string_view, std::string_view>, const RoundOperator *>;
using Variants = std::map<std::string_view, const RoundVariant *>;

Operators operatorsOf(const Round &round) {
  Operators operators;
  for (const RoundOperator &op : round.operators)
    operators.emplace(std::pair<std::string_view, std::string_view>(op.manifest, op.name), &op);
  return operators;
}

Variants variantsOf(const RoundOperator *op) {
  Variants variants;
  if (!op) return variants;
  for (const RoundVariant &variant : op->variants) variants.emplace(variant.name, &variant);
  return variants;
}

/// Null when there is none.
template <class Index, class Key>
auto find(const Index &index, const Key &key) {
  const auto found = index.find(key);
  return found == index.end() ? nullptr : found->second;
}

/// Programs without a partner: one is gone when it has one, which shows by a new variant of its name.
ComparedVariant compareUnpaired(const RoundOperator *before, const RoundOperator *after, const Variants &then, const Variants &variants) {
  const auto old = sorted(before ? before->unpaired : kNone), now = sorted(after ? after->unpaired : kNone);
  const auto lost = onlyIn(old, now), gained = onlyIn(now, old);
  ComparedVariant compared;
  for (const Finding *each : now) compared.findings.push_back({gained.contains(each) ? Fate::New : Fate::Remaining, *each, {}});
  for (const Finding *each : old) {
    if (!lost.contains(each)) continue;
    // One that was there before is of other programs.
    const bool paired = variants.contains(each->name) && !then.contains(each->name);
    compared.findings.push_back(
        {paired ? Fate::Gone : Fate::Undecided, *each, paired ? "" : "not known now: the later round has no program of that name"});
  }
  return compared;
}

/// Takes operators one after the other.
class Comparer {
 public:
  void compare(const RoundOperator *before, const RoundOperator *after) {
    const RoundOperator &shown = after ? *after : *before;
    const auto absent = [](const RoundOperator *op, const char *which) {
      return std::string("the ") + which + " round has no such " + (op ? "variant" : "operator");
    };
    const std::string absentBefore = absent(before, "earlier"), absentNow = absent(after, "later");
    const Variants old = variantsOf(before), now = variantsOf(after);
    if (after) {
      for (const RoundVariant &variant : after->variants)
        add(shown, variant.name, compareVariant({find(old, std::string_view(variant.name)), absentBefore}, {&variant, ""}));
    }
    if (before) {
      for (const RoundVariant &variant : before->variants) {
        if (!now.contains(variant.name)) add(shown, variant.name, compareVariant({&variant, ""}, {nullptr, absentNow}));
      }
    }
    add(shown, "", compareUnpaired(before, after, old, now));
  }

  RoundComparison take() { return std::move(made_); }

 private:
  void add(const RoundOperator &op, const std::string &variant, ComparedVariant compared) {
    if (compared.findings.empty() && compared.notes.empty()) return;
    compared.manifest = op.manifest;
    compared.op = op.name;
    compared.variant = variant;
    made_.variants.push_back(std::move(compared));
  }

  RoundComparison made_;
};

}  // namespace

std::string_view toText(Fate fate) {
  switch (fate) {
    case Fate::Gone: return "gone";
    case Fate::Remaining: return "remaining";
    case Fate::New: return "new";
    case Fate::Undecided: return "undecided";
  }
  return "";
}

std::size_t ComparedVariant::count(Fate fate) const {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(), [&](const ComparedFinding &each) { return each.fate == fate; }));
}

std::size_t RoundComparison::count(Fate fate) const {
  std::size_t count = 0;
  for (const ComparedVariant &each : variants) count += each.count(fate);
  return count;
}

RoundVariant roundVariant(const Variant &variant, const Result<ReviewPtr> &review) {
  RoundVariant kept;
  kept.name = variant.name;
  if (!review) {
    kept.undecided = "it could not be compared";
    kept.findings.push_back(refusal(variant, review.error()));
    return kept;
  }
  const align::Alignment &alignment = *(*review)->alignment;
  kept.findings = findingsOf(**review);
  if (alignment.undecided) kept.undecided = alignment.undecidedWhy.empty() ? "a budget was hit" : alignment.undecidedWhy;
  if (!(*review)->specialisationNote.empty()) kept.specialisationUnknown = "what the sides are specialised to could not be read";
  else if (!(*review)->specialisationCompared) kept.specialisationUnknown = "the workspace does not name the launches of both sides";
  kept.hintArchitectures = alignment.hintArchitectures;
  return kept;
}

Round roundOf(const Workspace &workspace, std::vector<std::vector<RoundVariant>> variants, std::string label, std::string tool) {
  Round round{.workspace = workspace.name, .label = std::move(label), .day = today(), .tool = std::move(tool), .operators = {}};
  for (std::size_t i = 0; i < workspace.operators.size(); ++i) {
    const Operator &op = workspace.operators[i];
    RoundOperator kept{.manifest = {}, .name = op.name, .variants = std::move(variants[i]), .unpaired = {}};
    for (const Unpaired &each : op.unpaired) kept.unpaired.push_back(unpairedFinding(each));
    round.operators.push_back(std::move(kept));
  }
  return round;
}

std::string today() {
  const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now())};
  const auto twoDigits = [](unsigned number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return std::to_string(static_cast<int>(day.year())) + "-" + twoDigits(static_cast<unsigned>(day.month())) + "-" +
         twoDigits(static_cast<unsigned>(day.day()));
}

std::string shownName(const Round &round) { return round.label.empty() ? round.day : round.label + " (" + round.day + ")"; }

RoundComparison compareRounds(const Round &before, const Round &after) {
  Comparer comparer;
  const Operators old = operatorsOf(before), now = operatorsOf(after);
  const auto keyOf = [](const RoundOperator &op) { return std::pair<std::string_view, std::string_view>(op.manifest, op.name); };
  for (const RoundOperator &op : after.operators) comparer.compare(find(old, keyOf(op)), &op);
  for (const RoundOperator &op : before.operators) {
    if (!now.contains(keyOf(op))) comparer.compare(&op, nullptr);
  }
  return comparer.take();
}

}  // namespace tileport::workspace
