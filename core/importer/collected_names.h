// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/front_end.h"
#include "tileir/program.h"

/// Private to core/importer: what programs are called that lay ready, and where they come from.
namespace tileport::importer {

struct CollectedName {
  std::string kernel;
  std::string variant;
};

/// The name that the front end gives; else of the program's first entry, a mangled symbol of cuTile Python read back: "softmax" and
/// "f16[2] f16[2] 1024 sm_90 1a2b3c4d". `bytes` is the file.
CollectedName nameOf(const plugin::FoundProgram &found, const tileir::Program &program, std::string_view bytes);

/// The same as far as it can be said without the program.
CollectedName nameOf(const plugin::FoundProgram &found);

/// The first file with one of the extensions that the debug locations name, which is there and is absolute; else empty.
std::filesystem::path sourceOf(const tileir::Program &program, const std::vector<std::string> &extensions);

}  // namespace tileport::importer
