// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "evidence/compilation.h"
#include "plugin/front_end.h"
#include "support/cancel.h"
#include "support/result.h"
#include "toolchain/tileiras.h"
#include "workspace/review.h"

/// Has tileiras compile both programs of a review (docs/decisions/0014-compiling-both-sides.md).
namespace tileport::importer {

struct CompileRequest {
  std::filesystem::path tileiras;  ///< empty: the one that is found
  std::string gpuName = "sm_100";
  std::chrono::seconds time{60};  ///< of one run
  plugin::Folders folders;
};

class PairCompiler {
 public:
  /// Errors: there is no tileiras, it is none, it knows no such GPU (Usage), cancelled.
  static Result<PairCompiler> open(const CompileRequest &request, const CancelToken &cancel = {});

  /// Both programs, at once, for any review, also one that differs. A file of bytecode goes in as it is, if tileiras takes its version;
  /// everything else is written as the version that is nearest to the program's own. What cannot be written is NotRun. A program whose
  /// locations do not tell its ops apart is compiled once more with a line for each op, and gets the remarks of that if the cubin is the
  /// same. Any thread may call it. Error: cancelled.
  Result<evidence::CompiledPairPtr> compile(const workspace::Review &review, const CancelToken &cancel = {}) const;

  /// Why nothing can be compiled on this machine, and what to do; empty: it can.
  const std::string &fault() const { return tileiras_.fault(); }

 private:
  PairCompiler(toolchain::Tileiras tileiras, plugin::Folders folders) : tileiras_(std::move(tileiras)), folders_(std::move(folders)) {}
  Result<void> remarkByOps(evidence::Compilation &compilation, const tileir::Program &program, tileir::Version version,
                           toolchain::Runner &runner) const;
  Result<evidence::Compilation> compileSide(const workspace::ReviewSide &side, const CancelToken &cancel) const;

  toolchain::Tileiras tileiras_;
  plugin::Folders folders_;
};

}  // namespace tileport::importer
