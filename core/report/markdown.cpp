// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <set>

#include "report/parts/escape.h"
#include "report/parts/markdown_pair.h"
#include "report/parts/writers.h"

namespace tileport::report {

namespace {

using triage::Verdict;

std::string pairsText(const FindingGroup &group, const std::vector<KeptPair> &pairs) {
  const std::size_t all = pairs.size();
  if (all < 2) return {};
  if (group.pairs.size() == all) return "all " + std::to_string(all) + " variants";
  std::string text;
  constexpr std::size_t kMost = 4;
  for (std::size_t i = 0; i < std::min(group.pairs.size(), kMost); ++i)
    text += (i == 0 ? "" : "; ") + markdownText(pairs[group.pairs[i]].title);
  if (group.pairs.size() > kMost) text += " and " + std::to_string(group.pairs.size() - kMost) + " more";
  return text;
}

/// "**load_view_tko: hint sm_100.latency** at kernel.rs:12:5, in all 2 variants: what to do."
std::string itemText(const FindingGroup &group, const std::vector<KeptPair> &pairs) {
  std::string text = "**" + markdownText(group.title) + "**";
  if (!group.place.empty()) text += " at " + markdownText(group.place);
  if (const std::string in = pairsText(group, pairs); !in.empty()) text += " (" + in + ")";
  return text + ": " + markdownText(group.finding.sentence);
}

bool needsFix(const FindingGroup &group) {
  const triage::Finding &finding = group.finding;
  const bool isTheirs = finding.owner == triage::Owner::Kernel || finding.owner == triage::Owner::Host;
  const bool blocks = finding.severity == triage::Severity::Critical || finding.cause == triage::Cause::UserCode;
  return group.isDivergent && !finding.waived() && isTheirs && blocks;
}

/// With FAIL_FIXABLE there is something to do even where no single finding says so.
std::string actionItems(const Kept &kept) {
  std::string text = "\n### Action Items\n\n";
  std::size_t number = 0;
  for (const FindingGroup &group : kept.groups()) {
    if (needsFix(group)) text += std::to_string(++number) + ". " + itemText(group, kept.pairs()) + "\n";
  }
  for (const KeptPair &pair : kept.pairs()) {
    if (number > 0 || pair.verdict != Verdict::FailFixable) continue;
    for (const std::string &reason : pair.reasons) text += std::to_string(++number) + ". " + markdownText(reason) + "\n";
  }
  if (number == 0) text += "1. Look at each row of the Checklist Diff that is no match.\n";
  return text;
}

std::string knownGaps(const Kept &kept) {
  std::string text = "\n### Known Gaps Accepted / Notes\n\n";
  const std::size_t before = text.size();
  for (const FindingGroup &group : kept.groups()) {
    const triage::Finding &finding = group.finding;
    if (!group.isDivergent) continue;
    text += "- " + itemText(group, kept.pairs());
    if (finding.waived()) text += " " + waiverText(*finding.waiver);
    text += "\n";
  }
  std::set<std::string> told;
  for (const KeptPair &pair : kept.pairs()) {
    for (const std::string &each : pair.assumptions) {
      if (told.insert(each).second) text += "- Assumed: " + markdownText(each) + "\n";
    }
    for (const std::string &each : pair.reasons) {
      if (told.insert(each).second) text += "- " + markdownText(each) + "\n";
    }
  }
  if (text.size() == before) text += "- None is named.\n";
  return text;
}

std::string verdictSection(const Report &report, const Kept &kept, Verdict verdict) {
  const std::vector<KeptPair> &pairs = kept.pairs();
  std::string text = "\n## Verdict\n\nVERDICT: " + std::string(toText(verdict)) + "\n";
  if (verdict == Verdict::FailFixable) text += "owner: " + std::string(toText(kept.owner())) + "\n";
  text += "\n";
  for (const KeptPair &pair : pairs) {
    for (const std::string &reason : pair.reasons)
      text += "- " + (pairs.size() > 1 ? markdownText(pair.title) + ": " : "") + markdownText(reason) + "\n";
  }
  for (const Unpaired &each : report.unpaired)
    text += "- " + markdownText(each.op + ": " + each.name) + " was compared with nothing: " + markdownText(each.reason) + "\n";
  if (pairs.empty()) text += "- UNDECIDED: nothing was compared\n";
  if (verdict == Verdict::Pass) text += "No divergence is left, and nothing is assumed.\n";
  if (verdict == Verdict::FailFixable) text += actionItems(kept);
  if (verdict == Verdict::PassWithNotes) text += knownGaps(kept);
  return text;
}

std::string overview(const Kept &kept) {
  std::string text = "\n## Variants\n\n| Variant | Verdict | CRITICAL | WARN | INFO | Why |\n|---|---|---:|---:|---:|---|\n";
  for (const KeptPair &pair : kept.pairs()) {
    using triage::Severity;
    text += "| " + markdownText(pair.title) + " | " + std::string(toText(pair.verdict));
    for (const Severity each : {Severity::Critical, Severity::Warn, Severity::Info}) text += " | " + std::to_string(pair.count(each));
    text += " | " + (pair.reasons.empty() ? "" : markdownText(pair.reasons.front())) + " |\n";
  }
  text += "\n## Findings\n\n| Finding | Status | Severity | Cause | Owner | Variants |\n|---|---|---|---|---|---|\n";
  for (const FindingGroup &group : kept.groups()) {
    const triage::Finding &finding = group.finding;
    if (!group.isDivergent) continue;
    const std::string &op = kept.pairs()[group.pairs.front()].op;
    text += "| " + (op.empty() ? "" : markdownText(op) + ": ") + markdownText(group.title) + " | " + std::string(toText(finding.status)) +
            " | " + std::string(toText(finding.severity)) + " | " + std::string(toText(finding.cause)) + " | " +
            std::string(toText(finding.owner)) + " | " + pairsText(group, kept.pairs()) + " |\n";
  }
  return text;
}

/// Of the verdict of the whole report only this matters to a pair's sections.
constexpr std::array kChoices{Verdict::FailFixable, Verdict::Blocked, Verdict::Pass};

std::size_t choiceOf(Verdict verdict) { return verdict == Verdict::FailFixable ? 0 : verdict == Verdict::Blocked ? 1 : 2; }

class MarkdownWriter final : public Writer {
 public:
  MarkdownWriter(Report head, std::size_t pairs) : head_(std::move(head)), count_(pairs) {}

  std::vector<std::string> add(const Pair &pair) override {
    const ShownPair one = shown(pair);
    kept_.add(one);
    isWorst_ = isWorst_ || one.verdict() == kChoices.front();
    std::vector<std::string> texts{pairText(one, kChoices.front())};
    if (isWorst_) return texts;
    for (std::size_t i = 1; i < kChoices.size(); ++i) texts.push_back(pairText(one, kChoices[i]));
    if (texts[0] == texts[1] && texts[1] == texts[2]) texts.resize(1);
    return texts;
  }

  Ends finish() override {
    const Verdict verdict = kept_.worst(head_.unpaired.size());
    std::string text =
        "VERDICT: " + std::string(toText(verdict)) + "\n\n# IR diff report: " + markdownText(head_.title) + "\n\nWritten by Tileport";
    if (!head_.tool.empty()) text += " " + markdownText(head_.tool);
    if (!head_.date.empty()) text += " on " + markdownText(head_.date);
    text += ".\n";
    if (count_ > 1) text += overview(kept_);
    return {std::move(text), verdictSection(head_, kept_, verdict), choiceOf(verdict)};
  }

 private:
  std::string pairText(const ShownPair &pair, Verdict verdict) const {
    if (count_ == 1) return pairSections(pair, 2, verdict);
    std::string text = "\n## Variant: " + markdownText(pair.title()) + "\n" + pairSections(pair, 3, verdict);
    text += "\n### Verdict\n\n**" + std::string(toText(pair.verdict())) + "**\n\n";
    for (const std::string &reason : pair.triage->reasons) text += "- " + markdownText(reason) + "\n";
    return text;
  }

  Report head_;
  std::size_t count_;
  Kept kept_;
  bool isWorst_ = false;  ///< the report's verdict is the first of the choices, whatever comes
};

}  // namespace

std::unique_ptr<Writer> markdownWriter(Report head, std::size_t pairs) { return std::make_unique<MarkdownWriter>(std::move(head), pairs); }

}  // namespace tileport::report
