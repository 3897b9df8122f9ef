// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "specification/analysis.h"
#include "tileport/commands.h"

/// analysis.json of the conversion pipeline: checked, and drafted from the hidden specification (docs/analysis.md).
namespace tileport::cli {

struct AnalysisOptions {
  std::vector<std::string> files;              ///< of check
  std::vector<std::filesystem::path> sources;  ///< of check: of the reference, to look for its functions
  std::filesystem::path workspace;             ///< of draft
  std::string op;                              ///< of draft
  std::string out;                             ///< of draft; empty: standard output
};

int analysisCheck(const AnalysisOptions &options, const Output &output);
int analysisDraft(const AnalysisOptions &options);

struct CheckedAnalysis {
  std::string file;
  std::optional<Error> error;  ///< it cannot be read; no findings then
  std::vector<specification::AnalysisFinding> findings;
};

/// "tileport-analysis/1".
std::string analysisJson(const std::vector<CheckedAnalysis> &checks);

}  // namespace tileport::cli
