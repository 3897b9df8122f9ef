// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/collected.h"

#include <algorithm>
#include <map>
#include <set>

#include "importer/workspace_folder.h"
#include "support/file.h"
#include "tileir/program_reader.h"

namespace tileport::importer {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kLargestSource = std::uint64_t{16} << 20;

std::string shortTitle(const plugin::FoundProgram &found) { return found.kernel + " / " + found.variant; }

/// Programs of one front end on their way into a folder.
class Collected {
 public:
  Collected(const WorkspaceFolder &folder, workspace::Side side) : folder_(folder), side_(side) {}

  Result<void> add(const plugin::FoundProgram &found, const CancelToken &cancel) {
    // The reader decides what is a program; what it takes is kept as it is.
    Result<std::string> bytes = tileir::readProgramBytes(found.program);
    const auto program = bytes ? tileir::readProgram(std::as_bytes(std::span(*bytes)), found.program.string(), cancel)
                               : Result<tileir::ProgramPtr>(bytes.error());
    if (!program) {
      summary.failures.push_back({shortTitle(found), program.error()});
      return {};
    }
    const std::string folder =
        uniqueName(plainName(found.kernel), found.kernel) + "/" + (side_ == workspace::Side::Port ? "generated/" : "reference/");
    workspace::Unpaired unpaired{.side = side_, .name = found.variant, .files = {}, .reason = found.note};
    unpaired.files.programName = folder + plainName(found.variant) + found.program.extension().string();
    unpaired.files.frontEnd = found.title;
    if (auto put = folder_.put(unpaired.files.programName, *bytes); !put) return put;
    if (!found.source.empty()) {
      // A source that is gone or too large costs its pane.
      if (const Result<std::string> text = readFile(found.source, kLargestSource)) {
        unpaired.files.sourceName = folder + found.source.filename().string();
        if (auto put = folder_.put(unpaired.files.sourceName, *text); !put) return put;
      }
    }
    workspace::Operator &op = operators[found.kernel];
    op.name = found.kernel;
    while (std::any_of(op.unpaired.begin(), op.unpaired.end(), [&](const auto &each) { return each.name == unpaired.name; }))
      unpaired.name += "'";
    op.unpaired.push_back(std::move(unpaired));
    ++summary.programs;
    ++(side_ == workspace::Side::Port ? summary.ports : summary.references);
    ++(side_ == workspace::Side::Port ? summary.unpairedPorts : summary.unpairedReferences);
    return {};
  }

  std::map<std::string, workspace::Operator> operators;
  ImportSummary summary;

 private:
  /// Two kernels whose names differ only in what a file name cannot have get folders of their own.
  std::string uniqueName(std::string name, const std::string &kernel) {
    for (;; name += "_") {
      const auto [known, isNew] = folders_.try_emplace(name, kernel);
      if (isNew || known->second == kernel) return name;
    }
  }

  const WorkspaceFolder &folder_;
  workspace::Side side_;
  std::map<std::string, std::string> folders_;
};

}  // namespace

Result<ImportSummary> importCollected(const toolchain::LoadedFrontEnd &frontEnd, const fs::path &folder, const fs::path &out,
                                      const CancelToken &cancel) {
  const auto found = frontEnd.frontEnd->collect(folder, cancel);
  if (!found) return found.error();
  if (found->empty())
    return Error{
        ErrorKind::CannotRead, "there is no program of " + frontEnd.info.title + " in it", {.file = folder.string()}, "Name its cache."};
  const auto target = WorkspaceFolder::open(out);
  if (!target) return target.error();
  Collected collected(*target, frontEnd.info.side == plugin::Side::Port ? workspace::Side::Port : workspace::Side::Reference);
  for (const plugin::FoundProgram &each : *found) {
    if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "the import was cancelled", {}, ""};
    if (auto added = collected.add(each, cancel); !added) return added.error();
  }
  workspace::Workspace workspace;
  workspace.name = frontEnd.info.title;
  workspace.description = "What was found in a cache or folder of " + frontEnd.info.title + ".";
  for (auto &[name, op] : collected.operators) workspace.operators.push_back(std::move(op));
  if (auto finished = target->finish(workspace); !finished) return finished.error();
  return std::move(collected.summary);
}

}  // namespace tileport::importer
