// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/import.h"

#include <cstdlib>
#include <system_error>

#include "importer/collected.h"
#include "importer/files.h"
#include "importer/operators.h"
#include "importer/pipeline.h"
#include "support/file.h"
#include "toolchain/folders.h"
#include "toolchain/run_file.h"

namespace tileport::importer {

namespace {

/// Below the user's home folder.
std::filesystem::path atHome(const char *name) {
  const char *home = std::getenv("HOME");
  return std::filesystem::path(home ? home : "") / name;
}

/// Where Triton keeps what it compiled.
std::filesystem::path tritonCache() {
  if (const char *named = std::getenv("TRITON_CACHE_DIR"); named && *named) return named;
  return atHome(".triton") / "cache";
}

/// The same of cuTile Python (cuda-tile 1.7.0, cutile_cache/_env.py). Empty: its cache is switched off.
std::filesystem::path cutileCache() {
  if (const char *named = std::getenv("CUDA_TILE_CACHE_DIR")) {
    std::string word = named;
    word.erase(0, word.find_first_not_of(" \t\n"));
    word.erase(word.find_last_not_of(" \t\n") + 1);
    for (char &c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool isOff = word.empty() || word == "0" || word == "off" || word == "none";
    return isOff ? std::filesystem::path() : std::filesystem::path(named);
  }
  const char *base = std::getenv("XDG_CACHE_HOME");
  return (base ? std::filesystem::path(base) : atHome(".cache")) / "cutile-python";
}

/// What lies ready in the cache of a front end.
Result<ImportSummary> importCache(const ImportRequest &request, const CancelToken &cancel) {
  const bool isTriton = request.kind == ImportKind::Triton;
  const std::string id = isTriton ? "triton_tileir" : "cutile_python";
  const auto frontEnds = toolchain::FrontEnds::load(toolchain::pluginFolders());
  const toolchain::LoadedFrontEnd *frontEnd = frontEnds.find(id);
  if (frontEnd == nullptr)
    return Error{ErrorKind::Unsupported, "the plugin " + id + " is not there", {}, "Run tileport doctor to see which plugins were found."};
  std::filesystem::path folder = request.folder;
  if (folder.empty()) folder = isTriton ? tritonCache() : cutileCache();
  if (folder.empty()) return Error{ErrorKind::Usage, "cuTile Python's cache is switched off (CUDA_TILE_CACHE_DIR)", {}, "Name its folder."};
  return importCollected(*frontEnd, {.folder = folder, .out = request.out, .ports = request.ports}, cancel);
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
    case ImportKind::Pipeline: return "pipeline";
    case ImportKind::Files: return "files";
    case ImportKind::Triton: return "triton";
    case ImportKind::CutileCache: return "cutile-cache";
  }
  return "";
}

bool runsCode(ImportKind kind) { return kind == ImportKind::Operators; }

bool makesPrograms(ImportKind kind) { return kind == ImportKind::TileGym || kind == ImportKind::Operators; }

Result<ImportSummary> runImport(const ImportRequest &request, toolchain::RunLog &log, const CancelToken &cancel,
                                const ImportReporter &report) {
  switch (request.kind) {
    case ImportKind::Pipeline: return importPipeline(request.folder, request.out, cancel);
    case ImportKind::Files:
      return importFiles({.reference = request.reference,
                          .port = request.port,
                          .referenceSource = request.referenceSource,
                          .portSource = request.portSource,
                          .out = request.out},
                         cancel);
    case ImportKind::Triton:
    case ImportKind::CutileCache: return importCache(request, cancel);
    case ImportKind::TileGym:
    case ImportKind::Operators: break;
  }
  auto summary = importMade(request, log, cancel, report);
  // Also of an import that came to nothing: that is when one wants to see them. Not to be able to write them is no reason to fail.
  std::error_code failure;
  if (std::filesystem::exists(request.out / ".tileport-import", failure))
    (void)replaceFile(request.out / toolchain::kRunFileName, toolchain::writeRuns(log.records()));
  return summary;
}

}  // namespace tileport::importer
