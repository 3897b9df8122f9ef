// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/driver_answers.h"

#include <nlohmann/json.hpp>

namespace tileport::toolchain {

using nlohmann::json;

namespace {

constexpr std::size_t kLongestLine = std::size_t{16} << 20;

/// Empty when it is not there or no text.
std::string textOf(const json &object, const char *name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_string() ? member->get<std::string>() : std::string();
}

std::uint32_t numberOf(const json &object, const char *name) {
  const auto member = object.find(name);
  if (member == object.end() || !member->is_number_unsigned()) return 0;
  const auto number = member->get<std::uint64_t>();
  return number <= UINT32_MAX ? static_cast<std::uint32_t>(number) : 0;
}

/// A name in the driver's folder and no way out of it.
bool isPlainName(std::string_view name) {
  return !name.empty() && name.front() != '.' && name.find('/') == std::string_view::npos && name.find('\0') == std::string_view::npos;
}

std::optional<DriverAnswer> readProgram(const json &object) {
  ProgramAnswer answer{textOf(object, "id"), textOf(object, "file"), textOf(object, "symbol"), {}};
  if (!isPlainName(answer.file)) return std::nullopt;
  const auto dependencies = object.find("dependencies");
  if (dependencies == object.end() || !dependencies->is_array()) return std::nullopt;
  for (const json &dependency : *dependencies) {
    if (!dependency.is_array() || dependency.size() != 2 || !dependency[0].is_string() || !dependency[1].is_string()) return std::nullopt;
    answer.dependencies.emplace_back(dependency[0].get<std::string>(), dependency[1].get<std::string>());
  }
  return answer;
}

std::string_view adviceFor(std::string_view kind) {
  if (kind == "source") return "Mend the kernel's source.";
  if (kind == "front_end") return "See whether the launch is one that the kernel is written for.";
  if (kind == "time") return "Allow more time, or look whether the front end hangs.";
  if (kind == "launch") return "Mend the launch.";
  return "";
}

std::optional<DriverAnswer> readFailure(const json &object) {
  const std::string kind = textOf(object, "kind");
  Error error{kind == "time" ? ErrorKind::Limit : ErrorKind::Malformed,
              textOf(object, "message"),
              {.file = textOf(object, "file"), .line = numberOf(object, "line"), .column = numberOf(object, "column")},
              std::string(adviceFor(kind))};
  if (error.message.empty()) error.message = "the front end refuses it and does not say why";
  return FailureAnswer{textOf(object, "id"), std::move(error)};
}

std::optional<DriverAnswer> readFacts(const json &object) {
  const auto facts = object.find("facts");
  if (facts == object.end() || !facts->is_object()) return std::nullopt;
  return FactsAnswer{textOf(object, "source"), facts->dump(-1, ' ', false, json::error_handler_t::replace)};
}

}  // namespace

std::optional<DriverAnswer> readAnswer(std::string_view line) {
  const json object = json::parse(line, nullptr, false);
  if (!object.is_object()) return std::nullopt;
  const std::string kind = textOf(object, "answer");
  if (kind == "program") return readProgram(object);
  if (kind == "failure") return readFailure(object);
  if (kind == "facts") return readFacts(object);
  if (kind == "progress") return ProgressAnswer{textOf(object, "text")};
  if (kind == "end") return EndAnswer{textOf(object, "front_end")};
  return std::nullopt;
}

std::vector<std::string> LineReader::take(std::string_view piece) {
  std::vector<std::string> lines;
  while (!piece.empty()) {
    const std::size_t end = piece.find('\n');
    const std::string_view part = piece.substr(0, end);
    if (rest_.size() + part.size() > kLongestLine) tooLong_ = true;
    if (tooLong_) rest_.clear();
    if (!tooLong_) rest_ += part;
    if (end == std::string_view::npos) break;
    lines.push_back(std::move(rest_));
    rest_.clear();
    tooLong_ = false;
    piece.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace tileport::toolchain
