// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/runner.h"

#include <algorithm>
#include <cctype>

namespace tileport::toolchain {

namespace {

constexpr std::size_t kKept = 64 << 10;

std::string lastOf(std::string_view text) {
  if (text.size() > kKept) text.remove_prefix(text.size() - kKept);
  return std::string(text);
}

}  // namespace

std::string shellWord(std::string_view word) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("_-./=:,+@%").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string RunRecord::commandLine() const {
  std::string line;
  if (!folder.empty()) line += "cd " + shellWord(folder.string()) + " && ";
  const auto isTakenOut = [](const auto &change) { return !change.second; };
  if (std::any_of(environment.begin(), environment.end(), isTakenOut)) line += "env ";
  // env wants what is taken out before what is put in.
  for (const auto &[name, value] : environment) {
    if (!value) line += "-u " + shellWord(name) + " ";
  }
  for (const auto &[name, value] : environment) {
    if (value) line += name + "=" + shellWord(*value) + " ";
  }
  line += shellWord(program.string());
  for (const std::string &argument : arguments) line += " " + shellWord(argument);
  return line;
}

void RunLog::add(RunRecord record) {
  const std::lock_guard lock(mutex_);
  records_.push_back(std::move(record));
}

std::vector<RunRecord> RunLog::records() const {
  const std::lock_guard lock(mutex_);
  return records_;
}

Result<ProcessAnswer> Runner::run(const ProcessCall &call, const OutputReader &reader) {
  RunRecord record{.purpose = purpose_,
                   .program = call.program,
                   .arguments = call.arguments,
                   .environment = call.environment,
                   .folder = call.folder,
                   .begin = std::chrono::system_clock::now()};
  Result<ProcessAnswer> answer = runProcess(call, cancel_, reader);
  if (answer) {
    record.took = answer->took;
    record.ending = answer->describe(call.limits);
    record.succeeded = answer->succeeded();
    record.output = lastOf(answer->output);
    record.errors = lastOf(answer->errors);
  } else {
    record.ending = answer.error().message;
  }
  log_.add(std::move(record));
  return answer;
}

}  // namespace tileport::toolchain
