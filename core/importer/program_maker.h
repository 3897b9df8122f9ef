// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "importer/tilegym.h"
#include "toolchain/exporting.h"

/// Private to core/importer: programs of several front ends, from several threads, into one summary.
namespace tileport::importer {

/// What one front end of one version is asked for.
struct MakeRequest {
  std::string what;      ///< "references": for progress, failures and the log of runs
  std::string frontEnd;  ///< a plugin's id
  std::string version;   ///< of the front end; empty where it has one
  std::vector<toolchain::ExportItem> items;
};

class ProgramMaker {
 public:
  /// `folders.own` is filled in for each front end. Everything given must outlive it.
  ProgramMaker(plugin::Folders folders, const toolchain::FrontEnds &frontEnds, const toolchain::Store &store, toolchain::RunLog &log,
               const CancelToken &cancel, const ImportReporter &report)
      : folders_(std::move(folders)), frontEnds_(frontEnds), store_(store), log_(log), cancel_(cancel), report_(report) {}

  /// The programs by item; absent: it could not be made, or cannot be read, and `failures` says why. Several threads may ask at once.
  Result<std::vector<std::optional<toolchain::ExportedProgram>>> make(const MakeRequest &request);

  /// Of all that was made so far; to be looked at when nobody asks any more.
  const std::vector<ImportFailure> &failures() const { return failures_; }
  std::size_t programs() const { return programs_; }
  std::size_t fromStore() const { return fromStore_; }

 private:
  std::optional<toolchain::ExportedProgram> take(toolchain::ExportOutcome outcome, const std::string &what);

  plugin::Folders folders_;
  const toolchain::FrontEnds &frontEnds_;
  const toolchain::Store &store_;
  toolchain::RunLog &log_;
  const CancelToken &cancel_;
  const ImportReporter &report_;
  toolchain::FileHashes hashes_;
  std::mutex mutex_;  ///< held while reporting and while counting
  std::vector<ImportFailure> failures_;
  std::size_t programs_ = 0, fromStore_ = 0;
};

}  // namespace tileport::importer
