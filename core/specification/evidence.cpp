// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specification/evidence.h"

namespace tileport::specification {

Evidence inSource(const SideInput &input, const source::SourceSpan &span) {
  Evidence evidence{.kind = Evidence::Kind::Source, .file = input.sourceName};
  evidence.span = span;
  return evidence;
}

Evidence inLaunch(const SideInput &input, const evidence::Specialisation &specialisation, std::string member) {
  // Without a launch it was read from a mangled symbol, or else from the program itself.
  const bool isSymbol =
      input.program && input.program->functionCount() > 0 && evidence::looksMangled(input.program->function(tileir::FunctionId(0)).name);
  if (!specialisation.hasLaunch && !isSymbol && input.program) return inEntry(input);
  Evidence evidence{.kind = specialisation.hasLaunch ? Evidence::Kind::Launch : Evidence::Kind::Symbol, .file = input.specialisationName};
  // A symbol has parameters and nothing else.
  const std::string name = member.substr(member.find(' ') + 1);
  evidence.member = specialisation.hasLaunch ? std::move(member) : "parameter " + name;
  return evidence;
}

Evidence inProgram(const SideInput &input, tileir::OpId op) {
  Evidence evidence{.kind = Evidence::Kind::Program, .file = input.programName};
  evidence.op = op;
  const auto &lines = input.program->listing().opLines;
  if (op.index() < lines.size() && !lines[op.index()].empty()) evidence.line = lines[op.index()].first + 1;
  return evidence;
}

Evidence inEntry(const SideInput &input) {
  Evidence evidence{.kind = Evidence::Kind::Program, .file = input.programName};
  const auto &lines = input.program->listing().functionLines;
  if (!lines.empty() && !lines.front().empty()) evidence.line = lines.front().first + 1;
  return evidence;
}

Item known(std::string name, std::string value, std::vector<Evidence> evidence) {
  return {.name = std::move(name), .value = std::move(value), .unknown = {}, .evidence = std::move(evidence)};
}

Item notKnown(std::string name, std::string why) {
  return {.name = std::move(name), .value = {}, .unknown = std::move(why), .evidence = {}};
}

std::string joined(const std::vector<std::int64_t> &numbers) {
  std::string text;
  for (const std::int64_t each : numbers) text += (text.empty() ? "" : " x ") + std::to_string(each);
  return text.empty() ? "none" : text;
}

std::string listed(const std::vector<std::string> &words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

std::string toText(const Evidence &evidence) {
  const std::string file = evidence.file;
  switch (evidence.kind) {
    case Evidence::Kind::Source:
      return file + ":" + std::to_string(evidence.span.line) + (evidence.span.column > 0 ? ":" + std::to_string(evidence.span.column) : "");
    case Evidence::Kind::Launch: return file + ": " + evidence.member;
    case Evidence::Kind::Symbol: return "symbol: " + evidence.member;
    case Evidence::Kind::Program: return file + (evidence.line > 0 ? ":" + std::to_string(evidence.line) : "");
  }
  return {};
}

}  // namespace tileport::specification
