// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "workspace/workspace.h"

#include <fstream>
#include <iterator>
#include <system_error>

#include "workspace/manifest.h"

namespace tileport::workspace {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestManifest = std::uintmax_t{16} << 20;
constexpr const char *kManifest = "workspace.json";

Error cannotOpen(const fs::path &path, std::string why, std::string advice) {
  return {ErrorKind::CannotRead, "cannot open the workspace: " + std::move(why), {.file = path.string()}, std::move(advice)};
}

Result<std::string> readManifestText(const fs::path &file) {
  std::error_code failure;
  if (const std::uintmax_t size = fs::file_size(file, failure); !failure && size > kLargestManifest) {
    return Error{ErrorKind::Limit, "the file is larger than 16 MiB", {.file = file.string()}, "Split the workspace into several."};
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return cannotOpen(file, "the file may not be read", "Check its permissions.");
  std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  if (stream.bad()) return cannotOpen(file, "reading the file failed", "Check the disk that it lies on.");
  return text;
}

}  // namespace

Result<WorkspacePtr> openWorkspace(const fs::path &path) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (!fs::exists(status)) {
    return cannotOpen(path, failure && status.type() == fs::file_type::none ? failure.message() : "there is no such file or folder",
                      "Give the folder that holds workspace.json.");
  }
  const fs::path file = fs::is_directory(status) ? path / kManifest : path;
  if (!fs::is_regular_file(fs::status(file, failure))) {
    return cannotOpen(path, "it holds no workspace.json", "Give the folder that holds one; docs/workspace.md describes it.");
  }
  Result<std::string> text = readManifestText(file);
  if (!text) return std::move(text).error();
  const fs::path folder = fs::canonical(fs::absolute(file, failure).parent_path(), failure);
  if (failure) return cannotOpen(path, failure.message(), "Check the folder's permissions.");
  Result<Workspace> workspace = readManifest(*text, file.string(), folder);
  if (!workspace) return std::move(workspace).error();
  return std::make_shared<const Workspace>(std::move(*workspace));
}

}  // namespace tileport::workspace
