// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/compilation.h"
#include "support/result.h"
#include "toolchain/runner.h"

/// NVIDIA's compiler of Tile IR bytecode, run on one program after the other. It crashes, hangs and leaves ptxas behind: each run is a
/// process group of its own with limits, in a folder of its own that goes with it.
/// Source of facts: tileiras 13.4.92. Exit codes 1 and 2: wrong arguments; 3: a file that it cannot read or write; 5: it could not compile
/// the program, which is also all that it says where libnvvm or ptxas is missing. Remarks are written before either is needed.
namespace tileport::toolchain {

struct TileirasOptions {
  std::filesystem::path program;  ///< as findTileiras gives it
  std::string gpuName = "sm_100";
  std::chrono::milliseconds time{60'000};  ///< of one run
};

/// `named` as it is; else what TILEPORT_TILEIRAS names; else the first that is there: in Tileport's folder of tools, in $CUDA_HOME/bin, in
/// $CUDA_PATH/bin, in PATH. Absolute. Error: there is none, and how to get one.
Result<std::filesystem::path> findTileiras(const std::filesystem::path &named, const std::filesystem::path &tools);

/// What a tileiras needs to write cubins and does not find, by the places in which it looks: beside itself, in CUDA_HOME, and of ptxas in
/// PATH. "libnvvm", "ptxas". It may lie elsewhere: only a run tells.
std::vector<std::string> missingParts(const std::filesystem::path &tileiras);

/// How to get these parts for a tileiras of this version ("13.4.92"; empty: not known), as a sentence.
std::string partsAdvice(const std::vector<std::string> &missing, const std::string &version, const std::filesystem::path &tools);

class Tileiras {
 public:
  /// Asks it for its version, the versions of bytecode that it takes and its GPUs, and has it compile `probe`, bytecode of a program in
  /// which nothing is: what fails on that is the machine's fault and no program's. Errors: it cannot be started, is no tileiras, knows no
  /// such GPU, cancelled. That the probe fails is none: `fault` says so.
  static Result<Tileiras> open(TileirasOptions options, std::string_view probe, Runner &runner);

  const std::string &title() const { return title_; }  ///< "tileiras 13.4.92"
  const std::string &gpuName() const { return options_.gpuName; }
  /// "13.1", "13.2", ...; empty: it does not say.
  const std::vector<std::string> &bytecodeVersions() const { return versions_; }
  /// Why nothing can be compiled here, and what to do; empty: the probe was compiled.
  const std::string &fault() const { return fault_; }

  /// Compiles the bytecode, which `described` says of where it is from. What it refuses or crashes on is compiled again, and then the
  /// probe: only what fails twice alike where the probe does not is the program's; anything else is NotRun. Any thread may call it. Error:
  /// cancelled.
  Result<evidence::Compilation> compile(std::string_view bytecode, std::string described, Runner &runner) const;

 private:
  Tileiras() = default;
  Result<evidence::Compilation> compileOnce(std::string_view bytecode, std::chrono::milliseconds time, Runner &runner) const;
  Result<std::string> faultOfProbe(Runner &runner) const;

  TileirasOptions options_;
  std::filesystem::path tools_;
  std::string title_, version_, probe_, fault_;
  std::vector<std::string> versions_;
};

}  // namespace tileport::toolchain
