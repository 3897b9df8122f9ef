// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/preparing.h"

#include <chrono>

#include "support/file.h"
#include "toolchain/driver_answers.h"
#include "toolchain/driver_job.h"

namespace tileport::toolchain {

namespace {

constexpr std::chrono::minutes kLongest{30};
constexpr int kMalformedRequest = 2;  ///< of a driver (docs/plugins.md)

}  // namespace

Result<void> prepareFrontEnd(const LoadedFrontEnd &frontEnd, Runner &runner, const std::function<void(const std::string &)> &say) {
  Result<plugin::Driver> driver = frontEnd.frontEnd->driver(runner);
  if (!driver) return std::move(driver).error();
  const Result<JobFolder> folder = JobFolder::make(runner.folders().cache);
  if (!folder) return folder.error();
  const std::filesystem::path request = folder->path() / "request.json";
  if (auto written = replaceFile(request, R"({"schema": "tileport-job/1", "job": "prepare"})"); !written) return written;
  plugin::ProcessCall call = driver->call;
  call.arguments.insert(call.arguments.end(), {"job", request.string()});
  call.limits.time = kLongest;
  LineReader lines;
  bool ended = false;
  const Result<plugin::ProcessAnswer> answer = runner.run(call, [&](std::string_view piece) {
    for (const std::string &line : lines.take(piece)) {
      const auto word = readAnswer(line);
      if (!word) continue;
      if (const auto *progress = std::get_if<ProgressAnswer>(&*word)) say(progress->text);
      ended |= std::holds_alternative<EndAnswer>(*word);
    }
  });
  if (!answer) return answer.error();
  if (auto missing = toolIsMissing(driver->title, *answer, call.limits)) return std::move(*missing);
  if (answer->succeeded() && ended) return {};
  if (answer->end == plugin::ProcessEnd::Exited && answer->exitCode == kMalformedRequest) return {};
  return failedJob(driver->title, *answer, call.limits);
}

}  // namespace tileport::toolchain
