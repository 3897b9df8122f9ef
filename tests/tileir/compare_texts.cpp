// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compare_texts FOLDER...: reads every .mlir and .g.mlir of the folders, which tileirdisasm printed, prints what was read and
// compares: the same text, and the same program as that of the .tileirbc beside it. Exit 1 on the first thing that differs.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>

#include "structure.h"
#include "tests/support/files.h"
#include "tileir/bytecode_reader.h"
#include "tileir/consistency.h"
#include "tileir/printer.h"
#include "tileir/text_reader.h"

namespace fs = std::filesystem;
using namespace tileport;

namespace {

struct Totals {
  unsigned texts = 0;
  unsigned equal = 0;
  unsigned programs = 0;
  std::size_t ops = 0;
  std::size_t bytes = 0;
  double seconds = 0;
};

bool report(const fs::path &path, const char *what, std::string_view expected, std::string_view got) {
  std::printf("%s: %s differs, %s\n", path.c_str(), what, test::firstDifference(got, expected).c_str());
  return false;
}

bool check(const fs::path &path, const tileir::Program &original, bool locations, Totals &totals) {
  const std::string text = test::contentOf(path);
  const auto start = std::chrono::steady_clock::now();
  const auto read = tileir::readText(text, path.string());
  totals.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  totals.bytes += text.size();
  ++totals.texts;
  if (!read) {
    std::printf("%s\n", read.error().toString().c_str());
    return false;
  }
  totals.ops += (*read)->opCount();
  if (const auto consistent = tileir::checkConsistency((*read)->data()); !consistent) {
    std::printf("%s: broken: %s\n", path.c_str(), consistent.error().toString().c_str());
    return false;
  }
  const std::string printed = tileir::print(**read, {.locations = locations}).text;
  if (printed != text) return report(path, "text", text, printed);
  const std::string wanted = tileir::testing::structureOf(original);
  const std::string found = tileir::testing::structureOf(**read);
  return wanted == found || report(path, "program", wanted, found);
}

void checkFolder(const fs::path &folder, Totals &totals) {
  for (const fs::path &file : test::filesIn(folder, ".tileirbc")) {
    const auto original = tileir::readBytecodeFile(file);
    if (!original) continue;
    ++totals.programs;
    for (const bool locations : {false, true}) {
      fs::path path = file;
      path.replace_extension(locations ? ".g.mlir" : ".mlir");
      if (fs::exists(path)) totals.equal += check(path, **original, locations, totals) ? 1 : 0;
    }
  }
}

}  // namespace

int main(int count, char **arguments) {
  Totals totals;
  for (int i = 1; i < count; ++i) checkFolder(arguments[i], totals);
  std::printf("text: %u programs read and printed equal, %u texts of %u; %zu ops, %.1f MB/s, %.0f ns an op\n", totals.programs,
              totals.equal, totals.texts, totals.ops, totals.seconds > 0 ? static_cast<double>(totals.bytes) / totals.seconds / 1e6 : 0,
              totals.ops != 0 ? totals.seconds * 1e9 / static_cast<double>(totals.ops) : 0);
  return totals.texts != 0 && totals.equal == totals.texts ? 0 : 1;
}
