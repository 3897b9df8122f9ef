// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// damage_programs FOLDER COUNT SEED FILE...: changes one number of each program COUNT times and writes what is still
// consistent as bytecode, for agree.py --programs.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "tests/tileir/damaged_data.h"
#include "tileir/bytecode_reader.h"
#include "tileir/bytecode_writer.h"
#include "tileir/consistency.h"

namespace {

using namespace tileport;
using namespace tileport::tileir;

std::size_t damage(const std::filesystem::path &path, const std::filesystem::path &folder, int count, std::mt19937_64 &random) {
  const auto program = readBytecodeFile(path);
  if (!program) return 0;
  const auto numbers = testing::numbersOf((*program)->data());
  std::size_t written = 0;
  for (int round = 0; round < count && !numbers.empty(); ++round) {
    ProgramData data = (*program)->data();
    const auto &number = numbers[random() % numbers.size()];
    number.set(data, testing::otherValue(number, random));
    if (!checkConsistency(data)) continue;
    const auto bytes = writeBytecode(*Program::make(std::move(data)), (*program)->version());
    if (!bytes) continue;
    const std::string name = path.stem().string() + "-" + std::to_string(round);
    std::ofstream(folder / (name + ".tileirbc"), std::ios::binary) << *bytes;
    std::ofstream(folder / (name + ".txt")) << number.what << '\n';
    ++written;
  }
  return written;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 5) return std::fputs("damage_programs FOLDER COUNT SEED FILE...\n", stderr), 2;
  std::filesystem::create_directories(argv[1]);
  std::mt19937_64 random(std::stoull(argv[3]));
  std::size_t written = 0;
  for (int i = 4; i < argc; ++i) written += damage(argv[i], argv[1], std::stoi(argv[2]), random);
  std::printf("%zu programs\n", written);
  return written != 0 ? 0 : 1;
}
