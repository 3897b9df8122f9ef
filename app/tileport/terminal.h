// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// What the command line knows of the place that its output goes to.
namespace tileport::cli {

enum class ColorChoice : std::uint8_t { Auto, Always, Never };

struct Terminal {
  std::size_t width = 100;  ///< columns, 40 or more
  bool color = false;
  bool unicode = true;  ///< whether more than ASCII can be shown
};

/// Looks at standard output, NO_COLOR, TERM, COLUMNS and the locale. Also sets the process's character classes, on which
/// the width of a character rests; call it once, first.
Terminal detectTerminal(ColorChoice color, std::optional<std::size_t> width);

/// Colours, each with a sign or attribute beside it: nothing is said by colour alone.
enum class Style : std::uint8_t { Plain, Dim, Bold, Differs, Missing, Extra };

/// Wraps the text in the style's escape sequences; with `marked` it is underlined too. The text itself without colour.
std::string paint(const Terminal &terminal, Style style, std::string_view text, bool marked = false);

/// Writes all of it to standard output. False when that failed for another reason than a reader that went away.
bool writeOut(std::string_view text);

}  // namespace tileport::cli
