// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/import.h"

#include <cstdlib>
#include <system_error>

#include "importer/collected.h"
#include "importer/operators.h"
#include "support/file.h"
#include "toolchain/folders.h"
#include "toolchain/run_file.h"

namespace tileport::importer {

namespace {

/// Where Triton keeps what it compiled.
std::filesystem::path tritonCache() {
  if (const char *named = std::getenv("TRITON_CACHE_DIR"); named && *named) return named;
  const char *home = std::getenv("HOME");
  return std::filesystem::path(home ? home : "") / ".triton" / "cache";
}

Result<ImportSummary> importTriton(const ImportRequest &request, const CancelToken &cancel) {
  const auto frontEnds = toolchain::FrontEnds::load(toolchain::pluginFolders());
  const toolchain::LoadedFrontEnd *frontEnd = frontEnds.find("triton_tileir");
  if (frontEnd == nullptr)
    return Error{
        ErrorKind::Unsupported, "the plugin triton_tileir is not there", {}, "Run tileport doctor to see which plugins were found."};
  return importCollected(*frontEnd, request.folder.empty() ? tritonCache() : request.folder, request.out, cancel);
}

Result<ImportSummary> importMade(const ImportRequest &request, toolchain::RunLog &log, const CancelToken &cancel,
                                 const ImportReporter &report) {
  auto tools = toolchain::toolsFolder();
  if (!tools) return tools.error();
  auto cache = toolchain::cacheFolder();
  if (!cache) return cache.error();
  auto store = toolchain::Store::open(*cache / "store");
  if (!store) return store.error();
  const auto frontEnds = toolchain::FrontEnds::load(toolchain::pluginFolders());
  const plugin::Folders folders{"", *tools, *cache};
  if (request.kind == ImportKind::Operators)
    return importOperators({.folder = request.folder, .out = request.out, .folders = folders, .trusted = request.trusted}, frontEnds,
                           *store, log, cancel, report);
  auto resources = toolchain::resourcesFolder();
  if (!resources) return resources.error();
  return importTilegym({.out = request.out, .resources = *resources, .folders = folders, .operators = request.operators}, frontEnds, *store,
                       log, cancel, report);
}

}  // namespace

std::string_view text(ImportKind kind) {
  switch (kind) {
    case ImportKind::TileGym: return "tilegym";
    case ImportKind::Operators: return "operators";
    case ImportKind::Triton: return "triton";
  }
  return "";
}

bool runsCode(ImportKind kind) { return kind == ImportKind::Operators; }

Result<ImportSummary> runImport(const ImportRequest &request, toolchain::RunLog &log, const CancelToken &cancel,
                                const ImportReporter &report) {
  if (request.kind == ImportKind::Triton) return importTriton(request, cancel);
  auto summary = importMade(request, log, cancel, report);
  // Also of an import that came to nothing: that is when one wants to see them. Not to be able to write them is no reason to fail.
  std::error_code failure;
  if (std::filesystem::exists(request.out / ".tileport-import", failure))
    (void)replaceFile(request.out / toolchain::kRunFileName, toolchain::writeRuns(log.records()));
  return summary;
}

}  // namespace tileport::importer
