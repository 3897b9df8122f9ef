// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/exporting.h"

#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "support/file.h"
#include "toolchain/driver_answers.h"
#include "toolchain/driver_job.h"

namespace tileport::toolchain {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::uint64_t kLargestProgram = std::uint64_t{256} << 20;
/// A cold build of the front end says nothing while it compiles its hundred crates.
constexpr std::chrono::minutes kLongestBuild{20};

/// One export job on its way.
class Export {
 public:
  Export(const LoadedFrontEnd &frontEnd, const ExportJob &job, const Store &store, FileHashes &hashes, Runner &runner,
         const ExportReporter &report)
      : frontEnd_(frontEnd), job_(job), store_(store), hashes_(hashes), runner_(runner), report_(report), outcomes_(job.items.size()) {}

  Result<std::vector<ExportOutcome>> run() {
    Result<plugin::Driver> driver = frontEnd_.frontEnd->driver(runner_);
    if (!driver) return std::move(driver).error();
    title_ = driver->title + (job_.frontEndVersion.empty() ? "" : " " + job_.frontEndVersion);
    const auto identity = toolsIdentity(*driver, hashes_);
    if (!identity) return unreadableDriver(frontEnd_.own);
    if (auto parsed = readLaunches(); !parsed) return parsed.error();
    takeFromStore(*identity);
    tell("");
    if (done_ < job_.items.size()) {
      if (auto made = makeTheRest(*driver); !made) return made.error();
    }
    std::vector<ExportOutcome> outcomes;
    for (std::size_t i = 0; i < outcomes_.size(); ++i) outcomes.push_back({job_.items[i].id, std::move(*outcomes_[i])});
    return outcomes;
  }

 private:
  Result<void> readLaunches() {
    for (const ExportItem &item : job_.items) {
      launches_.push_back(json::parse(item.launch, nullptr, false));
      if (!launches_.back().is_object())
        return Error{ErrorKind::Malformed, "the launch of " + item.id + " is no JSON object", {}, "Mend the launch."};
    }
    return {};
  }

  void takeFromStore(const std::string &identity) {
    for (std::size_t i = 0; i < job_.items.size(); ++i) {
      const ExportItem &item = job_.items[i];
      const json request{{"front_end", frontEnd_.info.id},
                         {"version", job_.frontEndVersion},
                         {"bytecode", job_.bytecodeVersion},
                         {"source", item.source.string()},
                         {"module", item.module},
                         {"launch", launches_[i]},
                         {"tools", identity}};
      requests_.push_back(contentHash(request.dump(-1, ' ', false, json::error_handler_t::replace)));
      if (auto stored = store_.find(requests_[i], hashes_)) finish(i, exported(std::move(*stored), true));
    }
  }

  static ExportedProgram exported(StoredProgram program, bool fromStore) {
    return {std::make_shared<const std::string>(std::move(program.bytes)), std::move(program.symbol), std::move(program.frontEnd),
            fromStore};
  }

  void finish(std::size_t item, Result<ExportedProgram> outcome) {
    outcomes_[item] = std::move(outcome);
    ++done_;
  }

  void tell(std::string text) {
    if (report_) report_({done_, job_.items.size(), std::move(text)});
  }

  json requestFor(const fs::path &out) {
    json items = json::array();
    for (std::size_t i = 0; i < job_.items.size(); ++i) {
      if (outcomes_[i]) continue;
      const ExportItem &item = job_.items[i];
      json one{{"id", item.id}, {"file", std::to_string(i) + ".tileirbc"}, {"launch", launches_[i]}};
      if (!item.source.empty()) one["source"] = item.source.string();
      if (!item.module.empty()) one["module"] = item.module;
      items.push_back(std::move(one));
      indices_[item.id] = i;
    }
    json request{
        {"schema", "tileport-job/1"},     {"job", "export"},          {"out", out.string()}, {"bytecode_version", job_.bytecodeVersion},
        {"seconds", job_.secondsPerItem}, {"items", std::move(items)}};
    if (!job_.frontEndVersion.empty()) request["front_end"] = job_.frontEndVersion;
    return request;
  }

  Result<void> makeTheRest(const plugin::Driver &driver) {
    Result<JobFolder> folder = JobFolder::make(runner_.folders().cache);
    if (!folder) return folder.error();
    out_ = folder->path() / "out";
    std::error_code failure;
    fs::create_directory(out_, failure);
    const fs::path request = folder->path() / "request.json";
    if (auto written = replaceFile(request, requestFor(out_).dump(-1, ' ', false, json::error_handler_t::replace)); !written)
      return written;
    ProcessCall call = driver.call;
    call.arguments.insert(call.arguments.end(), {"job", request.string()});
    call.limits.time = {};
    call.limits.silence = std::chrono::seconds(job_.secondsPerItem) + kLongestBuild;
    LineReader lines;
    const Result<ProcessAnswer> answer = runner_.run(call, [&](std::string_view piece) {
      for (const std::string &line : lines.take(piece)) hear(line);
    });
    if (!answer) return answer.error();
    return conclude(*answer, call);
  }

  void hear(const std::string &line) {
    auto answer = readAnswer(line);
    if (!answer) return;
    if (auto *program = std::get_if<ProgramAnswer>(&*answer)) keep(std::move(*program));
    if (auto *failure = std::get_if<FailureAnswer>(&*answer)) {
      if (const auto item = indexOf(failure->id)) finish(*item, std::move(failure->error));
    }
    auto *progress = std::get_if<ProgressAnswer>(&*answer);
    tell(progress == nullptr ? "" : std::move(progress->text));
  }

  /// Of an item that has no outcome yet.
  std::optional<std::size_t> indexOf(const std::string &id) const {
    const auto found = indices_.find(id);
    return found == indices_.end() || outcomes_[found->second] ? std::nullopt : std::optional(found->second);
  }

  void keep(ProgramAnswer answer) {
    const auto item = indexOf(answer.id);
    if (!item) return;
    Result<std::string> bytes = readFile(out_ / answer.file, kLargestProgram);
    if (!bytes) {
      finish(*item, Error{ErrorKind::CannotRead, "the front end says that it wrote the program, but " + bytes.error().message, {}, ""});
      return;
    }
    StoredProgram program{std::move(*bytes), std::move(answer.symbol), title_};
    // A program that cannot be kept can be used all the same.
    if (auto kept = store_.keep(requests_[*item], program, answer.dependencies); !kept) tell(kept.error().toString());
    finish(*item, exported(std::move(program), false));
  }

  /// What has no outcome when the driver has ended gets one that says why.
  Result<void> conclude(const ProcessAnswer &answer, const ProcessCall &call) {
    if (auto missing = toolIsMissing(title_, answer, call.limits)) return std::move(*missing);
    for (auto &outcome : outcomes_) {
      if (!outcome) outcome = endedEarly(title_, answer, call.limits);
    }
    return {};
  }

  const LoadedFrontEnd &frontEnd_;
  const ExportJob &job_;
  const Store &store_;
  FileHashes &hashes_;
  Runner &runner_;
  const ExportReporter &report_;
  std::vector<json> launches_;
  std::vector<std::string> requests_;  ///< hashes, by item
  std::vector<std::optional<Result<ExportedProgram>>> outcomes_;
  std::map<std::string, std::size_t> indices_;  ///< of what the driver is asked for
  fs::path out_;
  std::string title_;  ///< of the front end, with its version
  std::size_t done_ = 0;
};

}  // namespace

Result<std::vector<ExportOutcome>> exportPrograms(const LoadedFrontEnd &frontEnd, const ExportJob &job, const Store &store,
                                                  FileHashes &hashes, Runner &runner, const ExportReporter &report) {
  return Export(frontEnd, job, store, hashes, runner, report).run();
}

}  // namespace tileport::toolchain
