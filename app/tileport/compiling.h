// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "importer/pair_compiler.h"
#include "tileport/progress.h"
#include "triage/policy.h"
#include "workspace/review.h"

namespace tileport::cli {

struct CompileOptions {
  bool isWanted = false;           ///< --compile
  std::string gpuName = "sm_100";  ///< --gpu-name
  std::filesystem::path tileiras;  ///< empty: the one that is found
  std::size_t seconds = 60;        ///< of one run
};

/// What --compile adds to the reviews of one command. Without it nothing is run and nothing changes.
class Compiling {
 public:
  explicit Compiling(const CompileOptions &options) : options_(options) {}

  /// Looks for tileiras and asks it what it is; before the first review. Errors as PairCompiler::open.
  Result<void> open();
  bool isWanted() const { return options_.isWanted; }
  /// Cancelled when the user interrupts; only with --compile, since without it an interrupt ends us.
  CancelToken token() const { return interrupt_ ? interrupt_->token() : CancelToken(); }

  /// The review with both programs compiled; as it is without --compile. Error: cancelled.
  Result<workspace::ReviewPtr> add(const triage::Policy &policy, workspace::ReviewPtr review) const;

 private:
  const CompileOptions &options_;
  std::optional<InterruptGuard> interrupt_;
  std::optional<importer::PairCompiler> compiler_;
};

/// Of an error of open(): 2 where the command line is wrong, else 3.
int exitCodeOf(const Error &error);

}  // namespace tileport::cli
