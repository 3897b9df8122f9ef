// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <vector>

#include "source/source_file.h"

/// Colouring of code, line by line, so that it fits painting of our own. Two back ends: KSyntaxHighlighting where the
/// system has it for Qt 6, and scanners of our own elsewhere. Both speak of styles; colours come from the theme.
namespace tileport::views {

enum class TextStyle : std::uint8_t {
  Normal,
  Keyword,
  Operation,  ///< of Tile IR
  Type,
  Variable,
  Function,
  Attribute,  ///< decorators, Rust attributes, names of Tile IR attributes
  Number,
  String,
  Comment,
  Punctuation,
};
inline constexpr std::size_t kTextStyles = std::size_t(TextStyle::Punctuation) + 1;

/// UTF-16 units [start, start + length) of a line.
struct StyledRange {
  int start = 0;
  int length = 0;
  TextStyle style = TextStyle::Normal;

  auto operator<=>(const StyledRange &) const = default;
};

/// What a line inherits from the lines above it. Only the highlighter that gave it can read it; 0 = start of a text.
using HighlightState = std::uint32_t;

class Highlighter {
 public:
  virtual ~Highlighter() = default;

  /// Appends the styled parts of `line` to `ranges`: in order, disjoint, Normal left out. Returns the state for the
  /// line below.
  virtual HighlightState highlight(const QString &line, HighlightState before, std::vector<StyledRange> &ranges) = 0;

  /// Whether every line can be styled without those above it.
  virtual bool linesAreIndependent() const = 0;
};

/// Never null.
std::unique_ptr<Highlighter> makeHighlighter(source::Language language);

/// Scanners of our own, whatever the build has.
std::unique_ptr<Highlighter> makeScanner(source::Language language);

/// Null when the build has no KSyntaxHighlighting or it does not know the language.
std::unique_ptr<Highlighter> makeKateHighlighter(source::Language language);

/// For the about box: "KSyntaxHighlighting" or "built-in scanners".
QString highlighterName();

}  // namespace tileport::views
