// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/analysis.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>

#include "support/file.h"
#include "tileir/program_reader.h"
#include "tileport/divergence_text.h"
#include "tileport/glyphs.h"
#include "tileport/specify.h"

namespace tileport::cli {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Severity = specification::AnalysisFinding::Severity;

constexpr std::uint64_t kLargestFile = std::uint64_t{16} << 20;

/// The kernel's output folder: an analysis lies in its folder "reference".
fs::path folderOf(const fs::path &file) {
  std::error_code ignored;
  const fs::path folder = fs::absolute(file, ignored).lexically_normal().parent_path();
  return folder.filename() == "reference" ? folder.parent_path() : folder;
}

/// A file in the folder itself: a link may lead out of it.
bool isFileIn(const fs::path &folder, const std::string &relative) {
  std::error_code failure;
  const fs::path root = fs::weakly_canonical(folder, failure);
  if (failure) return false;
  const fs::path path = fs::weakly_canonical(folder / relative, failure);
  if (failure || !fs::is_regular_file(path, failure)) return false;
  const fs::path below = path.lexically_relative(root);
  return !below.empty() && *below.begin() != "..";
}

std::string programFault(const fs::path &path) {
  const auto program = tileir::readProgramFile(path);
  if (!program) return program.error().toString();
  return (*program)->functionCount() == 0 ? "it has no entry" : "";
}

CheckedAnalysis checkFile(const std::string &file, const std::vector<std::string> &sources) {
  CheckedAnalysis checked{.file = file};
  const Result<std::string> text = readFile(file, kLargestFile);
  if (!text) {
    checked.error = text.error();
    return checked;
  }
  const fs::path folder = folderOf(file);
  const specification::AnalysisFiles files{[&](const std::string &path) { return isFileIn(folder, path); }, sources,
                                           [&](const std::string &path) { return programFault(folder / path); }};
  checked.findings = specification::checkAnalysis(*text, file, files);
  return checked;
}

std::string_view severityText(Severity severity) {
  switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Note: return "note";
  }
  return "";
}

std::string_view resultOf(const CheckedAnalysis &check) {
  return check.error ? "unreadable" : specification::passes(check.findings) ? "valid" : "violations";
}

std::string summaryOf(const CheckedAnalysis &check) {
  const auto count = [&](Severity severity) {
    return static_cast<std::size_t>(
        std::count_if(check.findings.begin(), check.findings.end(), [&](const auto &each) { return each.severity == severity; }));
  };
  const std::string counts = plural(count(Severity::Error), "error") + ", " + plural(count(Severity::Warning), "warning");
  return check.file + ": " + (specification::passes(check.findings) ? "valid" : "not valid") + ": " + counts;
}

}  // namespace

std::string analysisJson(const std::vector<CheckedAnalysis> &checks) {
  Json files = Json::array();
  std::string_view worst = "valid";
  for (const CheckedAnalysis &check : checks) {
    const std::string_view result = resultOf(check);
    if (result == "unreadable" || worst == "valid") worst = result;
    Json findings = Json::array();
    for (const auto &each : check.findings) {
      const Place &place = each.error.place;
      findings.push_back({{"severity", severityText(each.severity)},
                          {"member", each.member},
                          {"message", each.error.message},
                          {"advice", each.error.advice},
                          {"line", place.line},
                          {"column", place.column}});
    }
    files.push_back({{"file", check.file},
                     {"result", result},
                     {"error", check.error ? Json(check.error->toString()) : Json(nullptr)},
                     {"findings", std::move(findings)}});
  }
  const Json json{{"schema", "tileport-analysis/1"}, {"tileport", TILEPORT_VERSION}, {"result", worst}, {"files", std::move(files)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

int analysisCheck(const AnalysisOptions &options, const Output &output) {
  std::vector<std::string> sources;
  for (const fs::path &source : options.sources) {
    Result<std::string> text = readFile(source, kLargestFile);
    if (!text) return fail(text.error().toString(), kCannotRead);
    sources.push_back(std::move(*text));
  }
  std::vector<CheckedAnalysis> checks;
  std::string text;
  bool broken = false, unreadable = false;
  for (const std::string &file : options.files) {
    const CheckedAnalysis &check = checks.emplace_back(checkFile(file, sources));
    unreadable |= check.error.has_value();
    broken |= !specification::passes(check.findings);
    if (check.error) {
      fail(check.error->toString(), kCannotRead);
      continue;
    }
    for (const auto &finding : check.findings) text += shortenWords(clean(finding.toString())) + "\n";
    text += clean(summaryOf(check)) + "\n";
  }
  return finish(output.json ? analysisJson(checks) : text, unreadable ? kCannotRead : broken ? 1 : 0);
}

int analysisDraft(const AnalysisOptions &options) {
  const auto opened = workspace::openWorkspace(options.workspace);
  if (!opened) return fail(opened.error().toString(), kCannotRead);
  const auto &operators = (*opened)->operators;
  const auto op =
      std::find_if(operators.begin(), operators.end(), [&](const workspace::Operator &each) { return each.name == options.op; });
  if (op == operators.end()) return fail("the workspace has no operator \"" + options.op + "\". See tileport specify.", kUsageError);
  std::error_code ignored;
  if (!options.out.empty() && fs::exists(fs::symlink_status(options.out, ignored)))
    return fail(options.out + ": it exists, and a draft replaces nothing. Name another file, or remove it.", kCannotRead);
  const auto all = specifyOperators({&*op}, "");
  if (!all) return fail(all.error().toString(), kCannotRead);
  const SpecifiedOperator &specified = all->front();
  for (const std::string &failure : specified.failures) fail(failure, kCannotRead);
  if (specified.specification->entries.empty())
    return fail("nothing is known of a reference of " + options.op + ", so that there is nothing to analyse.", kCannotRead);
  std::string source;
  for (const workspace::Variant &variant : op->variants)
    if (source.empty()) source = variant.reference.sourceName;
  for (const workspace::Unpaired &unpaired : op->unpaired)
    if (source.empty() && unpaired.side == workspace::Side::Reference) source = unpaired.files.sourceName;
  const std::string draft = specification::draftAnalysis(*specified.specification, source);
  const int code = specified.failures.empty() ? 0 : 4;
  if (options.out.empty()) return finish(draft, code);
  if (const auto written = replaceFile(options.out, draft); !written) return fail(written.error().toString(), kCannotRead);
  return finish(options.out + ": drafted. What tileport analysis check says of it is left for you.\n", code);
}

}  // namespace tileport::cli
