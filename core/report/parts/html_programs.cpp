// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "report/parts/html.h"
#include "tileir/program_reader.h"

namespace tileport::report {

namespace {

using align::Row;
using align::RowKind;

// Equal rows around a divergence that are never folded, and how many more make folding worth it.
constexpr std::size_t kContext = 4;
constexpr std::size_t kLeastFolded = 8;
// A browser gets slow with more; then only what is near a divergence is on the page.
constexpr std::size_t kMostRows = 20'000;

struct Sign {
  std::string_view cssClass, sign, word;
};

Sign signOf(const Row &row) {
  switch (row.kind) {
    case RowKind::Same: return row.reference && row.port ? Sign{"k-same", "", ""} : Sign{"k-same", "=", "the same, on another row"};
    case RowKind::Differs: return {"k-differs", "~", "differs"};
    case RowKind::Missing: return {"k-missing", "\xE2\x88\x92", "missing"};
    case RowKind::Extra: return {"k-extra", "+", "extra"};
    case RowKind::Noise: return {"k-noise", "\xC2\xB7", "without meaning"};
  }
  return {"k-same", "", ""};
}

std::string_view classOf(tileir::SpanKind kind) {
  using tileir::SpanKind;
  switch (kind) {
    case SpanKind::Mnemonic: return "m";
    case SpanKind::ResultType:
    case SpanKind::OperandType: return "t";
    case SpanKind::Attribute:
    case SpanKind::Hints: return "a";
    case SpanKind::Symbol: return "y";
    case SpanKind::Result:
    case SpanKind::Operand:
    case SpanKind::Argument:
    case SpanKind::Location: return "";
  }
  return "";
}

/// One side's lines: text with its parts coloured and what differs marked.
class Lines {
 public:
  Lines(const tileir::Program &program, const align::Alignment &alignment, std::vector<TextMark> align::Difference::*which)
      : listing_(program.listing()), marks_(listing_.lineCount()) {
    for (const align::Divergence &divergence : alignment.divergences) {
      for (const align::Difference &difference : divergence.differences) {
        for (const TextMark &mark : difference.*which) {
          if (mark.line.valid() && mark.line.index() < marks_.size()) marks_[mark.line.index()].push_back(mark.columns);
        }
      }
    }
  }

  std::string html(LineIndex line) const {
    const std::string_view text = listing_.line(line);
    std::vector<std::string_view> classes(text.size());
    std::vector<bool> marked(text.size(), false);
    for (std::uint32_t i = listing_.spanStarts[line.index()]; i < listing_.spanStarts[line.index() + 1]; ++i) {
      const tileir::Span &span = listing_.spans[i];
      for (std::size_t at = span.columns.begin; at < std::min<std::size_t>(span.columns.end, text.size()); ++at)
        classes[at] = classOf(span.kind);
    }
    for (const ColumnRange &columns : marks_[line.index()]) {
      for (std::size_t at = columns.begin; at < std::min<std::size_t>(columns.end, text.size()); ++at) marked[at] = true;
    }
    return pieces(text, classes, marked);
  }

 private:
  static std::string pieces(std::string_view text, const std::vector<std::string_view> &classes, const std::vector<bool> &marked) {
    std::string result;
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = begin + 1;
      while (end < text.size() && classes[end] == classes[begin] && marked[end] == marked[begin]) ++end;
      const bool opens = marked[begin] && (begin == 0 || !marked[begin - 1]);
      const bool closes = marked[begin] && (end == text.size() || !marked[end]);
      if (opens) result += "<mark>";
      const std::string piece = htmlText(text.substr(begin, end - begin));
      result += classes[begin].empty() ? piece : "<span class=\"" + std::string(classes[begin]) + "\">" + piece + "</span>";
      if (closes) result += "</mark>";
      begin = end;
    }
    return result;
  }

  const tileir::Listing &listing_;
  std::vector<std::vector<ColumnRange>> marks_;
};

class Table {
 public:
  Table(const ShownPair &pair, std::size_t number)
      : review_(*pair.review()),
        rows_(review_.sideBySide.rows),
        number_(number),
        reference_(*review_.reference.program, *review_.alignment, &align::Difference::referenceMarks),
        port_(*review_.port.program, *review_.alignment, &align::Difference::portMarks),
        findingOf_(review_.alignment->divergences.size()),
        stopped_(review_.alignment->divergences.size(), false),
        isTarget_(rows_.size(), false) {
    for (std::size_t i = 0; i < pair.findings.size(); ++i) {
      const ShownFinding &shown = pair.findings[i];
      if (shown.row && *shown.row < rows_.size()) isTarget_[*shown.row] = true;
      const auto &divergence = shown.finding->divergence;
      if (divergence && *divergence < findingOf_.size() && !findingOf_[*divergence]) findingOf_[*divergence] = i;
    }
  }

  std::string html() {
    std::string text =
        "<div class=\"frame\"><table class=\"rows\"><colgroup><col class=\"ln\"><col class=\"sg\"><col><col class=\"ln\"><col "
        "class=\"sg\"><col>"
        "</colgroup><thead><tr>" +
        title(review_.names.reference, review_.reference) + title(review_.names.port, review_.port) + "</tr></thead>\n";
    for (std::size_t begin = 0; begin < rows_.size();) {
      const std::size_t end = endOfRun(begin);
      text += isQuiet(begin) ? quiet(begin, end) : body(begin, end, "");
      begin = end;
    }
    return text + "</table></div>\n";
  }

 private:
  static std::string title(const std::string &name, const workspace::ReviewSide &side) {
    return "<th colspan=\"3\" scope=\"colgroup\">" + htmlText(name) + " <small>" +
           htmlText(tileir::shownName(side.programPath.filename())) + "</small></th>";
  }

  bool isQuiet(std::size_t row) const {
    const bool isDivergent = rows_[row].kind != RowKind::Same && rows_[row].kind != RowKind::Noise;
    return !isDivergent && !isTarget_[row] && !rows_[row].divergence;
  }

  std::size_t endOfRun(std::size_t begin) const {
    std::size_t end = begin + 1;
    while (end < rows_.size() && isQuiet(end) == isQuiet(begin)) ++end;
    return end;
  }

  std::string quiet(std::size_t begin, std::size_t end) {
    const std::size_t first = begin == 0 ? begin : std::min(end, begin + kContext);
    const std::size_t last = end == rows_.size() ? end : std::max(first, end - std::min(end, kContext));
    if (last < first + kLeastFolded) return body(begin, end, "");
    std::string text = body(begin, first, "");
    if (rows_.size() > kMostRows)
      text += "<tbody class=\"cut\"><tr><td colspan=\"6\">" + plural(last - first, "row") +
              " without a divergence left out, for the size of the page</td></tr></tbody>\n";
    else text += body(first, last, " class=\"run\"");
    return text + body(last, end, "");
  }

  std::string body(std::size_t begin, std::size_t end, const std::string &attributes) {
    if (begin == end) return {};
    std::string text = "<tbody" + attributes + ">\n";
    for (std::size_t i = begin; i < end; ++i) text += rowHtml(i);
    return text + "</tbody>\n";
  }

  std::string rowHtml(std::size_t at) {
    const Row &row = rows_[at];
    const Sign sign = signOf(row);
    std::string cssClass(sign.cssClass);
    std::optional<std::size_t> finding;
    if (row.divergence && *row.divergence < findingOf_.size()) {
      finding = findingOf_[*row.divergence];
      if (!stopped_[*row.divergence]) cssClass += " stop";
      stopped_[*row.divergence] = true;
    }
    const bool isNamed = isTarget_[at] || row.divergence.has_value();
    return "<tr class=\"" + cssClass + "\"" + (isNamed ? " id=\"" + rowId(number_, at) + "\"" : "") + ">" +
           side(row.reference, reference_, sign, finding) + side(row.port, port_, sign, finding) + "</tr>\n";
  }

  std::string side(const std::optional<LineIndex> &line, const Lines &lines, const Sign &sign, std::optional<std::size_t> finding) const {
    if (!line) return "<td class=\"ln\"></td><td class=\"sg\"></td><td class=\"tx\"></td>";
    std::string mark(sign.sign);
    if (!sign.word.empty())
      mark =
          "<span title=\"" + std::string(sign.word) + "\">" + mark + "<span class=\"unseen\"> " + std::string(sign.word) + "</span></span>";
    if (finding && !sign.word.empty()) mark = "<a href=\"#" + findingId(number_, *finding) + "\">" + mark + "</a>";
    return "<td class=\"ln\" data-n=\"" + std::to_string(line->value + 1) + "\"></td><td class=\"sg\">" + mark + "</td><td class=\"tx\">" +
           lines.html(*line) + "</td>";
  }

  const workspace::Review &review_;
  const std::vector<Row> &rows_;
  std::size_t number_;
  Lines reference_, port_;
  std::vector<std::optional<std::size_t>> findingOf_;  ///< by divergence: its first finding
  std::vector<bool> stopped_;                          ///< by divergence: a row of it has been written
  std::vector<bool> isTarget_;                         ///< by row: a link leads there
};

}  // namespace

std::string programsHtml(const ShownPair &pair, std::size_t number) {
  if (pair.review() == nullptr) return {};
  return "<section><h3 id=\"p" + std::to_string(number) +
         "-programs\">Programs</h3><div class=\"legend\"><span><b>~</b>differs</span><span><b>\xE2\x88\x92</b>only in the reference</span>"
         "<span><b>+</b>only in the port</span><span><b>=</b>the same, on another row</span><span><b>\xC2\xB7</b>without meaning</span>"
         "<span class=\"tools\"><button type=\"button\" class=\"unfold\" hidden>Show every row</button></span></div>" +
         Table(pair, number).html() + "</section>\n";
}

}  // namespace tileport::report
