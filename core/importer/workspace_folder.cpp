// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/workspace_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include "support/file.h"
#include "workspace/manifest_writer.h"

namespace tileport::importer {

namespace fs = std::filesystem;

namespace {

/// Stands in every folder that an import writes, before anything else does.
constexpr const char *kMark = ".tileport-import";
constexpr const char *kManifest = "workspace.json";
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

std::string PlainNames::take(const std::string &folder, std::string_view name, std::string_view extension) {
  // Some names are of thousands of characters; a file's may have 255 bytes, some of which the writing of it takes.
  constexpr std::size_t kLongest = 150;
  std::string stem = plainName(name).substr(0, kLongest);
  for (;; stem += '_') {
    std::string whole = folder + stem + std::string(extension), folded = whole;
    for (char &c : folded) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (taken_.insert(std::move(folded)).second) return whole;
  }
}

/// The folder's own lock, which the system lets go of when the process ends, however it ends.
class WorkspaceFolder::Lock {
 public:
  Lock(const fs::path &folder, CancelToken cancel)
      : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)), cancel_(std::move(cancel)) {}
  ~Lock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;

  Result<void> take() {
    constexpr std::chrono::milliseconds kBetweenTries{20};
    while (!taken_) {
      taken_ = descriptor_ < 0 || ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EINTR);
      if (taken_) break;
      if (cancel_.cancelled())
        return Error{ErrorKind::Cancelled, "the import was cancelled while it waited for another one into the same folder", {}, ""};
      std::this_thread::sleep_for(kBetweenTries);
    }
    return {};
  }

 private:
  int descriptor_;
  CancelToken cancel_;
  bool taken_ = false;
};

Result<WorkspaceFolder> WorkspaceFolder::open(const fs::path &folder, const CancelToken &cancel) {
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
  WorkspaceFolder opened(folder, std::make_shared<Lock>(folder, cancel));
  // The lock is for the writing, which may begin minutes later.
  if (auto marked = opened.putUnlocked(kMark, "Made by tileport import, which may replace any file here.\n"); !marked)
    return marked.error();
  return opened;
}

Result<void> WorkspaceFolder::put(const std::string &name, std::string_view content) const {
  if (auto taken = lock_->take(); !taken) return taken;
  return putUnlocked(name, content);
}

Result<void> WorkspaceFolder::putUnlocked(const std::string &name, std::string_view content) const {
  const fs::path path = folder_ / name;
  std::error_code failure;
  if (fs::file_size(path, failure) == content.size() && !failure) {
    const Result<std::string> there = readFile(path, kLargestFile);
    if (there && *there == content) return {};
  }
  if (name != kManifest && fs::exists(path, failure)) {
    fs::remove(folder_ / kManifest, failure);
    if (failure)
      return Error{ErrorKind::CannotRead,
                   "cannot be removed before the files change that it names: " + failure.message(),
                   {.file = (folder_ / kManifest).string()},
                   "Check the folder's permissions, or name another one."};
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
  return put(kManifest, workspace::writeManifest(workspace));
}

}  // namespace tileport::importer
