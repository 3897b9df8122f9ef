// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/check_diff_report.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>

#include "report/parts/markdown_document.h"

namespace tileport::report {

namespace {

using Kind = MarkdownLine::Kind;

constexpr std::array<std::string_view, 5> kVerdicts{"PASS", "PASS_WITH_NOTES", "FAIL_FIXABLE", "FAIL_COMPILER_BUG", "BLOCKED"};
constexpr std::array<std::string_view, 5> kStatuses{"MATCH", "SEMANTIC_EQUIV", "DIFFERS", "MISSING", "EXTRA"};
constexpr std::array<std::string_view, 3> kSeverities{"CRITICAL", "WARN", "INFO"};
constexpr std::array<std::string_view, 5> kCauses{"user_code", "dsl_limitation", "compiler_bug", "semantic_equiv", "undecided"};
constexpr std::array<std::string_view, 8> kSections{"inputs",         "ir validation",       "automated diff",    "structural comparison",
                                                    "checklist diff", "root cause analysis", "impact assessment", "verdict"};
constexpr std::size_t kStructure = 3, kChecklist = 4, kCauseSection = 5, kImpacts = 6, kVerdict = 7;

template <class Words>
bool isOneOf(const Words &words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

template <class Words>
std::string list(const Words &words) {
  std::string text;
  for (const std::string_view each : words) text += (text.empty() ? "" : ", ") + std::string(each);
  return text;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](unsigned char each) { return static_cast<char>(std::tolower(each)); });
  return result;
}

/// The first word of capitals that is a verdict as a whole: PASS is none within PASS_WITH_NOTES.
std::optional<std::string> verdictIn(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto isPart = [&](std::size_t at) {
      return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
    };
    std::size_t end = i;
    while (isPart(end)) ++end;
    if (isOneOf(kVerdicts, text.substr(i, end - i))) return std::string(text.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  return std::nullopt;
}

/// "VERDICT: WORD", perhaps in bold type.
std::optional<std::string> verdictLine(std::string_view line) {
  line = bare(line);
  if (!line.starts_with("VERDICT:")) return std::nullopt;
  return std::string(bare(line.substr(8)));
}

/// "1. Inputs" without its number.
std::string_view unnumbered(std::string_view title) {
  const std::size_t digits = title.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string_view::npos || (title[digits] != '.' && title[digits] != ')')) return title;
  return bare(title.substr(digits + 1));
}

/// One of the sections that a report must have, as it stands in the text.
struct Section {
  std::size_t which = 0;             ///< position in kSections
  std::size_t heading = 0, end = 0;  ///< lines [heading, end) of the document
};

class Checker {
 public:
  explicit Checker(std::string_view text) : document_(parseMarkdown(text)) {}

  std::vector<Complaint> run() {
    if (document_.openFence != 0) complain(document_.openFence, "table", "this code fence is never closed, which hides all that follows");
    checkFirstLine();
    findSections();
    checkGroups();
    for (const Section &section : sections_) checkSection(section);
    checkOtherTables();
    checkVerdict();
    std::stable_sort(complaints_.begin(), complaints_.end(), [](const Complaint &a, const Complaint &b) { return a.line < b.line; });
    return std::move(complaints_);
  }

 private:
  void complain(std::uint32_t line, const char *rule, std::string message) { complaints_.push_back({line, rule, std::move(message)}); }
  std::uint32_t lastLine() const { return document_.lines.empty() ? 1 : document_.lines.back().number; }

  void checkFirstLine() {
    const std::string_view line = document_.lines.empty() ? std::string_view() : document_.lines.front().text;
    if (!line.starts_with("VERDICT: "))
      return complain(1, "first-line", "the first line is not \"VERDICT: WORD\", which whoever routes the report reads");
    first_ = std::string(line.substr(9));
    if (!isOneOf(kVerdicts, first_)) {
      complain(1, "first-line", "\"" + first_ + "\" is no verdict; the words are " + list(kVerdicts));
      first_.clear();
    }
  }

  void findSections() {
    const std::vector<MarkdownLine> &lines = document_.lines;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].kind != Kind::Heading) continue;
      if (lower(lines[i].text).starts_with("variant:")) groupStarts_.push_back(i);
      const auto at = std::find(kSections.begin(), kSections.end(), lower(unnumbered(bare(lines[i].text))));
      if (at == kSections.end()) continue;
      std::size_t end = i + 1;
      while (end < lines.size() && (lines[end].kind != Kind::Heading || lines[end].level > lines[i].level)) ++end;
      sections_.push_back({static_cast<std::size_t>(at - kSections.begin()), i, end});
    }
  }

  /// A report of one pair has each section once; of several, each part that begins with "Variant: ..." has, and a verdict closes.
  void checkGroups() {
    if (groupStarts_.empty()) return checkGroup(0, document_.lines.size(), "the report");
    for (std::size_t i = 0; i < groupStarts_.size(); ++i) {
      const MarkdownLine &start = document_.lines[groupStarts_[i]];
      std::size_t end = groupStarts_[i] + 1;
      while (end < document_.lines.size() && (document_.lines[end].kind != Kind::Heading || document_.lines[end].level > start.level))
        ++end;
      checkGroup(groupStarts_[i], end, std::string(start.text));
      closing_ = end;
    }
    const bool closes = std::any_of(sections_.begin(), sections_.end(),
                                    [this](const Section &each) { return each.which == kVerdict && each.heading >= closing_; });
    if (!closes) complain(lastLine(), "sections", "after the variants there is no section \"Verdict\" for all of them");
  }

  void checkGroup(std::size_t first, std::size_t end, const std::string &name) {
    std::array<const Section *, kSections.size()> found{};
    const Section *last = nullptr;
    for (const Section &each : sections_) {
      if (each.heading < first || each.heading >= end) continue;
      const std::uint32_t line = document_.lines[each.heading].number;
      const std::string title(document_.lines[each.heading].text);
      if (found[each.which] != nullptr) {
        complain(line, "sections", name + " has a second section \"" + title + "\"");
        continue;
      }
      found[each.which] = &each;
      if (last != nullptr && each.which < last->which)
        complain(line, "sections",
                 "\"" + title + "\" stands after \"" + std::string(document_.lines[last->heading].text) + "\"; it comes before it");
      last = &each;
    }
    for (std::size_t i = 0; i < kSections.size(); ++i) {
      if (found[i] == nullptr)
        complain(first == 0 ? lastLine() : document_.lines[first].number, "sections",
                 name + " has no section \"" + std::string(kSections[i]) + "\"");
    }
  }

  void checkSection(const Section &section) {
    const std::vector<MarkdownTable> tables = document_.tables(section.heading, section.end);
    switch (section.which) {
      case kStructure: wantColumns(section, tables, {"op", "reference", "generated", "match"}); break;
      case kChecklist:
        if (wantColumns(section, tables, {"#", "item", "reference value", "generated value", "status", "severity", "action"}))
          checkRows(tables.front());
        break;
      case kCauseSection: checkCauses(section); break;
      case kImpacts: wantColumns(section, tables, {"difference", "correctness impact", "performance impact", "blocking?"}); break;
      default: break;
    }
  }

  bool wantColumns(const Section &section, const std::vector<MarkdownTable> &tables, const std::vector<std::string> &wanted) {
    const std::uint32_t line = document_.lines[section.heading].number;
    if (tables.empty()) {
      complain(line, "table", "the section has no table with the columns " + list(wanted));
      return false;
    }
    std::vector<std::string> names;
    for (const std::string &each : tables.front().header) names.push_back(lower(bare(each)));
    if (names != wanted) {
      complain(tables.front().line, "table", "the columns are not " + list(wanted));
      return false;
    }
    if (tables.front().rows.empty()) complain(tables.front().line, "table", "the table has no row");
    return true;
  }

  void checkOtherTables() {
    for (const MarkdownTable &table : document_.tables(0, document_.lines.size())) {
      if (!table.hasDelimiter) complain(table.line, "table", "no row of dashes follows the header, so that it is shown as text");
      else if (table.delimiters != table.header.size()) complain(table.line + 1, "table", cellCount(table.delimiters, table.header.size()));
      for (const MarkdownTable::Row &row : table.rows) {
        if (row.cells.size() != table.header.size())
          complain(row.line, "table", cellCount(row.cells.size(), table.header.size()) + "; is a | in a value not escaped?");
      }
    }
  }

  static std::string cellCount(std::size_t has, std::size_t wanted) {
    return "the row has " + std::to_string(has) + " cells where the header has " + std::to_string(wanted);
  }

  void checkRows(const MarkdownTable &table) {
    for (const MarkdownTable::Row &row : table.rows) {
      if (row.cells.size() != table.header.size()) continue;
      const std::string_view status = bare(row.cells[4]), severity = bare(row.cells[5]);
      if (!isOneOf(kStatuses, status))
        complain(row.line, "words", "\"" + std::string(status) + "\" is no status; the words are " + list(kStatuses));
      if (!isOneOf(kSeverities, severity))
        complain(row.line, "words", "\"" + std::string(severity) + "\" is no severity; the words are " + list(kSeverities));
      const bool diverges = status == "DIFFERS" || status == "MISSING" || status == "EXTRA";
      if (!diverges || first_.empty()) continue;
      if (severity == "CRITICAL" && first_ != "FAIL_FIXABLE" && !isDowngraded(row.cells[6]))
        complain(row.line, "critical",
                 "a CRITICAL row that " + lower(status) + " ends in " + first_ +
                     ": it has to be FAIL_FIXABLE, or its action has to say \"Downgrade: \" and why");
      if (severity == "WARN" && first_ == "PASS")
        complain(row.line, "notes", "a WARN row that " + lower(status) + " ends in PASS: it can be PASS_WITH_NOTES at most");
    }
  }

  /// "Downgrade: " and a reason.
  static bool isDowngraded(std::string_view action) {
    const std::string text = lower(action);
    const std::size_t at = text.find("downgrade");
    if (at == std::string::npos) return false;
    const std::size_t colon = text.find(':', at);
    return colon != std::string::npos && text.find_first_not_of(" .*_`", colon + 1) != std::string::npos;
  }

  void checkCauses(const Section &section) {
    for (std::size_t i = section.heading + 1; i < section.end; ++i) {
      for (const std::string_view cause : kCauses) {
        if (document_.lines[i].text.find(cause) != std::string_view::npos) return;
      }
    }
    complain(document_.lines[section.heading].number, "words", "no root cause is named; the words are " + list(kCauses));
  }

  /// The last section "Verdict" holds the final word.
  void checkVerdict() {
    const auto at = std::find_if(sections_.rbegin(), sections_.rend(), [](const Section &each) { return each.which == kVerdict; });
    if (at == sections_.rend() || at->heading < closing_) return;
    const std::uint32_t heading = document_.lines[at->heading].number;
    std::optional<std::string> word;
    for (std::size_t i = at->heading + 1; i < at->end && !word; ++i) {
      const MarkdownLine &line = document_.lines[i];
      if (line.kind == Kind::Fenced) continue;
      word = verdictLine(line.text);
      if (!word) word = verdictIn(line.text);
      if (!word) continue;
      if (!isOneOf(kVerdicts, *word)) complain(line.number, "verdict", "\"" + *word + "\" is no verdict; the words are " + list(kVerdicts));
      else if (!first_.empty() && *word != first_)
        complain(line.number, "verdict", "the final verdict is " + *word + ", the first line says " + first_);
    }
    if (!word) complain(heading, "verdict", "the section names no verdict");
    checkOwner(heading);
    if (first_ == "FAIL_FIXABLE") wantList("action items", "actions", heading, true);
    if (first_ == "PASS_WITH_NOTES") wantList("known gaps accepted / notes", "notes", heading, false);
  }

  void checkOwner(std::uint32_t heading) {
    bool named = false;
    for (const MarkdownLine &line : document_.lines) {
      if (line.kind != Kind::Text || !lower(bare(line.text)).starts_with("owner:")) continue;
      const std::string owner = lower(bare(bare(line.text).substr(6)));
      named = true;
      if (owner != "kernel" && owner != "host")
        complain(line.number, "owner", "\"" + owner + "\" is no owner; the words are kernel and host");
      else if (first_ != "FAIL_FIXABLE" && !first_.empty())
        complain(line.number, "owner", "only FAIL_FIXABLE has an owner, the verdict is " + first_);
    }
    if (first_ == "FAIL_FIXABLE" && !named) complain(heading, "owner", "FAIL_FIXABLE needs a line \"owner: kernel\" or \"owner: host\"");
  }

  /// A heading with a list beneath it that is not empty.
  void wantList(std::string_view title, const char *rule, std::uint32_t after, bool numbered) {
    const std::vector<MarkdownLine> &lines = document_.lines;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].kind != Kind::Heading || lower(bare(lines[i].text)) != title) continue;
      for (std::size_t k = i + 1; k < lines.size() && lines[k].kind != Kind::Heading; ++k) {
        const std::size_t digits = lines[k].text.find_first_not_of("0123456789");
        const bool isNumbered = digits != std::string_view::npos && digits > 0 && lines[k].text[digits] == '.';
        const bool isBullet = lines[k].text.starts_with("- ") || lines[k].text.starts_with("* ");
        if (isNumbered || (isBullet && !numbered)) return;
      }
      return complain(lines[i].number, rule, std::string("no ") + (numbered ? "numbered " : "") + "list follows");
    }
    complain(after, rule, first_ + " needs a heading \"" + std::string(title) + "\" with a list");
  }

  MarkdownDocument document_;
  std::string first_;  ///< the verdict of the first line; empty when it has none
  std::vector<Section> sections_;
  std::vector<std::size_t> groupStarts_;
  std::size_t closing_ = 0;  ///< the line behind the last variant
  std::vector<Complaint> complaints_;
};

}  // namespace

std::vector<Complaint> checkDiffReport(std::string_view text) { return Checker(text).run(); }

}  // namespace tileport::report
