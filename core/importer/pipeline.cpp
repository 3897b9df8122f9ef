// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/pipeline.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "importer/pipeline_operator.h"
#include "importer/workspace_folder.h"
#include "support/utf8.h"
#include "tileir/program_reader.h"

namespace tileport::importer {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char *kRecord = "pipeline.json";

/// Of a reference by what analysis.json calls it; nobody says its version.
std::string frontEndOf(const std::string &backend) { return backend == "triton" ? "Triton (Tile IR back end)" : "cuTile Python"; }

class PipelineImport {
 public:
  PipelineImport(Tree tree, const fs::path &out, const CancelToken &cancel) : tree_(std::move(tree)), out_(out), cancel_(cancel) {}

  Result<ImportSummary> run() {
    if (auto found = findOperators(); !found) return found.error();
    auto folder = WorkspaceFolder::open(out_, cancel_);
    if (!folder) return folder.error();
    folder_ = std::move(*folder);
    workspace::Workspace workspace;
    workspace.name = tree_.root().filename().empty() ? "Pipeline" : tree_.root().filename().string();
    workspace.description = "What the conversion pipeline left: references, ports, their sources.";
    for (const char *own : {"workspace.json", kRecord, "runs.json"}) (void)files_.take("", own);
    for (PipelineOperator &op : operators_) {
      if (auto added = addOperator(op, workspace); !added) return added.error();
    }
    if (cancel_.cancelled()) return cancelled();
    if (auto put = folder_->put(kRecord, record_.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"); !put) return put.error();
    if (auto finished = folder_->finish(workspace); !finished) return finished.error();
    return std::move(summary_);
  }

 private:
  static Error cancelled() { return {ErrorKind::Cancelled, "the import was cancelled", {}, ""}; }

  Result<void> findOperators() {
    std::vector<fs::path> folders;
    if (isOne(tree_.root())) {
      folders.push_back(tree_.root());
    } else {
      const auto names = Tree::names(tree_.root());
      if (!names) return names.error();
      for (const std::string &name : *names) {
        const TreeEntry entry = tree_.look(tree_.root(), name);
        if (entry.kind == TreeEntry::Kind::Folder && isPipelineFolder(tree_, entry.path)) folders.push_back(entry.path);
        if (entry.kind == TreeEntry::Kind::Outside)
          summary_.notes.push_back(
              {name, "leads out of the folder that was given, and is not followed", {.file = tree_.shown(tree_.root() / name)}});
      }
    }
    std::set<fs::path> seen;
    bool hasProgram = false;
    for (const fs::path &each : folders) {
      if (cancel_.cancelled()) return cancelled();
      if (!seen.insert(each).second) continue;  // a link to its neighbour
      operators_.push_back(readPipelineOperator(tree_, each));
      hasProgram |= !operators_.back().variants.empty();
    }
    if (hasProgram) return {};
    // What could not be taken says more than that there was nothing.
    for (const PipelineOperator &op : operators_)
      if (!op.failures.empty()) return op.failures.front().error;
    return Error{ErrorKind::CannotRead,
                 "there is no program of the conversion pipeline in it (reference/reference*.mlir, generated/generated*)",
                 {.file = tree_.shown(tree_.root())},
                 "Name an operator's output folder, or the folder of several."};
  }

  /// A folder of operators may have a kernel.rs beside them.
  bool isOne(const fs::path &folder) const {
    return tree_.look(folder, "reference").kind == TreeEntry::Kind::Folder ||
           tree_.look(folder, "generated").kind == TreeEntry::Kind::Folder;
  }

  Result<void> addOperator(PipelineOperator &op, workspace::Workspace &into) {
    if (!names_.insert(op.name).second) {
      op.notes.push_back(
          {op.name, "is the name of another operator too; this one is called by its folder", {.file = tree_.shown(op.folder)}});
      op.name += " (" + op.folder.filename().string() + ")";
      while (!names_.insert(op.name).second) op.name += "'";
    }
    const std::string folder = files_.take("", op.name) + "/";
    workspace::Operator written{.name = op.name, .description = {}, .variants = {}};
    const std::string kernelSource = putSource(folder, op.kernelSource, op),
                      referenceSource = putSource(folder + "source/", op.referenceSource, op);
    for (const PipelineVariant &variant : op.variants) {
      if (cancel_.cancelled()) return cancelled();
      std::optional<workspace::SideFiles> reference, port;
      reference_.clear();
      copied_ = false;
      if (auto put = putProgram(folder + "reference/", variant, variant.reference, op, reference); !put) return put;
      if (auto put = putProgram(folder + "generated/", variant, variant.port, op, port); !put) return put;
      if (reference) {
        reference->sourceName = referenceSource;
        reference->frontEnd = frontEndOf(variant.backend);
      }
      if (port) {
        port->sourceName = kernelSource;
        port->frontEnd = "cuTile Rust";
        if (auto listed = listSibling(folder, variant, *port, op, written); !listed) return listed;
      }
      place(variant, std::move(reference), std::move(port), written);
    }
    written.description = std::to_string(op.notes.size() + op.failures.size()) + " notes of the import: " + kRecord;
    if (op.notes.empty() && op.failures.empty()) written.description.clear();
    record(op);
    into.operators.push_back(std::move(written));
    return {};
  }

  void place(const PipelineVariant &variant, std::optional<workspace::SideFiles> reference, std::optional<workspace::SideFiles> port,
             workspace::Operator &into) {
    if (reference && port && !copied_) {
      into.variants.push_back({variant.name, variant.description, std::move(*reference), std::move(*port)});
      ++summary_.pairs;
      return;
    }
    std::string reason = variant.reason.empty() ? "its partner cannot be read" : variant.reason;
    if (copied_)
      reason = "both sides are one program, down to the entry's name: one is a copy of the other, and there is nothing to compare";
    if (reference) {
      into.unpaired.push_back({workspace::Side::Reference, variant.name, std::move(*reference), reason});
      ++summary_.unpairedReferences;
    }
    if (port) addUnpairedPort(variant.name, std::move(*port), reason, into);
  }

  void addUnpairedPort(std::string name, workspace::SideFiles files, const std::string &reason, workspace::Operator &into) {
    const auto isTaken = [&](const workspace::Unpaired &each) { return each.side == workspace::Side::Port && each.name == name; };
    while (std::any_of(into.unpaired.begin(), into.unpaired.end(), isTaken)) name += "'";
    into.unpaired.push_back({workspace::Side::Port, std::move(name), std::move(files), reason});
    ++summary_.unpairedPorts;
  }

  /// The source's name in the workspace. One that cannot be read costs its pane.
  std::string putSource(const std::string &folder, const std::optional<fs::path> &source, PipelineOperator &op) {
    if (!source) return {};
    const std::string name = source->filename().string();
    // Locations name the file, so that it keeps its name where a workspace can hold that.
    const bool holds = repairUtf8(name) == name && name.find('\\') == std::string::npos;
    const std::string kept = folder + (holds ? name : plainName(name));
    if (auto copied = folder_->copy(kept, *source); !copied) {
      op.failures.push_back({op.name, copied.error()});
      return {};
    }
    return kept;
  }

  /// Copies a program, if there is one and it can be read at all. The error is that it cannot be written.
  Result<void> putProgram(const std::string &folder, const PipelineVariant &variant, const std::optional<fs::path> &file,
                          PipelineOperator &op, std::optional<workspace::SideFiles> &into) {
    if (!file) return {};
    const std::string subject = op.name + " / " + variant.name;
    const auto fail = [&](Error error) {
      error.place.file = tree_.shown(*file);
      op.failures.push_back({subject, std::move(error)});
    };
    const Result<std::string> bytes = tileir::readProgramBytes(*file);
    if (!bytes) return fail(bytes.error()), Result<void>();
    const auto program = tileir::readProgram(std::as_bytes(std::span(*bytes)), file->string(), cancel_);
    if (!program) fail(program.error());
    const bool isPort = folder.ends_with("generated/");
    ++summary_.programs;
    if (program) ++(isPort ? summary_.ports : summary_.references);
    if (program && !isPort) reference_ = (*program)->listing().text;
    // A port has an entry of another name.
    copied_ = program && isPort && (*program)->functionCount() > 0 && (*program)->listing().text == reference_;
    if (copied_)
      op.notes.push_back(
          {subject, "is the reference's program, down to the entry's name: one is a copy of the other", {.file = tree_.shown(*file)}});
    into.emplace();
    const bool isBytecode = file->extension() == ".tileirbc";
    into->programName = files_.take(folder, file->stem().string(), isBytecode ? ".tileirbc" : ".mlir");
    return folder_->put(into->programName, *bytes);
  }

  /// .tileirbc counts. When the .mlir beside it is another program, one of the two is old, and nobody knows which: it is listed, so that no
  /// review ends as the same.
  Result<void> listSibling(const std::string &folder, const PipelineVariant &variant, const workspace::SideFiles &port,
                           PipelineOperator &op, workspace::Operator &into) {
    if (variant.port->extension() != ".tileirbc") return {};
    const TreeEntry entry = tree_.look(variant.port->parent_path(), fs::path(variant.port->filename()).replace_extension(".mlir"));
    if (entry.kind != TreeEntry::Kind::File) return {};
    const auto note = [&](const std::string &what) { op.notes.push_back({op.name, what, {.file = tree_.shown(entry.path)}}); };
    const std::string counts = variant.port->filename().string();
    const auto one = tileir::readProgramFile(*variant.port, cancel_);
    const auto bytes = tileir::readProgramBytes(entry.path);
    const auto other = bytes ? tileir::readProgram(std::as_bytes(std::span(*bytes)), entry.path.string(), cancel_)
                             : Result<tileir::ProgramPtr>(bytes.error());
    if (!one) return {};
    if (!other)
      return note("cannot be read, though " + counts + " beside it can, which counts: " + other.error().toString()), Result<void>();
    if ((*one)->listing().text == (*other)->listing().text) return {};
    note("is not the program that " + counts + " beside it is, which counts: one of the two is old");
    workspace::SideFiles files = port;
    files.programName = files_.take(folder + "generated/", entry.path.stem().string(), ".mlir");
    addUnpairedPort(variant.name + " (.mlir)", std::move(files), "it is not the program that " + counts + " beside it is", into);
    ++summary_.programs;
    ++summary_.ports;
    return folder_->put(into.unpaired.back().files.programName, *bytes);
  }

  void record(const PipelineOperator &op) {
    Json notes = Json::array();
    const auto add = [&](const std::string &message, const Place &place) {
      notes.push_back({{"message", message}, {"file", place.file}, {"line", place.line}});
    };
    for (const ImportFailure &each : op.failures) add(each.error.message, each.error.place);
    for (const ImportNote &each : op.notes) add(each.message, each.place);
    record_["operators"].push_back({{"name", op.name}, {"folder", op.folder.string()}, {"notes", std::move(notes)}});
    summary_.failures.insert(summary_.failures.end(), op.failures.begin(), op.failures.end());
    summary_.notes.insert(summary_.notes.end(), op.notes.begin(), op.notes.end());
  }

  Tree tree_;
  const fs::path &out_;
  const CancelToken &cancel_;
  std::vector<PipelineOperator> operators_;
  std::optional<WorkspaceFolder> folder_;
  PlainNames files_;
  std::set<std::string> names_;
  std::string reference_;  ///< the listing of the reference of the variant that is being copied
  bool copied_ = false;    ///< the variant's port is the same program
  Json record_{{"schema", "tileport-pipeline/1"}, {"operators", Json::array()}};
  ImportSummary summary_;
};

}  // namespace

Result<ImportSummary> importPipeline(const fs::path &folder, const fs::path &out, const CancelToken &cancel) {
  auto tree = Tree::open(folder);
  if (!tree) return tree.error();
  return PipelineImport(std::move(*tree), out, cancel).run();
}

}  // namespace tileport::importer
