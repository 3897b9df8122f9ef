// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>

#include "support/result.h"
#include "toolchain/runner.h"

namespace tileport::toolchain {

/// Puts the Python packages that the front ends need, pinned by their content, into `tools`: cuTile Python, TileGym, the official tools,
/// what a build of cuTile Rust needs. Downloads about 150 MB the first time; returns at once when the folder is right. `resources` is
/// where Tileport's own data lie (folders.h). Crates of cuTile Rust are pinned by Cargo.lock: preparing.h fetches and builds them.
Result<void> installTools(const std::filesystem::path &resources, const std::filesystem::path &tools, Runner &runner);

}  // namespace tileport::toolchain
