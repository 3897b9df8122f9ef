// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <set>

#include "report/parts/escape.h"
#include "report/parts/markdown_pair.h"
#include "report/parts/shown.h"

namespace tileport::report {

namespace {

using triage::Verdict;

std::string pairsText(const FindingGroup &group, std::size_t all) {
  if (all < 2) return {};
  if (group.pairs.size() == all) return "all " + std::to_string(all) + " variants";
  std::string text;
  constexpr std::size_t kMost = 4;
  for (std::size_t i = 0; i < std::min(group.pairs.size(), kMost); ++i)
    text += (i == 0 ? "" : "; ") + markdownText(group.pairs[i]->title());
  if (group.pairs.size() > kMost) text += " and " + std::to_string(group.pairs.size() - kMost) + " more";
  return text;
}

/// "**load_view_tko: hint sm_100.latency** at kernel.rs:12:5, in all 2 variants: what to do."
std::string itemText(const FindingGroup &group, std::size_t all) {
  const ShownFinding &shown = *group.finding;
  std::string text = "**" + markdownText(shown.title()) + "**";
  const auto &place = shown.portPlace ? shown.portPlace : shown.referencePlace;
  if (place) text += " at " + markdownText(placeText(*place));
  if (const std::string in = pairsText(group, all); !in.empty()) text += " (" + in + ")";
  return text + ": " + markdownText(shown.finding->sentence);
}

bool needsFix(const FindingGroup &group) {
  const triage::Finding &finding = *group.finding->finding;
  const bool isTheirs = finding.owner == triage::Owner::Kernel || finding.owner == triage::Owner::Host;
  const bool blocks = finding.severity == triage::Severity::Critical || finding.cause == triage::Cause::UserCode;
  return group.finding->isDivergent() && !finding.waived() && isTheirs && blocks;
}

/// With FAIL_FIXABLE there is something to do even where no single finding says so.
std::string actionItems(const std::vector<ShownPair> &pairs) {
  std::string text = "\n### Action Items\n\n";
  std::size_t number = 0;
  for (const FindingGroup &group : grouped(pairs)) {
    if (needsFix(group)) text += std::to_string(++number) + ". " + itemText(group, pairs.size()) + "\n";
  }
  for (const ShownPair &pair : pairs) {
    if (number > 0 || pair.verdict() != Verdict::FailFixable) continue;
    for (const std::string &reason : pair.triage->reasons) text += std::to_string(++number) + ". " + markdownText(reason) + "\n";
  }
  if (number == 0) text += "1. Look at each row of the Checklist Diff that is no match.\n";
  return text;
}

std::string knownGaps(const std::vector<ShownPair> &pairs) {
  std::string text = "\n### Known Gaps Accepted / Notes\n\n";
  const std::size_t before = text.size();
  for (const FindingGroup &group : grouped(pairs)) {
    const triage::Finding &finding = *group.finding->finding;
    if (!group.finding->isDivergent()) continue;
    text += "- " + itemText(group, pairs.size());
    if (finding.waived()) text += " " + waiverText(*finding.waiver);
    text += "\n";
  }
  std::set<std::string> told;
  for (const ShownPair &pair : pairs) {
    for (const std::string &each : pair.triage->assumptions) {
      if (told.insert(each).second) text += "- Assumed: " + markdownText(each) + "\n";
    }
    for (const std::string &each : pair.triage->reasons) {
      if (told.insert(each).second) text += "- " + markdownText(each) + "\n";
    }
  }
  if (text.size() == before) text += "- None is named.\n";
  return text;
}

std::string verdictSection(const Report &report, const std::vector<ShownPair> &pairs, Verdict verdict) {
  std::string text = "\n## Verdict\n\nVERDICT: " + std::string(toText(verdict)) + "\n";
  if (verdict == Verdict::FailFixable) text += "owner: " + std::string(toText(ownerOf(pairs))) + "\n";
  text += "\n";
  for (const ShownPair &pair : pairs) {
    for (const std::string &reason : pair.triage->reasons)
      text += "- " + (pairs.size() > 1 ? markdownText(pair.title()) + ": " : "") + markdownText(reason) + "\n";
  }
  for (const Unpaired &each : report.unpaired)
    text += "- " + markdownText(each.op + ": " + each.name) + " was compared with nothing: " + markdownText(each.reason) + "\n";
  if (pairs.empty()) text += "- UNDECIDED: nothing was compared\n";
  if (verdict == Verdict::Pass) text += "No divergence is left, and nothing is assumed.\n";
  if (verdict == Verdict::FailFixable) text += actionItems(pairs);
  if (verdict == Verdict::PassWithNotes) text += knownGaps(pairs);
  return text;
}

std::string overview(const std::vector<ShownPair> &pairs) {
  std::string text = "\n## Variants\n\n| Variant | Verdict | CRITICAL | WARN | INFO | Why |\n|---|---|---:|---:|---:|---|\n";
  for (const ShownPair &pair : pairs) {
    using triage::Severity;
    text += "| " + markdownText(pair.title()) + " | " + std::string(toText(pair.verdict()));
    for (const Severity each : {Severity::Critical, Severity::Warn, Severity::Info})
      text += " | " + std::to_string(pair.triage->count(each));
    text += " | " + (pair.triage->reasons.empty() ? "" : markdownText(pair.triage->reasons.front())) + " |\n";
  }
  text += "\n## Findings\n\n| Finding | Status | Severity | Cause | Owner | Variants |\n|---|---|---|---|---|---|\n";
  for (const FindingGroup &group : grouped(pairs)) {
    const triage::Finding &finding = *group.finding->finding;
    if (!group.finding->isDivergent()) continue;
    const std::string op = group.pairs.front()->pair->op;
    text += "| " + (op.empty() ? "" : markdownText(op) + ": ") + markdownText(group.finding->title()) + " | " +
            std::string(toText(finding.status)) + " | " + std::string(toText(finding.severity)) + " | " +
            std::string(toText(finding.cause)) + " | " + std::string(toText(finding.owner)) + " | " + pairsText(group, pairs.size()) +
            " |\n";
  }
  return text;
}

}  // namespace

std::string markdown(const Report &report) {
  const std::vector<ShownPair> pairs = shown(report);
  const Verdict verdict = worstOf(report, pairs);
  std::string text =
      "VERDICT: " + std::string(toText(verdict)) + "\n\n# IR diff report: " + markdownText(report.title) + "\n\nWritten by Tileport";
  if (!report.tool.empty()) text += " " + markdownText(report.tool);
  if (!report.date.empty()) text += " on " + markdownText(report.date);
  text += ".\n";
  if (pairs.size() == 1) {
    text += pairSections(pairs.front(), 2, verdict);
  } else {
    if (!pairs.empty()) text += overview(pairs);
    for (const ShownPair &pair : pairs) {
      text += "\n## Variant: " + markdownText(pair.title()) + "\n" + pairSections(pair, 3, verdict);
      text += "\n### Verdict\n\n**" + std::string(toText(pair.verdict())) + "**\n\n";
      for (const std::string &reason : pair.triage->reasons) text += "- " + markdownText(reason) + "\n";
    }
  }
  return text + verdictSection(report, pairs, verdict);
}

}  // namespace tileport::report
