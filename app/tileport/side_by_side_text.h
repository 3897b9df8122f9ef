// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>

#include "tileport/terminal.h"
#include "workspace/review.h"

namespace tileport::cli {

/// Both listings beside one another, each line with its number and a sign: ~ differs, - only in the reference, + only in
/// the port, = its partner stands on another row, . one side only and without meaning. Lines of a divergence are wrapped, so that nothing
/// of them is lost, and what differs inside is underlined (colour) or has ^^^ beneath it; other lines are cut at the column's end.
/// `context`: how many lines around a divergence are kept; absent = all lines.
std::string sideBySideText(const workspace::Review &review, const Terminal &terminal, std::optional<std::size_t> context);

}  // namespace tileport::cli
