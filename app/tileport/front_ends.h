// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tileport/commands.h"
#include "toolchain/front_ends.h"
#include "toolchain/runner.h"

/// The commands that run front ends: import, doctor.
namespace tileport::cli {

struct ImportOptions {
  std::string what;                          ///< "tilegym", "operators", "pipeline", "files", "triton", "cutile-cache"
  std::vector<std::filesystem::path> paths;  ///< what follows it
  bool trusted = false;                      ///< the code of "operators" may run
  std::filesystem::path out;
  std::vector<std::string> operators;
  bool runs = false;                                  ///< also print what was run
  std::filesystem::path ports;                        ///< of "cutile-cache": a workspace; empty: none
  std::filesystem::path referenceSource, portSource;  ///< of "files"; empty: not given

  /// Empty: not given.
  std::filesystem::path folder() const { return paths.empty() ? std::filesystem::path() : paths.front(); }
};

int importPrograms(const ImportOptions &options, const Output &output);
int doctor(bool install, const Output &output);

/// What one front end needs and has.
struct FrontEndHealth {
  toolchain::LoadedFrontEnd frontEnd;
  std::vector<plugin::Tool> tools;

  bool works() const;
};

struct Health {
  std::filesystem::path tools, cache;
  std::vector<FrontEndHealth> frontEnds;
  std::vector<toolchain::RefusedPlugin> refused;
  std::vector<plugin::Tool> machine;  ///< what no front end needs: the GPU, the system's own CUDA
};

/// "tileport-doctor/1".
std::string healthJson(const Health &health);
/// "present", "too old", "missing", "broken".
std::string_view toText(plugin::ToolState state);

/// For people.
std::string runsText(const std::vector<toolchain::RunRecord> &runs, const Terminal &terminal);

}  // namespace tileport::cli
