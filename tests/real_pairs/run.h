// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "oracle/compare.h"
#include "oracle/gpu/case.h"
#include "support/result.h"
#include "tileir/program.h"

/// Two programs run by the interpreter on the same memory, to show what a difference between them does (README.md).
namespace tileport::real_pairs {

/// One side of a run: a case, and what is changed in its program's text before it runs.
struct Side {
  std::string caseName;
  /// Text that occurs exactly once in the printed program, and what takes its place.
  std::vector<std::pair<std::string, std::string>> patch;
};

struct Run {
  std::string name, shows;
  Side sides[2];
  std::string expected;  ///< what `Shown::toString` gave when a person looked at it
};

/// What a run showed.
struct Shown {
  struct Output {
    oracle::BufferComparison compared;
    std::uint64_t nans[2] = {};  ///< elements that are NaN, by side
  };
  std::vector<Output> outputs;  ///< of the buffers that are outputs, in the first case's order
  std::string stopped[2];       ///< why a side did not run to its end; empty where it did
  std::size_t races[2] = {};    ///< pairs of ops that touch the same bytes with nothing that orders them

  /// "out: 380 equal, 4 differ; element 7: 88.5 and nan, bounds 0.5 and 0; NaN: 0 and 4".
  std::string toString() const;
};

/// `file`: an array of runs. An error names the file and the member.
Result<std::vector<Run>> readRuns(const std::filesystem::path &file);

/// The program of a side with its patch, and the case. `folder` holds cases/.
struct Loaded {
  oracle::gpu::Case launch;
  tileir::ProgramPtr program;
};
Result<Loaded> load(const std::filesystem::path &folder, const Run &run, const Side &side);

Result<Shown> show(const std::filesystem::path &folder, const Run &run);

}  // namespace tileport::real_pairs
