// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/reading_facts.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "support/file.h"
#include "toolchain/driver_answers.h"
#include "toolchain/driver_job.h"

namespace tileport::toolchain {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::uint64_t kLargestSource = std::uint64_t{16} << 20;
/// Of a plugin with more files of its own than this nothing is kept.
constexpr std::size_t kMostOwnFiles = 1000;
/// A driver may build its reader, once, and says nothing meanwhile.
constexpr std::chrono::minutes kLongestSilence{20};

/// Names and contents of the plugin's own files: the readers of facts are among them, and no part of what decides programs. Absent
/// when there are too many or one cannot be read.
std::optional<json> ownFiles(const fs::path &own, FileHashes &hashes) {
  std::vector<fs::path> files;
  std::error_code failure;
  for (fs::recursive_directory_iterator entry(own, failure), end; !failure && entry != end; entry.increment(failure)) {
    const std::string name = entry->path().filename().string();
    std::error_code ignored;
    if (entry->is_directory(ignored) && (name == "target" || name == "__pycache__")) entry.disable_recursion_pending();
    if (entry->is_regular_file(ignored)) files.push_back(entry->path());
    if (files.size() > kMostOwnFiles) return std::nullopt;
  }
  if (failure) return std::nullopt;
  std::sort(files.begin(), files.end());
  json list = json::array();
  for (const fs::path &file : files) {
    const auto hash = hashes.of(file);
    if (!hash) return std::nullopt;
    list.push_back({file.lexically_relative(own).string(), *hash});
  }
  return list;
}

/// One job on its way.
class Reading {
 public:
  Reading(const LoadedFrontEnd &frontEnd, const std::vector<fs::path> &sources, const Store &store, FileHashes &hashes, Runner &runner)
      : frontEnd_(frontEnd), sources_(sources), store_(store), hashes_(hashes), runner_(runner), outcomes_(sources.size()) {}

  Result<std::vector<FactsOutcome>> run() {
    Result<plugin::Driver> driver = frontEnd_.frontEnd->driver(runner_);
    if (!driver) return std::move(driver).error();
    title_ = driver->title;
    const auto tools = toolsIdentity(*driver, hashes_);
    if (!tools) return unreadableDriver(frontEnd_.own);
    takeFromStore(*tools);
    if (std::any_of(outcomes_.begin(), outcomes_.end(), [](const auto &outcome) { return !outcome; }))
      if (auto asked = ask(*driver); !asked) return asked.error();
    std::vector<FactsOutcome> outcomes;
    for (auto &outcome : outcomes_) outcomes.push_back(std::move(*outcome));
    return outcomes;
  }

 private:
  /// Of the content that the source has now. Absent when it cannot be read: the driver says what is wrong.
  std::optional<std::string> requestFor(const fs::path &source) const {
    const Result<std::string> text = readFile(source, kLargestSource);
    if (!text || !identity_) return std::nullopt;
    json request = *identity_;
    request["source"] = contentHash(*text);
    return contentHash(request.dump(-1, ' ', false, json::error_handler_t::replace));
  }

  void takeFromStore(const std::string &tools) {
    if (auto own = ownFiles(frontEnd_.own, hashes_))
      identity_ = json{{"job", "facts"}, {"front_end", frontEnd_.info.id}, {"tools", tools}, {"own", std::move(*own)}};
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      requests_.push_back(requestFor(sources_[i]));
      if (!requests_[i]) continue;
      if (auto stored = store_.find(*requests_[i], hashes_)) finish(i, std::move(stored->bytes), true);
    }
  }

  void finish(std::size_t source, std::string facts, bool fromStore) {
    outcomes_[source].emplace(FactsOutcome{sources_[source], std::make_shared<const std::string>(std::move(facts)), fromStore});
  }

  Result<void> ask(const plugin::Driver &driver) {
    Result<JobFolder> folder = JobFolder::make(runner_.folders().cache);
    if (!folder) return folder.error();
    json paths = json::array();
    for (std::size_t i = 0; i < sources_.size(); ++i)
      if (!outcomes_[i]) paths.push_back(sources_[i].string());
    const json request{{"schema", "tileport-job/1"}, {"job", "facts"}, {"sources", std::move(paths)}};
    const fs::path file = folder->path() / "request.json";
    if (auto written = replaceFile(file, request.dump(-1, ' ', false, json::error_handler_t::replace)); !written) return written;
    ProcessCall call = driver.call;
    call.arguments.insert(call.arguments.end(), {"job", file.string()});
    call.limits.time = {};
    call.limits.silence = kLongestSilence;
    LineReader lines;
    const Result<ProcessAnswer> answer = runner_.run(call, [&](std::string_view piece) {
      for (const std::string &line : lines.take(piece)) hear(line);
    });
    if (!answer) return answer.error();
    if (auto missing = toolIsMissing(title_, *answer, call.limits)) return std::move(*missing);
    for (std::size_t i = 0; i < sources_.size(); ++i)
      if (!outcomes_[i]) outcomes_[i].emplace(FactsOutcome{sources_[i], endedEarly(title_, *answer, call.limits)});
    return {};
  }

  void hear(const std::string &line) {
    auto answer = readAnswer(line);
    if (!answer) return;
    if (auto *facts = std::get_if<FactsAnswer>(&*answer)) {
      for (std::size_t i = 0; i < sources_.size(); ++i)
        if (!outcomes_[i] && sources_[i] == facts->source) keep(i, facts->facts);
    }
    if (auto *failure = std::get_if<FailureAnswer>(&*answer)) {
      for (std::size_t i = 0; i < sources_.size(); ++i)
        if (!outcomes_[i] && sources_[i] == failure->id) outcomes_[i].emplace(FactsOutcome{sources_[i], failure->error});
    }
  }

  void keep(std::size_t source, const std::string &facts) {
    // The driver may have read another content than we did, when somebody edits the source.
    const auto &request = requests_[source];
    if (request && requestFor(sources_[source]) == request)
      (void)store_.keep(*request, {.bytes = facts, .symbol = {}, .frontEnd = title_}, {});
    finish(source, facts, false);
  }

  const LoadedFrontEnd &frontEnd_;
  const std::vector<fs::path> &sources_;
  const Store &store_;
  FileHashes &hashes_;
  Runner &runner_;
  std::optional<json> identity_;  ///< of everything but the source; absent: nothing is kept
  std::vector<std::optional<std::string>> requests_;
  std::vector<std::optional<FactsOutcome>> outcomes_;
  std::string title_;
};

}  // namespace

Result<std::vector<FactsOutcome>> readFacts(const LoadedFrontEnd &frontEnd, const std::vector<fs::path> &sources, const Store &store,
                                            FileHashes &hashes, Runner &runner) {
  return Reading(frontEnd, sources, store, hashes, runner).run();
}

const LoadedFrontEnd *findReader(const FrontEnds &frontEnds, const fs::path &source, std::string_view title) {
  const LoadedFrontEnd *found = nullptr;
  for (const LoadedFrontEnd &each : frontEnds.all()) {
    const auto &extensions = each.info.extensions;
    if (std::find(extensions.begin(), extensions.end(), source.extension().string()) == extensions.end()) continue;
    if (!each.info.title.empty() && title.starts_with(each.info.title)) return &each;
    if (found == nullptr || each.info.id < found->info.id) found = &each;
  }
  return found;
}

}  // namespace tileport::toolchain
