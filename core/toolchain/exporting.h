// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "support/result.h"
#include "toolchain/front_ends.h"
#include "toolchain/runner.h"
#include "toolchain/store.h"

/// Programs made by a front end's driver, each made once: what lies in the store is taken from there. docs/plugins.md describes what
/// is said to the driver and what it answers (tileport-job/1).
namespace tileport::toolchain {

struct ExportItem {
  std::string id;                ///< unique in its job
  std::filesystem::path source;  ///< absolute; empty when `module` is given
  std::string module = {};       ///< of an installed package: "tilegym.ops.cutile.softmax"
  std::string launch;            ///< a JSON object: what the kernel is specialised to (docs/launches.md)
};

struct ExportJob {
  std::vector<ExportItem> items;
  std::string bytecodeVersion = "13.3";
  std::string frontEndVersion = {};  ///< where a front end has several: "0.2.0"
  unsigned secondsPerItem = 120;
};

struct ExportedProgram {
  std::shared_ptr<const std::string> bytes;
  std::string symbol;
  std::string frontEnd;  ///< "cuTile Python 1.7.0"
  bool fromStore = false;
};

struct ExportOutcome {
  std::string id;
  Result<ExportedProgram> program;  ///< an error's place is in the kernel's source where the front end says so
};

struct ExportProgress {
  std::size_t done = 0, total = 0;  ///< programs
  std::string text;                 ///< what is being done: "building matmul with cuTile Rust 0.5.0"; may be empty
};

/// Called in the thread of the export.
using ExportReporter = std::function<void(const ExportProgress &)>;

/// One outcome an item, in their order. Each program goes into the store as soon as it is there, so that what was interrupted goes on
/// where it was. The error is that nothing could be made at all: no driver, no place for its files.
Result<std::vector<ExportOutcome>> exportPrograms(const LoadedFrontEnd &frontEnd, const ExportJob &job, const Store &store,
                                                  FileHashes &hashes, Runner &runner, const ExportReporter &report = {});

}  // namespace tileport::toolchain
