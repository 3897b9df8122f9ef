// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <map>

#include "report/parts/html.h"

namespace tileport::report {

namespace {

/// By line, one-based: the findings that stand there, the most severe first.
std::map<std::uint32_t, std::vector<std::size_t>> findingsByLine(const ShownPair &pair, align::Side side) {
  std::map<std::uint32_t, std::vector<std::size_t>> lines;
  for (std::size_t i = 0; i < pair.findings.size(); ++i) {
    if (!pair.findings[i].isDivergent()) continue;
    if (const workspace::SourcePlace *place = linkedSource(pair, pair.findings[i], side)) lines[place->line].push_back(i);
  }
  for (auto &[line, findings] : lines) {
    std::stable_sort(findings.begin(), findings.end(), [&pair](std::size_t a, std::size_t b) {
      return pair.findings[a].finding->severity > pair.findings[b].finding->severity;
    });
  }
  return lines;
}

std::string sourceHtml(const ShownPair &pair, std::size_t number, align::Side side) {
  const bool isReference = side == align::Side::Reference;
  const workspace::ReviewSide &shown = isReference ? pair.review()->reference : pair.review()->port;
  const std::string &name = isReference ? pair.review()->names.reference : pair.review()->names.port;
  std::string text = "<div class=\"frame source\"><h4>" + htmlText(name) + " <small>" +
                     (shown.source ? htmlText(shown.source->displayName) : std::string("no source")) + "</small></h4>";
  if (!shown.source) return text + element("p", "", shown.sourceNote) + "</div>";
  const auto findings = findingsByLine(pair, side);
  text += "<ol>";
  for (std::uint32_t line = 1; line <= shown.source->lineCount(); ++line) {
    const std::string id = sourceLineId(number, side, line), digits = std::to_string(line);
    const auto hit = findings.find(line);
    std::string cssClass, to = "<span></span>";
    if (hit != findings.end()) {
      const std::size_t first = hit->second.front();
      cssClass = " class=\"hit s-" + std::string(toText(pair.findings[first].finding->severity)) + "\"";
      to = "<a class=\"to\" href=\"#" + findingId(number, first) + "\" title=\"" + htmlText(pair.findings[first].title()) +
           "\" aria-label=\"finding " + std::to_string(first + 1) + "\">" + std::to_string(first + 1) + "</a>";
    }
    text += "<li id=\"" + id + "\"" + cssClass + "><a href=\"#" + id + "\" data-n=\"" + digits + "\" aria-label=\"line " + digits +
            "\"></a>" + to + "<code>" + htmlText(shown.source->line(LineIndex(line - 1))) + "</code></li>\n";
  }
  return text + "</ol></div>\n";
}

}  // namespace

std::string sourcesHtml(const ShownPair &pair, std::size_t number) {
  if (pair.review() == nullptr) return {};
  return "<h3 id=\"p" + std::to_string(number) + "-sources\">Sources</h3><div class=\"sources\">" +
         sourceHtml(pair, number, align::Side::Reference) + sourceHtml(pair, number, align::Side::Port) + "</div>\n";
}

}  // namespace tileport::report
