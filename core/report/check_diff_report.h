// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Is a diff_report.md, ours or somebody else's, complete, and does it agree with itself? Stricter than the pipeline's validator, which
/// looks for words (docs/reports.md lists the rules).
namespace tileport::report {

struct Complaint {
  std::uint32_t line = 0;  ///< one-based; of what is missing the place after which it should stand
  std::string rule;        ///< "first-line", "verdict", "sections", "table", "words", "critical", "notes", "owner", "actions"
  std::string message;     ///< what is wrong and what to do, one clause each
};

/// In the order of the lines. Empty: nothing to complain of. Total: any text is answered.
std::vector<Complaint> checkDiffReport(std::string_view text);

}  // namespace tileport::report
