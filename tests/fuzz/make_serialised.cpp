// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// make_serialised FOLDER FILE...: writes the serialised form of bytecode files into a folder, as seeds of fuzz_serialised.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "tileir/bytecode_reader.h"
#include "tileir/serialised.h"

using namespace tileport;

int main(int argc, char **argv) {
  if (argc < 3) return std::fprintf(stderr, "usage: make_serialised FOLDER FILE...\n"), 2;
  for (int i = 2; i < argc; ++i) {
    const auto program = tileir::readBytecodeFile(argv[i]);
    if (!program) continue;  // cases that are damaged on purpose
    const std::string bytes = tileir::serialise(**program);
    const std::filesystem::path to = std::filesystem::path(argv[1]) / (std::to_string(i) + ".tpir");
    std::ofstream(to, std::ios::binary) << bytes;
  }
  return 0;
}
