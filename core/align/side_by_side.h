// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "align/alignment.h"

namespace tileport::align {

enum class RowKind : std::uint8_t {
  Same,
  Differs,
  Missing,  ///< the port side is a filler
  Extra,    ///< the reference side is a filler
  Noise,    ///< does not matter (assume chains, dead constants, copies); both sides' lines, if it has both, have no partner
};

/// Why a line that has a counterpart stands alone in its row.
enum class Elsewhere : std::uint8_t {
  Moved,   ///< its partner stands in another place of the order
  Merged,  ///< a line of the reference, computed again, for which the port has one op
  Split,   ///< a line of the port, computed again, for which the reference has one op
};

/// One row of two listings put side by side. At least one side has a line; the other side is a filler where absent.
/// Lines of each side come in the order of its listing, each exactly once.
struct Row {
  std::optional<LineIndex> reference;
  std::optional<LineIndex> port;
  RowKind kind = RowKind::Same;
  std::optional<std::uint32_t> divergence;  ///< position in Alignment::divergences of the first one that touches the row
  /// Of an op's first line that stands alone though the other side has a line for it: why, and which.
  std::optional<Elsewhere> elsewhere;
  LineIndex counterpart;
};

/// A pair whose lines could not be put on one row because the other order was kept; panes join them with a connector.
struct Link {
  LineRange reference;
  LineRange port;
  RowKind kind = RowKind::Same;
  std::optional<std::uint32_t> divergence;
};

struct SideBySide {
  std::vector<Row> rows;
  std::vector<Link> links;                    ///< every paired op whose head lines are on different rows, and every divergence
  std::vector<std::uint32_t> rowOfReference;  ///< by line of the listing
  std::vector<std::uint32_t> rowOfPort;
};

std::string_view toText(Elsewhere how);  ///< "moved", "merged", "split"
/// "moved to line 4", "merged into line 4", "split from line 4": what stands on the empty side of a row that has a counterpart
/// elsewhere; empty for all others.
std::string elsewhereText(const Row &row);
std::string elsewhereText(Elsewhere how, LineIndex counterpart);

/// Lays the two listings out. Pure and total.
SideBySide sideBySide(const Alignment &alignment);

}  // namespace tileport::align
