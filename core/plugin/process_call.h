// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A program that is to be run, and how that went. toolchain/process.h runs it; a front end's plugin only describes it.
namespace tileport::plugin {

struct ProcessLimits {
  /// From the start to the end of the process. Zero: none.
  std::chrono::milliseconds time{60'000};
  /// Between the polite signal (SIGTERM) and the one that cannot be ignored (SIGKILL). Zero: only the latter.
  std::chrono::milliseconds grace{200};
  /// Bytes of address space (RLIMIT_AS) of the process and of each that it starts. Zero: none. A program that is built with
  /// AddressSanitizer or ThreadSanitizer cannot start under any.
  std::uint64_t memory = 0;
  /// Between two signs of life on standard output, and before the first. Zero: none.
  std::chrono::milliseconds silence{0};
  /// Bytes. An answer that is longer is of no use, so that the process is ended.
  std::size_t output = std::size_t{64} << 20;
  /// Bytes. What goes to standard error beyond them is read and dropped: a talkative process is not a broken one.
  std::size_t errors = std::size_t{1} << 20;
};

struct ProcessCall {
  /// A path, or a name without a slash that is looked up in our PATH.
  std::filesystem::path program;
  /// Without the program's name, which comes first by itself.
  std::vector<std::string> arguments = {};
  /// What the process reads from standard input, which then ends. One that does not read it all is no error.
  std::string_view input = {};
  /// Put over our own environment; absent: the variable is taken out.
  std::map<std::string, std::optional<std::string>> environment = {};
  /// Where the process runs; empty: where we do.
  std::filesystem::path folder = {};
  ProcessLimits limits = {};
};

enum class ProcessEnd : std::uint8_t {
  Exited,         ///< by itself, with `exitCode`
  Signalled,      ///< by `signal`, which we did not send: it crashed, or somebody killed it
  TimedOut,       ///< we ended it: `limits.time`
  Silent,         ///< we ended it: `limits.silence`
  Cancelled,      ///< we ended it: the token
  TooMuchOutput,  ///< we ended it: `limits.output`
};

struct ProcessAnswer {
  ProcessEnd end = ProcessEnd::Exited;
  int exitCode = 0;        ///< Exited
  int signal = 0;          ///< Signalled
  std::string output;      ///< standard output, the first `limits.output` bytes
  std::string errors;      ///< standard error, the first `limits.errors` bytes
  bool errorsCut = false;  ///< there was more
  std::chrono::milliseconds took{0};

  bool succeeded() const { return end == ProcessEnd::Exited && exitCode == 0; }
  /// A clause: "exited with 3", "was ended by signal 11 (Segmentation fault)", "did not end within 2 s".
  std::string describe(const ProcessLimits &limits) const;
};

}  // namespace tileport::plugin
