// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/parts/kept.h"

#include "report/parts/checks.h"

namespace tileport::report {

namespace {

int rank(triage::Verdict verdict) {
  switch (verdict) {
    case triage::Verdict::Pass: return 0;
    case triage::Verdict::PassWithNotes: return 1;
    case triage::Verdict::Blocked: return 2;
    case triage::Verdict::FailCompilerBug: return 3;
    case triage::Verdict::FailFixable: return 4;
  }
  return 4;
}

KeptPair keptOf(const ShownPair &pair) {
  KeptPair kept{.op = pair.pair->op, .title = pair.title(), .isRead = pair.review() != nullptr, .verdict = pair.verdict()};
  kept.owner = pair.triage->owner;
  kept.reasons = pair.triage->reasons;
  kept.assumptions = pair.triage->assumptions;
  for (const auto each : {triage::Severity::Info, triage::Severity::Warn, triage::Severity::Critical})
    kept.bySeverity[static_cast<std::size_t>(each)] = pair.triage->count(each);
  kept.findings = pair.findings.size();
  kept.impact = pair.impact();
  kept.undecidedWhy = undecidedWhy(pair);
  return kept;
}

std::vector<std::string> keyOf(const ShownPair &pair, const ShownFinding &shown) {
  const triage::Finding &finding = *shown.finding;
  std::vector<std::string> key{pair.pair->op,
                               finding.rule,
                               std::string(toText(finding.status)),
                               std::string(toText(finding.severity)),
                               std::string(toText(finding.cause)),
                               finding.waived() ? finding.waiver->author : ""};
  if (finding.anchor.empty()) key.insert(key.end(), {shown.title(), shown.reference, shown.port});
  else key.push_back(finding.anchor);
  return key;
}

FindingGroup groupOf(const ShownFinding &shown, std::size_t number) {
  FindingGroup group{.finding = *shown.finding, .title = shown.title(), .isDivergent = shown.isDivergent(), .number = number};
  group.finding.evidence.clear();
  if (const auto &place = shown.portPlace ? shown.portPlace : shown.referencePlace) group.place = placeText(*place);
  return group;
}

}  // namespace

void FindingCounts::add(const ShownFinding &shown) {
  if (!shown.isDivergent() && !shown.finding->waiver) return;
  ++severity[static_cast<std::size_t>(shown.finding->severity)];
  ++owner[static_cast<std::size_t>(shown.finding->owner)];
  ++cause[static_cast<std::size_t>(shown.finding->cause)];
}

Kept::Added Kept::add(const ShownPair &pair) {
  Added added{pairs_.size(), {}};
  pairs_.push_back(keptOf(pair));
  for (std::size_t number = 0; number < pair.findings.size(); ++number) {
    const ShownFinding &each = pair.findings[number];
    counts_.add(each);
    const auto [at, isNew] = known_.try_emplace(keyOf(pair, each), groups_.size());
    if (isNew) {
      added.newGroups.push_back(groups_.size());
      groups_.push_back(groupOf(each, number));
    }
    std::vector<std::uint32_t> &members = groups_[at->second].pairs;
    if (members.empty() || members.back() != added.pair) members.push_back(static_cast<std::uint32_t>(added.pair));
  }
  return added;
}

triage::Verdict Kept::worst(std::size_t unpaired) const {
  triage::Verdict worst = pairs_.empty() || unpaired > 0 ? triage::Verdict::Blocked : triage::Verdict::Pass;
  for (const KeptPair &each : pairs_) {
    if (rank(each.verdict) > rank(worst)) worst = each.verdict;
  }
  return worst;
}

triage::Owner Kept::owner() const {
  triage::Owner owner = triage::Owner::None;
  for (const KeptPair &each : pairs_) {
    if (each.verdict != triage::Verdict::FailFixable) continue;
    if (each.owner != triage::Owner::Host) return triage::Owner::Kernel;
    owner = triage::Owner::Host;
  }
  return owner;
}

}  // namespace tileport::report
