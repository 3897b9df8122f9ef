// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "support/cancel.h"
#include "support/result.h"

struct sqlite3;

/// Private to this plugin: an SQLite database of somebody else as it was at one moment, without a lock on it.
namespace tileport::plugin {

/// What tells that a database and the files beside it are as they were.
struct DatabaseStamp {
  struct File {
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t changed = 0;  ///< nanoseconds since 1970
    bool operator==(const File &) const = default;
  };
  std::array<std::optional<File>, 3> files;  ///< the database, its -journal, its -wal; absent: not there
  std::uint32_t counter = 0;                 ///< of changes, in the header of the database

  bool operator==(const DatabaseStamp &) const = default;
  /// A journal or a write-ahead log has something in it: the database alone may be half of a transaction.
  bool isPending() const;
};

class CacheSnapshot {
 public:
  /// A database at rest is opened as it is, immutable; one with a transaction pending as a private copy, so that what SQLite makes of the
  /// journal is made of the copy.
  static Result<std::unique_ptr<CacheSnapshot>> take(const std::filesystem::path &database, const CancelToken &cancel);
  ~CacheSnapshot();
  CacheSnapshot(const CacheSnapshot &) = delete;
  CacheSnapshot &operator=(const CacheSnapshot &) = delete;

  sqlite3 *connection() const { return connection_; }

  /// Whether what was read so far was of one moment. Always true of a copy.
  bool holds() const;

 private:
  CacheSnapshot(std::filesystem::path database, DatabaseStamp stamp) : database_(std::move(database)), stamp_(stamp) {}
  Result<void> open(const std::filesystem::path &file, bool immutable);

  std::filesystem::path database_;
  DatabaseStamp stamp_;
  std::filesystem::path copy_;  ///< the private folder; empty: none
  sqlite3 *connection_ = nullptr;
};

}  // namespace tileport::plugin
