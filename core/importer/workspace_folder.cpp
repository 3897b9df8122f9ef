// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/workspace_folder.h"

#include <system_error>

#include "support/file.h"
#include "workspace/manifest_writer.h"

namespace tileport::importer {

namespace fs = std::filesystem;

namespace {

/// Stands in every folder that an import writes, before anything else does.
constexpr const char *kMark = ".tileport-import";
constexpr std::uint64_t kLargestFile = std::uint64_t{256} << 20;
constexpr std::uint64_t kLargestSource = std::uint64_t{16} << 20;

/// Whether something is there that no import has made. Another import may be at its beginning: its mark, on its way under a hidden
/// name, is no file of somebody else, and once it is there nothing is.
bool hasForeignFiles(const fs::path &folder, std::error_code &failure) {
  const std::string onItsWay = std::string(".") + kMark;
  bool others = false;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure))
    others |= !entry->path().filename().string().starts_with(onItsWay);
  std::error_code ignored;
  return others && !fs::exists(folder / kMark, ignored);
}

Error cannotMake(const fs::path &folder, const std::error_code &failure) {
  return {ErrorKind::CannotRead, "the folder cannot be made: " + failure.message(), {.file = folder.string()}, "Name another one."};
}

}  // namespace

std::string plainName(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == '_';
    name += plain ? c : '_';
  }
  while (name.starts_with('.')) name.erase(0, 1);
  return name.empty() ? "_" : name;
}

Result<WorkspaceFolder> WorkspaceFolder::open(const fs::path &folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) return cannotMake(folder, failure);
  const bool foreign = hasForeignFiles(folder, failure);
  if (failure) return cannotMake(folder, failure);
  if (foreign) {
    return Error{ErrorKind::Usage,
                 "the folder has files in it that no import has made",
                 {.file = folder.string()},
                 "Name a new folder, an empty one, or one that an earlier import made."};
  }
  WorkspaceFolder opened(folder);
  if (auto marked = opened.put(kMark, "Made by tileport import, which may replace any file here.\n"); !marked) return marked.error();
  return opened;
}

Result<void> WorkspaceFolder::put(const std::string &name, std::string_view content) const {
  const fs::path path = folder_ / name;
  std::error_code failure;
  if (fs::file_size(path, failure) == content.size() && !failure) {
    const Result<std::string> there = readFile(path, kLargestFile);
    if (there && *there == content) return {};
  }
  fs::create_directories(path.parent_path(), failure);
  if (failure) return cannotMake(path.parent_path(), failure);
  return replaceFile(path, content);
}

Result<void> WorkspaceFolder::copy(const std::string &name, const fs::path &source) const {
  const Result<std::string> text = readFile(source, kLargestSource);
  return text ? put(name, *text) : Result<void>(text.error());
}

Result<void> WorkspaceFolder::finish(const workspace::Workspace &workspace) const {
  return put("workspace.json", workspace::writeManifest(workspace));
}

}  // namespace tileport::importer
