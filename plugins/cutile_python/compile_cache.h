// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/cancel.h"
#include "support/result.h"

/// The compile cache of cuTile Python, read and never changed.
///
/// Source: cuda-tile 1.7.0, cutile_cache/_cache.py and _env.py. A folder with cache.db, an SQLite database in rollback-journal mode:
///
///     cache(key TEXT PRIMARY KEY, blob BLOB, blob_size INTEGER, atime REAL, metadata TEXT)
///     key       SHA-256 of the tileiras version, architecture, optimisation level, bytecode, ...: never of another blob
///     blob      the cubin, compiled with --lineinfo
///     atime     seconds since 1970 of the last use: each use of the cache writes
///     metadata  JSON: version 1, kernel_names (mangled symbols), compiler_version, compilation_timestamp, compilation_time_seconds,
///     remarks
///
/// Older versions have no column metadata; NULL is taken for it.
namespace tileport::plugin {

/// One row. What it does not say is empty.
struct CacheEntry {
  std::string key;
  std::vector<std::string> kernelNames;
  std::string compiler;         ///< "13.4.92", of tileiras
  std::optional<Error> damage;  ///< why the row has no blob that could be a program
};

/// Any thread may call any function.
class CompileCache {
 public:
  /// `folder` holds cache.db, or is that file. Nothing is locked. Where a transaction has not been brought into the database (a journal or
  /// a write-ahead log is there), a private copy is read, which goes with the cache. Errors say what is wrong with the file.
  static Result<std::shared_ptr<CompileCache>> open(const std::filesystem::path &folder, const CancelToken &cancel);
  ~CompileCache();

  /// In the order of their keys. What cannot be read of a database is an entry with a damage, behind those that could. At most 100,000.
  Result<std::vector<CacheEntry>> entries(const CancelToken &cancel);

  /// The blob of a key. A cache that is written to meanwhile is read again; one that is written all the time is an error.
  Result<std::string> blob(const std::string &key, const CancelToken &cancel);

 private:
  class State;
  explicit CompileCache(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tileport::plugin
