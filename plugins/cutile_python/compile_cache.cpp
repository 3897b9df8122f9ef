// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cutile_python/compile_cache.h"

#include <sqlite3.h>

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>

#include "cutile_python/cache_snapshot.h"

namespace tileport::plugin {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr const char *kDatabase = "cache.db";
constexpr const char *kAdvice = "Name cuTile Python's cache, CUDA_TILE_CACHE_DIR.";
constexpr std::size_t kMostEntries = 100'000;
constexpr sqlite3_int64 kLargestBlob = sqlite3_int64{256} << 20;
constexpr std::size_t kLargestMetadata = std::size_t{16} << 20;

class Statement {
 public:
  Statement(sqlite3 *connection, const char *text) : connection_(connection) {
    code_ = sqlite3_prepare_v2(connection, text, -1, &statement_, nullptr);
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement &) = delete;
  Statement &operator=(const Statement &) = delete;

  bool bind(int index, const std::string &text) {
    return code_ == SQLITE_OK &&
           sqlite3_bind_text64(statement_, index, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8) == SQLITE_OK;
  }
  /// Whether there is another row. Also false after an error.
  bool next() {
    if (code_ != SQLITE_OK && code_ != SQLITE_ROW) return false;
    code_ = sqlite3_step(statement_);
    return code_ == SQLITE_ROW;
  }
  bool failed() const { return code_ != SQLITE_OK && code_ != SQLITE_ROW && code_ != SQLITE_DONE; }
  std::string message() const { return sqlite3_errmsg(connection_); }

  sqlite3_int64 integer(int column) const { return sqlite3_column_int64(statement_, column); }
  /// Text or blob, as bytes.
  std::string bytes(int column) const {
    const void *data = sqlite3_column_blob(statement_, column);
    const int size = sqlite3_column_bytes(statement_, column);
    return data == nullptr ? std::string() : std::string(static_cast<const char *>(data), static_cast<std::size_t>(size));
  }

 private:
  sqlite3 *connection_;
  sqlite3_stmt *statement_ = nullptr;
  int code_ = SQLITE_OK;
};

/// "13.4.92" of "... release 13.4, V13.4.92\nBuild ...".
std::string versionIn(const std::string &compiler) {
  const std::size_t release = compiler.find("release "),
                    begin = compiler.find(", V", release == std::string::npos ? compiler.size() : release);
  if (begin == std::string::npos) return {};
  const std::size_t end = compiler.find_first_not_of("0123456789.", begin + 3);
  return compiler.substr(begin + 3, end == std::string::npos ? end : end - begin - 3);
}

/// What cannot be read costs what it would have told.
void readMetadata(const std::string &text, CacheEntry &into) {
  if (text.size() > kLargestMetadata) return;
  const json object = json::parse(text, nullptr, false);
  if (!object.is_object()) return;
  const json version = object.value("version", json());
  if (!version.is_number_integer() || version != 1) return;
  const json names = object.value("kernel_names", json());
  if (names.is_array()) {
    for (const json &name : names)
      if (name.is_string()) into.kernelNames.push_back(name.get<std::string>());
  }
  const json compiler = object.value("compiler_version", json());
  if (compiler.is_string()) into.compiler = versionIn(compiler.get<std::string>());
}

int stopWhenCancelled(void *token) { return static_cast<const CancelToken *>(token)->cancelled() ? 1 : 0; }

/// Has SQLite ask the token while it lives.
class Cancelling {
 public:
  Cancelling(sqlite3 *connection, const CancelToken &cancel) : connection_(connection), cancel_(cancel) {
    constexpr int kOps = 10'000;
    sqlite3_progress_handler(connection, kOps, stopWhenCancelled, &cancel_);
  }
  ~Cancelling() { sqlite3_progress_handler(connection_, 0, nullptr, nullptr); }
  Cancelling(const Cancelling &) = delete;
  Cancelling &operator=(const Cancelling &) = delete;

 private:
  sqlite3 *connection_;
  CancelToken cancel_;
};

Error cancelled() { return {ErrorKind::Cancelled, "reading the cache was cancelled", {}, ""}; }

}  // namespace

class CompileCache::State {
 public:
  explicit State(fs::path database) : database_(std::move(database)) {}

  /// Calls `read` with a connection until what it has read is of one moment.
  template <class Value, class Read>
  Result<Value> readWhole(const CancelToken &cancel, Read &&read) {
    constexpr int kMostTries = 20;
    const std::lock_guard guard(mutex_);
    // Each of a thousand rows would wait as long.
    if (busy_) return *busy_;
    for (int tries = 0; tries < kMostTries; ++tries) {
      if (!snapshot_) {
        auto taken = CacheSnapshot::take(database_, cancel);
        if (!taken) {
          if (taken.error().kind == ErrorKind::CannotRead) busy_ = taken.error();
          return taken.error();
        }
        snapshot_ = std::move(*taken);
        if (auto known = checkSchema(); !known) {
          const auto wrong = std::move(snapshot_);
          if (wrong->holds()) return known.error();
          continue;
        }
      }
      const Cancelling cancelling(snapshot_->connection(), cancel);
      Result<Value> value = read(snapshot_->connection());
      if (cancel.cancelled()) return cancelled();
      if (snapshot_->holds()) return value;
      retired_ = std::move(snapshot_);  // behind `cancelling`
    }
    busy_ = error("is written to all the time", ErrorKind::CannotRead, "Import again when what fills the cache has ended.");
    return *busy_;
  }

  Error error(const std::string &message, ErrorKind kind = ErrorKind::Malformed, std::string advice = {}) const {
    return {kind, message, {.file = database_.string()}, std::move(advice)};
  }

  bool hasMetadata() const { return hasMetadata_; }

 private:
  /// An ordinary table with the columns that are read, none of which is worked out.
  Result<void> checkSchema() {
    Statement tables(snapshot_->connection(),
                     "SELECT type, rootpage FROM sqlite_master WHERE name = 'cache' COLLATE NOCASE AND type IN ('table', 'view')");
    if (!tables.next()) {
      if (tables.failed()) return error("is no database of SQLite that can be read: " + tables.message(), ErrorKind::Malformed, kAdvice);
      return error("has no table \"cache\": it is no cache of cuTile Python", ErrorKind::Unsupported, kAdvice);
    }
    if (tables.bytes(0) != "table" || tables.integer(1) <= 0)
      return error("has a \"cache\" that is no ordinary table: it is no cache of cuTile Python", ErrorKind::Unsupported, kAdvice);
    std::set<std::string> columns;
    Statement info(snapshot_->connection(), "PRAGMA table_xinfo(cache)");
    while (info.next()) {
      if (info.integer(6) == 0) columns.insert(info.bytes(1));
    }
    if (info.failed()) return error("is damaged: " + info.message());
    for (const char *needed : {"key", "blob"}) {
      if (!columns.contains(needed))
        return error(std::string("has a table \"cache\" without a column \"") + needed + "\": a layout that is not known",
                     ErrorKind::Unsupported, "Known is that of cuTile Python 1.7.0.");
    }
    hasMetadata_ = columns.contains("metadata");
    return {};
  }

  fs::path database_;
  std::mutex mutex_;
  std::unique_ptr<CacheSnapshot> snapshot_, retired_;
  std::optional<Error> busy_;  ///< why no further reading is tried
  bool hasMetadata_ = false;
};

CompileCache::CompileCache(std::unique_ptr<State> state) : state_(std::move(state)) {}
CompileCache::~CompileCache() = default;

Result<std::shared_ptr<CompileCache>> CompileCache::open(const fs::path &folder, const CancelToken &cancel) {
  std::error_code failure;
  const auto kind = fs::status(folder, failure).type();
  if (kind == fs::file_type::not_found) return Error{ErrorKind::CannotRead, "there is no such folder", {.file = folder.string()}, kAdvice};
  const fs::path file = kind == fs::file_type::directory ? folder / kDatabase : folder;
  // Links are followed here: a journal lies beside what they lead to.
  const fs::path database = fs::canonical(file, failure);
  if (failure) return Error{ErrorKind::CannotRead, "there is no cache.db in it: " + failure.message(), {.file = folder.string()}, kAdvice};
  if (!fs::is_regular_file(database, failure)) return Error{ErrorKind::CannotRead, "is no regular file", {.file = file.string()}, kAdvice};
  std::shared_ptr<CompileCache> cache(new CompileCache(std::make_unique<State>(database)));
  const auto checked = cache->state_->readWhole<bool>(cancel, [](sqlite3 *) { return Result<bool>(true); });
  if (!checked) return checked.error();
  return cache;
}

Result<std::vector<CacheEntry>> CompileCache::entries(const CancelToken &cancel) {
  const auto read = [&](sqlite3 *connection) -> Result<std::vector<CacheEntry>> {
    // Without an index, a damaged one of which would leave rows out.
    const std::string text = std::string("SELECT key, typeof(key), typeof(blob), length(blob), ") +
                             (state_->hasMetadata() ? "metadata" : "NULL") + " FROM cache NOT INDEXED";
    Statement rows(connection, text.c_str());
    std::vector<CacheEntry> entries;
    while (rows.next()) {
      if (entries.size() == kMostEntries)
        return state_->error("has more than 100,000 programs", ErrorKind::Limit,
                             "Let cuTile Python make it smaller: CUDA_TILE_CACHE_SIZE.");
      CacheEntry &entry = entries.emplace_back();
      entry.key = rows.bytes(0);
      const auto damage = [&](const std::string &what) { entry.damage = state_->error("row " + entry.key + " " + what); };
      if (rows.bytes(1) != "text") damage("has a key that is no text");
      else if (rows.bytes(2) != "blob") damage("has " + rows.bytes(2) + " in place of a cubin");
      else if (rows.integer(3) > kLargestBlob) damage("has a cubin of more than 256 MiB");
      readMetadata(rows.bytes(4), entry);
    }
    if (rows.failed()) entries.push_back({.key = {}, .damage = state_->error("cannot be read any further: " + rows.message())});
    std::stable_sort(entries.begin(), entries.end(), [](const CacheEntry &a, const CacheEntry &b) {
      return std::pair(a.damage.has_value(), a.key) < std::pair(b.damage.has_value(), b.key);
    });
    return entries;
  };
  return state_->readWhole<std::vector<CacheEntry>>(cancel, read);
}

Result<std::string> CompileCache::blob(const std::string &key, const CancelToken &cancel) {
  const auto read = [&](sqlite3 *connection) -> Result<std::string> {
    Statement row(connection, "SELECT blob FROM cache WHERE key = ? AND typeof(blob) = 'blob'");
    if (!row.bind(1, key) || !row.next())
      return state_->error("row " + key + (row.failed() ? " cannot be read: " + row.message() : " is gone"), ErrorKind::CannotRead);
    std::string bytes = row.bytes(0);
    if (row.failed()) return state_->error("row " + key + " cannot be read: " + row.message());
    return bytes;
  };
  return state_->readWhole<std::string>(cancel, read);
}

}  // namespace tileport::plugin
