// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

/// A person's triage, in a file triage.json beside the kernel's source (docs/triage.md). Git merges it: entries are sorted, one a block.
namespace tileport::triage {

/// What a finding is about, on both sides, as keys of content (content_keys.h) and of what differs. Empty: the side has no part in it.
struct CoveredPair {
  std::string reference, port;
  std::uint32_t count = 1;  ///< how many alike a variant may have

  auto operator<=>(const CoveredPair &) const = default;
};

/// Both of what they cover, sorted; of what both do the higher count.
std::vector<CoveredPair> united(std::vector<CoveredPair> pairs, const std::vector<CoveredPair> &others);

struct TriageEntry {
  std::string anchor;
  std::string classification;  ///< "accepted", or a cause
  std::string note, author;
  std::string date;                 ///< "2026-11-30"
  std::vector<CoveredPair> covers;  ///< sorted; of all variants that it was said of

  bool operator==(const TriageEntry &) const = default;
};

struct TriageFile {
  std::vector<TriageEntry> entries;  ///< sorted by anchor, none twice

  /// Null when there is none.
  const TriageEntry *find(std::string_view anchor) const;
};

using TriageFilePtr = std::shared_ptr<const TriageFile>;

/// Strict; `file` names the text in errors, which say line, column and member.
Result<TriageFile> readTriage(std::string_view text, const std::string &file);
/// Empty when there is no such file.
Result<TriageFile> readTriageFile(const std::filesystem::path &file);
std::string writeTriage(const TriageFile &triage);

/// Adds the entry to the file, in the place of one of its anchor, of which it keeps what that covered. Written as a whole; two that add at
/// one time, in processes or threads, both find their entry in it.
Result<void> addToTriageFile(const std::filesystem::path &file, TriageEntry entry);

/// What a file has of an anchor, and what it is to have. Absent: no entry.
struct TriageChange {
  std::string anchor;
  std::optional<TriageEntry> before, after;
};

/// Makes all changes or none: an error where the file no longer has what one of them expects. A file that has no entry left is taken away.
Result<void> changeTriageFile(const std::filesystem::path &file, const std::vector<TriageChange> &changes);

/// The name of the file, in the folder of a port's source.
inline constexpr std::string_view kTriageFileName = "triage.json";

}  // namespace tileport::triage
