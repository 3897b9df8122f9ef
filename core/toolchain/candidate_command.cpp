// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/candidate_command.h"

#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <future>
#include <system_error>
#include <utility>

#include "toolchain/runner.h"

namespace tileport::toolchain {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kFile = "{}";

bool namesFile(std::string_view text) { return text.find(kFile) != std::string_view::npos; }

std::string replaced(std::string text, std::string_view by) {
  for (std::size_t at = text.find(kFile); at != std::string::npos; at = text.find(kFile, at + by.size()))
    text.replace(at, kFile.size(), by);
  return text;
}

Error cannotWrite(const fs::path &path) {
  return {ErrorKind::CannotRead,
          "cannot write a candidate: " + std::string(std::strerror(errno)),
          {.file = path.string()},
          "Give the folder for temporary files (TMPDIR) room and write permission."};
}

}  // namespace

std::vector<std::string> CommandLine::with(const std::string &file) const {
  if (words.empty()) return {"sh", "-c", namesFile(shell) ? replaced(shell, shellWord(file)) : shell + " " + shellWord(file)};
  std::vector<std::string> all;
  for (const std::string &word : words) all.push_back(replaced(word, file));
  if (std::none_of(words.begin(), words.end(), namesFile)) all.push_back(file);
  return all;
}

std::string CommandLine::text(const std::string &file) const {
  const std::vector<std::string> all = with(file);
  if (words.empty()) return all.back();
  std::string text;
  for (const std::string &word : all) text += (text.empty() ? "" : " ") + shellWord(word);
  return text;
}

CandidateCommand::CandidateCommand(CommandLine line, std::string fileName, plugin::ProcessLimits limits)
    : line_(std::move(line)), fileName_(std::move(fileName)), limits_(limits) {}

CandidateCommand::~CandidateCommand() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

Result<fs::path> CandidateCommand::write(std::string_view content) {
  if (folder_.empty()) {
    std::error_code failed;
    std::string made = (fs::temp_directory_path(failed) / "tileport-reduce-XXXXXX").string();
    if (failed || !::mkdtemp(made.data())) return cannotWrite(made);
    folder_ = made;
  }
  const fs::path folder = folder_ / std::to_string(++runs_);
  std::error_code failed;
  if (!fs::create_directories(folder, failed)) {
    errno = failed.value();
    return cannotWrite(folder);
  }
  const fs::path file = folder / fileName_;
  std::ofstream stream(file, std::ios::binary);
  stream.write(content.data(), static_cast<std::streamsize>(content.size()));
  stream.close();
  return stream ? Result<fs::path>(file) : cannotWrite(file);
}

Result<std::optional<std::size_t>> CandidateCommand::firstInteresting(const std::vector<std::string_view> &contents,
                                                                      const CancelToken &cancel) {
  std::vector<fs::path> files;
  for (const std::string_view content : contents) {
    auto file = write(content);
    if (!file) return std::move(file).error();
    files.push_back(std::move(*file));
  }
  const auto run = [&](const fs::path &file) {
    const std::vector<std::string> all = line_.with(file.string());
    auto answer = runProcess({.program = all.front(), .arguments = {all.begin() + 1, all.end()}, .limits = limits_}, cancel);
    std::error_code ignored;
    fs::remove_all(file.parent_path(), ignored);
    return answer;
  };
  std::vector<std::future<Result<ProcessAnswer>>> others;
  for (std::size_t n = 1; n < files.size(); ++n) others.push_back(std::async(std::launch::async, run, std::cref(files[n])));
  std::vector<Result<ProcessAnswer>> answers;
  if (!files.empty()) answers.push_back(run(files.front()));
  for (auto &other : others) answers.push_back(other.get());
  if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "interrupted", {}, ""};
  for (std::size_t n = 0; n < answers.size(); ++n) {
    if (!answers[n]) return answers[n].error();
    if (n == 0) last_ = *answers[n];
    if (!answers[n]->succeeded()) continue;
    interesting_ = std::move(*answers[n]);
    return std::optional(n);
  }
  return std::optional<std::size_t>();
}

}  // namespace tileport::toolchain
