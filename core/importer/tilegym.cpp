// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/tilegym.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <thread>

#include "evidence/pairing.h"
#include "importer/program_maker.h"
#include "importer/tilegym_records.h"
#include "importer/workspace_folder.h"
#include "plugin/tools_folder.h"
#include "support/file.h"

namespace tileport::importer {

namespace fs = std::filesystem;

namespace {

/// What TileGym pins; it writes no debug locations.
constexpr const char *kPortVersion = "0.2.0";
/// Compiles the same sources and writes locations.
constexpr const char *kLocatedVersion = "0.5.0";
constexpr std::uint64_t kLargestSource = std::uint64_t{16} << 20;

/// What became of the records of one side by one front end.
struct Side {
  std::vector<Record> records;
  std::vector<std::optional<toolchain::ExportedProgram>> programs;  ///< by record; absent: failed
};

class TilegymImport {
 public:
  TilegymImport(const TilegymRequest &request, const toolchain::FrontEnds &frontEnds, const toolchain::Store &store, toolchain::RunLog &log,
                const CancelToken &cancel, const ImportReporter &report)
      : request_(request), maker_(request.folders, frontEnds, store, log, cancel, report), cancel_(cancel) {}

  Result<ImportSummary> run() {
    for (const auto step : {&TilegymImport::readData, &TilegymImport::exportAll, &TilegymImport::write}) {
      if (cancel_.cancelled()) return Error{ErrorKind::Cancelled, "the import was cancelled", {}, "Start it again to go on where it was."};
      if (auto done = (this->*step)(); !done) return done.error();
    }
    summary_.failures = maker_.failures();
    summary_.programs = maker_.programs();
    summary_.fromStore = maker_.fromStore();
    return summary_;
  }

 private:
  Result<void> readData() {
    const fs::path data = request_.resources / "tilegym";
    auto references = readRecords(data / "tilegym-reference-launches.jsonl", evidence::Side::Reference, request_.operators);
    if (!references) return references.error();
    auto more = readRecords(data / "tilegym-reference-launches-more.jsonl", evidence::Side::Reference, request_.operators);
    if (!more) return more.error();
    references->insert(references->end(), std::make_move_iterator(more->begin()), std::make_move_iterator(more->end()));
    auto ports = readRecords(data / "tilegym-port-variants.jsonl", evidence::Side::Port, request_.operators);
    if (!ports) return ports.error();
    references_.records = std::move(*references);
    ports_.records = std::move(*ports);
    located_.records = ports_.records;
    if (references_.records.empty() && ports_.records.empty())
      return Error{ErrorKind::Usage, "TileGym has no operator of that name", {}, "Leave the name out to import all."};
    const Result<std::string> rules = readFile(data / "pairing.json", kLargestSource);
    if (!rules) return rules.error();
    auto read = evidence::readPairingRules(*rules, (data / "pairing.json").string());
    if (!read) return read.error();
    rules_ = std::move(*read);
    rulesText_ = *rules;
    const auto packages = plugin::sitePackages(request_.folders.tools);
    std::error_code failure;
    if (!packages || !fs::is_directory(*packages / "tilegym", failure))
      return Error{ErrorKind::Unsupported,
                   "TileGym is not installed there",
                   {.file = request_.folders.tools.string()},
                   "Run tileport doctor --install."};
    packages_ = *packages;
    auto folder = WorkspaceFolder::open(request_.out, cancel_);
    if (!folder) return folder.error();
    folder_ = std::move(*folder);
    return {};
  }

  /// References and ports at the same time: one is Python on one core, the other mostly a build.
  Result<void> exportAll() {
    Result<void> referencesDone, portsDone;
    std::thread references([&] { referencesDone = exportSide(references_, "references", "cutile_python", ""); });
    portsDone = exportSide(ports_, "ports", "cutile_rust", kPortVersion);
    if (portsDone) portsDone = exportSide(located_, "locations of ports", "cutile_rust", kLocatedVersion);
    references.join();
    if (!referencesDone) return referencesDone;
    return portsDone;
  }

  Result<void> exportSide(Side &side, const std::string &what, const std::string &id, const std::string &version) {
    MakeRequest request{what, id, version, {}};
    for (const Record &record : side.records) request.items.push_back(itemOf(record));
    auto programs = maker_.make(request);
    if (!programs) return programs.error();
    side.programs = std::move(*programs);
    return {};
  }

  toolchain::ExportItem itemOf(const Record &record) const {
    const evidence::Specialisation &what = record.specialisation;
    toolchain::ExportItem item{.id = what.op + "/" + record.name, .source = {}, .launch = record.json};
    if (what.side == evidence::Side::Reference) {
      item.module = what.module;
    } else {
      item.source = sourceOf(what);
    }
    return item;
  }

  fs::path sourceOf(const evidence::Specialisation &what) const {
    if (what.side == evidence::Side::Port) return packages_ / "tilegym" / "ops" / "cutile_rs" / (what.op + "_kernel") / "kernel.rs";
    std::string path = what.module;
    std::replace(path.begin(), path.end(), '.', '/');
    return packages_ / (path + ".py");
  }

  Result<void> write() {
    std::vector<evidence::Specialisation> references, ports;
    for (const Record &record : references_.records) references.push_back(record.specialisation);
    for (const Record &record : ports_.records) ports.push_back(record.specialisation);
    const evidence::Pairing pairing = evidence::pairVariants(references, ports, rules_);
    count(pairing);
    for (const evidence::VariantPair &pair : pairing.pairs) {
      if (auto added = addPair(pair); !added) return added;
    }
    if (auto added = addWhatIsLeft(pairing); !added) return added;
    for (const evidence::UnpairedVariant &each : pairing.unpaired) {
      if (auto added = addUnpaired(each.side, each.variant, each.reason); !added) return added;
    }
    for (const evidence::AmbiguousVariant &each : pairing.ambiguous) {
      if (auto added = addUnpaired(evidence::Side::Port, each.port, each.reason); !added) return added;
    }
    workspace::Workspace workspace;
    workspace.name = "TileGym";
    workspace.description =
        "The operators of the installed TileGym package: references in cuTile Python, ports in cuTile Rust, paired by what they are "
        "specialised to.";
    workspace.pairingName = "pairing.json";
    if (auto put = folder_->put(workspace.pairingName, rulesText_); !put) return put;
    for (auto &[name, op] : operators_) workspace.operators.push_back(std::move(op));
    // Those with ports first: they are what is reviewed.
    std::stable_sort(workspace.operators.begin(), workspace.operators.end(),
                     [](const workspace::Operator &a, const workspace::Operator &b) { return !a.variants.empty() && b.variants.empty(); });
    return folder_->finish(workspace);
  }

  void count(const evidence::Pairing &pairing) {
    const auto made = [](const Side &side) {
      return static_cast<std::size_t>(
          std::count_if(side.programs.begin(), side.programs.end(), [](const auto &each) { return each.has_value(); }));
    };
    summary_.references = made(references_);
    summary_.ports = made(ports_);
    for (const Record &record : ports_.records) summary_.madeToMatch += record.madeToMatch ? 1 : 0;
    for (const evidence::VariantPair &pair : pairing.pairs) {
      if (!isWhole(pair)) continue;
      ++summary_.pairs;
      summary_.matched += ports_.records[pair.port].madeToMatch ? 1 : 0;
    }
  }

  Result<void> addPair(const evidence::VariantPair &pair) {
    if (!isWhole(pair)) return {};
    workspace::Variant variant;
    variant.name = shownName(pair.port);
    variant.description = references_.records[pair.reference].name + " of the reference";
    auto referenceFiles = filesOf(references_, pair.reference);
    if (!referenceFiles) return referenceFiles.error();
    auto portFiles = filesOf(ports_, pair.port);
    if (!portFiles) return portFiles.error();
    variant.reference = std::move(*referenceFiles);
    variant.port = std::move(*portFiles);
    operatorOf(ports_.records[pair.port]).variants.push_back(std::move(variant));
    return {};
  }

  bool isWhole(const evidence::VariantPair &pair) const { return references_.programs[pair.reference] && ports_.programs[pair.port]; }

  /// Halves of pairs whose other half failed have no partner. A reference may be in several pairs: it is left when none is whole, once.
  Result<void> addWhatIsLeft(const evidence::Pairing &pairing) {
    const std::string reason = "its partner could not be exported";
    std::set<std::size_t> served;
    for (const evidence::VariantPair &pair : pairing.pairs) {
      if (isWhole(pair)) served.insert(pair.reference);
    }
    for (const evidence::VariantPair &pair : pairing.pairs) {
      if (isWhole(pair)) continue;
      if (auto added = addUnpaired(evidence::Side::Port, pair.port, reason); !added) return added;
      if (!served.insert(pair.reference).second) continue;
      if (auto added = addUnpaired(evidence::Side::Reference, pair.reference, reason); !added) return added;
    }
    return {};
  }

  /// The variant's own name; with the kernel's where another variant of the operator has it too, and the record's where that does
  /// not tell them apart either.
  std::string shownName(std::size_t port) const {
    const Record &record = ports_.records[port];
    bool ofOthers = false, ofItsKernel = false;
    for (const Record &other : ports_.records) {
      const auto &its = other.specialisation, &own = record.specialisation;
      if (&other == &record || its.op != own.op || its.variant != own.variant) continue;
      (its.kernel == own.kernel ? ofItsKernel : ofOthers) = true;
    }
    if (ofItsKernel) return record.name;
    return record.specialisation.variant + (ofOthers ? " " + record.specialisation.kernel : "");
  }

  Result<void> addUnpaired(evidence::Side which, std::size_t index, const std::string &reason) {
    const bool isPort = which == evidence::Side::Port;
    const Side &side = isPort ? ports_ : references_;
    if (!side.programs[index]) return {};
    auto files = filesOf(side, index);
    if (!files) return files.error();
    ++(isPort ? summary_.unpairedPorts : summary_.unpairedReferences);
    operatorOf(side.records[index])
        .unpaired.push_back(
            {isPort ? workspace::Side::Port : workspace::Side::Reference, side.records[index].name, std::move(*files), reason});
    return {};
  }

  workspace::Operator &operatorOf(const Record &record) {
    workspace::Operator &op = operators_[record.specialisation.op];
    op.name = record.specialisation.op;
    return op;
  }

  /// Writes the files of a program, and names them.
  Result<workspace::SideFiles> filesOf(const Side &side, std::size_t index) {
    const Record &record = side.records[index];
    const evidence::Specialisation &what = record.specialisation;
    const bool isPort = what.side == evidence::Side::Port;
    const std::string folder = what.op + (isPort ? "/generated/" : "/reference/");
    workspace::SideFiles files;
    files.frontEnd = side.programs[index]->frontEnd;
    files.programName = folder + record.name + ".tileirbc";
    files.launchName = folder + record.name + ".launch.json";
    const fs::path source = sourceOf(what);
    files.sourceName = isPort ? what.op + "/kernel.rs" : folder + source.filename().string();
    if (auto put = folder_->put(files.programName, *side.programs[index]->bytes); !put) return put.error();
    if (auto put = folder_->put(files.launchName, record.json + "\n"); !put) return put.error();
    if (auto copied = folder_->copy(files.sourceName, source); !copied) return copied.error();
    if (isPort && located_.programs[index]) {
      files.locationsName = folder + "located/" + record.name + ".tileirbc";
      files.locationsFrontEnd = located_.programs[index]->frontEnd;
      if (auto put = folder_->put(files.locationsName, *located_.programs[index]->bytes); !put) return put.error();
    }
    return files;
  }

  const TilegymRequest &request_;
  ProgramMaker maker_;
  const CancelToken &cancel_;
  Side references_, ports_, located_;
  evidence::PairingRules rules_;
  std::string rulesText_;
  fs::path packages_;
  std::optional<WorkspaceFolder> folder_;
  std::map<std::string, workspace::Operator> operators_;
  ImportSummary summary_;
};

}  // namespace

Result<ImportSummary> importTilegym(const TilegymRequest &request, const toolchain::FrontEnds &frontEnds, const toolchain::Store &store,
                                    toolchain::RunLog &log, const CancelToken &cancel, const ImportReporter &report) {
  return TilegymImport(request, frontEnds, store, log, cancel, report).run();
}

}  // namespace tileport::importer
