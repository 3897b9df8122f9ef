// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "views/panes/pane_rows.h"
#include "workspace/review.h"

/// What belongs together in the four panes: pure functions of a review.
namespace tileport::views {

enum class Pane : std::uint8_t { ReferenceSource, ReferenceIr, PortIr, PortSource };
inline constexpr std::size_t kPanes = 4;
inline constexpr std::array<Pane, kPanes> kAllPanes = {Pane::ReferenceSource, Pane::ReferenceIr, Pane::PortIr, Pane::PortSource};

constexpr align::Side sideOf(Pane pane) { return pane <= Pane::ReferenceIr ? align::Side::Reference : align::Side::Port; }
constexpr bool isIr(Pane pane) { return pane == Pane::ReferenceIr || pane == Pane::PortIr; }

/// The lines that go with what a person selected, by pane, sorted.
struct Counterparts {
  std::array<std::vector<LineIndex>, kPanes> lines;
  std::optional<std::uint32_t> divergence;   ///< of the selected ops: the first one
  std::optional<std::uint32_t> equivalence;  ///< the one that was chosen

  const std::vector<LineIndex> &of(Pane pane) const { return lines[std::size_t(pane)]; }
  bool empty() const;
};

/// Of a line of a pane: its op or ops, their partners, and where all of them come from. A line without an op (a comment,
/// a blank) goes with nothing; the head of an entry goes with the head of its partner.
Counterparts counterpartsOf(const workspace::Review &review, Pane pane, LineIndex line);

/// Of a divergence: its subjects on both sides, their partners and where they come from.
Counterparts counterpartsOf(const workspace::Review &review, std::uint32_t divergence);

/// Of an equivalence: its ops on both sides and where they come from.
Counterparts counterpartsOfEquivalence(const workspace::Review &review, std::uint32_t equivalence);

/// The innermost op that a line of the listing belongs to; invalid for the lines of an entry or a global.
tileir::OpId opOfLine(const tileir::Program &program, LineIndex line);

/// The lines of an op without those of the ops in its regions.
LineRange headLines(const tileir::Program &program, tileir::OpId op);

/// Rows of a source pane: one a line, toned by the divergences of the ops that come from it.
std::vector<PaneRow> sourceRows(const workspace::Review &review, align::Side side);

/// What differs inside the lines of a side's listing, sorted.
std::vector<PaneMark> irMarks(const align::Alignment &alignment, align::Side side);

}  // namespace tileport::views
