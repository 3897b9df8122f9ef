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

/// `made`: by front ends and the store, not found.
std::string summaryText(const importer::ImportSummary &summary, bool made, const std::filesystem::path &out, const Terminal &terminal) {
  const auto number = [](std::size_t count) { return std::to_string(count); };
  std::string text;
  for (const importer::ImportFailure &failure : summary.failures)
    text += paragraph(terminal, "- " + failure.subject + ": " + failure.error.toString(), 2, Style::Missing);
  for (const importer::ImportNote &note : summary.notes)
    text += paragraph(terminal, "note: " + note.subject + ": " + note.text(), 2, Style::Differs);
  if (!text.empty()) text += "\n";
  text += plural(summary.references, "reference") + " and " + plural(summary.ports, "port") + " read";
  if (made) text += " (" + number(summary.fromStore) + " of " + number(summary.programs) + " programs were kept from before)";
  text += ".\n";
  text += plural(summary.pairs, "pair") + ".\n";
  if (summary.madeToMatch > 0)
    text +=
        number(summary.matched) + " of the " + number(summary.madeToMatch) + " ports that were recorded to match a reference have one.\n";
  text += "Without a partner: " + plural(summary.unpairedReferences, "reference") + ", " + plural(summary.unpairedPorts, "port") + ".\n";
  if (!summary.failures.empty())
    text += plural(summary.failures.size(), made ? "program" : "file") + " could not be " + (made ? "made" : "taken") + ".\n";
  return text + paragraph(terminal, "tileport review " + out.string(), 0, Style::Bold);
}

Json noteJson(const std::string &subject, const std::string &message, const Place &place) {
  return {{"subject", subject}, {"message", message}, {"file", place.file}, {"line", place.line}, {"column", place.column}};
}

std::string summaryJson(const importer::ImportSummary &summary, const std::filesystem::path &out) {
  Json failures = Json::array(), notes = Json::array();
  for (const importer::ImportFailure &each : summary.failures)
    failures.push_back(noteJson(each.subject, each.error.message, each.error.place));
  for (const importer::ImportNote &each : summary.notes) notes.push_back(noteJson(each.subject, each.message, each.place));
  const Json json{
      {"schema", "tileport-import/1"},           {"tileport", TILEPORT_VERSION}, {"workspace", out.string()},
      {"references", summary.references},        {"ports", summary.ports},       {"pairs", summary.pairs},
      {"made_to_match", summary.madeToMatch},    {"matched", summary.matched},   {"unpaired_references", summary.unpairedReferences},
      {"unpaired_ports", summary.unpairedPorts}, {"programs", summary.programs}, {"from_store", summary.fromStore},
      {"failures", std::move(failures)},         {"notes", std::move(notes)}};
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

/// What of the command line does not go together, as a clause; empty: nothing.
std::string misuse(const ImportOptions &options) {
  const std::string &what = options.what;
  if (what == "tilegym" && !options.paths.empty()) return "import tilegym takes no FOLDER; --out names the workspace's";
  if (what != "tilegym" && !options.operators.empty()) return "only import tilegym takes --operator";
  if (what != "operators" && options.trusted) return "only import operators runs code of a folder and takes --trust";
  if (what != "cutile-cache" && !options.ports.empty()) return "only import cutile-cache takes --ports";
  if ((what == "operators" || what == "pipeline") && options.paths.empty()) return "import " + what + " needs a FOLDER";
  if (what != "files" && !(options.referenceSource.empty() && options.portSource.empty()))
    return "only import files takes --reference-source and --port-source";
  if (what == "files" && options.paths.size() != 2) return "import files needs a REFERENCE and a PORT";
  if (what == "files" && options.paths[0] == "-" && options.paths[1] == "-") return "standard input (-) can be read only once";
  if (what != "files" && options.paths.size() > 1) return "import " + what + " takes one FOLDER";
  return {};
}

importer::ImportRequest requestOf(const ImportOptions &options) {
  importer::ImportRequest request{.folder = options.folder(),
                                  .out = options.out.empty() ? std::filesystem::path(options.what) : options.out,
                                  .operators = options.operators,
                                  .trusted = options.trusted,
                                  .ports = options.ports,
                                  .referenceSource = options.referenceSource,
                                  .portSource = options.portSource};
  for (const importer::ImportKind kind : importer::kImportKinds)
    if (options.what == importer::text(kind)) request.kind = kind;
  if (request.kind == importer::ImportKind::Files) request.reference = options.paths[0], request.port = options.paths[1];
  return request;
}

int importPrograms(const ImportOptions &options, const Output &output) {
  if (const std::string wrong = misuse(options); !wrong.empty()) return fail(wrong + ". See tileport import --help.", kUsageError);
  const importer::ImportRequest request = requestOf(options);
  toolchain::RunLog log;
  const InterruptGuard interrupt;
  std::optional<ProgressLine> progress(std::in_place);
  const auto summary = importer::runImport(request, log, interrupt.token(), [&](const importer::ImportProgress &each) {
    progress->show(each.what, each.done, each.total, each.text);
  });
  progress.reset();
  if (options.runs) std::fputs(runsText(log.records(), output.terminal).c_str(), stderr);
  if (!summary) return fail(summary.error().toString(), kCannotRead);
  return finish(output.json ? summaryJson(*summary, request.out)
                            : summaryText(*summary, importer::makesPrograms(request.kind), request.out, output.terminal),
                summary->failures.empty() ? 0 : 1);
}

}  // namespace tileport::cli
