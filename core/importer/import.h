// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "importer/tilegym.h"

/// What the command line and the window import by: finds plugins, tools and caches where they lie, runs the import that is asked for and
/// leaves its runs in the workspace.
namespace tileport::importer {

enum class ImportKind : std::uint8_t {
  TileGym,      ///< the installed package
  Operators,    ///< `folder`: operators with their launches.json; runs their code
  Pipeline,     ///< `folder`: the output of the conversion pipeline
  Files,        ///< two programs
  Triton,       ///< `folder`: what Triton compiled; empty: where it keeps that itself
  CutileCache,  ///< `folder`: what cuTile Python's JIT compiled; empty: where it keeps that itself
};

inline constexpr ImportKind kImportKinds[] = {ImportKind::TileGym, ImportKind::Operators, ImportKind::Pipeline,
                                              ImportKind::Files,   ImportKind::Triton,    ImportKind::CutileCache};

/// As the command line calls it: "tilegym", "operators", "pipeline", "files", "triton", "cutile-cache".
std::string_view text(ImportKind kind);

struct ImportRequest {
  ImportKind kind = ImportKind::TileGym;
  std::filesystem::path folder = {};
  std::filesystem::path out;
  std::vector<std::string> operators = {};                      ///< of TileGym: only these; empty: all
  bool trusted = false;                                         ///< the user said that the code in `folder` may run
  std::filesystem::path ports = {};                             ///< of CutileCache: a workspace whose ports are partners; empty: none
  std::filesystem::path reference = {}, port = {};              ///< of Files
  std::filesystem::path referenceSource = {}, portSource = {};  ///< of Files; empty: where the debug locations lead
};

/// True when it runs code that lies in the folder, so that it is refused without `trusted`.
bool runsCode(ImportKind kind);

/// True when programs are made by front ends, and kept in the store; false when they lie ready.
bool makesPrograms(ImportKind kind);

/// Any thread; `log` may be looked at meanwhile. Once the workspace's folder is there its runs.json has what was run, of an import that
/// came to nothing too. Errors are those of the imports; or that plugins, caches or data files are not there.
Result<ImportSummary> runImport(const ImportRequest &request, toolchain::RunLog &log, const CancelToken &cancel = {},
                                const ImportReporter &report = {});

}  // namespace tileport::importer
