// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/glyphs.h"

#include <wchar.h>

#include <algorithm>

#include "support/utf8.h"

namespace tileport::cli {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

constexpr std::size_t kLongestWord = 200;
constexpr std::size_t kLongestLine = 2000;

/// At most `most` characters: the end of a path says as much as its beginning.
Glyphs withoutMiddle(const Glyphs &glyphs, std::size_t most) {
  if (glyphs.size() <= most) return glyphs;
  const auto half = static_cast<std::ptrdiff_t>(most / 2 - 2);
  Glyphs kept(glyphs.begin(), glyphs.begin() + half);
  for (int dots = 0; dots < 3; ++dots) kept.push_back({"."});
  kept.insert(kept.end(), glyphs.end() - half, glyphs.end());
  return kept;
}

bool isMarked(std::span<const ColumnRange> marks, std::size_t byte) {
  return std::any_of(marks.begin(), marks.end(), [byte](ColumnRange mark) { return mark.begin <= byte && byte < mark.end; });
}

Glyph glyphOf(std::string_view text, std::size_t at, const CodePoint &point) {
  if (point.valid && point.value == '\t') return {" ", 1};
  const int width = point.valid ? ::wcwidth(static_cast<wchar_t>(point.value)) : -1;
  if (width < 0) return {kReplacement, 1};
  return {text.substr(at, point.length), static_cast<std::uint8_t>(width)};
}

/// Where the line that starts at `begin` ends: as far as it fits, but after a space where one stands in its second half.
std::size_t lineEnd(const Glyphs &glyphs, std::size_t begin, std::size_t width) {
  std::size_t used = 0;
  std::size_t end = begin;
  while (end < glyphs.size() && used + glyphs[end].width <= width) used += glyphs[end++].width;
  if (end == glyphs.size()) return end;
  if (end == begin) return begin + 1;  // a wide character in a narrow column
  for (std::size_t i = end; i > begin + (end - begin) / 2; --i) {
    if (glyphs[i - 1].bytes == " ") return i;
  }
  return end;
}

}  // namespace

Glyphs glyphsOf(std::string_view text, std::span<const ColumnRange> marks) {
  Glyphs glyphs;
  glyphs.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decodeUtf8(text, at);
    Glyph glyph = glyphOf(text, at, point);
    glyph.marked = isMarked(marks, at);
    glyphs.push_back(glyph);
    at += point.length;
  }
  return glyphs;
}

std::string clean(std::string_view text) {
  std::string cleaned;
  for (const Glyph &glyph : glyphsOf(text)) cleaned += glyph.bytes;
  return cleaned;
}

std::string shortenWords(std::string_view text) {
  std::string shortened;
  Glyphs word;
  const auto takeWord = [&] {
    for (const Glyph &glyph : withoutMiddle(word, kLongestWord)) shortened += glyph.bytes;
    word.clear();
  };
  for (const Glyph &glyph : glyphsOf(text)) {
    if (glyph.bytes != " ") {
      word.push_back(glyph);
      continue;
    }
    takeWord();
    shortened += ' ';
  }
  takeWord();
  std::string line;
  for (const Glyph &glyph : withoutMiddle(glyphsOf(shortened), kLongestLine)) line += glyph.bytes;
  return line;
}

std::size_t widthOf(const Glyphs &glyphs) {
  std::size_t width = 0;
  for (const Glyph &glyph : glyphs) width += glyph.width;
  return width;
}

std::size_t widthOf(std::string_view text) { return widthOf(glyphsOf(text)); }

Glyphs cut(const Glyphs &glyphs, std::size_t width, bool unicode) {
  if (widthOf(glyphs) <= width) return glyphs;
  const std::string_view ellipsis = unicode ? kEllipsis : ">";
  Glyphs kept;
  std::size_t used = 1;  // the ellipsis
  for (const Glyph &glyph : glyphs) {
    if (used + glyph.width > width) break;
    used += glyph.width;
    kept.push_back(glyph);
  }
  if (width > 0) kept.push_back({ellipsis, 1});
  return kept;
}

std::vector<Glyphs> wrap(const Glyphs &glyphs, std::size_t width, std::size_t indent) {
  std::vector<Glyphs> lines;
  if (width <= indent) indent = 0;
  std::size_t begin = 0;
  do {
    const std::size_t lead = lines.empty() ? 0 : indent;
    const std::size_t end = lineEnd(glyphs, begin, std::max<std::size_t>(width, 1) - lead);
    Glyphs line(lead, Glyph{" ", 1});
    line.insert(line.end(), glyphs.begin() + static_cast<std::ptrdiff_t>(begin), glyphs.begin() + static_cast<std::ptrdiff_t>(end));
    lines.push_back(std::move(line));
    begin = end;
  } while (begin < glyphs.size());
  return lines;
}

bool anyMarked(const Glyphs &glyphs) {
  return std::any_of(glyphs.begin(), glyphs.end(), [](const Glyph &glyph) { return glyph.marked; });
}

std::string render(const Terminal &terminal, const Glyphs &glyphs, Style style, std::size_t width) {
  std::string text;
  for (std::size_t i = 0; i < glyphs.size();) {
    std::string run;
    const bool marked = glyphs[i].marked;
    for (; i < glyphs.size() && glyphs[i].marked == marked; ++i) run += glyphs[i].bytes;
    text += paint(terminal, style, run, marked);
  }
  const std::size_t used = widthOf(glyphs);
  if (used < width) text.append(width - used, ' ');
  return text;
}

std::string carets(const Glyphs &glyphs, std::size_t width) {
  std::string text;
  for (const Glyph &glyph : glyphs) text.append(glyph.width, glyph.marked ? '^' : ' ');
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string fit(const Terminal &terminal, std::string_view text, std::size_t width, Style style) {
  return render(terminal, cut(glyphsOf(text), width, terminal.unicode), style, width);
}

}  // namespace tileport::cli
