// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/pair_compiler.h"

#include <algorithm>
#include <future>
#include <span>
#include <vector>

#include "tileir/bytecode_writer.h"
#include "tileir/op_lines.h"
#include "tileir/program_reader.h"
#include "tileir/text_reader.h"
#include "triage/compilation.h"

namespace tileport::importer {

namespace {

using tileir::Version;

/// In which nothing is that a compiler could stumble over.
constexpr std::string_view kProbe = "entry @probe() {\n  return\n}\n";

std::string textOf(Version version) { return std::to_string(version.major) + "." + std::to_string(version.minor); }

/// What remarks on a program with a line for each op say of their file.
constexpr const char *kOpsFile = "tileport-ops";

struct Bytecode {
  std::string bytes;
  Version version;
  std::string described;
};

/// Of the versions that tileiras takes those nearest to the program's own first, newer ones before older ones. It says none: all of ours.
std::vector<Version> versionsFor(const tileir::Program &program, const std::vector<std::string> &taken) {
  std::vector<Version> newer, older;
  for (std::uint8_t minor = 1; minor <= 5; ++minor) {
    const Version version{13, minor};
    if (!taken.empty() && std::find(taken.begin(), taken.end(), textOf(version)) == taken.end()) continue;
    if (version.minor < program.version().minor) older.insert(older.begin(), version);
    else newer.push_back(version);
  }
  newer.insert(newer.end(), older.begin(), older.end());
  return newer;
}

/// The file's own bytes, where it is bytecode that can be read again.
std::optional<std::string> ownBytes(const workspace::ReviewSide &side) {
  if (side.programPath.empty() || side.programPath == "-") return std::nullopt;
  auto bytes = tileir::readProgramBytes(side.programPath);
  if (!bytes || tileir::formOf(std::as_bytes(std::span(*bytes))) != tileir::ProgramForm::Bytecode) return std::nullopt;
  return std::move(*bytes);
}

Result<Bytecode> bytecodeOf(const workspace::ReviewSide &side, const toolchain::Tileiras &tileiras) {
  const tileir::Program &program = *side.program;
  const std::vector<Version> versions = versionsFor(program, tileiras.bytecodeVersions());
  auto own = ownBytes(side);
  if (own && !versions.empty() && versions.front() == program.version())
    return Bytecode{std::move(*own), program.version(), textOf(program.version()) + ", as it was read"};
  const std::string from = own ? "of bytecode " + textOf(program.version()) : std::string("of a file that is no bytecode");
  std::optional<Error> refused;
  for (const Version version : versions) {
    auto bytes = tileir::writeBytecode(program, version);
    if (bytes) return Bytecode{std::move(*bytes), version, textOf(version) + ", written by Tileport " + from};
    if (!refused) refused = bytes.error();
  }
  if (refused) return *refused;
  return Error{ErrorKind::Unsupported, tileiras.title() + " takes no version of bytecode that Tileport writes", {}, ""};
}

/// From the line that stands for an op to the op, and to where that comes from.
void place(evidence::Remark &remark, const tileir::Program &program) {
  remark.op = remark.line - 1;
  const tileir::LocationId location = program.op(tileir::OpId(std::size_t{*remark.op})).location;
  const auto points = location.valid() ? program.sourcePoints(location) : std::vector<tileir::SourcePoint>();
  remark.file.clear();
  remark.line = remark.column = 0;
  if (points.empty() || points.front().line == 0) return;
  remark.file = points.front().file.substr(points.front().file.rfind('/') + 1);
  remark.line = points.front().line;
  remark.column = points.front().column;
}

}  // namespace

Result<PairCompiler> PairCompiler::open(const CompileRequest &request, const CancelToken &cancel) {
  auto program = toolchain::findTileiras(request.tileiras, request.folders.tools);
  if (!program) return program.error();
  const auto probe = tileir::readText(kProbe, "probe");
  if (!probe) return probe.error();
  const auto bytes = tileir::writeBytecode(**probe, {13, 1});
  if (!bytes) return bytes.error();
  toolchain::RunLog log;
  toolchain::Runner runner(request.folders, "look at tileiras", log, cancel);
  auto tileiras = toolchain::Tileiras::open({std::move(*program), request.gpuName, request.time}, *bytes, runner);
  if (!tileiras) return std::move(tileiras).error();
  return PairCompiler(std::move(*tileiras), request.folders);
}

Result<evidence::Compilation> PairCompiler::compileSide(const workspace::ReviewSide &side, const CancelToken &cancel) const {
  auto bytecode = bytecodeOf(side, tileiras_);
  if (!bytecode) {
    evidence::Compilation compilation;
    compilation.how = "cannot be written as bytecode that " + tileiras_.title() + " takes: " + bytecode.error().toString();
    return compilation;
  }
  toolchain::RunLog log;
  toolchain::Runner runner(folders_, "compile " + side.programPath.filename().string(), log, cancel);
  auto compilation = tileiras_.compile(bytecode->bytes, std::move(bytecode->described), runner);
  // What is carried over from another export is not in the bytes.
  const bool tells = side.carriedLocations == 0 && triage::tellsOpsApart(*side.program);
  if (!compilation || !compilation->hasRemarks() || tells) return compilation;
  if (auto remarked = remarkByOps(*compilation, *side.program, bytecode->version, runner); !remarked) return std::move(remarked).error();
  return compilation;
}

Result<void> PairCompiler::remarkByOps(evidence::Compilation &compilation, const tileir::Program &program, Version version,
                                       toolchain::Runner &runner) const {
  const std::string because = "debug locations do not tell the ops of the program apart, and ";
  compilation.remarks.clear();
  const auto bytes = tileir::writeBytecode(tileir::withOpLines(program, kOpsFile), version);
  if (!bytes) {
    compilation.remarksUnknown = because + "it cannot be written with a line for each op: " + bytes.error().message;
    return {};
  }
  auto located = tileiras_.compile(*bytes, "", runner);
  if (!located) return std::move(located).error();
  if (!located->hasRemarks() || located->cubin != compilation.cubin) {
    compilation.remarksUnknown =
        because + (located->hasRemarks() ? "with a line for each op " + tileiras_.title() + " makes another cubin"
                                         : "of the program with a line for each op they are not known, either: " + located->how);
    return {};
  }
  for (evidence::Remark &each : located->remarks) {
    if (each.file == kOpsFile && each.line <= program.opCount()) place(each, program);
    else each.file.clear(), each.line = each.column = 0;
    compilation.remarks.push_back(std::move(each));
  }
  std::sort(compilation.remarks.begin(), compilation.remarks.end());
  return {};
}

Result<evidence::CompiledPairPtr> PairCompiler::compile(const workspace::Review &review, const CancelToken &cancel) const {
  auto port = std::async(std::launch::async, [&] { return compileSide(review.port, cancel); });
  auto reference = compileSide(review.reference, cancel);
  auto other = port.get();
  if (!reference) return std::move(reference).error();
  if (!other) return std::move(other).error();
  auto pair = std::make_shared<evidence::CompiledPair>();
  pair->gpuName = tileiras_.gpuName();
  pair->tool = tileiras_.title();
  pair->reference = std::move(*reference);
  pair->port = std::move(*other);
  return evidence::CompiledPairPtr(std::move(pair));
}

}  // namespace tileport::importer
