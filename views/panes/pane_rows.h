// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "align/side_by_side.h"
#include "support/ranges.h"

namespace tileport::views {

/// How a row or a piece of it is painted.
enum class Tone : std::uint8_t { None, Differs, Missing, Extra, Noise };

/// One row that a pane shows.
struct PaneRow {
  enum class Kind : std::uint8_t {
    Line,
    Filler,  ///< the other side has a line here
    Fold,    ///< stands for `number` hidden rows
  };
  Kind kind = Kind::Line;
  Tone tone = Tone::None;
  std::uint32_t number = 0;                        ///< Line: its index. Fold: how many rows it hides. Filler: with `elsewhere`, the line
  std::optional<std::uint32_t> divergence;         ///< position in Alignment::divergences
  std::optional<align::Elsewhere> elsewhere = {};  ///< Filler: why the other side's line, which has a line here, stands alone

  bool operator==(const PaneRow &) const = default;
};

/// A piece of a line that differs.
struct PaneMark {
  TextMark text;
  Tone tone = Tone::Differs;
  std::uint32_t divergence = 0;

  auto operator<=>(const PaneMark &) const = default;
};

Tone toneOf(align::RowKind kind);
Tone toneOf(align::Status status);

struct DisplayOptions {
  bool hideUnchanged = false;  ///< long runs of rows that are Same or Noise become one fold row
  bool hideNoise = false;
  std::uint32_t context = 3;  ///< unchanged rows that stay around the others

  bool operator==(const DisplayOptions &) const = default;
};

/// Which rows of a side by side layout are on display: both IR panes, the connectors and the ruler share it.
struct DisplayRows {
  struct Entry {
    std::uint32_t row = 0;     ///< position in SideBySide::rows
    std::uint32_t hidden = 0;  ///< more than 0: a fold of the rows [row, row + hidden)

    bool operator==(const Entry &) const = default;
  };
  std::vector<Entry> entries;
  std::vector<std::uint32_t> displayOf;  ///< by row: its entry, the fold that hides it, or the entry that follows
};

/// Rows [first, end) that stay on display whatever the options say.
using KeptRows = std::vector<LineRange>;

DisplayRows displayRows(const align::SideBySide &layout, const DisplayOptions &options, const KeptRows &kept = {});

std::vector<PaneRow> paneRows(const align::SideBySide &layout, const DisplayRows &display, align::Side side);

}  // namespace tileport::views
