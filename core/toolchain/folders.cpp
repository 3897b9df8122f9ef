// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/folders.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace tileport::toolchain {

namespace fs = std::filesystem;

namespace {

/// What a variable says; empty when it is not set or says nothing.
std::string_view variable(const char *name) {
  const char *value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

}  // namespace

Result<fs::path> cacheFolder() {
  if (const auto cache = variable("XDG_CACHE_HOME"); cache.starts_with('/')) return fs::path(cache) / "tileport";
  if (const auto home = variable("HOME"); home.starts_with('/')) return fs::path(home) / ".cache" / "tileport";
  return Error{ErrorKind::CannotRead, "there is no folder for caches", {}, "Set HOME or XDG_CACHE_HOME to an absolute path."};
}

Result<fs::path> toolsFolder() {
  if (const auto tools = variable("TILEPORT_TOOLS"); !tools.empty()) return fs::absolute(fs::path(tools));
  Result<fs::path> cache = cacheFolder();
  if (!cache) return cache;
  return *cache / "toolchain";
}

fs::path programFolder() {
  std::error_code failure;
  const fs::path self = fs::read_symlink("/proc/self/exe", failure);
  return failure ? fs::path() : self.parent_path();
}

std::vector<fs::path> pluginFolders() {
  std::vector<fs::path> folders;
  std::string_view named = variable("TILEPORT_PLUGINS");
  while (!named.empty()) {
    const std::string_view first = named.substr(0, named.find(':'));
    if (!first.empty()) folders.push_back(fs::absolute(fs::path(first)));
    named.remove_prefix(std::min(named.size(), first.size() + 1));
  }
  if (const fs::path own = programFolder(); !own.empty()) {
    folders.push_back(own / "plugins");
    folders.push_back((own / "../lib/tileport/plugins").lexically_normal());
  }
  return folders;
}

Result<fs::path> resourcesFolder() {
  if (const auto named = variable("TILEPORT_RESOURCES"); !named.empty()) return fs::absolute(fs::path(named));
  const fs::path own = programFolder();
  for (const fs::path &folder : {own / "resources", (own / "../share/tileport").lexically_normal()}) {
    std::error_code failure;
    if (!own.empty() && fs::is_directory(folder, failure)) return folder;
  }
  return Error{ErrorKind::CannotRead,
               "Tileport's own data files are not there",
               {.file = (own / "resources").string()},
               "Install Tileport anew, or name their folder in TILEPORT_RESOURCES."};
}

}  // namespace tileport::toolchain
