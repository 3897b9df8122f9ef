// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/front_end.h"

/// The folder that packaging/toolchain fills, a Python environment, as the front ends' plugins look into it.
namespace tileport::plugin {

/// Absent when there is none.
std::optional<std::filesystem::path> sitePackages(const std::filesystem::path &tools);

/// The version of an installed Python package by its dist-info folder, whose names write '_' for '-'. Absent when it is not there.
std::optional<std::string> packageVersion(const std::filesystem::path &sitePackages, std::string_view package);

/// Its Python; says how to get it where it is missing.
Tool pythonOf(const std::filesystem::path &tools);

/// One package of the folder as a tool; `name` as people know it.
Tool packageTool(const std::filesystem::path &tools, std::string name, std::string_view package, std::string enables);

/// What says which packages the folder has: its stamp, and the environment's own description.
std::vector<std::filesystem::path> identityFiles(const std::filesystem::path &tools);

/// Every file below the folder whose name ends so, sorted; for the scripts of a driver. Folders whose name begins with '.' or "__" and
/// cargo's "target" are left out.
std::vector<std::filesystem::path> filesBelow(const std::filesystem::path &folder, const std::vector<std::string_view> &endings);

inline constexpr const char *kInstallAdvice = "Run tileport doctor --install.";

}  // namespace tileport::plugin
