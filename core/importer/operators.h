// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>

#include "importer/tilegym.h"

namespace tileport::importer {

struct OperatorsRequest {
  std::filesystem::path folder;  ///< an operator's folder with a launches.json (docs/launches.md), or one of such folders
  std::filesystem::path out;     ///< the workspace's folder: new, empty, or an earlier import
  plugin::Folders folders;       ///< tools and cache; `own` is filled in for each front end
  /// The user said that the code in `folder` may run: importing a reference runs its module, building a port its macros. Without it
  /// nothing is done.
  bool trusted = false;
};

/// Makes both sides of every variant that the operators' launches.json name by the real front ends, and writes the workspace. A variant one
/// side of which cannot be made is in the summary's failures, and its other side has no partner. Interrupted, it goes on where it
/// was. The error is that nothing could be done.
Result<ImportSummary> importOperators(const OperatorsRequest &request, const toolchain::FrontEnds &frontEnds, const toolchain::Store &store,
                                      toolchain::RunLog &log, const CancelToken &cancel = {}, const ImportReporter &report = {});

}  // namespace tileport::importer
