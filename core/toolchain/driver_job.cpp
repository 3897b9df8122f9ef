// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/driver_job.h"

#include <stdlib.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <system_error>

namespace tileport::toolchain {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// How it ended, with the last line of what it said.
std::string howItEnded(const std::string &title, const plugin::ProcessAnswer &answer, const plugin::ProcessLimits &limits) {
  std::string said = answer.errors;
  while (!said.empty() && said.back() == '\n') said.pop_back();
  said = said.substr(said.find_last_of('\n') + 1);
  return title + "'s driver " + answer.describe(limits) + (said.empty() ? "" : ": " + said);
}

}  // namespace

Result<JobFolder> JobFolder::make(const fs::path &cache) {
  std::error_code failure;
  fs::create_directories(cache / "jobs", failure);
  std::string name = (cache / "jobs" / "job-XXXXXX").string();
  if (failure || ::mkdtemp(name.data()) == nullptr) {
    const std::string why = failure ? failure.message() : std::generic_category().message(errno);
    return Error{ErrorKind::CannotRead,
                 "no folder can be made for the front end's files: " + why,
                 {.file = (cache / "jobs").string()},
                 "See whether the disk is full, or set XDG_CACHE_HOME to a folder that can be written."};
  }
  return JobFolder(name);
}

JobFolder::~JobFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

std::optional<std::string> toolsIdentity(const plugin::Driver &driver, FileHashes &hashes) {
  json identity{{"tools", driver.identity}, {"files", json::array()}};
  for (const fs::path &file : driver.files) {
    const auto hash = hashes.of(file);
    if (!hash) return std::nullopt;
    identity["files"].push_back({file.filename().string(), *hash});
  }
  return identity.dump(-1, ' ', false, json::error_handler_t::replace);
}

Error unreadableDriver(const fs::path &own) {
  return {ErrorKind::CannotRead, "a file of the front end's driver cannot be read", {.file = own.string()}, "Install Tileport anew."};
}

std::optional<Error> toolIsMissing(const std::string &title, const plugin::ProcessAnswer &answer, const plugin::ProcessLimits &limits) {
  if (answer.end != plugin::ProcessEnd::Exited || answer.exitCode != 4) return std::nullopt;
  return Error{
      ErrorKind::Unsupported, howItEnded(title, answer, limits), {}, "Run tileport doctor to see what is there and what is missing."};
}

Error failedJob(const std::string &title, const plugin::ProcessAnswer &answer, const plugin::ProcessLimits &limits) {
  const bool cancelled = answer.end == plugin::ProcessEnd::Cancelled;
  return {cancelled ? ErrorKind::Cancelled : ErrorKind::Unsupported, howItEnded(title, answer, limits), {}, ""};
}

Error endedEarly(const std::string &title, const plugin::ProcessAnswer &answer, const plugin::ProcessLimits &limits) {
  const bool cancelled = answer.end == plugin::ProcessEnd::Cancelled;
  return {cancelled ? ErrorKind::Cancelled : ErrorKind::Limit, howItEnded(title, answer, limits) + " before it came to it", {}, ""};
}

}  // namespace tileport::toolchain
