// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/parts/html.h"

#include <algorithm>

#include "report/page/page.h"
#include "report/parts/checks.h"
#include "report/parts/writers.h"
#include "tileir/program_reader.h"

namespace tileport::report {

namespace {

using triage::Verdict;

std::string verdictClass(Verdict verdict) { return "v-" + std::string(toText(verdict)); }

std::string leadText(Verdict verdict, triage::Owner owner) {
  switch (verdict) {
    case Verdict::Pass: return "The port is the same tile program as its reference.";
    case Verdict::PassWithNotes: return "The port can be taken, with what is noted below.";
    case Verdict::FailFixable:
      return "The port is not the same as its reference. " +
             std::string(owner == triage::Owner::Host ? "Whoever owns the host side mends it." : "Whoever owns the kernel mends it.");
    case Verdict::FailCompilerBug: return "The port asks for the right thing, and the compiler makes something else of it.";
    case Verdict::Blocked: return "It is not decided whether the port is the same, so it must not be taken for it.";
  }
  return {};
}

std::string impactsHtml(const triage::Impact &impact, Verdict verdict) {
  // Where nothing is decided, nothing is known to have no effect.
  std::string text = "<dl class=\"impacts\" aria-label=\"Impact\">";
  for (const auto &[name, reach] : partsOf(impact)) {
    const bool isOpen = verdict == Verdict::Blocked && reach == triage::Reach::None;
    const std::string_view word = isOpen ? "possible" : toText(reach);
    std::string title(name);
    title[0] = static_cast<char>(title[0] - 'a' + 'A');
    text += "<div class=\"impact " + std::string(word) + "\"><dt>" + title + "</dt><dd>" + std::string(isOpen ? "not decided" : word) +
            "</dd></div>";
  }
  return text + "</dl>";
}

std::string whyHtml(const std::vector<std::string> &reasons) {
  if (reasons.empty()) return {};
  std::string text = "<ul class=\"why\">";
  for (const std::string &each : reasons) text += element("li", "", each);
  return text + "</ul>";
}

/// The reasons of one pair, or how many pairs have which verdict.
std::vector<std::string> reasonsOf(const Report &report, const std::vector<KeptPair> &pairs) {
  std::vector<std::string> reasons;
  if (pairs.size() == 1) reasons = pairs.front().reasons;
  if (pairs.size() > 1) {
    for (const Verdict each : {Verdict::FailFixable, Verdict::FailCompilerBug, Verdict::Blocked, Verdict::PassWithNotes, Verdict::Pass}) {
      const auto count = static_cast<std::size_t>(
          std::count_if(pairs.begin(), pairs.end(), [each](const KeptPair &pair) { return pair.verdict == each; }));
      if (count > 0) reasons.push_back(std::to_string(count) + " of " + plural(pairs.size(), "variant") + ": " + std::string(toText(each)));
    }
  }
  if (pairs.empty()) reasons.emplace_back("UNDECIDED: nothing was compared");
  for (const Unpaired &each : report.unpaired) reasons.push_back(each.op + ": " + each.name + " was compared with nothing: " + each.reason);
  return reasons;
}

std::string heroHtml(const Report &report, const Kept &kept, Verdict verdict) {
  triage::Impact all;
  for (const KeptPair &each : kept.pairs()) {
    const triage::Impact &one = each.impact;
    all = {std::max(all.result, one.result), std::max(all.precision, one.precision), std::max(all.contract, one.contract),
           std::max(all.performance, one.performance)};
  }
  return "<section class=\"hero\" aria-label=\"Verdict\"><div>" + element("h1", "", report.title) + "<p class=\"verdict " +
         verdictClass(verdict) + "\">" + std::string(toText(verdict)) + "</p>" + element("p", "lead", leadText(verdict, kept.owner())) +
         whyHtml(reasonsOf(report, kept.pairs())) + "</div>" + impactsHtml(all, verdict) + "</section>\n";
}

std::string countCell(std::size_t count) {
  return "<td class=\"n" + std::string(count == 0 ? " zero" : "") + "\">" + std::to_string(count) + "</td>";
}

std::string groupsHtml(const Kept &kept) {
  std::string rows;
  for (const FindingGroup &group : kept.groups()) {
    if (!group.isDivergent) continue;
    const triage::Finding &finding = group.finding;
    const std::size_t pair = group.pairs.front();
    const std::string &op = kept.pairs()[pair].op;
    rows += "<tr><td>" + chip("s-" + std::string(toText(finding.severity)), toText(finding.severity)) + "</td><td>" +
            (op.empty() ? "" : htmlText(op) + ": ") + "<a href=\"#" + findingId(pair, group.number) + "\"><code>" + htmlText(group.title) +
            "</code></a></td><td>" + std::string(toText(finding.cause)) + "</td><td>" + std::string(toText(finding.owner)) +
            "</td><td class=\"n\">" + std::to_string(group.pairs.size()) + "</td></tr>\n";
  }
  if (rows.empty()) return rows;
  return "<h3>Findings across variants</h3><table class=\"list\"><thead><tr><th>Severity</th><th>Finding</th><th>Cause</th><th>Owner</th>"
         "<th class=\"n\">Variants</th></tr></thead><tbody>\n" +
         rows + "</tbody></table>\n";
}

std::string overviewHtml(const Kept &kept) {
  const std::vector<KeptPair> &pairs = kept.pairs();
  if (pairs.size() < 2) return {};
  std::string text =
      "<h3 id=\"variants\">Variants</h3><table class=\"list\"><thead><tr><th>Variant</th><th>Verdict</th><th class=\"n\">Critical</th>"
      "<th class=\"n\">Warn</th><th class=\"n\">Info</th><th>Why</th></tr></thead><tbody>\n";
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const KeptPair &pair = pairs[i];
    text += "<tr><td><a href=\"#p" + std::to_string(i) + "\">" + htmlText(pair.title) + "</a></td><td>" +
            chip(verdictClass(pair.verdict), toText(pair.verdict)) + "</td>";
    for (const auto each : {triage::Severity::Critical, triage::Severity::Warn, triage::Severity::Info})
      text += countCell(pair.count(each));
    text += element("td", "", pair.reasons.empty() ? "" : pair.reasons.front()) + "</tr>\n";
  }
  return text + "</tbody></table>\n" + groupsHtml(kept);
}

std::string sideHtml(const std::string &name, const workspace::ReviewSide &side) {
  const tileir::Version version = side.program->version();
  return "<div><dt>" + htmlText(name) + "</dt><dd><code>" + htmlText(tileir::shownName(side.programPath.filename())) + "</code>, " +
         htmlText(orUnknown(side.frontEnd)) + ", version " + std::to_string(version.major) + "." + std::to_string(version.minor) + ", " +
         plural(side.program->opCount(), "op") + "</dd></div>";
}

std::string certificateText(const triage::Triage &triage) {
  if (triage.certifiedSteps) return plural(*triage.certifiedSteps, "step") + " replayed by the checker";
  return "none: " + orUnknown(triage.uncertifiedWhy);
}

std::string compiledHtml(const workspace::Review &review) {
  if (!review.compiled) return {};
  const evidence::CompiledPair &compiled = *review.compiled;
  std::string text;
  for (const auto &[name, side] : {std::pair(review.names.reference, &compiled.reference), std::pair(review.names.port, &compiled.port)})
    text += "<div>" + element("dt", "", compiled.tool + ", " + compiled.gpuName) + element("dd", "", name + ": " + compiledText(*side)) +
            "</div>";
  return text;
}

std::string inputsHtml(const ShownPair &pair) {
  const workspace::Review *review = pair.review();
  if (review == nullptr) return {};
  std::string text = "<dl class=\"sides\">" + sideHtml(review->names.reference, review->reference) +
                     sideHtml(review->names.port, review->port) + "<div><dt>policy</dt>" +
                     element("dd", "", orUnknown(pair.triage->policy)) + "</div><div><dt>certificate</dt>" +
                     element("dd", "", certificateText(*pair.triage)) + "</div>" + compiledHtml(*review) + "</dl>";
  const auto own = review->ownSpecialisation();
  if (!own.empty() || !review->specialisationNote.empty()) {
    text +=
        "<div class=\"tell\"><b>The two sides are not known to be compiled for the same thing.</b> A divergence can follow from that.<ul>";
    for (const auto &each : own) text += element("li", "", each.sentence);
    if (!review->specialisationNote.empty()) text += element("li", "", review->specialisationNote);
    text += "</ul></div>";
  }
  if (const std::string why = undecidedWhy(pair); !why.empty())
    text +=
        "<div class=\"tell\"><b>Not compared to the end:</b> " + htmlText(why) + ". What is not listed must not be taken for equal.</div>";
  return text;
}

std::string pairBody(const ShownPair &pair, std::size_t number, bool isAlone) {
  return inputsHtml(pair) + findingsHtml(pair, number, isAlone) + programsHtml(pair, number) + sourcesHtml(pair, number);
}

std::string pairHtml(const ShownPair &pair, std::size_t number, bool isAlone) {
  if (isAlone) return "<section class=\"pair\" id=\"p0\">" + pairBody(pair, 0, true) + "</section>\n";
  return "<details class=\"pair\" id=\"p" + std::to_string(number) + "\"><summary>" + element("h2", "", pair.title()) +
         chip(verdictClass(pair.verdict()), toText(pair.verdict())) + "<span class=\"what\">" + plural(pair.findings.size(), "finding") +
         "</span></summary>" + (pair.review() == nullptr ? whyHtml(pair.triage->reasons) : "") + pairBody(pair, number, false) +
         "</details>\n";
}

std::string barHtml(const Report &report, std::size_t pairs, Verdict verdict) {
  std::string text = "<header class=\"bar\"><div class=\"name\"><span class=\"brand\">Tileport</span>" + htmlText(report.title) + "</div>" +
                     chip(verdictClass(verdict), toText(verdict));
  text += "<nav aria-label=\"On this page\">";
  if (pairs == 1) text += "<a href=\"#p0-findings\">Findings</a><a href=\"#p0-programs\">Programs</a><a href=\"#p0-sources\">Sources</a>";
  else text += "<a href=\"#variants\">Variants</a>";
  return text +
         "</nav><div class=\"walk\" hidden><button type=\"button\" class=\"previous\" title=\"previous divergence (p)\" "
         "aria-label=\"previous divergence\">\xE2\x86\x91</button><output></output><button type=\"button\" class=\"next\" "
         "title=\"next divergence (n)\" aria-label=\"next divergence\">\xE2\x86\x93</button></div></header>\n";
}

class HtmlWriter final : public Writer {
 public:
  HtmlWriter(Report head, std::size_t pairs) : head_(std::move(head)), count_(pairs) {}

  std::vector<std::string> add(const Pair &pair) override {
    const ShownPair one = shown(pair);
    const std::size_t number = kept_.add(one).pair;
    return {pairHtml(one, number, count_ == 1)};
  }

  Ends finish() override {
    const Verdict verdict = kept_.worst(head_.unpaired.size());
    std::string before =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" "
        "content=\"default-src 'none'; style-src '";
    before += pageStyleHash();
    before += "'; script-src '";
    before += pageScriptHash();
    before +=
        "'; base-uri 'none'; form-action 'none'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"referrer\" content=\"no-referrer\">\n";
    before += element("title", "", std::string(toText(verdict)) + ": " + head_.title) + "\n<style>";
    before += pageStyle();
    before += "</style>\n</head>\n<body>\n" + barHtml(head_, count_, verdict) + "<main>\n" + heroHtml(head_, kept_, verdict) +
              overviewHtml(kept_) + (count_ == 1 ? "" : filtersHtml(kept_.counts()));
    std::string after = "<footer><span>Tileport " + htmlText(head_.tool) + (head_.date.empty() ? "" : ", " + htmlText(head_.date)) +
                        "</span><span><kbd>n</kbd> <kbd>p</kbd> next and previous divergence</span></footer>\n</main>\n<script>";
    after += pageScript();
    after += "</script>\n</body>\n</html>\n";
    return {std::move(before), std::move(after)};
  }

 private:
  Report head_;
  std::size_t count_;
  Kept kept_;
};

}  // namespace

std::string element(std::string_view name, std::string_view cssClass, std::string_view text) {
  std::string result = "<" + std::string(name);
  if (!cssClass.empty()) result += " class=\"" + std::string(cssClass) + "\"";
  return result + ">" + htmlText(text) + "</" + std::string(name) + ">";
}

std::string chip(std::string_view cssClass, std::string_view word) { return element("span", "chip " + std::string(cssClass), word); }

std::string findingId(std::size_t pair, std::size_t finding) { return "p" + std::to_string(pair) + "-f" + std::to_string(finding + 1); }

std::string rowId(std::size_t pair, std::size_t row) { return "p" + std::to_string(pair) + "-r" + std::to_string(row + 1); }

std::string sourceLineId(std::size_t pair, align::Side side, std::uint32_t line) {
  return "p" + std::to_string(pair) + (side == align::Side::Reference ? "-s0-L" : "-s1-L") + std::to_string(line);
}

std::unique_ptr<Writer> htmlWriter(Report head, std::size_t pairs) { return std::make_unique<HtmlWriter>(std::move(head), pairs); }

}  // namespace tileport::report
