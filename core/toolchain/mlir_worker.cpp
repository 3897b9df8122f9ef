// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/mlir_worker.h"

#include <charconv>
#include <cstdlib>
#include <system_error>

#include "support/sanitized.h"
#include "toolchain/mlir_protocol.h"
#include "toolchain/process.h"

namespace tileport::toolchain {

namespace {

namespace fs = std::filesystem;

constexpr const char *kVariable = "TILEPORT_MLIR_WORKER";
constexpr const char *kWorker = "tileport-mlir";
constexpr std::uint64_t kMemory = std::uint64_t{4} << 30;
constexpr std::size_t kLargestText = std::size_t{512} << 20;

/// "12:7: what is wrong", as the worker writes it; the numbers may be absent.
Error textError(std::string_view line, std::string_view name, ErrorKind kind) {
  Error error{kind, "", {.file = std::string(name)}, ""};
  for (std::uint32_t *number : {&error.place.line, &error.place.column}) {
    std::uint32_t read = 0;
    const auto [end, failure] = std::from_chars(line.data(), line.data() + line.size(), read);
    const auto length = static_cast<std::size_t>(end - line.data());
    if (failure != std::errc() || length >= line.size() || line[length] != ':') break;
    *number = read;
    line.remove_prefix(length + 1);
  }
  line = line.substr(0, line.find('\n'));
  while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  error.message = line.empty() ? "MLIR does not take the text, and does not say why" : std::string(line);
  return error;
}

Error workerFailed(const fs::path &worker, const ProcessAnswer &answer, const ProcessLimits &limits, std::string_view name) {
  std::string said = answer.errors.substr(0, answer.errors.find('\n'));
  if (!said.empty()) said = ": " + said;
  return {
      answer.end == ProcessEnd::Cancelled ? ErrorKind::Cancelled : ErrorKind::Limit,
      "MLIR's process (" + worker.string() + ") " + answer.describe(limits) + said,
      {.file = std::string(name)},
      answer.end == ProcessEnd::Cancelled ? "" : "The program itself can still be shown and compared; report it with the file at hand."};
}

}  // namespace

Result<fs::path> findMlirWorker() {
  std::error_code ignored;
  const std::string advice =
      std::string("Build or install it, beside tileport or in ../libexec/tileport, or set ") + kVariable + " to its path.";
  if (const char *named = std::getenv(kVariable); named && *named) {
    if (fs::is_regular_file(named, ignored)) return fs::path(named);
    return Error{ErrorKind::CannotRead,
                 std::string("there is no such program; ") + kVariable + " names it",
                 {.file = named},
                 "Set it to the path of tileport-mlir, or to nothing."};
  }
  const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  if (folder.empty()) return Error{ErrorKind::CannotRead, "tileport-mlir, which runs MLIR, cannot be looked for without /proc", {}, advice};
  for (const fs::path &place : {folder / kWorker, folder.parent_path() / "libexec" / "tileport" / kWorker}) {
    if (fs::is_regular_file(place, ignored)) return place;
  }
  return Error{ErrorKind::CannotRead, "tileport-mlir, which runs MLIR, is not in " + folder.string(), {}, advice};
}

Result<std::string> canonicaliseWithMlir(std::string_view text, std::string_view name, const CancelToken &cancel) {
  const Result<fs::path> worker = findMlirWorker();
  if (!worker) return worker.error();
  ProcessCall call{.program = *worker, .arguments = {kCanonicalise}, .input = text};
  call.limits.memory = kSanitized ? 0 : kMemory;
  call.limits.output = kLargestText;
  Result<ProcessAnswer> answer = runProcess(call, cancel);
  if (!answer) return std::move(answer).error();
  if (answer->succeeded()) return std::move(answer->output);
  if (answer->end == ProcessEnd::Exited && answer->exitCode == kTextRefused) return textError(answer->errors, name, ErrorKind::Malformed);
  if (answer->end == ProcessEnd::Exited && answer->exitCode == kTextTooDeep) return textError(answer->errors, name, ErrorKind::Limit);
  return workerFailed(*worker, *answer, call.limits, name);
}

}  // namespace tileport::toolchain
