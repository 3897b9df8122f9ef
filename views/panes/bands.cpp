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

BandIndex::BandIndex(std::vector<Band> bands) : bands_(std::move(bands)) {
  for (std::uint32_t i = 0; i < bands_.size(); ++i) {
    left_.list.push_back({bands_[i].left, i});
    right_.list.push_back({bands_[i].right, i});
  }
  for (Ends *ends : {&left_, &right_}) {
    std::stable_sort(ends->list.begin(), ends->list.end(),
                     [](const Ends::End &a, const Ends::End &b) { return a.rows.first < b.rows.first; });
    ends->reach.assign((ends->list.size() + kBlock - 1) / kBlock, 0);
    for (std::size_t i = 0; i < ends->list.size(); ++i) ends->reach[i / kBlock] = std::max(ends->reach[i / kBlock], ends->list[i].rows.end);
  }
}

void BandIndex::collect(const Ends &ends, RowSpan rows, std::vector<std::uint32_t> &found) {
  for (std::size_t block = 0; block < ends.reach.size(); ++block) {
    if (ends.list[block * kBlock].rows.first >= rows.end) return;
    if (ends.reach[block] <= rows.first) continue;
    for (std::size_t i = block * kBlock; i < std::min(ends.list.size(), (block + 1) * kBlock); ++i)
      if (ends.list[i].rows.first < rows.end && ends.list[i].rows.end > rows.first) found.push_back(ends.list[i].band);
  }
}

std::vector<std::uint32_t> BandIndex::touching(RowSpan rows) const {
  std::vector<std::uint32_t> found;
  collect(left_, rows, found);
  collect(right_, rows, found);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

namespace {

/// What a pixel shows of the share of its rows that a lane takes: a tenth of them is as good as all.
float strengthOf(float share) { return share <= 0 ? 0.0F : std::min(1.0F, 0.3F + 7 * share); }

/// What stands alone is three pixels tall; where much is marked that would only blur it.
void thickenSparse(std::vector<float> &lane) {
  const auto marked = std::count_if(lane.begin(), lane.end(), [](float strength) { return strength > 0; });
  if (marked * 4 > std::ptrdiff_t(lane.size())) return;
  const std::vector<float> thin = lane;
  for (std::size_t y = 0; y < lane.size(); ++y) {
    if (y > 0) lane[y] = std::max(lane[y], thin[y - 1]);
    if (y + 1 < lane.size()) lane[y] = std::max(lane[y], thin[y + 1]);
  }
}

}  // namespace

RulerDensity rulerDensity(const std::vector<RulerMark> &marks, double perRow, int height) {
  RulerDensity density;
  const int pixels = std::max(0, height);
  for (auto *lane : {&density.differs, &density.missing, &density.extra}) lane->assign(std::size_t(pixels), 0.0F);
  for (const RulerMark &mark : marks) {
    auto &lane = mark.tone == Tone::Missing ? density.missing : mark.tone == Tone::Extra ? density.extra : density.differs;
    const double top = mark.rows.first * perRow, bottom = mark.rows.end * perRow;
    for (int y = std::max(0, int(top)); y < pixels && y < bottom; ++y)
      lane[std::size_t(y)] += float(std::min(bottom, y + 1.0) - std::max(top, double(y)));
  }
  for (auto *lane : {&density.differs, &density.missing, &density.extra}) {
    std::transform(lane->begin(), lane->end(), lane->begin(), strengthOf);
    thickenSparse(*lane);
  }
  return density;
}

}  // namespace tileport::views
