// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// verify_programs FILE...: one line a file: its path, a tab and `valid`, `unreadable: error` or `rule: message`. With `-` the
// paths come from standard input, one a line. Exits 1 when a file is not valid, 2 when there is none.
#include <cstdio>
#include <iostream>
#include <string>

#include "tileir/bytecode_reader.h"
#include "tileir/verifier.h"

namespace {

using namespace tileport;

std::string verdictOf(const std::string &path) {
  const auto program = tileir::readBytecodeFile(path);
  if (!program.ok()) return "unreadable: " + program.error().message;
  const auto violations = tileir::verify(*program.value(), 1);
  return violations.empty() ? "valid" : violations.front().rule + ": " + violations.front().message;
}

struct Count {
  std::size_t programs = 0;
  std::size_t faults = 0;

  void add(const std::string &path) {
    const std::string verdict = verdictOf(path);
    ++programs;
    faults += verdict != "valid";
    std::cout << path << '\t' << verdict << std::endl;
  }
};

}  // namespace

int main(int argc, char **argv) {
  Count count;
  for (int i = 1; i < argc; ++i) {
    const std::string path = argv[i];
    if (path != "-") {
      count.add(path);
      continue;
    }
    for (std::string line; std::getline(std::cin, line);) count.add(line);
  }
  std::cerr << "verified: " << count.programs << " programs, ";
  if (count.faults == 0) std::cerr << "no violation\n";
  else std::cerr << count.faults << " not valid\n";
  if (count.programs == 0) return 2;
  return count.faults == 0 ? 0 : 1;
}
