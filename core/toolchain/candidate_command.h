// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/cancel.h"
#include "support/result.h"
#include "toolchain/process.h"

/// A user's command that says of one file after the other whether it is interesting, by exiting with 0.
namespace tileport::toolchain {

/// What is run. "{}" stands for the file; where it does not occur, the file comes last.
struct CommandLine {
  std::vector<std::string> words;  ///< the program and its arguments, run without a shell; or
  std::string shell;               ///< a line for sh -c, in which {} is put in quotes

  /// As it is run with the file.
  std::vector<std::string> with(const std::string &file) const;
  /// As a person types it into a shell.
  std::string text(const std::string &file) const;
};

class CandidateCommand {
 public:
  /// `fileName` is what the file is called, in a folder of its own that goes when its run has ended: also what the command writes beside
  /// it. The command runs where we do. Its output beyond the limit ends it.
  CandidateCommand(CommandLine line, std::string fileName, plugin::ProcessLimits limits);
  ~CandidateCommand();
  CandidateCommand(const CandidateCommand &) = delete;
  CandidateCommand &operator=(const CandidateCommand &) = delete;

  /// Writes each content to a file and runs the command, on all at once. The position of the first that it takes for interesting.
  /// One that crashes, hangs or prints too much does not. Error: it cannot be started, a file cannot be written, or cancelled.
  Result<std::optional<std::size_t>> firstInteresting(const std::vector<std::string_view> &contents, const CancelToken &cancel);

  /// Of the run that found the last interesting content; absent before there is one.
  const std::optional<plugin::ProcessAnswer> &lastInteresting() const { return interesting_; }
  /// Of the first content of the last call.
  const std::optional<plugin::ProcessAnswer> &last() const { return last_; }
  std::size_t runs() const { return runs_; }
  const plugin::ProcessLimits &limits() const { return limits_; }
  /// Where the files are: names in what the command prints begin with it. Empty before the first run.
  const std::filesystem::path &folder() const { return folder_; }

 private:
  Result<std::filesystem::path> write(std::string_view content);

  CommandLine line_;
  std::string fileName_;
  plugin::ProcessLimits limits_;
  std::filesystem::path folder_;
  std::optional<plugin::ProcessAnswer> interesting_, last_;
  std::size_t runs_ = 0;
};

}  // namespace tileport::toolchain
