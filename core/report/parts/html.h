// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "report/parts/escape.h"
#include "report/parts/kept.h"

/// The parts of the page. Names that a link can lead to: "p0" a pair, "p0-f3" a finding, "p0-r12" a row of the two programs,
/// "p0-s1-L12" a line of a source (s0: the reference's).
namespace tileport::report {

/// "<b class="x">text</b>"; an empty class is left out. The text is escaped, the class is not.
std::string element(std::string_view name, std::string_view cssClass, std::string_view text);

/// A word in a box, coloured by `cssClass`.
std::string chip(std::string_view cssClass, std::string_view word);

std::string findingId(std::size_t pair, std::size_t finding);
std::string rowId(std::size_t pair, std::size_t row);
std::string sourceLineId(std::size_t pair, align::Side side, std::uint32_t line);

/// Boxes to tick: what of severity, owner and cause there is on the page, each with how many findings. Empty where there is no choice.
std::string filtersHtml(const FindingCounts &counts);

/// The findings of one pair, with filters where it is alone on the page; then in boxes that unfold the equivalences and assumptions.
std::string findingsHtml(const ShownPair &pair, std::size_t number, bool isAlone);

/// Both programs side by side.
std::string programsHtml(const ShownPair &pair, std::size_t number);

/// Both sources with their lines. Empty where neither side has one.
std::string sourcesHtml(const ShownPair &pair, std::size_t number);

/// The place of a finding in a source that the page shows; else null.
const workspace::SourcePlace *linkedSource(const ShownPair &pair, const ShownFinding &finding, align::Side side);

}  // namespace tileport::report
