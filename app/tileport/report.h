// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "report/report.h"
#include "tileport/compiling.h"

namespace tileport::cli {

struct ReportOptions {
  std::filesystem::path first;           ///< a workspace, or the reference
  std::string second;                    ///< OPERATOR or OPERATOR/VARIANT; or the port; may be empty
  std::optional<report::Format> format;  ///< absent: by the ending of `out`, else Markdown
  std::string out = "-";                 ///< "-": standard output
  std::string sourcePrefix;              ///< of SARIF
  CompileOptions compile;
  std::vector<std::string> check;  ///< reports to check instead
};

/// Writes what a review says for others, or checks such a text. Returns the exit code.
int report(const ReportOptions &options);

}  // namespace tileport::cli
