// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program_files.h"

#include <algorithm>

#include "tests/support/files.h"
#include "tileir/bytecode_reader.h"

namespace tileport::tileir::testing {

std::vector<std::string> programFiles() {
  std::vector<std::string> files;
  for (const char *folder : {"/tests/cases", "/resources/demo"}) {
    for (const auto &path : test::filesIn(std::string(TILEPORT_SOURCE_DIR) + folder, ".tileirbc")) files.push_back(path.string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<RealProgram> realPrograms() {
  std::vector<RealProgram> programs;
  for (const std::string &file : programFiles()) {
    if (auto program = readBytecodeFile(file)) programs.push_back({file, *std::move(program)});
  }
  return programs;
}

}  // namespace tileport::tileir::testing
