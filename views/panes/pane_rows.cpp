// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/panes/pane_rows.h"

#include <algorithm>

namespace tileport::views {
namespace {

using align::RowKind;

bool changed(RowKind kind) { return kind == RowKind::Differs || kind == RowKind::Missing || kind == RowKind::Extra; }

/// Which rows stay: those that changed, their surroundings, and those that a person unfolded.
std::vector<bool> stayingRows(const align::SideBySide &layout, const DisplayOptions &options, const KeptRows &kept) {
  const std::size_t count = layout.rows.size();
  std::vector<bool> stays(count, !options.hideUnchanged);
  for (std::size_t i = 0; options.hideUnchanged && i < count; ++i) {
    if (!changed(layout.rows[i].kind)) continue;
    const std::size_t first = i - std::min<std::size_t>(i, options.context);
    const std::size_t end = std::min<std::size_t>(count, i + options.context + 1);
    std::fill(stays.begin() + std::ptrdiff_t(first), stays.begin() + std::ptrdiff_t(end), true);
  }
  for (const LineRange &range : kept)
    for (std::uint32_t row = range.first; row < range.end && row < count; ++row) stays[row] = true;
  return stays;
}

bool isKept(const KeptRows &kept, std::uint32_t row) {
  return std::any_of(kept.begin(), kept.end(), [row](const LineRange &range) { return range.contains(row); });
}

}  // namespace

Tone toneOf(RowKind kind) {
  switch (kind) {
    case RowKind::Same: return Tone::None;
    case RowKind::Differs: return Tone::Differs;
    case RowKind::Missing: return Tone::Missing;
    case RowKind::Extra: return Tone::Extra;
    case RowKind::Noise: return Tone::Noise;
  }
  return Tone::None;
}

Tone toneOf(align::Status status) {
  switch (status) {
    case align::Status::Differs: return Tone::Differs;
    case align::Status::Missing: return Tone::Missing;
    case align::Status::Extra: return Tone::Extra;
  }
  return Tone::None;
}

DisplayRows displayRows(const align::SideBySide &layout, const DisplayOptions &options, const KeptRows &kept) {
  const std::vector<bool> stays = stayingRows(layout, options, kept);
  const auto count = std::uint32_t(layout.rows.size());
  DisplayRows result;
  result.displayOf.resize(count);
  for (std::uint32_t row = 0; row < count;) {
    std::uint32_t end = row + 1;
    while (!stays[row] && end < count && !stays[end]) ++end;
    const auto entry = std::uint32_t(result.entries.size());
    std::fill(result.displayOf.begin() + row, result.displayOf.begin() + end, entry);
    const bool folds = end - row > 1;  // a fold of one row would save nothing
    const bool noise = layout.rows[row].kind == RowKind::Noise && options.hideNoise && !isKept(kept, row);
    if (folds) result.entries.push_back({row, end - row});
    else if (!noise) result.entries.push_back({row, 0});
    row = end;
  }
  // Hidden noise at the end follows nothing: it belongs to the last entry.
  const auto last = std::uint32_t(result.entries.empty() ? 0 : result.entries.size() - 1);
  for (std::uint32_t &entry : result.displayOf) entry = std::min(entry, last);
  return result;
}

std::vector<PaneRow> paneRows(const align::SideBySide &layout, const DisplayRows &display, align::Side side) {
  std::vector<PaneRow> rows;
  rows.reserve(display.entries.size());
  for (const DisplayRows::Entry &entry : display.entries) {
    const align::Row &row = layout.rows[entry.row];
    if (entry.hidden > 0) {
      rows.push_back({PaneRow::Kind::Fold, Tone::None, entry.hidden, std::nullopt});
      continue;
    }
    const auto &line = side == align::Side::Reference ? row.reference : row.port;
    if (line) rows.push_back({PaneRow::Kind::Line, toneOf(row.kind), line->value, row.divergence});
    else
      rows.push_back({PaneRow::Kind::Filler, toneOf(row.kind), row.elsewhere ? row.counterpart.value : 0, row.divergence, row.elsewhere});
  }
  return rows;
}

}  // namespace tileport::views
