// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "real_pairs/run.h"

#include <algorithm>

#include "json/json.h"
#include "oracle/element.h"
#include "oracle/gpu/against.h"
#include "oracle/interpreter.h"
#include "support/file.h"
#include "tileir/printer.h"
#include "tileir/program_reader.h"
#include "tileir/text_reader.h"

namespace tileport::real_pairs {

namespace {

using json::JsonAt;
using oracle::Agreement;
using oracle::Buffer;

Result<Side> readSide(const JsonAt &at) {
  if (const auto known = at.onlyMembers({"case", "patch"}); !known) return known.error();
  Side side;
  const auto name = at.stringOf("case");
  if (!name) return name.error();
  if (name->empty()) return at.error("a side names its case");
  side.caseName = *name;
  const auto patch = at.find("patch");
  if (!patch) return side;
  const auto changes = patch->items();
  if (!changes) return changes.error();
  for (const JsonAt &change : *changes) {
    const auto texts = change.strings();
    if (!texts) return texts.error();
    if (texts->size() != 2 || texts->front().empty()) return change.error("a change is a text of the program and what takes its place");
    side.patch.emplace_back(texts->front(), texts->back());
  }
  return side;
}

Result<Run> readRun(const JsonAt &at) {
  if (const auto known = at.onlyMembers({"name", "shows", "sides", "expected"}); !known) return known.error();
  Run run;
  for (const auto &[name, target] : {std::pair{"name", &run.name}, std::pair{"shows", &run.shows}, std::pair{"expected", &run.expected}}) {
    const auto text = at.stringOf(name);
    if (!text) return text.error();
    if (text->empty()) return at.error(std::string("\"") + name + "\" is missing or empty");
    *target = *text;
  }
  const auto sides = at.member("sides");
  if (!sides) return sides.error();
  const auto items = sides->items();
  if (!items) return items.error();
  if (items->size() != 2) return sides->error("a run has two sides");
  for (std::size_t i = 0; i < 2; ++i) {
    const auto side = readSide((*items)[i]);
    if (!side) return side.error();
    run.sides[i] = *side;
  }
  return run;
}

Error usage(std::string message) { return {ErrorKind::Usage, std::move(message), {}, {}}; }

Result<tileir::ProgramPtr> patched(const tileir::ProgramPtr &program, const Run &run, const Side &side) {
  if (side.patch.empty()) return program;
  std::string text = tileir::print(*program).text;
  for (const auto &[from, to] : side.patch) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos || text.find(from, at + 1) != std::string::npos)
      return usage("run " + run.name + ": \"" + from + "\" is not there exactly once in the program of " + side.caseName);
    text.replace(at, from.size(), to);
  }
  return tileir::readText(text, run.name + ", " + side.caseName + " changed");
}

std::uint64_t nansOf(const Buffer &buffer) {
  if (!oracle::isFloat(buffer.element)) return 0;
  const oracle::Format format = oracle::formatOf(buffer.element);
  const std::size_t size = oracle::storedBits(buffer.element) / 8;
  std::uint64_t count = 0;
  for (std::size_t at = 0; at + size <= buffer.bytes.size(); at += size) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < size; ++i) bits |= std::uint64_t{std::to_integer<std::uint8_t>(buffer.bytes[at + i])} << (8 * i);
    count += decode(format, bits).isNan();
  }
  return count;
}

std::string toText(const Shown::Output &output) {
  const auto &counts = output.compared.counts;
  std::string text = output.compared.name + ": " + std::to_string(counts[0]) + " equal";
  const char *const names[] = {"", " within bounds", " without a bound", " differ"};
  for (std::size_t i = 1; i < 4; ++i)
    if (counts[i]) text += ", " + std::to_string(counts[i]) + names[i];
  if (output.compared.worst == Agreement::Differs) text += "; " + output.compared.what;
  if (output.nans[0] != output.nans[1]) text += "; NaN: " + std::to_string(output.nans[0]) + " and " + std::to_string(output.nans[1]);
  return text;
}

}  // namespace

std::string Shown::toString() const {
  std::string text;
  for (std::size_t i = 0; i < 2; ++i)
    if (!stopped[i].empty()) text += (text.empty() ? "" : "; ") + std::string(i ? "the second" : "the first") + " stops: " + stopped[i];
  for (std::size_t i = 0; i < 2; ++i)
    if (races[i])
      text += (text.empty() ? "" : "; ") + std::string(i ? "the second" : "the first") + " has " + std::to_string(races[i]) + " races";
  for (const Output &output : outputs) text += (text.empty() ? "" : "; ") + toText(output);
  return text;
}

Result<std::vector<Run>> readRuns(const std::filesystem::path &file) {
  const auto text = readFile(file, 4 << 20);
  if (!text) return text.error();
  const std::string name = file.string();
  const auto root = json::parseJson(*text, name);
  if (!root) return root.error();
  const auto items = JsonAt(*root, name).items();
  if (!items) return items.error();
  std::vector<Run> runs;
  for (const JsonAt &item : *items) {
    const auto run = readRun(item);
    if (!run) return run.error();
    if (std::any_of(runs.begin(), runs.end(), [&](const Run &other) { return other.name == run->name; }))
      return item.error("there are two runs \"" + run->name + "\"");
    runs.push_back(*run);
  }
  return runs;
}

Result<Loaded> load(const std::filesystem::path &folder, const Run &run, const Side &side) {
  auto launch = oracle::gpu::readCase(folder / "cases" / (side.caseName + ".json"));
  if (!launch) return launch.error();
  const auto program = tileir::readProgramFile(launch->program);
  if (!program) return program.error();
  auto changed = patched(*program, run, side);
  if (!changed) return changed.error();
  return Loaded{std::move(*launch), std::move(*changed)};
}

Result<Shown> show(const std::filesystem::path &folder, const Run &run) {
  Shown shown;
  std::vector<Buffer> buffers[2];
  std::vector<oracle::gpu::CaseBuffer> declared[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const auto loaded = load(folder, run, run.sides[i]);
    if (!loaded) return loaded.error();
    oracle::Launch launch = launchOf(loaded->launch);
    launch.options.elementLimit = std::uint64_t{1} << 29;
    auto outcome = oracle::run(*loaded->program, launch);
    if (!outcome) return outcome.error();
    if (outcome->fault) shown.stopped[i] = outcome->fault->toString(*loaded->program);
    shown.races[i] =
        static_cast<std::size_t>(std::count_if(outcome->hazards.begin(), outcome->hazards.end(),
                                               [](const oracle::Hazard &hazard) { return hazard.kind == oracle::HazardKind::Race; }));
    buffers[i] = std::move(outcome->buffers);
    declared[i] = loaded->launch.buffers;
  }
  for (std::size_t a = 0; a < declared[0].size(); ++a) {
    if (!declared[0][a].output) continue;
    const auto same = std::find_if(declared[1].begin(), declared[1].end(), [&](const auto &b) { return b.name == declared[0][a].name; });
    if (same == declared[1].end()) return usage("run " + run.name + ": the second case has no buffer " + declared[0][a].name);
    const Buffer &other = buffers[1][static_cast<std::size_t>(same - declared[1].begin())];
    shown.outputs.push_back({oracle::compare(buffers[0][a], other), {nansOf(buffers[0][a]), nansOf(other)}});
  }
  return shown;
}

}  // namespace tileport::real_pairs
