// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/commit_tree.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <system_error>

#include "support/file.h"

namespace tileport::importer {

namespace fs = std::filesystem;
using toolchain::GitFile;

namespace {

constexpr std::size_t kMostFiles = 100'000;
constexpr std::uint64_t kMostBytes = std::uint64_t{2} << 30;
constexpr std::uint64_t kLongestLink = 4096;
constexpr int kMostLinks = 40;  // as Linux
/// Stands in the names of files on their way.
constexpr const char *kOnItsWay = ".tileport-";

bool isGitFolder(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
  return lower == ".git";
}

/// A forged tree can hold names that no checkout would write.
bool isPlainPath(std::string_view path) {
  if (path.empty() || path.front() == '/' || path.back() == '/') return false;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view name = path.substr(0, end);
    if (name.empty() || name == "." || name == ".." || isGitFolder(name) || name.find(kOnItsWay) != std::string_view::npos) return false;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return true;
}

/// Where a link leads, from the top folder; empty when it leaves that.
std::string target(std::string_view link, std::string_view content) {
  if (content.empty() || content.front() == '/' || content.find('\0') != std::string_view::npos) return {};
  const fs::path path = (fs::path(link).parent_path() / fs::path(content)).lexically_normal();
  if (path.begin() == path.end() || *path.begin() == "..") return {};
  std::string text = path.string();
  if (text.back() == '/') text.pop_back();
  return text;
}

/// Where a path leads when each of its parts that is a link is followed; empty when it leaves the top folder or goes round.
std::string followed(std::string path, const std::map<std::string, std::string, std::less<>> &targets) {
  for (int i = 0; i <= kMostLinks; ++i) {
    auto link = targets.end();
    for (std::size_t end = path.find('/'); link == targets.end(); end = path.find('/', end + 1)) {
      link = targets.find(std::string_view(path).substr(0, end));
      if (end == std::string::npos) break;
    }
    if (link == targets.end()) return path;
    const std::string rest = path.substr(link->first.size());
    if (link->second.empty()) return {};
    path = link->second + rest;
  }
  return {};
}

Error cannotWrite(const fs::path &path, const std::error_code &failure) {
  return {ErrorKind::CannotRead,
          "cannot write: " + failure.message(),
          {.file = path.string()},
          "See whether the disk is full, or set XDG_CACHE_HOME to a folder that can be written."};
}

/// Whole or not at all, as far as other processes see it. What a crash of the machine leaves is mended by the next look at its content.
Result<void> place(const fs::path &path, std::string_view content) {
  std::error_code failure;
  if (fs::is_regular_file(fs::symlink_status(path, failure)) && fs::file_size(path, failure) == content.size()) {
    const auto there = readFile(path, content.size());
    if (there && *there == content) return {};
  }
  fs::create_directories(path.parent_path(), failure);
  if (failure) return cannotWrite(path.parent_path(), failure);
  const fs::path beside = path.parent_path() / (kOnItsWay + std::to_string(::getpid()));
  {
    std::ofstream file(beside, std::ios::binary | std::ios::trunc);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close();
    if (!file) failure = std::make_error_code(std::errc::io_error);
  }
  if (!failure) fs::rename(beside, path, failure);
  if (!failure) return {};
  std::error_code ignored;
  fs::remove(beside, ignored);
  return cannotWrite(path, failure);
}

std::vector<fs::path> findUnwanted(const fs::path &folder, const std::set<std::string, std::less<>> &wanted, std::error_code &failure) {
  std::vector<fs::path> unwanted;
  failure.clear();
  for (fs::recursive_directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure)) {
    const fs::file_status status = entry->symlink_status(failure);
    const std::string path = entry->path().lexically_relative(folder).string();
    const bool isFolder = fs::is_directory(status);
    // A folder is wanted for the first path behind "folder/", if that lies in it.
    const auto first = wanted.lower_bound(isFolder ? path + "/" : path);
    const bool keep = first != wanted.end() && (isFolder ? first->starts_with(path + "/") : fs::is_regular_file(status) && *first == path);
    if (keep || entry->path().filename().string().starts_with(kOnItsWay)) continue;
    unwanted.push_back(entry->path());
    if (isFolder) entry.disable_recursion_pending();
  }
  return unwanted;
}

/// Takes away what is not wanted: files of an earlier use, what code that ran there has written, links.
Result<void> clear(const fs::path &folder, const std::set<std::string, std::less<>> &wanted) {
  std::error_code failure;
  if (!fs::exists(fs::symlink_status(folder, failure))) return {};
  std::vector<fs::path> unwanted;
  // Another process may be taking the same away.
  constexpr int kMostTries = 20;
  for (int tries = 0; tries < kMostTries; ++tries) {
    unwanted = findUnwanted(folder, wanted, failure);
    if (failure != std::errc::no_such_file_or_directory) break;
  }
  if (failure) return cannotWrite(folder, failure);
  for (const fs::path &path : unwanted) {
    fs::remove_all(path, failure);
    if (failure && failure != std::errc::no_such_file_or_directory) return cannotWrite(path, failure);
  }
  return {};
}

}  // namespace

Result<CommitTree> CommitTree::open(const toolchain::GitRepository &repository, std::string commit) {
  CommitTree tree(repository, std::move(commit));
  if (tree.commit_.empty()) return tree;
  auto listed = repository.files(tree.commit_);
  if (!listed) return listed.error();
  std::map<std::string, GitFile, std::less<>> links;
  for (GitFile &file : *listed) {
    if (!isPlainPath(file.path)) tree.leftOut_.push_back(file.path + ": no name for a file");
    else if (file.kind == GitFile::Kind::Submodule) tree.hide(file, "a submodule");
    else if (file.kind == GitFile::Kind::Link) links.emplace(file.path, std::move(file));
    else tree.files_.emplace(file.path, std::move(file));
  }
  if (auto added = tree.addLinks(links); !added) return added.error();
  std::sort(tree.leftOut_.begin(), tree.leftOut_.end());
  return tree;
}

Result<void> CommitTree::addLinks(const std::map<std::string, GitFile, std::less<>> &links) {
  std::vector<GitFile> readable;
  for (const auto &[path, link] : links) {
    if (link.size && *link.size <= kLongestLink) readable.push_back(link);
    else hide(link, "a symbolic link that cannot be read");
  }
  std::map<std::string, std::string, std::less<>> targets;
  const auto take = [&](const GitFile &link, std::string_view content) {
    targets.emplace(link.path, target(link.path, content));
    return Result<void>();
  };
  if (auto read = repository_->read(readable, take); !read) return read;
  std::vector<GitFile> found;
  for (const auto &[path, first] : targets) {
    const std::string to = followed(first, targets);
    if (const GitFile *file = find(to)) {
      found.push_back(*file);
      found.back().path = path;
      continue;
    }
    hide(links.find(path)->second, "a symbolic link that leads to no file of the commit");
    const auto inside = files_.lower_bound(to + "/");
    if (to == ".") folderLinks_.emplace(path, "");
    else if (!to.empty() && inside != files_.end() && inside->first.starts_with(to + "/")) folderLinks_.emplace(path, to);
  }
  for (GitFile &file : found) files_.emplace(file.path, std::move(file));
  return {};
}

const GitFile *CommitTree::find(std::string_view path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

std::string_view CommitTree::idOf(std::string_view path) const {
  const GitFile *file = find(path);
  return file ? std::string_view(file->id) : std::string_view();
}

void CommitTree::hide(const GitFile &file, const char *why) {
  hidden_.emplace(file.path, file.id);
  leftOut_.push_back(file.path + ": " + why);
}

bool CommitTree::hides(std::string_view path) const {
  for (; !path.empty(); path = path.substr(0, std::min(path.rfind('/'), path.size()))) {
    if (hidden_.contains(path)) return true;
    if (path.find('/') == std::string_view::npos) return false;
  }
  return false;
}

Result<std::map<std::string, std::string, std::less<>>> CommitTree::contents(const std::vector<std::string> &paths) const {
  std::map<std::string, std::string, std::less<>> contents;
  const auto read = this->read(paths, [&](const std::string &path, std::string_view bytes) { contents.emplace(path, bytes); });
  if (!read) return read.error();
  return contents;
}

Result<void> CommitTree::read(const std::vector<std::string> &paths,
                              const std::function<void(const std::string &path, std::string_view content)> &take) const {
  std::vector<GitFile> files;
  for (const std::string &path : paths)
    if (const GitFile *file = find(path)) files.push_back(*file);
  return repository_->read(files, [&](const GitFile &file, std::string_view bytes) {
    take(file.path, bytes);
    return Result<void>();
  });
}

Result<void> CommitTree::writeTo(const fs::path &folder, const std::vector<std::string> &paths) const {
  std::set<std::string, std::less<>> wanted;
  std::vector<GitFile> files;
  std::uint64_t bytes = 0;
  for (const std::string &path : paths) {
    const GitFile *file = find(path);
    if (!file || !wanted.insert(path).second) continue;
    files.push_back(*file);
    bytes += file->size.value_or(0);
  }
  if (files.size() > kMostFiles || bytes > kMostBytes)
    return Error{ErrorKind::Limit,
                 "the commit has more than 100,000 files or 2 GiB",
                 {.file = commit_},
                 "Check it out yourself, and give a workspace or operators of it to tileport review or import."};
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) return cannotWrite(folder, failure);
  if (auto cleared = clear(folder, wanted); !cleared) return cleared;
  return repository_->read(files, [&](const GitFile &file, std::string_view content) { return place(folder / file.path, content); });
}

}  // namespace tileport::importer
