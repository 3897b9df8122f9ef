// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tileport::report {

/// As much of Markdown as a diff_report.md needs: headings, tables, lines of text. Views point into the text that was parsed.
struct MarkdownLine {
  enum class Kind : std::uint8_t { Text, Heading, Table, Fenced };
  Kind kind = Kind::Text;
  std::uint32_t number = 0;  ///< one-based
  std::string_view text;     ///< without blanks around it; of a heading its title
  std::size_t level = 0;     ///< Heading
};

struct MarkdownTable {
  std::uint32_t line = 0;  ///< of its header, one-based
  std::vector<std::string> header;
  bool hasDelimiter = false;  ///< the row of dashes beneath the header
  std::size_t delimiters = 0;
  struct Row {
    std::uint32_t line = 0;
    std::vector<std::string> cells;
  };
  std::vector<Row> rows;
};

struct MarkdownDocument {
  std::vector<MarkdownLine> lines;
  std::uint32_t openFence = 0;  ///< line of a fence that nothing closes; 0: none

  /// The tables among lines [first, end) of `lines`.
  std::vector<MarkdownTable> tables(std::size_t first, std::size_t end) const;
};

MarkdownDocument parseMarkdown(std::string_view text);

/// The cells of a table's row, without blanks around them; "\|" is no border. GitHub ends a cell at | even in a code span.
std::vector<std::string> cellsOf(std::string_view row);

/// Without blanks and marks of emphasis and code around it.
std::string_view bare(std::string_view text);

}  // namespace tileport::report
