// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "triage/classify.h"

namespace tileport::triage {

/// An entry's attribute in the Rust source, #[cutile::entry(...)], and the hints that it gives.
struct EntryAttribute {
  std::uint32_t line = 0;                                  ///< one-based
  bool scanned = false;                                    ///< by a scan of the text, not by the driver's facts
  std::vector<std::pair<std::string, std::string>> hints;  ///< "sm_100.occupancy" and the text of its value

  /// Of "sm_100.occupancy" the value's text. Absent: it is not given.
  std::optional<std::string> find(std::string_view hint) const;
};

/// Of the entry that cuTile Rust named `symbol` ("softmax_entry"). Absent when the source has no such function.
std::optional<EntryAttribute> entryAttribute(const SideInput &side, std::string_view symbol);

}  // namespace tileport::triage
