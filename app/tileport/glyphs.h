// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/ranges.h"
#include "tileport/terminal.h"

/// Text that has to fit into columns of a terminal: cut and wrapped between characters, never inside one.
namespace tileport::cli {

/// One character as it is shown.
struct Glyph {
  std::string_view bytes;  ///< of the text it came from, or a replacement
  std::uint8_t width = 1;  ///< columns: 0, 1 or 2
  bool marked = false;
};

using Glyphs = std::vector<Glyph>;

/// `text` must outlive the result. What is not UTF-8 and what steers a terminal (escape, carriage return, ...) becomes a
/// replacement character, so that a name inside a file cannot take the terminal over.
Glyphs glyphsOf(std::string_view text, std::span<const ColumnRange> marks = {});

/// The text with replacements in place of what glyphsOf replaces: one line, safe to show.
std::string clean(std::string_view text);

/// The text with the middle of each word of more than 200 characters, and of what is then still beyond 2000, left out: a file
/// can hold names of megabytes, and an error line quotes them.
std::string shortenWords(std::string_view text);

std::size_t widthOf(const Glyphs &glyphs);
std::size_t widthOf(std::string_view text);

/// At most `width` columns; what is cut off is shown by "…".
Glyphs cut(const Glyphs &glyphs, std::size_t width, bool unicode);
/// Lines of at most `width` columns, at least one; the second and later ones are indented. Breaks after a space where one is near.
std::vector<Glyphs> wrap(const Glyphs &glyphs, std::size_t width, std::size_t indent);

bool anyMarked(const Glyphs &glyphs);
/// Filled with spaces to `width` columns.
std::string render(const Terminal &terminal, const Glyphs &glyphs, Style style, std::size_t width);
/// "^^^" under what is marked, filled with spaces to `width` columns.
std::string carets(const Glyphs &glyphs, std::size_t width);

/// The text cut and filled to exactly `width` columns.
std::string fit(const Terminal &terminal, std::string_view text, std::size_t width, Style style = Style::Plain);

}  // namespace tileport::cli
