// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/parts/markdown_document.h"

#include <algorithm>

namespace tileport::report {

namespace {

std::string_view trimmed(std::string_view text, std::string_view what = " \t\r") {
  const std::size_t first = text.find_first_not_of(what);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(what) - first + 1);
}

/// How many of the character that fences begin with; 0: no fence.
std::size_t fenceOf(std::string_view text) {
  if (!text.starts_with("```") && !text.starts_with("~~~")) return 0;
  return std::min(text.find_first_not_of(text[0]), text.size());
}

bool isDelimiter(const std::vector<std::string> &cells) {
  return !cells.empty() && std::all_of(cells.begin(), cells.end(), [](const std::string &cell) {
    return cell.find('-') != std::string::npos && cell.find_first_not_of(":-") == std::string::npos;
  });
}

}  // namespace

MarkdownDocument parseMarkdown(std::string_view text) {
  MarkdownDocument document;
  std::string_view fence;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    MarkdownLine &line = document.lines.emplace_back();
    line.number = static_cast<std::uint32_t>(document.lines.size());
    line.text = trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    const std::size_t marks = fenceOf(line.text);
    if (!fence.empty()) {
      line.kind = MarkdownLine::Kind::Fenced;
      if (marks >= fence.size() && line.text.size() == marks && line.text[0] == fence[0]) fence = {};
    } else if (marks > 0) {
      line.kind = MarkdownLine::Kind::Fenced;
      fence = line.text.substr(0, marks);
      document.openFence = line.number;
    } else if (const std::size_t level = line.text.find_first_not_of('#'); level > 0 && level <= 6 && line.text[level] == ' ') {
      line.kind = MarkdownLine::Kind::Heading;
      line.level = level;
      line.text = trimmed(line.text.substr(level), " \t#");
    } else if (line.text.starts_with('|')) {
      line.kind = MarkdownLine::Kind::Table;
    }
  }
  if (fence.empty()) document.openFence = 0;
  return document;
}

std::vector<MarkdownTable> MarkdownDocument::tables(std::size_t first, std::size_t end) const {
  std::vector<MarkdownTable> tables;
  for (std::size_t i = first; i < std::min(end, lines.size()); ++i) {
    if (lines[i].kind != MarkdownLine::Kind::Table) continue;
    std::vector<std::string> cells = cellsOf(lines[i].text);
    if (i == first || lines[i - 1].kind != MarkdownLine::Kind::Table) {
      tables.push_back({.line = lines[i].number, .header = std::move(cells)});
    } else if (tables.back().rows.empty() && !tables.back().hasDelimiter && isDelimiter(cells)) {
      tables.back().hasDelimiter = true;
      tables.back().delimiters = cells.size();
    } else {
      tables.back().rows.push_back({lines[i].number, std::move(cells)});
    }
  }
  return tables;
}

std::vector<std::string> cellsOf(std::string_view row) {
  row = trimmed(row);
  if (row.starts_with('|')) row.remove_prefix(1);
  std::vector<std::string> cells(1);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] == '\\' && i + 1 < row.size()) {
      // What is escaped stays as it is read; only the border matters here.
      if (row[i + 1] != '|') cells.back() += row[i];
      cells.back() += row[++i];
    } else if (row[i] == '|') {
      cells.emplace_back();
    } else {
      cells.back() += row[i];
    }
  }
  if (cells.size() > 1 && trimmed(cells.back()).empty()) cells.pop_back();
  for (std::string &cell : cells) cell = std::string(trimmed(cell));
  return cells;
}

std::string_view bare(std::string_view text) { return trimmed(text, " \t\r*_`"); }

}  // namespace tileport::report
