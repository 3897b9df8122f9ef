// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "views/review/counterparts.h"
#include "workspace/review.h"

/// How values of a review read in the window. Pure functions; what they say is decided in core.
namespace tileport::views {

/// What the header says of a review.
enum class Outcome : std::uint8_t { Same, Divergent, Undecided };

Outcome outcomeOf(const workspace::Review &review);

QString fromUtf8(std::string_view text);

/// "3 divergences: 2 differ, 1 missing", "Same tile program", "UNDECIDED: 1 divergence so far",
/// "UNDECIDED: same tile program, specialised differently".
QString outcomeText(const workspace::Review &review);
/// "✓", "✕" or "?": goes with the words.
QString outcomeSign(Outcome outcome);

/// "~2 −1 +1"; "✓ 0" when there is none.
QString countsText(const workspace::Review::Counts &counts);

/// "~ differs", "− missing", "+ extra".
QString statusText(align::Status status);

/// "padding_value: neg_inf → absent"
QString differenceText(const align::Difference &difference);
/// The first difference, and how many more there are.
QString differencesText(const align::Divergence &divergence);

/// "softmax.py:14"; empty when not known.
QString placeText(const workspace::ReviewSide &side, const std::optional<align::Subject> &subject);

/// What stands beside a pane's name: "softmax.py · cuTile Python 1.7.0", "13.4 · 46 ops".
QString paneSubtitle(const workspace::Review &review, Pane pane);

/// The same of one program: "13.4 · 46 ops"; and of where it comes from: "softmax.py · cuTile Python 1.7.0".
QString programText(const tileir::Program &program);
QString sourceText(const workspace::ReviewSide &side);

/// "constant TILE_SIZE_M / BM: 64 → 128": how the sides are specialised differently, in a line. Empty when they are not.
QString specialisationText(const workspace::Review &review);

/// "42 ops paired of 46 and 71 · every op decided"
QString alignmentText(const workspace::Review &review);
/// "Reference: bytecode 13.4, cuTile Python 1.7.0"
QString sideText(const workspace::Review &review, align::Side side);

/// Plain text of a divergence for the clipboard.
QString divergenceText(const workspace::Review &review, std::uint32_t divergence);

}  // namespace tileport::views
