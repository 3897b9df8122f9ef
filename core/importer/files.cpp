// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/files.h"

#include <span>

#include "evidence/symbol.h"
#include "importer/collected_names.h"
#include "importer/workspace_folder.h"
#include "support/file.h"
#include "support/utf8.h"
#include "tileir/program_reader.h"

namespace tileport::importer {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kLargestSource = std::uint64_t{16} << 20;

/// A program and its source, read.
struct Side {
  std::string name;  ///< for people
  std::string bytes;
  tileir::ProgramPtr program;
  fs::path source;
  std::string sourceText;
};

Result<Side> readSide(const fs::path &file, const fs::path &source, ImportSummary &summary, const CancelToken &cancel) {
  Result<std::string> bytes = tileir::readProgramBytes(file);
  if (!bytes) return bytes.error();
  Result<tileir::ProgramPtr> program = tileir::readLocatedProgram(std::as_bytes(std::span(*bytes)), tileir::shownName(file), cancel);
  if (!program) return program.error();
  Side side{.name = repairUtf8(file == "-" ? tileir::shownName(file) : file.filename().string()),
            .bytes = std::move(*bytes),
            .program = *program};
  side.source = source;
  if (source.empty()) {
    side.source = sourceOf(*side.program, {".py", ".rs"});
    if (side.source.empty()) return side;
    // Nobody said that it is still what the program was made of.
    summary.notes.push_back({side.name, "has debug locations that lead there; that counts as its source", {.file = side.source.string()}});
  }
  Result<std::string> text = readFile(side.source, kLargestSource);
  if (!text) return text.error();
  side.sourceText = std::move(*text);
  return side;
}

/// "softmax" of its symbol, or of "softmax_entry"; else the file's name.
std::string kernelOf(const Side &side) {
  if (side.program->functionCount() == 0) return side.name;
  const std::string &entry = side.program->function(tileir::FunctionId(0)).name;
  if (const auto symbol = evidence::demangle(entry)) return symbol->kernel;
  return evidence::kernelOfRustEntry(entry).value_or(entry.empty() ? side.name : entry);
}

Result<workspace::SideFiles> putSide(const WorkspaceFolder &folder, PlainNames &names, const std::string &into, const Side &side) {
  workspace::SideFiles files;
  const fs::path name = side.name;
  const std::string extension = name.extension().string();
  files.programName = names.take(into, name.stem().string(), plainName("x" + extension) == "x" + extension ? extension : std::string());
  if (auto put = folder.put(files.programName, side.bytes); !put) return put.error();
  if (side.source.empty()) return files;
  // Locations name the file, so that it keeps its name where a workspace can hold that.
  const std::string own = side.source.filename().string();
  const bool holds = repairUtf8(own) == own && own.find('\\') == std::string::npos;
  files.sourceName = into + "source/" + (holds ? own : plainName(own));
  if (auto put = folder.put(files.sourceName, side.sourceText); !put) return put.error();
  return files;
}

}  // namespace

Result<ImportSummary> importFiles(const FilesRequest &request, const CancelToken &cancel) {
  ImportSummary summary{.references = 1, .ports = 1, .pairs = 1, .programs = 2};
  const auto reference = readSide(request.reference, request.referenceSource, summary, cancel);
  if (!reference) return reference.error();
  const auto port = readSide(request.port, request.portSource, summary, cancel);
  if (!port) return port.error();
  if (reference->bytes == port->bytes)
    summary.notes.push_back({port->name, "is byte for byte the reference's file", {.file = tileir::shownName(request.port)}});
  const auto folder = WorkspaceFolder::open(request.out, cancel);
  if (!folder) return folder.error();
  PlainNames names;
  auto referenceFiles = putSide(*folder, names, "reference/", *reference);
  if (!referenceFiles) return referenceFiles.error();
  auto portFiles = putSide(*folder, names, "port/", *port);
  if (!portFiles) return portFiles.error();
  workspace::Workspace workspace;
  workspace.name = reference->name + " | " + port->name;
  workspace::Operator op{.name = repairUtf8(kernelOf(*reference)), .description = {}, .variants = {}};
  op.variants.push_back({workspace.name, "", std::move(*referenceFiles), std::move(*portFiles)});
  workspace.operators.push_back(std::move(op));
  if (auto finished = folder->finish(workspace); !finished) return finished.error();
  return summary;
}

}  // namespace tileport::importer
