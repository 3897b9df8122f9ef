// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/panes/bands.h"

#include <algorithm>

namespace tileport::views {
namespace {

std::optional<RowSpan> spanOf(const LineRange &lines, const std::vector<std::uint32_t> &rowOfLine, const DisplayRows &display) {
  if (lines.empty() || lines.end > rowOfLine.size()) return std::nullopt;
  const auto displayed = [&](std::uint32_t line) { return int(display.displayOf[rowOfLine[line]]); };
  return RowSpan{displayed(lines.first), displayed(lines.end - 1) + 1};
}

}  // namespace

std::vector<Band> bandsOf(const align::SideBySide &layout, const DisplayRows &display) {
  std::vector<Band> bands;
  bands.reserve(layout.links.size());
  for (const align::Link &link : layout.links) {
    auto left = spanOf(link.reference, layout.rowOfReference, display), right = spanOf(link.port, layout.rowOfPort, display);
    if (!left) left = right;
    if (!right) right = left;
    // What only moved and is folded away on a side would end nowhere.
    const bool folded =
        left && (display.entries[std::size_t(left->first)].hidden > 0 || display.entries[std::size_t(right->first)].hidden > 0);
    if (folded && toneOf(link.kind) == Tone::None) continue;
    if (left) bands.push_back({*left, *right, toneOf(link.kind), link.divergence});
  }
  return bands;
}

std::vector<RulerMark> rulerMarks(const align::SideBySide &layout, const DisplayRows &display) {
  std::vector<RulerMark> marks;
  for (std::size_t i = 0; i < display.entries.size(); ++i) {
    const DisplayRows::Entry &entry = display.entries[i];
    const align::Row &row = layout.rows[entry.row];
    const Tone tone = toneOf(row.kind);
    if (entry.hidden > 0 || tone == Tone::None || tone == Tone::Noise) continue;
    const int at = int(i);
    if (!marks.empty() && marks.back().tone == tone && marks.back().rows.end == at) marks.back().rows.end = at + 1;
    else marks.push_back({{at, at + 1}, tone, row.divergence});
  }
  return marks;
}

}  // namespace tileport::views
