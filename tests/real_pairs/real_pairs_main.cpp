// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "real_pairs/run.h"
#include "support/file.h"
#include "tileir/bytecode_writer.h"
#include "tileir/needed_version.h"

/// Prints what the runs of a folder show.
namespace {

using namespace tileport;
using namespace tileport::real_pairs;

constexpr const char *kUsage = R"(usage: real-pairs FOLDER [--programs OUT] [RUN...]

Interprets the runs of FOLDER/runs.json (tests/real_pairs), two programs on the same memory, and prints what each shows beside what it is
known to show. With --programs the programs are written to OUT as RUN-1.tileirbc and RUN-2.tileirbc instead, as they run.

Exit codes: 0 each run shows what it is known to; 1 otherwise; 2 wrong use.
)";

bool writePrograms(const std::filesystem::path &folder, const std::filesystem::path &out, const Run &run) {
  for (int i = 0; i < 2; ++i) {
    const auto loaded = load(folder, run, run.sides[i]);
    if (!loaded) return std::printf("%s\n", loaded.error().toString().c_str()), false;
    const auto bytes =
        tileir::writeBytecode(*loaded->program, std::max(tileir::Version{13, 3}, tileir::neededVersion(loaded->program->data()).version));
    if (!bytes) return std::printf("%s\n", bytes.error().toString().c_str()), false;
    const auto written = replaceFile(out / (run.name + (i ? "-2" : "-1") + ".tileirbc"), *bytes);
    if (!written) return std::printf("%s\n", written.error().toString().c_str()), false;
  }
  return true;
}

bool showRun(const std::filesystem::path &folder, const Run &run) {
  const auto shown = show(folder, run);
  const std::string text = shown ? shown->toString() : shown.error().toString();
  std::printf("%s: %s\n", run.name.c_str(), text.c_str());
  if (shown && text == run.expected) return true;
  std::printf("  is known to show: %s\n", run.expected.c_str());
  return false;
}

}  // namespace

int main(int argc, char **argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  std::filesystem::path programs;
  if (arguments.size() >= 3 && arguments[1] == "--programs") {
    programs = arguments[2];
    arguments.erase(arguments.begin() + 1, arguments.begin() + 3);
  }
  if (arguments.empty() || arguments[0].starts_with("-")) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  const std::filesystem::path folder = arguments[0];
  const auto runs = readRuns(folder / "runs.json");
  if (!runs) {
    std::fprintf(stderr, "%s\n", runs.error().toString().c_str());
    return 2;
  }
  bool good = true;
  std::size_t count = 0;
  for (const Run &run : *runs) {
    if (arguments.size() > 1 && std::find(arguments.begin() + 1, arguments.end(), run.name) == arguments.end()) continue;
    ++count;
    good = (programs.empty() ? showRun(folder, run) : writePrograms(folder, programs, run)) && good;
  }
  std::printf("%zu runs\n", count);
  return good && count > 0 ? 0 : 1;
}
