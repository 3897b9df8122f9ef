// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tileport/terminal.h"
#include "workspace/review.h"

namespace tileport::cli {

/// How a comparison ended, as one word and as an exit code.
enum class Outcome : std::uint8_t { Same, Divergent, Undecided, Unreadable };

Outcome outcomeOf(const workspace::Review &review);
std::string_view toText(Outcome outcome);  ///< "same", "divergent", "undecided", "unreadable"
int exitCode(Outcome outcome);             ///< 0, 1, 4, 3
Style styleOf(Outcome outcome);

/// '~', '-' or '+': stands wherever a colour does.
char signOf(align::Status status);
Style styleOf(align::Status status);

/// "1 port", "2 ports".
std::string plural(std::size_t count, const std::string &noun);

/// The text in lines of the terminal's width, each set in by `indent`, the second and later ones further. Clean (glyphs.h).
std::string paragraph(const Terminal &terminal, std::string_view text, std::size_t indent, Style style = Style::Plain);

/// "divergent: 2 divergences, 1 ~ DIFFERS 1 - MISSING, 80 ops paired" or "same: 87 ops paired, no divergence"; and why it
/// is undecided where it is.
std::string summaryText(const workspace::Review &review, const Terminal &terminal);

/// The divergences of a review, one after the other: what differs and where it comes from on both sides. Ends in a line
/// end unless empty.
std::string divergencesText(const workspace::Review &review, const Terminal &terminal);

}  // namespace tileport::cli
