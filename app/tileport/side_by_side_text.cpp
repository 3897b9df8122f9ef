// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/side_by_side_text.h"

#include <algorithm>
#include <vector>

#include "tileir/program_reader.h"
#include "tileport/glyphs.h"

namespace tileport::cli {

namespace {

using align::Row;
using align::RowKind;

constexpr std::size_t kContinuation = 4;

char signOf(const Row &row) {
  switch (row.kind) {
    case RowKind::Same: return row.reference && row.port ? ' ' : '=';
    case RowKind::Differs: return '~';
    case RowKind::Missing: return '-';
    case RowKind::Extra: return '+';
    case RowKind::Noise: return '.';
  }
  return ' ';
}

Style styleOf(RowKind kind) {
  switch (kind) {
    case RowKind::Same: return Style::Plain;
    case RowKind::Differs: return Style::Differs;
    case RowKind::Missing: return Style::Missing;
    case RowKind::Extra: return Style::Extra;
    case RowKind::Noise: return Style::Dim;
  }
  return Style::Plain;
}

bool isDivergent(const Row &row) { return row.kind != RowKind::Same && row.kind != RowKind::Noise; }

/// By line of one side: what its divergences mark there.
using MarksByLine = std::vector<std::vector<ColumnRange>>;

MarksByLine collectMarks(const align::Alignment &alignment, std::size_t lines, std::vector<TextMark> align::Difference::*which) {
  MarksByLine marks(lines);
  for (const align::Divergence &divergence : alignment.divergences) {
    for (const align::Difference &difference : divergence.differences) {
      for (const TextMark &mark : difference.*which) {
        if (mark.line.valid() && mark.line.index() < lines) marks[mark.line.index()].push_back(mark.columns);
      }
    }
  }
  return marks;
}

class Layout {
 public:
  Layout(const workspace::Review &review, const Terminal &terminal)
      : terminal_(terminal), reference_(review.reference.program->listing()), port_(review.port.program->listing()) {
    using align::Difference;
    referenceMarks_ = collectMarks(*review.alignment, reference_.lineCount(), &Difference::referenceMarks);
    portMarks_ = collectMarks(*review.alignment, port_.lineCount(), &Difference::portMarks);
    numberWidth_ = std::to_string(std::max({reference_.lineCount(), port_.lineCount(), std::size_t{1}})).size();
    // number, space, sign, space, text; and " | " between the sides.
    const std::size_t fixed = 2 * (numberWidth_ + 3) + 3;
    textWidth_ = std::max<std::size_t>((std::max(terminal.width, fixed) - fixed) / 2, 8);
  }

  std::string titles(const std::string &reference, const std::string &port) const {
    const std::size_t width = numberWidth_ + 3 + textWidth_;
    return trimmed(fit(terminal_, reference, width, Style::Bold) + bar() + fit(terminal_, port, width, Style::Bold)) +
           std::string(width + 1, '-') + "+" + std::string(width + 1, '-') + "\n";
  }

  std::string row(const Row &row) const {
    const std::vector<std::string> left = side(row, row.reference, reference_, referenceMarks_);
    const std::vector<std::string> right = side(row, row.port, port_, portMarks_);
    const std::size_t width = numberWidth_ + 3 + textWidth_;
    const std::string filler(width, ' ');
    const std::string note = std::string(numberWidth_ + 3, ' ') + fit(terminal_, align::elsewhereText(row), textWidth_, Style::Dim);
    std::string text;
    for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
      const std::string &empty = i == 0 ? note : filler;
      text += trimmed((i < left.size() ? left[i] : empty) + bar() + (i < right.size() ? right[i] : empty));
    }
    return text;
  }

  std::string folded(std::size_t rows) const {
    const std::string words = std::to_string(rows) + (rows == 1 ? " row" : " rows") + " without a divergence";
    return std::string(numberWidth_ + 3, ' ') + paint(terminal_, Style::Dim, "... " + words) + "\n";
  }

 private:
  std::string bar() const { return terminal_.unicode ? " \xE2\x94\x82 " : " | "; }

  static std::string trimmed(std::string line) {
    while (line.ends_with(' ')) line.pop_back();
    return line + "\n";
  }

  /// The terminal lines of one side of a row; none for a filler.
  std::vector<std::string> side(const Row &row, std::optional<LineIndex> line, const tileir::Listing &listing,
                                const MarksByLine &marks) const {
    std::vector<std::string> lines;
    if (!line) return lines;
    const Glyphs glyphs = glyphsOf(listing.line(*line), marks[line->index()]);
    const std::vector<Glyphs> pieces = isDivergent(row) ? wrap(glyphs, textWidth_, indentOf(glyphs) + kContinuation)
                                                        : std::vector<Glyphs>{cut(glyphs, textWidth_, terminal_.unicode)};
    std::string number = std::to_string(line->value + 1);
    number.insert(0, numberWidth_ - number.size(), ' ');
    for (const Glyphs &piece : pieces) {
      const std::string lead =
          paint(terminal_, Style::Dim, number) + " " + paint(terminal_, styleOf(row.kind), std::string(1, signOf(row))) + " ";
      lines.push_back(lead + render(terminal_, piece, styleOf(row.kind), textWidth_));
      if (!terminal_.color && anyMarked(piece)) lines.push_back(std::string(numberWidth_ + 3, ' ') + carets(piece, textWidth_));
      number.assign(numberWidth_, ' ');
    }
    return lines;
  }

  std::size_t indentOf(const Glyphs &glyphs) const {
    const auto first = std::find_if(glyphs.begin(), glyphs.end(), [](const Glyph &glyph) { return glyph.bytes != " "; });
    // Deeply nested lines still need room for their text.
    return std::min(static_cast<std::size_t>(first - glyphs.begin()), textWidth_ / 3);
  }

  const Terminal &terminal_;
  const tileir::Listing &reference_;
  const tileir::Listing &port_;
  MarksByLine referenceMarks_;
  MarksByLine portMarks_;
  std::size_t numberWidth_ = 1;
  std::size_t textWidth_ = 8;
};

/// Which rows are shown.
std::vector<bool> visibleRows(const std::vector<Row> &rows, std::optional<std::size_t> context) {
  if (!context) return std::vector<bool>(rows.size(), true);
  std::vector<bool> visible(rows.size(), false);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!isDivergent(rows[i])) continue;
    const std::size_t first = i - std::min(i, *context);
    const std::size_t last = std::min(rows.size() - 1, i + std::min(*context, rows.size()));
    std::fill(visible.begin() + static_cast<std::ptrdiff_t>(first), visible.begin() + static_cast<std::ptrdiff_t>(last + 1), true);
  }
  return visible;
}

}  // namespace

std::string sideBySideText(const workspace::Review &review, const Terminal &terminal, std::optional<std::size_t> context) {
  const std::vector<Row> &rows = review.sideBySide.rows;
  const std::vector<bool> visible = visibleRows(rows, context);
  const Layout layout(review, terminal);
  std::string text = layout.titles(review.names.reference + "  " + tileir::shownName(review.reference.programPath),
                                   review.names.port + "  " + tileir::shownName(review.port.programPath));
  for (std::size_t i = 0; i < rows.size();) {
    if (visible[i]) {
      text += layout.row(rows[i++]);
      continue;
    }
    const std::size_t first = i;
    while (i < rows.size() && !visible[i]) ++i;
    text += layout.folded(i - first);
  }
  return text;
}

}  // namespace tileport::cli
