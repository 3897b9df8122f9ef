// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "workspace/workspace.h"

namespace tileport::workspace {

/// The text of a workspace.json of schema 2 (docs/workspace.md) that reads as the same workspace, for a folder that holds its files under
/// the names that the sides give (programName, sourceName, ...). Paths are not looked at.
std::string writeManifest(const Workspace &workspace);

}  // namespace tileport::workspace
