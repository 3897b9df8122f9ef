// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"
#include "toolchain/runner.h"

/// The runs of an import as the file runs.json of its workspace: "tileport-runs/1" (docs/json.md).
namespace tileport::toolchain {

inline constexpr const char *kRunFileName = "runs.json";

std::string writeRuns(const std::vector<RunRecord> &runs);

/// `file` names the text in errors, which carry line and column: not JSON, a schema that is not known, a member that is missing or of
/// another kind. Members that are not known are passed over.
Result<std::vector<RunRecord>> readRuns(std::string_view text, const std::string &file);

/// The runs of the workspace in a folder, none where it has no such file. Errors are those of reading.
Result<std::vector<RunRecord>> runsOfWorkspace(const std::filesystem::path &folder);

}  // namespace tileport::toolchain
