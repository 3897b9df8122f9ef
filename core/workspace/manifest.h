// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string_view>

#include "support/result.h"
#include "workspace/workspace.h"

/// Private to core/workspace: the text of workspace.json as a Workspace (docs/workspace.md).
namespace tileport::workspace {

/// `file` names the text in errors; paths in it are taken from `folder`, which is absolute and canonical.
Result<Workspace> readManifest(std::string_view text, const std::string &file, const std::filesystem::path &folder);

}  // namespace tileport::workspace
