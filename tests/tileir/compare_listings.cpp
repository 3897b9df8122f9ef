// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compare_listings FOLDER...: reads every .tileirbc of the folders, prints it with and without locations and compares with
// the .mlir and .g.mlir beside it, byte for byte. Reports the first line that differs; exit 1 when there is one.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/files.h"
#include "tileir/bytecode_reader.h"
#include "tileir/printer.h"

namespace fs = std::filesystem;
using namespace tileport;

namespace {

struct Totals {
  unsigned files = 0;
  unsigned unread = 0;
  unsigned compared[2] = {};  ///< without and with locations
  unsigned equal[2] = {};
  std::size_t ops = 0;
  double seconds[2] = {};
};

void compare(const tileir::Program &program, fs::path path, bool locations, Totals &totals) {
  path.replace_extension(locations ? ".g.mlir" : ".mlir");
  const auto start = std::chrono::steady_clock::now();
  const tileir::Listing listing = tileir::print(program, {.locations = locations});
  totals.seconds[locations] += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!fs::exists(path)) return;
  const std::string expected = test::contentOf(path);
  ++totals.compared[locations];
  if (listing.text == expected) {
    ++totals.equal[locations];
  } else {
    std::printf("%s: %s\n", path.c_str(), test::firstDifference(listing.text, expected).c_str());
  }
}

Totals checkFolder(const fs::path &folder) {
  Totals totals;
  for (const fs::path &path : test::filesIn(folder, ".tileirbc")) {
    ++totals.files;
    const auto program = tileir::readBytecodeFile(path);
    if (!program) {
      ++totals.unread;
      std::printf("%s\n", program.error().toString().c_str());
      continue;
    }
    totals.ops += (*program)->opCount();
    for (const bool locations : {false, true}) compare(**program, path, locations, totals);
  }
  return totals;
}

}  // namespace

int main(int count, char **arguments) {
  bool good = true;
  for (int i = 1; i < count; ++i) {
    const Totals totals = checkFolder(arguments[i]);
    std::printf("%s: %u files, %u not read, equal %u/%u, with locations %u/%u; %zu ops, %.2f ms per 500 ops, with locations %.2f ms\n",
                arguments[i], totals.files, totals.unread, totals.equal[0], totals.compared[0], totals.equal[1], totals.compared[1],
                totals.ops, totals.ops ? totals.seconds[0] * 5e5 / totals.ops : 0, totals.ops ? totals.seconds[1] * 5e5 / totals.ops : 0);
    good &= totals.files > 0 && totals.unread == 0 && totals.equal[0] == totals.compared[0] && totals.equal[1] == totals.compared[1];
  }
  return good ? 0 : 1;
}
