// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "views/panes/pane_rows.h"

namespace tileport::views {

/// Rows [first, end) on display.
struct RowSpan {
  int first = 0;
  int end = 0;

  bool operator==(const RowSpan &) const = default;
};

/// What a connector joins: rows of the left pane and rows of the right one.
struct Band {
  RowSpan left;
  RowSpan right;
  Tone tone = Tone::None;  ///< None: equal, but in another place
  std::optional<std::uint32_t> divergence;

  bool operator==(const Band &) const = default;
};

/// One band a link. What is missing or extra joins its rows with the fillers beside them; what only moved has none while
/// one of its sides is folded away.
std::vector<Band> bandsOf(const align::SideBySide &layout, const DisplayRows &display);

/// Rows of one tone without a gap, for the overview.
struct RulerMark {
  RowSpan rows;
  Tone tone = Tone::Differs;
  std::optional<std::uint32_t> divergence;  ///< the first one

  bool operator==(const RulerMark &) const = default;
};

std::vector<RulerMark> rulerMarks(const align::SideBySide &layout, const DisplayRows &display);

}  // namespace tileport::views
