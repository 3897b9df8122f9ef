// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/tools_folder.h"

#include <algorithm>
#include <fstream>
#include <system_error>

namespace tileport::plugin {

namespace fs = std::filesystem;

std::optional<fs::path> sitePackages(const fs::path &tools) {
  std::error_code failure;
  for (fs::directory_iterator entry(tools / "lib", failure), end; !failure && entry != end; entry.increment(failure)) {
    const fs::path folder = entry->path() / "site-packages";
    std::error_code ignored;
    if (entry->path().filename().string().starts_with("python3") && fs::is_directory(folder, ignored)) return folder;
  }
  return std::nullopt;
}

std::optional<std::string> packageVersion(const fs::path &sitePackages, std::string_view package) {
  const std::string prefix = std::string(package) + "-";
  constexpr std::string_view kSuffix = ".dist-info";
  std::error_code failure;
  for (fs::directory_iterator entry(sitePackages, failure), end; !failure && entry != end; entry.increment(failure)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with(prefix) && name.ends_with(kSuffix))
      return name.substr(prefix.size(), name.size() - prefix.size() - kSuffix.size());
  }
  return std::nullopt;
}

namespace {

/// What pyvenv.cfg says of the version: "version = 3.11.2", or version_info with some makers.
std::string pythonVersion(const fs::path &tools) {
  std::ifstream file(tools / "pyvenv.cfg");
  for (std::string line; std::getline(file, line);) {
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos || !line.starts_with("version")) continue;
    const std::size_t begin = line.find_first_not_of(' ', equals + 1);
    return begin == std::string::npos ? std::string() : line.substr(begin);
  }
  return "";
}

}  // namespace

Tool pythonOf(const fs::path &tools) {
  Tool tool{.name = "Python", .wanted = "3.10 to 3.14, in a folder of Tileport's own", .enables = "running the drivers of the front ends"};
  std::error_code ignored;
  const fs::path python = tools / "bin" / "python";
  if (!fs::is_regular_file(python, ignored)) {
    tool.advice = kInstallAdvice;
    return tool;
  }
  tool.path = python;
  tool.version = pythonVersion(tools);
  tool.state = sitePackages(tools) ? ToolState::Present : ToolState::Broken;
  if (tool.state == ToolState::Broken) tool.advice = kInstallAdvice;
  return tool;
}

Tool packageTool(const fs::path &tools, std::string name, std::string_view package, std::string enables) {
  Tool tool{.name = std::move(name), .enables = std::move(enables)};
  const auto packages = sitePackages(tools);
  const auto version = packages ? packageVersion(*packages, package) : std::nullopt;
  if (version) {
    tool.state = ToolState::Present;
    tool.version = *version;
    tool.path = *packages;
  } else {
    tool.advice = kInstallAdvice;
  }
  return tool;
}

std::vector<fs::path> identityFiles(const fs::path &tools) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const char *name : {"tileport-toolchain.sha256", "pyvenv.cfg"}) {
    if (fs::is_regular_file(tools / name, ignored)) files.push_back(tools / name);
  }
  return files;
}

std::vector<fs::path> filesBelow(const fs::path &folder, const std::vector<std::string_view> &endings) {
  std::vector<fs::path> files;
  std::error_code failure;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, failure), end;
  for (; !failure && entry != end; entry.increment(failure)) {
    const std::string name = entry->path().filename().string();
    std::error_code ignored;
    if (entry->is_directory(ignored)) {
      if (name.starts_with('.') || name.starts_with("__") || name == "target") entry.disable_recursion_pending();
    } else if (std::any_of(endings.begin(), endings.end(), [&](std::string_view each) { return name.ends_with(each); })) {
      files.push_back(entry->path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace tileport::plugin
