// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "workspace/operator_findings.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "triage/anchors.h"

namespace tileport::workspace {

namespace {

using triage::Verdict;

/// By anchor; several may have one.
using Known = std::unordered_multimap<std::string_view, KeptFindingPtr>;

Known knownOf(const VariantFindings *alike) {
  Known known;
  if (alike == nullptr) return known;
  for (const VariantFindings::One &one : alike->findings) known.emplace(one.finding->anchor, one.finding);
  return known;
}

void fillDivergence(KeptFinding &kept, const align::Alignment &alignment, const triage::Finding &finding) {
  if (*finding.divergence >= alignment.divergences.size()) return;
  const align::Divergence &divergence = alignment.divergences[*finding.divergence];
  kept.title = divergence.name;
  if (finding.difference >= divergence.differences.size()) return;
  const align::Difference &difference = divergence.differences[finding.difference];
  const std::string aspect(align::toText(difference.aspect));
  // The part's name often begins with its kind: "operand rhs".
  kept.title +=
      ": " + (difference.what.starts_with(aspect) ? difference.what : aspect + (difference.what.empty() ? "" : " " + difference.what));
  kept.reference = difference.reference;
  kept.port = difference.port;
}

KeptFinding keptOf(const align::Alignment &alignment, const triage::Finding &finding, const triage::Anchors &anchors) {
  KeptFinding kept{.anchor = finding.anchor,
                   .status = finding.status,
                   .severity = finding.severity,
                   .cause = finding.cause,
                   .owner = finding.owner,
                   .impact = finding.impact,
                   .rule = finding.rule,
                   .sentence = finding.sentence,
                   .undecidedBy = finding.undecidedBy,
                   .waiver = finding.waiver,
                   .covers = anchors.covered(finding)};
  if (finding.divergence) fillDivergence(kept, alignment, finding);
  else if (finding.equivalence && *finding.equivalence < alignment.equivalences.size())
    kept.title = "same by " + alignment.equivalences[*finding.equivalence].rule;
  return kept;
}

KeptFindingPtr shared(KeptFinding kept, const Known &known) {
  const auto [first, last] = known.equal_range(kept.anchor);
  const auto same = std::find_if(first, last, [&](const auto &each) { return *each.second == kept; });
  return same == last ? std::make_shared<const KeptFinding>(std::move(kept)) : same->second;
}

std::optional<std::uint32_t> narrow(const std::optional<std::size_t> &position) {
  return position ? std::optional(static_cast<std::uint32_t>(*position)) : std::nullopt;
}

/// What makes findings one. An anchor has no line end in it.
std::string keyOf(const KeptFinding &finding) {
  return finding.anchor.empty() ? "\n" + finding.title + "\n" + finding.reference + "\n" + finding.port : finding.anchor;
}

void add(OperatorFinding &finding, std::uint32_t variant, std::uint32_t position, const KeptFindingPtr &one) {
  if (finding.places.empty() || finding.places.back().variant != variant) ++finding.variants;
  finding.places.push_back({variant, position});
  if (one->waived()) ++finding.waived;
  finding.hasWaiver = finding.hasWaiver || one->waiver.has_value();
  if (!finding.finding || finding.finding->severity < one->severity) finding.finding = one;
}

/// Sorts, and tells the places where theirs went.
void sortFindings(OperatorFindings &all) {
  std::vector<std::uint32_t> order(all.findings.size()), rankOf(all.findings.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const OperatorFinding &left = all.findings[a], &right = all.findings[b];
    const auto gravity = [](const KeptFinding &of) {
      return std::tuple(of.severity, of.impact.result, of.impact.precision, of.impact.contract);
    };
    if (gravity(*left.finding) != gravity(*right.finding)) return gravity(*left.finding) > gravity(*right.finding);
    return left.variants > right.variants;
  });
  std::vector<OperatorFinding> sorted;
  sorted.reserve(order.size());
  for (std::uint32_t rank = 0; rank < order.size(); ++rank) {
    rankOf[order[rank]] = rank;
    sorted.push_back(std::move(all.findings[order[rank]]));
  }
  all.findings = std::move(sorted);
  for (std::vector<std::uint32_t> &of : all.findingOf)
    for (std::uint32_t &each : of) each = rankOf[each];
}

}  // namespace

VariantFindingsPtr variantFindings(const Result<ReviewPtr> &review, const VariantFindings *alike) {
  auto kept = std::make_shared<VariantFindings>();
  if (!review) {
    kept->refused = review.error().toString();
    return kept;
  }
  const Review &of = **review;
  kept->triageFile = triageFileOf(of.port);
  if (!of.triage) return kept;
  kept->verdict = of.triage->verdict;
  const triage::Anchors anchors(*of.alignment);
  const Known known = knownOf(alike);
  kept->findings.reserve(of.triage->findings.size());
  for (const triage::Finding &finding : of.triage->findings)
    kept->findings.push_back({shared(keptOf(*of.alignment, finding, anchors), known), narrow(finding.divergence),
                              narrow(finding.equivalence), static_cast<std::uint32_t>(finding.difference)});
  return kept;
}

OperatorFindingsPtr operatorFindings(std::vector<VariantFindingsPtr> variants) {
  auto all = std::make_shared<OperatorFindings>();
  all->variants = std::move(variants);
  all->findingOf.resize(all->variants.size());
  std::unordered_map<std::string, std::uint32_t> known;
  for (std::uint32_t variant = 0; variant < all->variants.size(); ++variant) {
    if (!all->variants[variant]) continue;
    const std::vector<VariantFindings::One> &findings = all->variants[variant]->findings;
    for (std::uint32_t position = 0; position < findings.size(); ++position) {
      const KeptFindingPtr &one = findings[position].finding;
      const auto [at, isNew] = known.try_emplace(keyOf(*one), static_cast<std::uint32_t>(all->findings.size()));
      if (isNew) all->findings.emplace_back();
      add(all->findings[at->second], variant, position, one);
      all->findingOf[variant].push_back(at->second);
    }
  }
  sortFindings(*all);
  return all;
}

std::size_t OperatorFindings::known() const {
  return static_cast<std::size_t>(std::count_if(variants.begin(), variants.end(), [](const auto &each) { return each != nullptr; }));
}

std::size_t OperatorFindings::refused() const {
  return static_cast<std::size_t>(
      std::count_if(variants.begin(), variants.end(), [](const auto &each) { return each && !each->refused.empty(); }));
}

std::size_t OperatorFindings::count(Verdict verdict) const {
  return static_cast<std::size_t>(
      std::count_if(variants.begin(), variants.end(), [verdict](const auto &each) { return each && each->verdict == verdict; }));
}

std::optional<Verdict> OperatorFindings::verdict() const {
  for (const Verdict each : {Verdict::FailFixable, Verdict::FailCompilerBug})
    if (count(each) > 0) return each;
  if (variants.empty() || known() < variants.size()) return std::nullopt;
  if (count(Verdict::Blocked) > 0 || refused() > 0) return Verdict::Blocked;
  if (count(Verdict::PassWithNotes) > 0) return Verdict::PassWithNotes;
  return count(Verdict::Pass) == variants.size() ? std::optional(Verdict::Pass) : std::nullopt;
}

std::vector<triage::CoveredPair> coversIn(const OperatorFindings &all, const OperatorFinding &finding, const std::filesystem::path &file) {
  using Keys = std::pair<std::string_view, std::string_view>;
  std::map<Keys, std::uint32_t> most;
  for (auto place = finding.places.begin(); place != finding.places.end();) {
    const std::uint32_t variant = place->variant;
    const bool lies = all.variants[variant]->triageFile == file;
    std::map<Keys, std::uint32_t> counts;
    for (; place != finding.places.end() && place->variant == variant; ++place) {
      const triage::CoveredPair &pair = all.at(*place).finding->covers;
      if (lies) ++counts[{pair.reference, pair.port}];
    }
    for (const auto &[keys, count] : counts) most[keys] = std::max(most[keys], count);
  }
  std::vector<triage::CoveredPair> covers;
  for (const auto &[keys, count] : most) covers.push_back({std::string(keys.first), std::string(keys.second), count});
  return covers;
}

}  // namespace tileport::workspace
