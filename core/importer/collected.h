// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>

#include "importer/tilegym.h"

namespace tileport::importer {

/// Makes a workspace of the programs that lie ready in a front end's cache or folder: each kernel an operator, each program one without a
/// partner. Programs that cannot be read are failures of the summary. The error is that nothing could be done.
Result<ImportSummary> importCollected(const toolchain::LoadedFrontEnd &frontEnd, const std::filesystem::path &folder,
                                      const std::filesystem::path &out, const CancelToken &cancel = {});

}  // namespace tileport::importer
