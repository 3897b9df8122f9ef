// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>

#include "report/parts/checks.h"
#include "report/parts/html.h"

namespace tileport::report {

namespace {

using triage::Cause;
using triage::Finding;
using triage::Owner;
using triage::Severity;

std::string valueHtml(const std::string &side, const std::string &value) {
  return "<dt>" + htmlText(side) + "</dt>" + (value.empty() ? "<dd class=\"absent\">absent</dd>" : element("dd", "", value));
}

std::string placesHtml(const ShownPair &pair, std::size_t number, const ShownFinding &shown) {
  std::string text;
  if (shown.row) text += "<a href=\"#" + rowId(number, *shown.row) + "\">in the programs</a>";
  for (const align::Side side : {align::Side::Reference, align::Side::Port}) {
    const auto &place = side == align::Side::Reference ? shown.referencePlace : shown.portPlace;
    if (!place || !place->source) continue;
    const std::string name = htmlText(placeText(*place->source));
    if (linkedSource(pair, shown, side) != nullptr)
      text += "<a class=\"mono\" href=\"#" + sourceLineId(number, side, place->source->line) + "\">" + name + "</a>";
    else text += "<span class=\"mono\">" + name + "</span>";
  }
  return "<span class=\"places\">" + text + "</span>";
}

std::string waiverHtml(const Finding &finding) {
  if (!finding.waiver) return {};
  const triage::Waiver &waiver = *finding.waiver;
  const std::string name = waiver.author.empty() ? "somebody without a name" : waiver.author;
  std::string text = "<div class=\"waiver" + std::string(waiver.lapsed ? " lapsed" : "") + "\">" +
                     chip(waiver.lapsed ? "" : "s-WARN", waiver.lapsed ? "waiver lapsed" : "WAIVED") + " by <b>" + htmlText(name) + "</b>";
  if (!waiver.date.empty()) text += " on " + htmlText(waiver.date);
  if (!waiver.classification.empty()) text += " as " + htmlText(waiver.classification);
  if (!waiver.note.empty()) text += ": " + htmlText(waiver.note);
  if (waiver.lapsed) text += ". It counts for nothing: " + htmlText(orUnknown(waiver.lapsedWhy));
  return text + "</div>";
}

std::string factHtml(const char *name, std::string_view value) { return "<dt>" + std::string(name) + "</dt>" + element("dd", "", value); }

std::string impactText(const triage::Impact &impact) {
  std::string text;
  for (const auto &[name, reach] : partsOf(impact)) {
    if (reach == triage::Reach::None) continue;
    text += (text.empty() ? "" : ", ") + std::string(name) + " " + std::string(toText(reach));
  }
  return text.empty() ? "none" : text;
}

std::string findingHtml(const ShownPair &pair, std::size_t number, std::size_t position) {
  const ShownFinding &shown = pair.findings[position];
  const Finding &finding = *shown.finding;
  const std::string severity(toText(finding.severity));
  const workspace::SideNames names = pair.review()->names;
  std::string text = "<article class=\"finding s-" + severity + " o-" + std::string(toText(finding.owner)) + " c-" +
                     std::string(toText(finding.cause)) + "\" id=\"" + findingId(number, position) +
                     "\"><div class=\"head\"><span class=\"no\">" + std::to_string(position + 1) + "</span>" +
                     chip("s-" + severity, severity) + chip("", toText(finding.status)) + element("b", "", shown.title()) +
                     placesHtml(pair, number, shown) + "</div><div><dl class=\"values\">" + valueHtml(names.reference, shown.reference) +
                     valueHtml(names.port, shown.port) + "</dl>" + element("p", "say", finding.sentence);
  if (!finding.evidence.empty()) {
    text += "<ul class=\"proof\">";
    for (const triage::Evidence &each : finding.evidence) text += element("li", "", evidenceText(each));
    text += "</ul>";
  }
  text += "</div><dl class=\"facts\">" + factHtml("cause", toText(finding.cause)) + factHtml("owner", toText(finding.owner)) +
          factHtml("impact", impactText(finding.impact)) + factHtml("rule", finding.rule);
  if (!finding.undecidedBy.empty()) text += factHtml("decided by", finding.undecidedBy);
  return text + "</dl>" + waiverHtml(finding) + "</article>\n";
}

/// Equivalences that no finding of the list speaks of stay folded: there may be hundreds.
std::string equivalencesHtml(const ShownPair &pair, std::size_t number) {
  std::string rows;
  std::size_t count = 0;
  for (std::size_t i = 0; i < pair.findings.size(); ++i) {
    const ShownFinding &shown = pair.findings[i];
    if (shown.isDivergent() || shown.finding->waiver) continue;
    ++count;
    std::string conditions;
    if (shown.finding->equivalence && *shown.finding->equivalence < pair.review()->alignment->equivalences.size()) {
      for (const align::Condition &each : pair.review()->alignment->equivalences[*shown.finding->equivalence].conditions)
        conditions += (conditions.empty() ? "" : "; ") + each.text;
    }
    const std::string name =
        shown.row ? "<a href=\"#" + rowId(number, *shown.row) + "\">" + htmlText(shown.name) + "</a>" : htmlText(shown.name);
    rows += "<tr id=\"" + findingId(number, i) + "\"><td>" + name + "</td>" + element("td", "mono", shown.reference) +
            element("td", "mono", shown.port) + element("td", "", conditions.empty() ? "always" : "where " + conditions) +
            element("td", "", shown.finding->sentence) + "</tr>\n";
  }
  if (count == 0) return {};
  return "<details class=\"more\"><summary>" + plural(count, "equivalence") +
         " seen through <small>\xC2\xB7 other ops that compute the same</small></summary><div><table "
         "class=\"list\"><thead><tr><th>Rule</th>"
         "<th>Reference</th><th>Port</th><th>Holds</th><th>What it means</th></tr></thead><tbody>\n" +
         rows + "</tbody></table></div></details>\n";
}

std::string assumptionsHtml(const ShownPair &pair) {
  if (pair.triage->assumptions.empty()) return {};
  std::string text = "<details class=\"more\" open><summary>" + plural(pair.triage->assumptions.size(), "assumption") +
                     " <small>\xC2\xB7 nothing in the programs proves them, so the verdict is PASS_WITH_NOTES at "
                     "most</small></summary><div><ul class=\"assumed\">";
  for (const std::string &each : pair.triage->assumptions) text += element("li", "", each);
  return text + "</ul></div></details>\n";
}

template <class Word, std::size_t kCount>
std::string boxesHtml(const char *title, std::initializer_list<Word> words, const std::array<std::size_t, kCount> &counts) {
  std::string text = "<fieldset><legend>" + std::string(title) + "</legend>";
  std::size_t kinds = 0;
  for (const Word word : words) {
    const std::size_t count = counts[static_cast<std::size_t>(word)];
    if (count == 0) continue;
    const std::string name(toText(word));
    ++kinds;
    text += "<label><input type=\"checkbox\" id=\"f-" + name + "\" checked autocomplete=\"off\">" + name + " <span class=\"count\">" +
            std::to_string(count) + "</span></label>";
  }
  // Where all are of one kind there is nothing to choose.
  return kinds < 2 ? "" : text + "</fieldset>";
}

}  // namespace

std::string filtersHtml(const FindingCounts &counts) {
  const std::string boxes =
      boxesHtml("Severity", {Severity::Critical, Severity::Warn, Severity::Info}, counts.severity) +
      boxesHtml("Owner", {Owner::Kernel, Owner::Host, Owner::Compiler, Owner::None}, counts.owner) +
      boxesHtml("Cause", {Cause::UserCode, Cause::DslLimitation, Cause::CompilerBug, Cause::SemanticEquiv, Cause::Undecided}, counts.cause);
  if (boxes.empty()) return {};
  return "<div class=\"filters\">" + boxes + "<span class=\"shown\" role=\"status\"></span></div>\n";
}

std::string findingsHtml(const ShownPair &pair, std::size_t number, bool isAlone) {
  if (pair.review() == nullptr) return {};
  std::string text = "<h3 id=\"p" + std::to_string(number) + "-findings\">Findings</h3>";
  std::string list;
  for (std::size_t i = 0; i < pair.findings.size(); ++i) {
    if (pair.findings[i].isDivergent() || pair.findings[i].finding->waiver) list += findingHtml(pair, number, i);
  }
  if (isAlone) {
    FindingCounts counts;
    for (const ShownFinding &each : pair.findings) counts.add(each);
    text += filtersHtml(counts);
  }
  text += list.empty() ? "<p class=\"empty\">No divergence.</p>" : "<div class=\"findings\">" + list + "</div>\n";
  return text + equivalencesHtml(pair, number) + assumptionsHtml(pair);
}

const workspace::SourcePlace *linkedSource(const ShownPair &pair, const ShownFinding &finding, align::Side side) {
  const bool isReference = side == align::Side::Reference;
  const auto &place = isReference ? finding.referencePlace : finding.portPlace;
  const auto &shown = isReference ? pair.review()->reference : pair.review()->port;
  if (!place || !place->source || !shown.source || place->source->file != shown.source->displayName) return nullptr;
  return place->source->line <= shown.source->lineCount() ? &*place->source : nullptr;
}

}  // namespace tileport::report
