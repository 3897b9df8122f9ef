// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/front_end.h"
#include "toolchain/process.h"

/// Runs of other people's programs that a person can look at afterwards: each with its command, the changes of its environment,
/// how it ended, how long it took and what it said.
namespace tileport::toolchain {

/// In single quotes where a shell would read it otherwise.
std::string shellWord(std::string_view word);

struct RunRecord {
  std::string purpose;  ///< "export 247 programs by cuTile Python"
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::map<std::string, std::optional<std::string>> environment;  ///< put over our own; absent: taken out
  std::filesystem::path folder;                                   ///< where it ran; empty: where we do
  std::chrono::system_clock::time_point begin;
  std::chrono::milliseconds took{0};
  std::string ending;  ///< a clause: "exited with 0"; or why it could not be started
  bool succeeded = false;
  std::string output;  ///< the last 64 KiB of standard output
  std::string errors;  ///< the last 64 KiB of standard error

  /// As one would type it into a shell, the environment's changes before it.
  std::string commandLine() const;
};

/// Grows while programs run; any thread may add and look.
class RunLog {
 public:
  void add(RunRecord record);
  std::vector<RunRecord> records() const;

 private:
  mutable std::mutex mutex_;
  std::vector<RunRecord> records_;
};

/// Runs programs for one purpose, cancelled by one token, into one log.
class Runner : public plugin::Host {
 public:
  Runner(plugin::Folders folders, std::string purpose, RunLog &log, CancelToken cancel)
      : folders_(std::move(folders)), purpose_(std::move(purpose)), log_(log), cancel_(std::move(cancel)) {}

  const plugin::Folders &folders() const override { return folders_; }
  Result<ProcessAnswer> run(const ProcessCall &call) override { return run(call, {}); }
  Result<ProcessAnswer> run(const ProcessCall &call, const OutputReader &reader);
  const CancelToken &cancel() const { return cancel_; }

 private:
  plugin::Folders folders_;
  std::string purpose_;
  RunLog &log_;
  CancelToken cancel_;
};

}  // namespace tileport::toolchain
