// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <vector>

#include "support/result.h"

/// Where Tileport keeps what is not the user's, and where it lies itself.
namespace tileport::toolchain {

/// $XDG_CACHE_HOME/tileport, else ~/.cache/tileport. It may not exist. Error: neither variable is set.
Result<std::filesystem::path> cacheFolder();

/// Where packaging/toolchain and `tileport doctor --install` put other people's tools: $TILEPORT_TOOLS, else "toolchain" in the
/// cache folder.
Result<std::filesystem::path> toolsFolder();

/// The folder of the program that runs; empty when the system does not tell.
std::filesystem::path programFolder();

/// Where plugins are looked for, in this order: each folder of $TILEPORT_PLUGINS (separated by ':'), "plugins" beside our program,
/// ../lib/tileport/plugins from there.
std::vector<std::filesystem::path> pluginFolders();

/// Our data files (launches and rules of TileGym, ...): $TILEPORT_RESOURCES, else "resources" beside our program, else
/// ../share/tileport from there. Error: none of them is there.
Result<std::filesystem::path> resourcesFolder();

}  // namespace tileport::toolchain
