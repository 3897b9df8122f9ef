// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/run_file.h"

#include <nlohmann/json.hpp>
#include <system_error>

#include "json/json.h"
#include "support/file.h"

namespace tileport::toolchain {

namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{256} << 20;

Result<std::map<std::string, std::optional<std::string>>> readEnvironment(const json::JsonAt &at) {
  const auto members = at.members();
  if (!members) return members.error();
  std::map<std::string, std::optional<std::string>> environment;
  for (const auto &[name, value] : *members) {
    if (value.isNull()) {
      environment[name] = std::nullopt;
      continue;
    }
    auto text = value.string();
    if (!text) return text.error();
    environment[name] = std::move(*text);
  }
  return environment;
}

Result<std::string> textOf(const json::JsonAt &object, std::string_view name) {
  const auto member = object.member(name);
  if (!member) return member.error();
  return member->string();
}

Result<std::int64_t> numberOf(const json::JsonAt &object, std::string_view name) {
  const auto member = object.member(name);
  if (!member) return member.error();
  return member->integer();
}

/// The texts of a run, each into its place.
Result<void> readTexts(const json::JsonAt &object, RunRecord &run) {
  std::string program, folder;
  const std::pair<std::string_view, std::string *> places[] = {{"purpose", &run.purpose}, {"program", &program},   {"folder", &folder},
                                                               {"ending", &run.ending},   {"output", &run.output}, {"errors", &run.errors}};
  for (const auto &[name, place] : places) {
    auto text = textOf(object, name);
    if (!text) return text.error();
    *place = std::move(*text);
  }
  run.program = program;
  run.folder = folder;
  return {};
}

Result<RunRecord> readRun(const json::JsonAt &object) {
  RunRecord run;
  if (auto texts = readTexts(object, run); !texts) return texts.error();
  const auto arguments = object.member("arguments"), environment = object.member("environment"), succeeded = object.member("succeeded");
  for (const auto *member : {&arguments, &environment, &succeeded})
    if (!*member) return member->error();
  auto words = arguments->strings();
  if (!words) return words.error();
  auto changes = readEnvironment(*environment);
  if (!changes) return changes.error();
  const auto success = succeeded->boolean();
  if (!success) return success.error();
  const auto begin = numberOf(object, "begin"), took = numberOf(object, "milliseconds");
  for (const auto *number : {&begin, &took})
    if (!*number) return number->error();
  run.arguments = std::move(*words);
  run.environment = std::move(*changes);
  run.succeeded = *success;
  run.begin = std::chrono::system_clock::time_point(std::chrono::milliseconds(*begin));
  run.took = std::chrono::milliseconds(*took);
  return run;
}

}  // namespace

std::string writeRuns(const std::vector<RunRecord> &runs) {
  using Json = nlohmann::ordered_json;
  Json json{{"schema", "tileport-runs/1"}, {"runs", Json::array()}};
  for (const RunRecord &run : runs) {
    Json environment = Json::object();
    for (const auto &[name, value] : run.environment) environment[name] = value ? Json(*value) : Json(nullptr);
    json["runs"].push_back({{"purpose", run.purpose},
                            {"program", run.program.string()},
                            {"arguments", run.arguments},
                            {"environment", std::move(environment)},
                            {"folder", run.folder.string()},
                            {"begin", std::chrono::duration_cast<std::chrono::milliseconds>(run.begin.time_since_epoch()).count()},
                            {"milliseconds", run.took.count()},
                            {"ending", run.ending},
                            {"succeeded", run.succeeded},
                            {"output", run.output},
                            {"errors", run.errors}});
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<std::vector<RunRecord>> readRuns(std::string_view text, const std::string &file) {
  const auto tree = json::parseJson(text, file);
  if (!tree) return tree.error();
  const json::JsonAt root(*tree, file);
  const auto schema = textOf(root, "schema");
  if (!schema) return schema.error();
  if (*schema != "tileport-runs/1")
    return root.error("schema " + *schema + " is not known", "Look at it with the version of Tileport that wrote it.");
  const auto list = root.member("runs");
  if (!list) return list.error();
  const auto items = list->items();
  if (!items) return items.error();
  std::vector<RunRecord> runs;
  for (const json::JsonAt &item : *items) {
    auto run = readRun(item);
    if (!run) return run.error();
    runs.push_back(std::move(*run));
  }
  return runs;
}

Result<std::vector<RunRecord>> runsOfWorkspace(const std::filesystem::path &folder) {
  const std::filesystem::path file = folder / kRunFileName;
  std::error_code failure;
  if (!std::filesystem::exists(file, failure)) return std::vector<RunRecord>{};
  const auto text = readFile(file, kLargestFile);
  if (!text) return text.error();
  return readRuns(*text, file.string());
}

}  // namespace tileport::toolchain
