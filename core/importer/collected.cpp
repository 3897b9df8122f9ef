// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/collected.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "importer/collected_names.h"
#include "importer/collected_ports.h"
#include "importer/workspace_folder.h"
#include "support/file.h"
#include "support/utf8.h"
#include "tileir/program_reader.h"

namespace tileport::importer {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kLargestSource = std::uint64_t{16} << 20;
constexpr const char *kRules = "pairing.json";

Error cancelled() { return {ErrorKind::Cancelled, "the import was cancelled", {}, ""}; }

/// One of the programs, written already.
struct Collected {
  std::string kernel;
  workspace::Unpaired files;
  std::string symbol;  ///< of its first entry
};

class CollectedImport {
 public:
  CollectedImport(const toolchain::LoadedFrontEnd &frontEnd, const CollectRequest &request, const CancelToken &cancel)
      : frontEnd_(frontEnd), request_(request), cancel_(cancel) {
    isPort_ = frontEnd.info.side == plugin::Side::Port;
  }

  Result<ImportSummary> run() {
    const auto found = frontEnd_.frontEnd->collect(request_.folder, cancel_);
    if (!found) return found.error();
    if (found->empty())
      return Error{ErrorKind::CannotRead,
                   "there is no program of " + frontEnd_.info.title + " in it",
                   {.file = request_.folder.string()},
                   "Name its cache."};
    if (!request_.ports.empty()) {
      auto ports = OfferedPorts::read(request_.ports, cancel_);
      if (!ports) return ports.error();
      ports_ = std::move(*ports);
    }
    auto folder = WorkspaceFolder::open(request_.out, cancel_);
    if (!folder) return folder.error();
    folder_ = std::move(*folder);
    for (const char *own : {"workspace.json", kRules, "runs.json"}) (void)files_.take("", own);
    for (const plugin::FoundProgram &each : *found) {
      if (cancel_.cancelled()) return cancelled();
      if (auto added = add(each); !added) return added.error();
    }
    if (auto paired = pair(); !paired) return paired.error();
    return finish();
  }

 private:
  Result<void> add(const plugin::FoundProgram &found) {
    // The reader decides what is a program; what it takes is kept as it is.
    const Result<std::string> bytes = found.content ? found.content(cancel_) : tileir::readProgramBytes(found.program);
    const auto program = bytes ? tileir::readLocatedProgram(std::as_bytes(std::span(*bytes)), found.program.string(), cancel_)
                               : Result<tileir::ProgramPtr>(bytes.error());
    if (!program) {
      if (program.error().kind == ErrorKind::Cancelled) return program.error();
      const CollectedName name = nameOf(found);
      summary_.failures.push_back({name.kernel + " / " + name.variant, program.error()});
      return {};
    }
    const CollectedName name = nameOf(found, **program, *bytes);
    Collected collected{.kernel = repairUtf8(name.kernel), .files = {}};
    if ((*program)->functionCount() > 0) collected.symbol = (*program)->function(tileir::FunctionId(0)).name;
    collected.files = {.side = isPort_ ? workspace::Side::Port : workspace::Side::Reference,
                       .name = repairUtf8(name.variant),
                       .files = {},
                       .reason = found.note};
    const std::string folder = folderOf(collected.kernel) + (isPort_ ? "generated/" : "reference/");
    const std::string extension = found.content ? extensionOf(*bytes) : found.program.extension().string();
    workspace::SideFiles &files = collected.files.files;
    files.programName = files_.take(folder, name.variant, extension);
    files.frontEnd = found.title;
    if (auto put = folder_->put(files.programName, *bytes); !put) return put;
    auto source = putSource(folder, found.source.empty() ? sourceOf(**program, frontEnd_.info.extensions) : found.source);
    if (!source) return source.error();
    files.sourceName = std::move(*source);
    ++summary_.programs;
    ++(isPort_ ? summary_.ports : summary_.references);
    collected_.push_back(std::move(collected));
    return {};
  }

  static std::string extensionOf(std::string_view bytes) {
    switch (tileir::formOf(std::as_bytes(std::span(bytes))).value_or(tileir::ProgramForm::Text)) {
      case tileir::ProgramForm::Cubin: return ".cubin";
      case tileir::ProgramForm::Bytecode: return ".tileirbc";
      default: return ".mlir";
    }
  }

  /// Two kernels whose names differ only in what a file name cannot have get folders of their own.
  const std::string &folderOf(const std::string &op) {
    const auto [known, isNew] = folders_.try_emplace(op);
    if (isNew) known->second = files_.take("", op) + "/";
    return known->second;
  }

  /// A source that is gone or too large costs its pane. Two of one name are told apart by their folders.
  Result<std::string> putSource(const std::string &folder, const fs::path &source) {
    if (source.empty()) return std::string();
    const auto [known, isNew] = sources_.try_emplace(folder + "\n" + source.string());
    if (!isNew) return known->second;
    const Result<std::string> text = readFile(source, kLargestSource);
    const std::string name = source.filename().string();
    if (!text || repairUtf8(name) != name || name.find('\\') != std::string::npos) return std::string();
    std::string into = folder;
    while (!sourceNames_.insert(into + name).second) into += "other/";
    known->second = into + name;
    if (auto put = folder_->put(known->second, *text); !put) return put.error();
    return known->second;
  }

  workspace::Operator &operatorOf(const std::string &name) {
    workspace::Operator &op = operators_[name];
    op.name = name;
    return op;
  }

  /// The name, with as many marks as it takes to be the only one.
  static std::string apart(std::string name, std::set<std::string> &taken) {
    while (!taken.insert(name).second) name += "'";
    return name;
  }

  Result<void> pair() {
    std::vector<std::string> symbols;
    for (const Collected &each : collected_) symbols.push_back(each.symbol);
    // Programs of one symbol differ in what they were compiled for.
    std::vector<std::string> different = symbols;
    std::sort(different.begin(), different.end());
    different.erase(std::unique(different.begin(), different.end()), different.end());
    const auto partners = ports_ ? ports_->partnersOf(different) : std::vector<std::vector<std::size_t>>(different.size());
    std::set<std::size_t> served;
    for (Collected &each : collected_) {
      const auto symbol = static_cast<std::size_t>(std::lower_bound(different.begin(), different.end(), each.symbol) - different.begin());
      served.insert(partners[symbol].begin(), partners[symbol].end());
      if (auto added = place(each, partners[symbol]); !added) return added;
    }
    if (!ports_) return {};
    for (std::size_t port = 0; port < ports_->all().size(); ++port) {
      if (served.contains(port)) continue;
      const OfferedPort &left = ports_->all()[port];
      auto files = portFiles(port);
      if (!files) return files.error();
      operatorOf(left.op).unpaired.push_back({workspace::Side::Port, apart(left.variant, names_[{left.op, "port"}]), std::move(*files),
                                              "the cache has no program that it belongs to"});
      ++summary_.unpairedPorts;
    }
    return {};
  }

  Result<void> place(Collected &program, const std::vector<std::size_t> &partners) {
    if (partners.empty()) {
      workspace::Unpaired unpaired = std::move(program.files);
      unpaired.name = apart(unpaired.name, names_[{program.kernel, isPort_ ? "port" : "reference"}]);
      if (ports_) unpaired.reason += (unpaired.reason.empty() ? "" : "; ") + std::string("none of the ports belongs to it");
      operatorOf(program.kernel).unpaired.push_back(std::move(unpaired));
      ++(isPort_ ? summary_.unpairedPorts : summary_.unpairedReferences);
      return {};
    }
    for (const std::size_t partner : partners) {
      const OfferedPort &port = ports_->all()[partner];
      auto files = portFiles(partner);
      if (!files) return files.error();
      workspace::Variant variant{.name = apart(port.variant + " | " + program.files.name, names_[{port.op, "variant"}]), .description = {}};
      variant.reference = program.files.files;
      variant.port = std::move(*files);
      operatorOf(port.op).variants.push_back(std::move(variant));
      ++summary_.pairs;
    }
    return {};
  }

  /// Copies a port once. A file that cannot be read is left for the review to say so.
  Result<workspace::SideFiles> portFiles(std::size_t index) {
    const auto known = copiedPorts_.find(index);
    if (known != copiedPorts_.end()) return known->second;
    const OfferedPort &port = ports_->all()[index];
    const std::string folder = folderOf(port.op) + "generated/";
    workspace::SideFiles files = port.files;
    const auto bytes = tileir::readProgramBytes(files.program);
    files.programName = files_.take(folder, port.variant, bytes ? extensionOf(*bytes) : ".tileirbc");
    if (!bytes) summary_.failures.push_back({port.op + " / " + port.variant, bytes.error()});
    if (auto put = folder_->put(files.programName, bytes ? *bytes : std::string()); !put) return put.error();
    auto source = putSource(folder, files.source.value_or(fs::path()));
    if (!source) return source.error();
    files.sourceName = std::move(*source);
    const std::string stem = port.variant;
    if (auto put = putBeside(folder, stem, ".launch.json", files.launch, files.launchName); !put) return put.error();
    if (auto put = putBeside(folder, stem, ".located", files.locations, files.locationsName); !put) return put.error();
    summary_.ports += bytes ? 1 : 0;
    copiedPorts_.emplace(index, files);
    return files;
  }

  /// What cannot be read is left out: it costs what it would have told.
  Result<void> putBeside(const std::string &folder, const std::string &stem, const char *ending, const std::optional<fs::path> &file,
                         std::string &name) {
    name.clear();
    if (!file) return {};
    const Result<std::string> bytes = tileir::readProgramBytes(*file);
    if (!bytes) return {};
    name = files_.take(folder, stem, ending);
    return folder_->put(name, *bytes);
  }

  Result<ImportSummary> finish() {
    workspace::Workspace workspace;
    workspace.name = frontEnd_.info.title;
    workspace.description = "What was found in a cache or folder of " + frontEnd_.info.title + ".";
    if (ports_ && !ports_->rulesText().empty()) {
      workspace.pairingName = kRules;
      if (auto put = folder_->put(kRules, ports_->rulesText()); !put) return put.error();
    }
    for (auto &[name, op] : operators_) workspace.operators.push_back(std::move(op));
    if (cancel_.cancelled()) return cancelled();
    if (auto finished = folder_->finish(workspace); !finished) return finished.error();
    return std::move(summary_);
  }

  const toolchain::LoadedFrontEnd &frontEnd_;
  const CollectRequest &request_;
  const CancelToken &cancel_;
  bool isPort_ = false;
  std::optional<OfferedPorts> ports_;
  std::optional<WorkspaceFolder> folder_;
  PlainNames files_;
  std::map<std::string, std::string> folders_;  ///< by operator
  std::map<std::string, std::string> sources_;  ///< by folder and path: where the copy is; empty: there is none
  std::set<std::string> sourceNames_;
  std::map<std::pair<std::string, std::string>, std::set<std::string>> names_;  ///< by operator and kind
  std::map<std::size_t, workspace::SideFiles> copiedPorts_;
  std::vector<Collected> collected_;
  std::map<std::string, workspace::Operator> operators_;
  ImportSummary summary_;
};

}  // namespace

Result<ImportSummary> importCollected(const toolchain::LoadedFrontEnd &frontEnd, const CollectRequest &request, const CancelToken &cancel) {
  return CollectedImport(frontEnd, request, cancel).run();
}

}  // namespace tileport::importer
