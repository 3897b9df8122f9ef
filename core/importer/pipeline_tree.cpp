// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/pipeline_tree.h"

#include <algorithm>
#include <system_error>

namespace tileport::importer {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostEntries = 100'000;

bool isIn(const fs::path &path, const fs::path &folder) {
  const auto [own, other] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return own == folder.end();
}

}  // namespace

Result<Tree> Tree::open(const fs::path &folder) {
  std::error_code failure;
  const fs::path root = fs::canonical(folder, failure);
  if (failure)
    return Error{
        ErrorKind::CannotRead, "cannot be opened: " + failure.message(), {.file = folder.string()}, "Name the pipeline's output folder."};
  if (!fs::is_directory(root, failure))
    return Error{ErrorKind::CannotRead, "is no folder", {.file = folder.string()}, "Name the pipeline's output folder."};
  return Tree(root, folder);
}

TreeEntry Tree::look(const fs::path &from, const fs::path &name) const {
  using Kind = TreeEntry::Kind;
  // The system would take a NUL for the end of the name.
  if (name.native().find('\0') != std::string::npos) return {};
  const fs::path wanted = (from / name).lexically_normal();
  if (!isIn(wanted, root_) && name.is_relative()) return {Kind::Outside, {}};
  std::error_code failure;
  const fs::path path = fs::canonical(wanted, failure);
  if (failure) {
    // Also of a link that leads nowhere: nobody needs to know whether something is outside.
    const bool leaves = name.is_absolute() && !isIn(wanted, root_) && !isIn(wanted, given_);
    return {leaves ? Kind::Outside : Kind::Missing, {}};
  }
  if (!isIn(path, root_)) return {Kind::Outside, {}};
  switch (fs::status(path, failure).type()) {
    case fs::file_type::regular: return {Kind::File, path};
    case fs::file_type::directory: return {Kind::Folder, path};
    case fs::file_type::none:
    case fs::file_type::not_found: return {};
    default: return {Kind::Other, path};
  }
}

Result<std::vector<std::string>> Tree::names(const fs::path &folder) {
  std::error_code failure;
  std::vector<std::string> names;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure)) {
    if (names.size() == kMostEntries)
      return Error{ErrorKind::Limit, "has more than 100,000 entries", {.file = folder.string()}, "Name the output folder of one run."};
    names.push_back(entry->path().filename().string());
  }
  if (failure)
    return Error{ErrorKind::CannotRead, "cannot be listed: " + failure.message(), {.file = folder.string()}, "Check its permissions."};
  std::sort(names.begin(), names.end());
  return names;
}

std::string Tree::shown(const fs::path &path) const {
  if (!isIn(path, root_)) return path.string();
  const fs::path below = path.lexically_relative(root_);
  return below == "." ? given_.string() : (given_ / below).string();
}

}  // namespace tileport::importer
