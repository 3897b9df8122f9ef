// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "plugin/tools_folder.h"
#include "toolchain/process.h"
#include "toolchain/tileiras.h"
#include "toolchain/tileiras_answer.h"

namespace tileport::toolchain {

namespace fs = std::filesystem;

namespace {

constexpr const char *kVariable = "TILEPORT_TILEIRAS";

bool isFile(const fs::path &path) {
  std::error_code failed;
  return fs::is_regular_file(path, failed);
}

std::vector<fs::path> toolkits() {
  std::vector<fs::path> folders;
  for (const char *name : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *value = std::getenv(name); value && *value) folders.emplace_back(value);
  return folders;
}

/// In the order in which they are preferred.
std::vector<fs::path> candidates(const fs::path &tools) {
  std::vector<fs::path> found;
  if (const auto packages = plugin::sitePackages(tools)) found.push_back(*packages / "nvidia" / "cu13" / "bin" / "tileiras");
  for (const fs::path &toolkit : toolkits()) found.push_back(toolkit / "bin" / "tileiras");
  if (const auto inPath = findInPath("tileiras")) found.push_back(*inPath);
  std::erase_if(found, [](const fs::path &each) { return !isFile(each); });
  return found;
}

}  // namespace

Result<fs::path> findTileiras(const fs::path &named, const fs::path &tools) {
  const char *const variable = std::getenv(kVariable);
  const fs::path asked = !named.empty() ? named : fs::path(variable ? variable : "");
  if (!asked.empty()) {
    if (isFile(asked)) return fs::absolute(asked);
    return Error{ErrorKind::CannotRead,
                 named.empty() ? std::string("there is no such program; ") + kVariable + " names it" : "there is no such program",
                 {.file = asked.string()},
                 "Name the tileiras of CUDA 13.1 or newer."};
  }
  const std::vector<fs::path> found = candidates(tools);
  // One that can write cubins before one that cannot.
  const auto whole = std::find_if(found.begin(), found.end(), [](const fs::path &each) { return missingParts(each).empty(); });
  if (whole != found.end()) return fs::absolute(*whole);
  if (!found.empty()) return fs::absolute(found.front());
  return Error{ErrorKind::CannotRead,
               "there is no tileiras to compile with",
               {},
               "Run tileport doctor --install, and see what tileport doctor says of it; or name one by --tileiras or " +
                   std::string(kVariable) + "."};
}

std::vector<std::string> missingParts(const fs::path &tileiras) {
  std::error_code failed;
  fs::path real = fs::weakly_canonical(tileiras, failed);
  if (failed) real = tileiras;
  std::vector<fs::path> folders = toolkits();
  folders.insert(folders.begin(), real.parent_path().parent_path());
  std::vector<std::string> missing;
  if (std::all_of(folders.begin(), folders.end(), [](const fs::path &each) { return libnvvmBelow(each).empty(); }))
    missing.emplace_back("libnvvm");
  const auto lacksPtxas = [](const fs::path &each) { return !isFile(each / "bin" / "ptxas"); };
  if (std::all_of(folders.begin(), folders.end(), lacksPtxas) && !findInPath("ptxas")) missing.emplace_back("ptxas");
  return missing;
}

std::string partsAdvice(const std::vector<std::string> &missing, const std::string &version, const fs::path &tools) {
  if (missing.empty()) return "Its parts are there; look at what it printed, and whether CUDA_HOME names an older toolkit.";
  std::string parts, packages;
  for (const std::string &part : missing) {
    parts += (parts.empty() ? "" : " and ") + part;
    packages += std::string(" ") + (part == "ptxas" ? "nvidia-cuda-nvcc" : "nvidia-nvvm") + (version.empty() ? "" : "==" + version);
  }
  return "It lacks " + parts + ": run " + (tools / "bin" / "python").string() + " -m pip install --no-deps" + packages +
         " (about 120 MB for both), or let CUDA_HOME name a CUDA toolkit of 13.1 or newer.";
}

}  // namespace tileport::toolchain
