// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/install.h"

#include <chrono>

namespace tileport::toolchain {

namespace {

/// The lines that say what went wrong begin with "error: "; without any, the last one.
std::string complaintIn(const std::string &errors) {
  const std::size_t at = errors.rfind("error: ");
  std::string text = at == std::string::npos ? errors : errors.substr(at + 7);
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return at == std::string::npos ? text.substr(text.find_last_of('\n') + 1) : text.substr(0, text.find('\n'));
}

}  // namespace

Result<void> installTools(const std::filesystem::path &resources, const std::filesystem::path &tools, Runner &runner) {
  const std::filesystem::path script = resources / "toolchain" / "install";
  plugin::ProcessCall call{.program = "bash", .arguments = {script.string(), tools.string()}};
  call.limits.time = std::chrono::minutes(30);
  const Result<ProcessAnswer> answer = runner.run(call);
  if (!answer) return answer.error();
  if (answer->succeeded()) return {};
  const std::string complaint = complaintIn(answer->errors);
  return Error{
      answer->end == ProcessEnd::Cancelled ? ErrorKind::Cancelled : ErrorKind::CannotRead,
      "the tools could not be installed: " + (complaint.empty() ? script.string() + " " + answer->describe(call.limits) : complaint),
      {.file = tools.string()},
      "See whether the package index can be reached and the disk has 1 GB to spare."};
}

}  // namespace tileport::toolchain
