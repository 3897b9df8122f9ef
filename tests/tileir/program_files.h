// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "tileir/program.h"

namespace tileport::tileir::testing {

/// The bytecode files of the real exporters that git holds: tests/cases and resources/demo, in the order of their paths.
std::vector<std::string> programFiles();

struct RealProgram {
  std::string file;
  ProgramPtr program;
};

/// All of them that can be read, read. Those of tests/cases/bytecode are damaged on purpose and may be missing.
std::vector<RealProgram> realPrograms();

}  // namespace tileport::tileir::testing
