// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compare_listings FOLDER...: reads every .tileirbc of the folders, prints it with and without locations and compares with
// the .mlir and .g.mlir beside it, byte for byte. Reports the first line that differs; exit 1 when there is one.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

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

std::string contentOf(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string_view lineAt(std::string_view text, std::size_t position) {
  const std::size_t begin = text.rfind('\n', position == 0 ? 0 : position - 1) + 1;
  return text.substr(begin, text.find('\n', position) - begin);
}

void reportDifference(const fs::path &path, std::string_view expected, std::string_view printed) {
  std::size_t at = 0;
  while (at < expected.size() && at < printed.size() && expected[at] == printed[at]) ++at;
  const auto line = std::count(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
  std::printf("%s:%zd\n  expected: %.*s\n  printed:  %.*s\n", path.c_str(), static_cast<ssize_t>(line),
              static_cast<int>(lineAt(expected, at).size()), lineAt(expected, at).data(), static_cast<int>(lineAt(printed, at).size()),
              lineAt(printed, at).data());
}

void compare(const tileir::Program &program, fs::path path, bool locations, Totals &totals) {
  path.replace_extension(locations ? ".g.mlir" : ".mlir");
  const auto start = std::chrono::steady_clock::now();
  const tileir::Listing listing = tileir::print(program, {.locations = locations});
  totals.seconds[locations] += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!fs::exists(path)) return;
  const std::string expected = contentOf(path);
  ++totals.compared[locations];
  if (listing.text == expected) {
    ++totals.equal[locations];
  } else {
    reportDifference(path, expected, listing.text);
  }
}

Totals checkFolder(const fs::path &folder) {
  Totals totals;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".tileirbc") continue;
    ++totals.files;
    const auto program = tileir::readBytecodeFile(entry.path());
    if (!program) {
      ++totals.unread;
      std::printf("%s\n", program.error().toString().c_str());
      continue;
    }
    totals.ops += (*program)->opCount();
    for (const bool locations : {false, true}) compare(**program, entry.path(), locations, totals);
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
