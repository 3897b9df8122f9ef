// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QtCore/QObject>

#include "cutile_python/compile_cache.h"
#include "plugin/front_end.h"
#include "plugin/tools_folder.h"

namespace tileport::plugin {

/// cuTile Python: the driver is export.py in the Python of the tools folder, which has the package.
class CutilePython : public QObject, public plugin::FrontEnd {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID TILEPORT_FRONT_END_IID)
  Q_INTERFACES(tileport::plugin::FrontEnd)

 public:
  plugin::FrontEndInfo info() const override { return {"cutile_python", "cuTile Python", plugin::Side::Reference, {".py"}}; }

  std::vector<Tool> tools(plugin::Host &host) const override {
    const auto &tools = host.folders().tools;
    return {pythonOf(tools), packageTool(tools, "cuTile Python", "cuda_tile", "making the references' Tile IR"),
            packageTool(tools, "TileGym", "tilegym", "tileport import tilegym"),
            packageTool(tools, "tileirdisasm and tileiras", "nvidia_cuda_tileiras", "a second opinion on programs, cubins")};
  }

  Result<plugin::Driver> driver(plugin::Host &host) const override {
    const auto &folders = host.folders();
    for (const Tool &tool : tools(host)) {
      if (tool.name != "Python" && tool.name != "cuTile Python") continue;
      if (tool.state != ToolState::Present)
        return Error{ErrorKind::Unsupported, tool.name + " is not there", {.file = folders.tools.string()}, tool.advice};
    }
    plugin::Driver driver;
    driver.call.program = folders.tools / "bin" / "python";
    driver.call.arguments = {"-u", "-B", (folders.own / "export.py").string()};
    // What the user's own environment adds would be no part of the programs' identity.
    driver.call.environment = {
        {"PYTHONPATH", std::nullopt}, {"PYTHONHOME", std::nullopt}, {"PYTHONNOUSERSITE", "1"}, {"CUDA_TILE_CACHE_DIR", "off"}};
    // Not the recorder, which has no part in what the driver makes.
    driver.files = filesBelow(folders.own / "tileport_cutile", {".py"});
    driver.files.push_back(folders.own / "export.py");
    for (auto &file : identityFiles(folders.tools)) driver.files.push_back(std::move(file));
    driver.title = "cuTile Python " + packageVersion(*sitePackages(folders.tools), "cuda_tile").value_or("");
    return driver;
  }

  Result<std::vector<FoundProgram>> collect(const std::filesystem::path &folder, const CancelToken &cancel) const override {
    const auto cache = CompileCache::open(folder, cancel);
    if (!cache) return cache.error();
    const auto entries = (*cache)->entries(cancel);
    if (!entries) return entries.error();
    std::vector<FoundProgram> found;
    for (const CacheEntry &entry : *entries) {
      constexpr std::size_t kShown = 8;
      FoundProgram program{.kernel = {}, .variant = entry.key.substr(0, kShown), .program = folder};
      if (!entry.kernelNames.empty()) program.symbol = entry.kernelNames.front();
      program.title = entry.compiler.empty() ? "cuTile Python" : "cuTile Python (tileiras " + entry.compiler + ")";
      program.note = "it comes from the compile cache, which does not say what it was launched with";
      if (entry.damage) {
        program.content = [error = *entry.damage](const CancelToken &) { return Result<std::string>(error); };
      } else {
        program.content = [cache = *cache, key = entry.key](const CancelToken &asked) { return cache->blob(key, asked); };
      }
      found.push_back(std::move(program));
    }
    return found;
  }
};

}  // namespace tileport::plugin

#include "front_end.moc"
