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

/// Bands found by the rows that they touch, so that what is painted costs no more than what is in sight.
class BandIndex {
 public:
  BandIndex() = default;
  explicit BandIndex(std::vector<Band> bands);

  /// In the order of the links.
  const std::vector<Band> &all() const { return bands_; }
  /// Positions of the bands one of whose ends touches the rows [first, end), in the order of the links. One that only passes
  /// by joins nothing that is in sight.
  std::vector<std::uint32_t> touching(RowSpan rows) const;

 private:
  /// The ends of bands on one side, by their first row.
  struct Ends {
    struct End {
      RowSpan rows;
      std::uint32_t band = 0;
    };
    std::vector<End> list;
    std::vector<int> reach;  ///< by block of kBlock ends: the farthest end row
  };
  static constexpr std::size_t kBlock = 64;
  static void collect(const Ends &ends, RowSpan rows, std::vector<std::uint32_t> &found);

  std::vector<Band> bands_;
  Ends left_, right_;
};

/// Rows of one tone without a gap, for the overview.
struct RulerMark {
  RowSpan rows;
  Tone tone = Tone::Differs;
  std::optional<std::uint32_t> divergence;  ///< the first one

  bool operator==(const RulerMark &) const = default;
};

std::vector<RulerMark> rulerMarks(const align::SideBySide &layout, const DisplayRows &display);

/// How strongly each pixel of an overview shows that rows of a tone stand there, 0 to 1.
struct RulerDensity {
  std::vector<float> differs, missing, extra;  ///< by pixel from the top

  bool operator==(const RulerDensity &) const = default;
};

/// `perRow` is the height of a row in pixels. A pixel that holds many rows is the fainter the fewer of them differ, so that a
/// text with thousands of divergences still shows where most of them are.
RulerDensity rulerDensity(const std::vector<RulerMark> &marks, double perRow, int height);

}  // namespace tileport::views
