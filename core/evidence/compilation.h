// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/remarks.h"

/// What tileiras did with the two programs of a pair. Values; core/toolchain makes them.
namespace tileport::evidence {

/// One program, compiled or not.
struct Compilation {
  enum class End : std::uint8_t {
    Compiled,
    Refused,     ///< it ended by itself with an exit code that is none of the machine's doing, and says no
    Crashed,     ///< a signal ended it that nobody sent
    Unfinished,  ///< we ended it: beyond the time limit or the limit of what it may print
    NotRun,      ///< it is not known what it would do: nothing was run, or the machine is to blame
  };
  End end = End::NotRun;
  /// How it ended: "compiled", "refused: failed to compile Tile IR program (exit code 5)", "crashed: signal 11 (Segmentation fault)", "did
  /// not end within 60 s". Of NotRun: why, and what to do. Rules of a policy look at how it begins.
  std::string how;
  int exitCode = 0;         ///< Refused
  int signal = 0;           ///< Crashed
  std::string output;       ///< what it printed, both streams, the end of it (kMostOutput bytes)
  std::string commandLine;  ///< as one would type it, in the folder where the program lies; empty: nothing was run
  std::string bytecode;     ///< "13.3, as it was read", "13.4, written by Tileport of text"
  std::chrono::milliseconds took{0};
  std::string cubin;            ///< of Compiled: size and hash of the cubin, to tell it from another one
  std::vector<Remark> remarks;  ///< of Compiled; nothing else has all that there are
  std::string remarksUnknown;   ///< why they could not be read; empty: they could. Of Compiled

  static constexpr std::size_t kMostOutput = 16 << 10;

  bool hasRemarks() const { return end == End::Compiled && remarksUnknown.empty(); }
};

/// Both programs of a pair, by the same tileiras for the same GPU.
struct CompiledPair {
  std::string gpuName;  ///< "sm_100"
  std::string tool;     ///< "tileiras 13.4.92"
  Compilation reference, port;
};

using CompiledPairPtr = std::shared_ptr<const CompiledPair>;

std::string_view toText(Compilation::End end);  ///< "compiled", "refused", "crashed", "unfinished", "not_run"

}  // namespace tileport::evidence
