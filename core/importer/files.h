// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>

#include "importer/tilegym.h"

namespace tileport::importer {

struct FilesRequest {
  std::filesystem::path reference, port;                        ///< in any form that tileir/program_reader.h reads; one may be "-"
  std::filesystem::path referenceSource = {}, portSource = {};  ///< empty: where the debug locations lead, if that is there
  std::filesystem::path out;                                    ///< the workspace's folder: new, empty, or an earlier import
};

/// Makes a workspace of two programs and their sources: one operator with one variant. A source that nobody named is a note. Whatever
/// cannot be read is the error.
Result<ImportSummary> importFiles(const FilesRequest &request, const CancelToken &cancel = {});

}  // namespace tileport::importer
