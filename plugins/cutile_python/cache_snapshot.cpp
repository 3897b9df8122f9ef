// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cutile_python/cache_snapshot.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace tileport::plugin {

namespace fs = std::filesystem;

namespace {

constexpr std::array<const char *, 3> kEndings{"", "-journal", "-wal"};
constexpr std::size_t kJournalMagic = 8;

fs::path beside(const fs::path &database, const char *ending) { return database.string() + ending; }

Error cannotRead(const fs::path &file, int number) {
  return {ErrorKind::CannotRead,
          "cannot be read: " + std::generic_category().message(number),
          {.file = file.string()},
          "Check its permissions."};
}

class Descriptor {
 public:
  Descriptor(const fs::path &file, int flags, mode_t mode = 0) : number_(::open(file.c_str(), flags | O_CLOEXEC, mode)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  int number() const { return number_; }
  bool valid() const { return number_ >= 0; }

 private:
  int number_;
};

/// Nothing for a file that is not there.
std::optional<DatabaseStamp::File> stampOf(const fs::path &file) {
  struct stat status{};
  if (::stat(file.c_str(), &status) != 0) return std::nullopt;
  constexpr std::int64_t kSecond = 1'000'000'000;
  return DatabaseStamp::File{status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
                             status.st_mtim.tv_sec * kSecond + status.st_mtim.tv_nsec};
}

/// The bytes 24 to 27 of the database, big endian: the file change counter (sqlite.org/fileformat2.html, section 1.3).
std::uint32_t counterOf(const fs::path &database) {
  constexpr off_t kPlace = 24;
  std::array<unsigned char, 4> bytes{};
  const Descriptor file(database, O_RDONLY | O_NONBLOCK);
  if (!file.valid() || ::pread(file.number(), bytes.data(), bytes.size(), kPlace) != static_cast<ssize_t>(bytes.size())) return 0;
  return static_cast<std::uint32_t>(bytes[0]) << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

/// Nothing of it has to be undone: a journal has zeros in the place of its magic number until it is on the disk, before which no page of
/// the database changes, and again when its transaction has ended and the journal mode keeps it (sqlite.org/fileformat2.html, section 3).
bool isSpent(const fs::path &journal) {
  std::array<char, kJournalMagic> bytes{};
  const Descriptor file(journal, O_RDONLY | O_NONBLOCK);
  const ssize_t count = file.valid() ? ::pread(file.number(), bytes.data(), bytes.size(), 0) : -1;
  return count == 0 || (count > 0 && bytes == std::array<char, kJournalMagic>{});
}

/// Whether the journal is part of a transaction over several databases: it ends in the magic number then, after the name of a file. Undoing
/// it SQLite would delete that file, whichever it is.
bool namesAnotherFile(const fs::path &journal) {
  constexpr std::array<unsigned char, kJournalMagic> kMagic{0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
  std::array<unsigned char, kJournalMagic> bytes{};
  const auto status = stampOf(journal);
  const Descriptor file(journal, O_RDONLY | O_NONBLOCK);
  if (!status || !file.valid() || status->size < bytes.size()) return false;
  const auto place = static_cast<off_t>(status->size - bytes.size());
  return ::pread(file.number(), bytes.data(), bytes.size(), place) == static_cast<ssize_t>(bytes.size()) && bytes == kMagic;
}

Result<DatabaseStamp> stampDatabase(const fs::path &database) {
  DatabaseStamp stamp;
  stamp.files[0] = stampOf(database);
  if (!stamp.files[0]) return cannotRead(database, errno);
  for (std::size_t i = 1; i < kEndings.size(); ++i) stamp.files[i] = stampOf(beside(database, kEndings[i]));
  if (stamp.files[1] && isSpent(beside(database, kEndings[1]))) stamp.files[1].reset();
  stamp.counter = counterOf(database);
  return stamp;
}

/// Of a file that has just been written, another change may not show in its times.
bool isSettled(const DatabaseStamp &stamp) {
  constexpr std::chrono::milliseconds kTick{20};
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  for (const auto &file : stamp.files) {
    if (!file) continue;
    const auto age = now - std::chrono::nanoseconds(file->changed);
    if (age >= std::chrono::nanoseconds(0) && age < kTick) return false;
  }
  return true;
}

Result<void> copyFile(const fs::path &from, const fs::path &to, const CancelToken &cancel) {
  const Descriptor in(from, O_RDONLY | O_NONBLOCK), out(to, O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (!in.valid()) return cannotRead(from, errno);
  const auto cannotCopy = [&](int number) {
    return Error{ErrorKind::CannotRead,
                 "cannot be copied, as it must be to be read with its journal: " + std::generic_category().message(number),
                 {.file = from.string()},
                 "Set TMPDIR to a folder with more room, or let what writes the cache end and import again."};
  };
  if (!out.valid()) return cannotCopy(errno);
  std::vector<char> buffer(std::size_t{1} << 20);
  for (;;) {
    if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "reading the cache was cancelled", {}, ""};
    const ssize_t count = ::read(in.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return cannotRead(from, errno);
    if (count == 0) return {};
    for (ssize_t written = 0; written < count;) {
      const ssize_t more = ::write(out.number(), buffer.data() + written, static_cast<std::size_t>(count - written));
      if (more < 0 && errno != EINTR) return cannotCopy(errno);
      if (more > 0) written += more;
    }
  }
}

Result<fs::path> makePrivateFolder() {
  std::error_code failure;
  std::string name = (fs::temp_directory_path(failure) / "tileport-cache-XXXXXX").string();
  if (failure || ::mkdtemp(name.data()) == nullptr)
    return Error{ErrorKind::CannotRead,
                 "no temporary folder can be made: " + (failure ? failure.message() : std::generic_category().message(errno)),
                 {.file = name},
                 "Set TMPDIR to a folder that can be written to."};
  return fs::path(name);
}

/// "file:/a%20folder/cache.db?...": a name may hold what means something in a URI.
std::string uriOf(const fs::path &file, bool immutable) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string uri = "file:";
  for (const char c : file.string()) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' || c == '-' || c == '_' || c == '.';
    if (plain) uri += c;
    else uri += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return uri + (immutable ? "?mode=ro&immutable=1" : "?mode=rw");
}

}  // namespace

bool DatabaseStamp::isPending() const { return (files[1] && files[1]->size > 0) || (files[2] && files[2]->size > 0); }

CacheSnapshot::~CacheSnapshot() {
  if (connection_) sqlite3_close_v2(connection_);
  std::error_code ignored;
  if (!copy_.empty()) fs::remove_all(copy_, ignored);
}

Result<std::unique_ptr<CacheSnapshot>> CacheSnapshot::take(const fs::path &database, const CancelToken &cancel) {
  constexpr int kMostTries = 100;
  constexpr std::chrono::milliseconds kBetweenTries{20};
  for (int tries = 0; tries < kMostTries; ++tries) {
    if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "reading the cache was cancelled", {}, ""};
    if (tries > 0) std::this_thread::sleep_for(kBetweenTries);
    const auto stamp = stampDatabase(database);
    if (!stamp) return stamp.error();
    if (!isSettled(*stamp)) continue;
    std::unique_ptr<CacheSnapshot> snapshot(new CacheSnapshot(database, *stamp));
    fs::path file = database;
    if (stamp->isPending()) {
      auto folder = makePrivateFolder();
      if (!folder) return folder.error();
      snapshot->copy_ = *folder;
      file = *folder / "cache.db";
      for (std::size_t i = 0; i < kEndings.size(); ++i) {
        if (!stamp->files[i]) continue;
        if (auto copied = copyFile(beside(database, kEndings[i]), beside(file, kEndings[i]), cancel); !copied) {
          // A journal goes when its transaction ends.
          const auto now = stampDatabase(database);
          if (now && !(*now == *stamp)) break;
          return copied.error();
        }
      }
      const auto now = stampDatabase(database);
      if (!now || !(*now == *stamp)) continue;
      if (namesAnotherFile(beside(file, kEndings[1])))
        return Error{ErrorKind::Unsupported,
                     "has a journal of a transaction over several databases, which cuTile Python never makes",
                     {.file = database.string()},
                     "It is no cache of cuTile Python, or was changed by something else."};
    }
    if (auto opened = snapshot->open(file, !stamp->isPending()); !opened) return opened.error();
    return snapshot;
  }
  return Error{ErrorKind::CannotRead,
               "is written to all the time",
               {.file = database.string()},
               "Import again when what fills the cache has ended."};
}

Result<void> CacheSnapshot::open(const fs::path &file, bool immutable) {
  constexpr int kLongest = 300 << 20;  // the largest program and some more
  const int flags = (immutable ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX;
  const int code = sqlite3_open_v2(uriOf(fs::absolute(file), immutable).c_str(), &connection_, flags, nullptr);
  if (code != SQLITE_OK)
    return Error{ErrorKind::CannotRead,
                 std::string("cannot be opened: ") + sqlite3_errstr(code),
                 {.file = database_.string()},
                 "Check its permissions."};
  sqlite3_limit(connection_, SQLITE_LIMIT_LENGTH, kLongest);
  // The database may come from anyone: nothing that its schema says is run.
  sqlite3_db_config(connection_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(connection_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(connection_, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(connection_, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  return {};
}

bool CacheSnapshot::holds() const {
  if (!copy_.empty()) return true;
  const auto now = stampDatabase(database_);
  return now && *now == stamp_;
}

}  // namespace tileport::plugin
