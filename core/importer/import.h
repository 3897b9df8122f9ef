// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "importer/tilegym.h"

/// What the command line and the window import by: finds plugins, tools and caches where they lie, runs the import that is asked for and
/// leaves its runs in the workspace.
namespace tileport::importer {

enum class ImportKind : std::uint8_t {
  TileGym,    ///< the installed package
  Operators,  ///< `folder`: operators with their launches.json; runs their code
  Triton,     ///< `folder`: what Triton compiled; empty: where it keeps that itself
};

/// "tilegym", "operators", "triton".
std::string_view text(ImportKind kind);

struct ImportRequest {
  ImportKind kind = ImportKind::TileGym;
  std::filesystem::path folder = {};
  std::filesystem::path out;
  std::vector<std::string> operators = {};  ///< of TileGym: only these; empty: all
  bool trusted = false;                     ///< the user said that the code in `folder` may run
};

/// True when it runs code that lies in the folder, so that it is refused without `trusted`.
bool runsCode(ImportKind kind);

/// Any thread; `log` may be looked at meanwhile. Once the workspace's folder is there its runs.json has what was run, of an import that
/// came to nothing too. Errors are those of the imports; or that plugins, caches or data files are not there.
Result<ImportSummary> runImport(const ImportRequest &request, toolchain::RunLog &log, const CancelToken &cancel = {},
                                const ImportReporter &report = {});

}  // namespace tileport::importer
