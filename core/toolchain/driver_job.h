// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "plugin/front_end.h"
#include "support/result.h"
#include "toolchain/content_hash.h"

/// Private to core/toolchain: what every job of a driver needs.
namespace tileport::toolchain {

/// A folder of our own for one run, gone with it.
class JobFolder {
 public:
  /// Below the cache folder.
  static Result<JobFolder> make(const std::filesystem::path &cache);
  JobFolder(JobFolder &&other) noexcept : path_(std::exchange(other.path_, {})) {}
  JobFolder &operator=(JobFolder &&) = delete;
  ~JobFolder();
  const std::filesystem::path &path() const { return path_; }

 private:
  explicit JobFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

/// What of the tools decides what they make. Absent when one of the driver's files cannot be read.
std::optional<std::string> toolsIdentity(const plugin::Driver &driver, FileHashes &hashes);

/// For that absence; `own` is the folder of the plugin's own files.
Error unreadableDriver(const std::filesystem::path &own);

/// The error when the driver ended because a tool is missing, which holds for all that it was asked.
std::optional<Error> toolIsMissing(const std::string &title, const plugin::ProcessAnswer &answer, const plugin::ProcessLimits &limits);

/// Of a job that failed as a whole: how it ended.
Error failedJob(const std::string &title, const plugin::ProcessAnswer &answer, const plugin::ProcessLimits &limits);

/// Of an item that has no answer when the driver has ended: how that was.
Error endedEarly(const std::string &title, const plugin::ProcessAnswer &answer, const plugin::ProcessLimits &limits);

}  // namespace tileport::toolchain
