// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>

#include "importer/tilegym.h"

namespace tileport::importer {

/// Makes a workspace of what the conversion pipeline left in `folder`: the output folder of one operator (pipeline.md section 2), or a
/// folder with several of them. Programs and sources are copied, nothing is run, and nothing outside of `folder` is read, wherever a link
/// or a path in it leads. A program that is no Tile IR is a failure and in the workspace all the same, where a review says so.
/// Contradictions in the tree are notes, also in the workspace's pipeline.json with where the tree lies (docs/imports.md). The error is
/// that nothing could be done.
Result<ImportSummary> importPipeline(const std::filesystem::path &folder, const std::filesystem::path &out, const CancelToken &cancel = {});

}  // namespace tileport::importer
