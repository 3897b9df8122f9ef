// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tileir/program_reader.h"
#include "tileport/commands.h"

namespace tileport::cli {

struct ReduceOptions {
  std::filesystem::path file;
  std::string shell;               ///< --while
  std::vector<std::string> words;  ///< behind --
  std::string output;              ///< empty: none
  std::filesystem::path bundle;    ///< empty: none
  tileir::ProgramForm form = tileir::ProgramForm::Bytecode;
  std::size_t timeout = 60;  ///< seconds
  std::size_t memory = 0;    ///< MiB; 0: no limit
  std::size_t jobs = 1;
  std::size_t mostRuns = SIZE_MAX;
};

/// The command takes nothing of FILE for interesting.
constexpr int kNotInteresting = 1;
/// It ended before nothing was left to try; the best so far is written.
constexpr int kNotFinished = 4;

int reduceProgram(const ReduceOptions &options);

}  // namespace tileport::cli
