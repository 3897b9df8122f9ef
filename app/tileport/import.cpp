// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "importer/import.h"
#include "tileport/divergence_text.h"
#include "tileport/front_ends.h"
#include "tileport/glyphs.h"
#include "tileport/progress.h"

namespace tileport::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string secondsText(std::chrono::milliseconds time) {
  std::string text = std::to_string(time.count() / 1000) + "." + std::to_string(time.count() % 1000 / 100);
  return text + " s";
}

std::string summaryText(const importer::ImportSummary &summary, const std::filesystem::path &out, const Terminal &terminal) {
  const auto number = [](std::size_t count) { return std::to_string(count); };
  std::string text;
  for (const importer::ImportFailure &failure : summary.failures)
    text += paragraph(terminal, "- " + failure.subject + ": " + failure.error.toString(), 2, Style::Missing);
  if (!text.empty()) text += "\n";
  text += plural(summary.references, "reference") + " and " + plural(summary.ports, "port") + " read (" + number(summary.fromStore) +
          " of " + number(summary.programs) + " programs were kept from before).\n";
  text += plural(summary.pairs, "pair") + ".\n";
  if (summary.madeToMatch > 0)
    text +=
        number(summary.matched) + " of the " + number(summary.madeToMatch) + " ports that were recorded to match a reference have one.\n";
  text += "Without a partner: " + plural(summary.unpairedReferences, "reference") + ", " + plural(summary.unpairedPorts, "port") + ".\n";
  if (!summary.failures.empty()) text += number(summary.failures.size()) + " programs could not be made.\n";
  return text + paragraph(terminal, "tileport review " + out.string(), 0, Style::Bold);
}

std::string summaryJson(const importer::ImportSummary &summary, const std::filesystem::path &out) {
  Json failures = Json::array();
  for (const importer::ImportFailure &failure : summary.failures) {
    const Place &place = failure.error.place;
    failures.push_back({{"subject", failure.subject},
                        {"message", failure.error.message},
                        {"file", place.file},
                        {"line", place.line},
                        {"column", place.column}});
  }
  const Json json{
      {"schema", "tileport-import/1"},           {"tileport", TILEPORT_VERSION}, {"workspace", out.string()},
      {"references", summary.references},        {"ports", summary.ports},       {"pairs", summary.pairs},
      {"made_to_match", summary.madeToMatch},    {"matched", summary.matched},   {"unpaired_references", summary.unpairedReferences},
      {"unpaired_ports", summary.unpairedPorts}, {"programs", summary.programs}, {"from_store", summary.fromStore},
      {"failures", std::move(failures)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string runsText(const std::vector<toolchain::RunRecord> &runs, const Terminal &terminal) {
  std::string text;
  for (const toolchain::RunRecord &run : runs) {
    text += paragraph(terminal, (run.succeeded ? "+ " : "- ") + run.purpose + ": " + run.ending + " after " + secondsText(run.took), 2,
                      run.succeeded ? Style::Plain : Style::Missing);
    text += paragraph(terminal, run.commandLine(), 6, Style::Dim);
    for (std::size_t begin = 0; !run.succeeded && begin < run.errors.size();) {
      const std::size_t end = std::min(run.errors.find('\n', begin), run.errors.size());
      text += paragraph(terminal, run.errors.substr(begin, end - begin), 6, Style::Plain);
      begin = end + 1;
    }
  }
  return text;
}

int importPrograms(const ImportOptions &given, const Output &output) {
  ImportOptions options = given;
  if (options.out.empty()) options.out = options.what;
  if (options.what == "tilegym" && !options.folder.empty())
    return fail("import tilegym takes no FOLDER; --out names the workspace's. See tileport import --help.", kUsageError);
  if (options.what != "tilegym" && !options.operators.empty())
    return fail("only import tilegym takes --operator. See tileport import --help.", kUsageError);
  if (options.what == "operators" && options.folder.empty())
    return fail("import operators needs a FOLDER. See tileport import --help.", kUsageError);
  importer::ImportRequest request{.folder = options.folder, .out = options.out, .operators = options.operators, .trusted = options.trusted};
  for (const auto kind : {importer::ImportKind::TileGym, importer::ImportKind::Operators, importer::ImportKind::Triton})
    if (options.what == importer::text(kind)) request.kind = kind;
  toolchain::RunLog log;
  const InterruptGuard interrupt;
  std::optional<ProgressLine> progress(std::in_place);
  const auto summary = importer::runImport(request, log, interrupt.token(), [&](const importer::ImportProgress &each) {
    progress->show(each.what, each.done, each.total, each.text);
  });
  progress.reset();
  if (options.runs) std::fputs(runsText(log.records(), output.terminal).c_str(), stderr);
  if (!summary) return fail(summary.error().toString(), kCannotRead);
  return finish(output.json ? summaryJson(*summary, options.out) : summaryText(*summary, options.out, output.terminal),
                summary->failures.empty() ? 0 : 1);
}

}  // namespace tileport::cli
