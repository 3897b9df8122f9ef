// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triage/triage_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "json/json.h"
#include "support/file.h"

namespace tileport::triage {

namespace {

using json::JsonAt;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t kLargest = 64u << 20;
constexpr std::string_view kSchema = "tileport-triage/1";

bool isDate(std::string_view text) {
  if (text.size() != 10) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 4 || i == 7;
    if (dash ? text[i] != '-' : text[i] < '0' || text[i] > '9') return false;
  }
  return true;
}

bool isClass(std::string_view text) {
  constexpr std::string_view kKnown[] = {"accepted", "user_code", "dsl_limitation", "compiler_bug", "semantic_equiv"};
  return std::find(std::begin(kKnown), std::end(kKnown), text) != std::end(kKnown);
}

Result<std::string> textOf(const JsonAt &at, std::string_view name) {
  const auto member = at.member(name);
  if (!member) return member.error();
  auto value = member->string();
  if (value && value->empty()) return member->error("is empty", "A waiver says what it is of, who gave it, when and why.");
  return value;
}

Result<CoveredPair> readPair(const JsonAt &at) {
  if (auto known = at.onlyMembers({"reference", "port", "count"}); !known) return known.error();
  CoveredPair pair;
  for (const auto &[name, side] : {std::pair("reference", &pair.reference), std::pair("port", &pair.port)}) {
    auto key = at.stringOf(name);
    if (!key) return std::move(key).error();
    *side = std::move(*key);
  }
  if (pair.reference.empty() && pair.port.empty()) return at.error("covers neither side");
  const auto count = at.member("count");
  if (!count) return count.error();
  const auto number = count->integer();
  if (!number) return number.error();
  if (*number < 1 || *number > 1'000'000'000) return count->error("is no number of findings");
  pair.count = static_cast<std::uint32_t>(*number);
  return pair;
}

Result<TriageEntry> readEntry(const JsonAt &at) {
  if (auto known = at.onlyMembers({"anchor", "class", "note", "author", "date", "covers"}); !known) return known.error();
  TriageEntry entry;
  for (const auto &[name, text] : {std::pair("anchor", &entry.anchor), std::pair("class", &entry.classification),
                                   std::pair("note", &entry.note), std::pair("author", &entry.author), std::pair("date", &entry.date)}) {
    auto value = textOf(at, name);
    if (!value) return std::move(value).error();
    *text = std::move(*value);
  }
  if (!isClass(entry.classification))
    return at.member("class")->error("is \"" + entry.classification + "\"",
                                     "It may be accepted, user_code, dsl_limitation, compiler_bug or semantic_equiv.");
  if (!isDate(entry.date)) return at.member("date")->error("is \"" + entry.date + "\"", "Write it like 2026-11-30.");
  const auto covers = at.member("covers");
  if (!covers) return covers.error();
  const auto items = covers->items();
  if (!items) return items.error();
  if (items->empty()) return covers->error("is empty, so that it covers nothing", "Take the entry out.");
  for (const JsonAt &item : *items) {
    auto pair = readPair(item);
    if (!pair) return std::move(pair).error();
    entry.covers.push_back(std::move(*pair));
  }
  std::sort(entry.covers.begin(), entry.covers.end());
  return entry;
}

bool byAnchor(const TriageEntry &entry, std::string_view anchor) { return entry.anchor < anchor; }

/// Keeps others that add to files of the same folder waiting. A folder, so that no file of its own is left behind.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path &folder)
      : descriptor_(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0) {
      if (errno == EINTR) continue;
      ::close(descriptor_);
      descriptor_ = -1;
    }
  }
  ~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  FolderLock(const FolderLock &) = delete;
  FolderLock &operator=(const FolderLock &) = delete;
  bool held() const { return descriptor_ >= 0; }

 private:
  int descriptor_;
};

Error cannotLock(const std::filesystem::path &file) {
  return {ErrorKind::CannotRead,
          std::string("its folder cannot be locked: ") + std::strerror(errno),
          {.file = file.string()},
          "See that the folder is there and may be read."};
}

}  // namespace

std::vector<CoveredPair> united(std::vector<CoveredPair> pairs, const std::vector<CoveredPair> &others) {
  for (const CoveredPair &other : others) {
    const auto same = std::find_if(pairs.begin(), pairs.end(),
                                   [&](const CoveredPair &pair) { return pair.reference == other.reference && pair.port == other.port; });
    if (same == pairs.end()) pairs.push_back(other);
    else same->count = std::max(same->count, other.count);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

const TriageEntry *TriageFile::find(std::string_view anchor) const {
  const auto at = std::lower_bound(entries.begin(), entries.end(), anchor, byAnchor);
  return at != entries.end() && at->anchor == anchor ? &*at : nullptr;
}

Result<TriageFile> readTriage(std::string_view text, const std::string &file) {
  const auto root = json::parseJson(text, file);
  if (!root) return root.error();
  const JsonAt top(*root, file);
  if (auto known = top.onlyMembers({"schema", "entries"}); !known) return known.error();
  const auto schema = textOf(top, "schema");
  if (!schema) return schema.error();
  if (*schema != kSchema)
    return top.member("schema")->error("is \"" + *schema + "\"", "This version reads \"" + std::string(kSchema) + "\".");
  const auto member = top.member("entries");
  if (!member) return member.error();
  const auto items = member->items();
  if (!items) return items.error();
  TriageFile triage;
  for (const JsonAt &item : *items) {
    auto entry = readEntry(item);
    if (!entry) return std::move(entry).error();
    const auto at = std::lower_bound(triage.entries.begin(), triage.entries.end(), entry->anchor, byAnchor);
    if (at != triage.entries.end() && at->anchor == entry->anchor)
      return item.error("there are two entries of " + entry->anchor, "Keep the one that holds; a merge may have left both.");
    triage.entries.insert(at, std::move(*entry));
  }
  return triage;
}

Result<TriageFile> readTriageFile(const std::filesystem::path &file) {
  std::error_code problem;
  if (!std::filesystem::exists(std::filesystem::symlink_status(file, problem))) return TriageFile();
  const auto text = readFile(file, kLargest);
  if (!text) return text.error();
  return readTriage(*text, file.string());
}

std::string writeTriage(const TriageFile &triage) {
  const auto textOrNull = [](const std::string &text) { return text.empty() ? Json(nullptr) : Json(text); };
  Json root{{"schema", kSchema}, {"entries", Json::array()}};
  for (const TriageEntry &entry : triage.entries) {
    Json covers = Json::array();
    for (const CoveredPair &pair : entry.covers)
      covers.push_back({{"reference", textOrNull(pair.reference)}, {"port", textOrNull(pair.port)}, {"count", pair.count}});
    root["entries"].push_back({{"anchor", entry.anchor},
                               {"class", entry.classification},
                               {"note", entry.note},
                               {"author", entry.author},
                               {"date", entry.date},
                               {"covers", std::move(covers)}});
  }
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<void> changeTriageFile(const std::filesystem::path &file, const std::vector<TriageChange> &changes) {
  const FolderLock lock(file.parent_path());
  if (!lock.held()) return cannotLock(file);
  auto triage = readTriageFile(file);
  if (!triage) return triage.error();
  std::vector<TriageEntry> &entries = triage->entries;
  for (const TriageChange &change : changes) {
    const auto at = std::lower_bound(entries.begin(), entries.end(), change.anchor, byAnchor);
    const bool there = at != entries.end() && at->anchor == change.anchor;
    if (there != change.before.has_value() || (there && *at != *change.before))
      return Error{ErrorKind::Usage,
                   "what it says of " + change.anchor + " has changed in the meantime",
                   {.file = file.string()},
                   "Review again and look at what it says now."};
    if (there && change.after) *at = *change.after;
    else if (there) entries.erase(at);
    else if (change.after) entries.insert(at, *change.after);
  }
  if (entries.empty()) {
    std::error_code problem;
    std::filesystem::remove(file, problem);
    if (!problem) return {};
  }
  const std::string text = writeTriage(*triage);
  if (auto again = readTriage(text, file.string()); !again) return again.error();
  return replaceFile(file, text);
}

Result<void> addToTriageFile(const std::filesystem::path &file, TriageEntry entry) {
  const FolderLock lock(file.parent_path());
  if (!lock.held()) return cannotLock(file);
  auto triage = readTriageFile(file);
  if (!triage) return triage.error();
  const auto at = std::lower_bound(triage->entries.begin(), triage->entries.end(), entry.anchor, byAnchor);
  if (at != triage->entries.end() && at->anchor == entry.anchor) {
    entry.covers = united(std::move(entry.covers), at->covers);
    *at = std::move(entry);
  } else {
    std::sort(entry.covers.begin(), entry.covers.end());
    triage->entries.insert(at, std::move(entry));
  }
  // What cannot be read again must not be written.
  const std::string text = writeTriage(*triage);
  if (auto again = readTriage(text, file.string()); !again) return again.error();
  return replaceFile(file, text);
}

}  // namespace tileport::triage
