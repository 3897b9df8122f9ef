// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>

#include "importer/tilegym.h"

namespace tileport::importer {

struct CollectRequest {
  std::filesystem::path folder;      ///< a front end's cache or folder
  std::filesystem::path out;         ///< the workspace's folder: new, empty, or an earlier import
  std::filesystem::path ports = {};  ///< a workspace whose ports are partners, or empty: none
};

/// Makes a workspace of the programs that lie ready in a front end's cache or folder: each kernel an operator, each program one without a
/// partner. With `ports` a program is paired with the port that is there beside a reference of the same mangled symbol, or that the
/// rules and launches there pair it with (evidence/pairing.h); ports without a program are listed. Programs that cannot be read are
/// failures of the summary. The error is that nothing could be done.
Result<ImportSummary> importCollected(const toolchain::LoadedFrontEnd &frontEnd, const CollectRequest &request,
                                      const CancelToken &cancel = {});

}  // namespace tileport::importer
