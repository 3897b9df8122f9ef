// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/range_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "toolchain/content_hash.h"

namespace tileport::importer {

namespace fs = std::filesystem;

Result<RangeFolder> RangeFolder::open(const fs::path &cache, const fs::path &repository) {
  const auto cannot = [](const fs::path &path, const std::string &why) {
    return Error{ErrorKind::CannotRead,
                 "there is no place to look at the commits: " + why,
                 {.file = path.string()},
                 "Set XDG_CACHE_HOME to a folder that can be written."};
  };
  std::error_code failure;
  const fs::path real = fs::weakly_canonical(repository, failure);
  const fs::path path = cache / "ranges" / toolchain::contentHash((failure ? repository : real).string()).substr(0, 16);
  fs::create_directories(path, failure);
  if (failure) return cannot(path, failure.message());
  const fs::path file = path / "lock";
  const int lock = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0) return cannot(file, std::generic_category().message(errno));
  int locked = -1;
  do locked = ::flock(lock, LOCK_SH);
  while (locked != 0 && errno == EINTR);
  if (locked == 0) return RangeFolder(path, lock);
  const std::string why = std::generic_category().message(errno);
  ::close(lock);
  return cannot(file, why);
}

RangeFolder::~RangeFolder() {
  if (lock_ < 0) return;
  // The lock's own file stays: another process may be waiting for it.
  if (::flock(lock_, LOCK_EX | LOCK_NB) == 0) {
    std::error_code ignored;
    for (const char *each : {"git", "trees", "made"}) fs::remove_all(path_ / each, ignored);
  }
  ::close(lock_);
}

}  // namespace tileport::importer
