// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <random>
#include <system_error>
#include <utility>

namespace tileport {

namespace {

namespace fs = std::filesystem;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;

  int number() const { return number_; }
  bool valid() const { return number_ >= 0; }
  /// Some file systems tell that writing failed when the file is closed.
  bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

/// An empty name would leave no trace in the line that the error becomes.
std::string shown(const fs::path &path) { return path.empty() ? "\"\"" : path.string(); }

std::string reason(int number) { return std::generic_category().message(number); }

Error failure(const fs::path &path, std::string message, std::string advice, ErrorKind kind = ErrorKind::CannotRead) {
  return {kind, std::move(message), {.file = shown(path)}, std::move(advice)};
}

Error cannotRead(const fs::path &path, int number) {
  if (path.empty()) return failure(path, "the name of the file is empty", "Give the path of a file.");
  return failure(path, "cannot read: " + reason(number), "Check the path and your rights to read it.");
}

Error cannotWrite(const fs::path &path, int number) {
  if (path.empty()) return failure(path, "the name of the file is empty", "Give the path of a file.");
  return failure(path, "cannot write: " + reason(number), "Check the folder, your rights to write there, and the space on its disk.");
}

Error cannotReplace(const fs::path &path, int number) {
  return failure(path, "cannot write: " + reason(number),
                 "The file is there and may not be written: change its mode, or name another file.");
}

Error tooLarge(const fs::path &path, std::uint64_t largest) {
  const std::string limit = largest >= 1 << 20 ? std::to_string(largest >> 20) + " MiB" : std::to_string(largest) + " bytes";
  return failure(path, "the file is larger than " + limit, "Check that it is the file you meant.", ErrorKind::Limit);
}

/// What keeps a file from being read or replaced as a whole.
std::optional<Error> wrongKind(const fs::path &path, const struct stat &status) {
  if (S_ISREG(status.st_mode)) return std::nullopt;
  if (S_ISDIR(status.st_mode)) return failure(path, "is a folder, not a file", "Give a file in it.");
  return failure(path, "is a pipe or device, not a regular file", "Write what it gives into a file, and give that.");
}

int openFile(const fs::path &path, int flags, mode_t mode = 0) {
  int number = -1;
  do number = ::open(path.c_str(), flags | O_CLOEXEC, mode);
  while (number < 0 && errno == EINTR);
  return number;
}

/// Up to the end of what is open, which says that it has `size` bytes.
Result<std::string> readAll(int descriptor, const fs::path &path, std::uint64_t size, std::uint64_t largest) {
  // One byte more than it says, so that the end is seen with the last read; files of /proc say 0.
  std::string content;
  std::size_t filled = 0;
  for (;;) {
    if (filled == content.size()) content.resize(std::max<std::size_t>(filled == 0 ? size + 1 : filled * 2, 4096));
    const ssize_t count = ::read(descriptor, content.data() + filled, content.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {  // standard input that another process made so
      pollfd ready{descriptor, POLLIN, 0};
      if (::poll(&ready, 1, -1) >= 0 || errno == EINTR) continue;
    }
    if (count < 0) return cannotRead(path, errno);
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
    if (filled > largest) return tooLarge(path, largest);
  }
  content.resize(filled);
  return content;
}

/// Zero, or why not everything was written.
int writeAll(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t count = ::write(descriptor, content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

/// A new file beside `path`, and its name: hidden, and such that it says whose it is, should the process be ended before it can tidy
/// up. mkstemp takes no permissions, and the mask of those for new files can only be asked for by changing it for all threads.
int openBeside(const fs::path &path, mode_t permissions, std::string &name) {
  constexpr int kMostTries = 100;
  const std::string begin = (path.parent_path() / ("." + path.filename().string().substr(0, 200) + ".tileport-")).string();
  std::random_device random;
  for (int tries = 0; tries < kMostTries; ++tries) {
    name = begin + std::to_string(random());
    const int number = openFile(name, O_WRONLY | O_CREAT | O_EXCL, permissions);
    if (number >= 0 || errno != EEXIST) return number;
  }
  return -1;
}

/// Writes a file's content into what is open. Zero, or why not everything was written; ECANCELED: it was given up.
using Content = std::function<int(int descriptor)>;

/// The new file gets the permissions of the old one; without one, what the process gives new files.
Result<void> writeBeside(const fs::path &path, const Content &content, const std::optional<mode_t> &permissions) {
  std::string name;
  Descriptor file(openBeside(path, permissions ? 0600 : 0666, name));
  if (!file.valid()) return cannotWrite(path, errno);
  const auto giveUp = [&](int number) {
    ::unlink(name.c_str());
    return cannotWrite(path, number);
  };
  if (const int number = content(file.number())) return giveUp(number);
  if (permissions && ::fchmod(file.number(), *permissions) != 0) return giveUp(errno);
  if (::fsync(file.number()) != 0 || !file.close()) return giveUp(errno);
  if (::rename(name.c_str(), path.c_str()) != 0) return giveUp(errno);
  // The name is on the disk once its folder is. A file system that cannot do that has done what it can.
  const Descriptor folder(openFile(path.has_parent_path() ? path.parent_path() : fs::path("."), O_RDONLY | O_DIRECTORY));
  if (folder.valid()) (void)::fsync(folder.number());
  return {};
}

/// What a link points to that leads to nothing yet; anything else as it is.
fs::path behindLinks(fs::path path) {
  constexpr int kMostLinks = 40;  // as Linux
  std::error_code failure;
  for (int i = 0; i < kMostLinks && fs::is_symlink(fs::symlink_status(path, failure)); ++i) {
    const fs::path to = fs::read_symlink(path, failure);
    if (failure) break;
    path = path.parent_path() / to;
  }
  return path;
}

Result<void> writeInto(const fs::path &path, const Content &content) {
  Descriptor file(openFile(path, O_WRONLY));
  if (!file.valid()) return cannotWrite(path, errno);
  if (const int number = content(file.number())) return cannotWrite(path, number);
  if (!file.close()) return cannotWrite(path, errno);
  return {};
}

}  // namespace

Result<std::string> readFile(const fs::path &path, std::uint64_t largest) {
  // A pipe without a writer would be waited for.
  const Descriptor file(openFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY));
  if (!file.valid()) {
    struct stat status{};  // a socket cannot be opened at all
    const int number = errno;
    if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) return *wrongKind(path, status);
    return cannotRead(path, number);
  }
  struct stat status{};
  if (::fstat(file.number(), &status) != 0) return cannotRead(path, errno);
  if (auto wrong = wrongKind(path, status)) return std::move(*wrong);
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > largest) return tooLarge(path, largest);
  return readAll(file.number(), path, size, largest);
}

Result<std::string> readStandardInput(std::uint64_t largest) { return readAll(STDIN_FILENO, "standard input", 0, largest); }

namespace {

Result<void> replaceBy(const fs::path &path, const Content &content) {
  std::error_code ignored;
  struct stat status{};
  const bool exists = !path.empty() && ::stat(path.c_str(), &status) == 0;
  if (!exists && !path.empty() && errno == ELOOP) return cannotWrite(path, ELOOP);
  if (exists && S_ISDIR(status.st_mode)) return *wrongKind(path, status);
  if (exists && !S_ISREG(status.st_mode)) return writeInto(path, content);
  // The folder would allow to put another file in the place of one that may not be written.
  if (exists && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) return cannotReplace(path, errno);
  // What a link points to is replaced, not the link.
  const fs::path target = exists ? fs::canonical(path, ignored) : behindLinks(path);
  if (target.empty() || !target.has_filename()) return cannotWrite(path, path.empty() ? ENOENT : EISDIR);
  auto written = writeBeside(target, content, exists ? std::optional<mode_t>(status.st_mode & 07777) : std::nullopt);
  if (written) return written;
  Error error = written.error();
  error.place.file = shown(path);
  return error;
}

}  // namespace

Result<void> replaceFile(const fs::path &path, std::string_view content) {
  return replaceBy(path, [content](int descriptor) { return writeAll(descriptor, content); });
}

Result<void> replaceFile(const fs::path &path, const std::function<bool(const TakePiece &take)> &write) {
  return replaceBy(path, [&write](int descriptor) {
    int failure = 0;
    const bool all = write([&](std::string_view piece) {
      if (failure == 0) failure = writeAll(descriptor, piece);
      return failure == 0;
    });
    return failure != 0 ? failure : all ? 0 : ECANCELED;
  });
}

}  // namespace tileport
