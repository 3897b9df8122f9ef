// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/operators.h"

#include <map>
#include <optional>
#include <thread>

#include "importer/operator_launches.h"
#include "importer/program_maker.h"
#include "importer/workspace_folder.h"

namespace tileport::importer {

namespace fs = std::filesystem;

namespace {

/// One side of one variant.
struct Wanted {
  std::size_t op = 0, variant = 0;
  std::optional<toolchain::ExportedProgram> program;  ///< absent: failed
};

/// What one front end of one version is asked for.
struct Batch {
  std::string what, frontEnd, version;
  workspace::Side side = workspace::Side::Reference;
  std::vector<Wanted> wanted;
};

class OperatorsImport {
 public:
  OperatorsImport(const OperatorsRequest &request, const toolchain::FrontEnds &frontEnds, const toolchain::Store &store,
                  toolchain::RunLog &log, const CancelToken &cancel, const ImportReporter &report)
      : request_(request), maker_(request.folders, frontEnds, store, log, cancel, report), cancel_(cancel) {}

  Result<ImportSummary> run() {
    auto operators = readOperatorLaunches(request_.folder);
    if (!operators) return operators.error();
    operators_ = std::move(*operators);
    if (!request_.trusted) {
      return Error{ErrorKind::Usage,
                   "making its programs runs code of this folder: the references' modules, the macros of the ports",
                   {.file = request_.folder.string()},
                   "Give --trust if you trust it."};
    }
    auto folder = WorkspaceFolder::open(request_.out, cancel_);
    if (!folder) return folder.error();
    folder_ = std::move(*folder);
    makeBatches();
    if (auto exported = exportAll(); !exported) return exported.error();
    if (cancel_.cancelled()) return Error{ErrorKind::Cancelled, "the import was cancelled", {}, "Start it again to go on where it was."};
    if (auto written = write(); !written) return written.error();
    summary_.failures = maker_.failures();
    summary_.programs = maker_.programs();
    summary_.fromStore = maker_.fromStore();
    return summary_;
  }

 private:
  void makeBatches() {
    std::map<std::string, std::size_t> ofVersion;
    batches_.push_back({"references", "cutile_python", "", workspace::Side::Reference, {}});
    for (std::size_t op = 0; op < operators_.size(); ++op) {
      for (std::size_t variant = 0; variant < operators_[op].variants.size(); ++variant) {
        const LaunchedVariant &launched = operators_[op].variants[variant];
        if (!launched.reference.empty()) batches_[0].wanted.push_back({op, variant, {}});
        if (launched.port.empty()) continue;
        const std::string &version = operators_[op].portFrontEnd;
        const auto [known, isNew] = ofVersion.try_emplace(version, batches_.size());
        if (isNew) batches_.push_back({"ports (" + version + ")", "cutile_rust", version, workspace::Side::Port, {}});
        batches_[known->second].wanted.push_back({op, variant, {}});
      }
    }
  }

  /// References beside ports; the versions of the latter one after the other, since each is a build.
  Result<void> exportAll() {
    Result<void> references, ports;
    std::thread thread([&] { references = exportBatch(batches_[0]); });
    for (std::size_t i = 1; i < batches_.size() && ports; ++i) ports = exportBatch(batches_[i]);
    thread.join();
    return references ? ports : references;
  }

  Result<void> exportBatch(Batch &batch) {
    MakeRequest request{batch.what, batch.frontEnd, batch.version, {}};
    const bool isPort = batch.side == workspace::Side::Port;
    for (const Wanted &wanted : batch.wanted) {
      const OperatorLaunches &op = operators_[wanted.op];
      const LaunchedVariant &variant = op.variants[wanted.variant];
      request.items.push_back({.id = op.name + "/" + variant.name,
                               .source = isPort ? op.portSource : op.referenceSource,
                               .launch = isPort ? variant.port : variant.reference});
    }
    auto programs = maker_.make(request);
    if (!programs) return programs.error();
    for (std::size_t i = 0; i < programs->size(); ++i) batch.wanted[i].program = std::move((*programs)[i]);
    return {};
  }

  Result<void> write() {
    // By operator and variant: the files of each side that was made.
    std::map<std::pair<std::size_t, std::size_t>, std::map<workspace::Side, workspace::SideFiles>> made;
    for (const Batch &batch : batches_) {
      for (const Wanted &wanted : batch.wanted) {
        if (!wanted.program) continue;
        auto files = filesOf(wanted, batch.side);
        if (!files) return files.error();
        made[{wanted.op, wanted.variant}][batch.side] = std::move(*files);
        ++(batch.side == workspace::Side::Port ? summary_.ports : summary_.references);
      }
    }
    workspace::Workspace workspace;
    workspace.name =
        request_.folder.filename().empty() ? request_.folder.parent_path().filename().string() : request_.folder.filename().string();
    if (workspace.name.empty() || workspace.name == "." || workspace.name == "..") workspace.name = "Operators";
    for (std::size_t op = 0; op < operators_.size(); ++op) {
      workspace::Operator &written =
          workspace.operators.emplace_back(workspace::Operator{.name = operators_[op].name, .description = {}, .variants = {}});
      for (std::size_t variant = 0; variant < operators_[op].variants.size(); ++variant) place(made[{op, variant}], op, variant, written);
    }
    return folder_->finish(workspace);
  }

  void place(std::map<workspace::Side, workspace::SideFiles> &sides, std::size_t op, std::size_t variant, workspace::Operator &into) {
    const LaunchedVariant &launched = operators_[op].variants[variant];
    if (sides.size() == 2) {
      into.variants.push_back({launched.name, "", std::move(sides[workspace::Side::Reference]), std::move(sides[workspace::Side::Port])});
      ++summary_.pairs;
      return;
    }
    for (auto &[side, files] : sides) {
      const bool isPort = side == workspace::Side::Port;
      const bool wanted = !(isPort ? launched.reference : launched.port).empty();
      const std::string reason = wanted ? "its partner could not be made" : "launches.json has no partner for it";
      into.unpaired.push_back({side, launched.name, std::move(files), reason});
      ++(isPort ? summary_.unpairedPorts : summary_.unpairedReferences);
    }
  }

  /// Writes the files of a program, and names them.
  Result<workspace::SideFiles> filesOf(const Wanted &wanted, workspace::Side side) {
    const OperatorLaunches &op = operators_[wanted.op];
    const LaunchedVariant &variant = op.variants[wanted.variant];
    const bool isPort = side == workspace::Side::Port;
    const std::string own = plainName(op.name), folder = own + (isPort ? "/generated/" : "/reference/");
    const fs::path &source = isPort ? op.portSource : op.referenceSource;
    workspace::SideFiles files;
    files.frontEnd = wanted.program->frontEnd;
    files.programName = folder + std::to_string(wanted.variant) + "-" + plainName(variant.name) + ".tileirbc";
    files.sourceName = isPort ? own + "/" + source.filename().string() : folder + source.filename().string();
    files.launchName = folder + std::to_string(wanted.variant) + "-" + plainName(variant.name) + ".launch.json";
    if (auto put = folder_->put(files.programName, *wanted.program->bytes); !put) return put.error();
    if (auto put = folder_->put(files.launchName, (isPort ? variant.port : variant.reference) + "\n"); !put) return put.error();
    if (auto copied = folder_->copy(files.sourceName, source); !copied) return copied.error();
    return files;
  }

  const OperatorsRequest &request_;
  ProgramMaker maker_;
  const CancelToken &cancel_;
  std::vector<OperatorLaunches> operators_;
  std::vector<Batch> batches_;
  std::optional<WorkspaceFolder> folder_;
  ImportSummary summary_;
};

}  // namespace

Result<ImportSummary> importOperators(const OperatorsRequest &request, const toolchain::FrontEnds &frontEnds, const toolchain::Store &store,
                                      toolchain::RunLog &log, const CancelToken &cancel, const ImportReporter &report) {
  return OperatorsImport(request, frontEnds, store, log, cancel, report).run();
}

}  // namespace tileport::importer
