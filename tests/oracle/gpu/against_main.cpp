// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "oracle/gpu/against.h"
#include "support/file.h"

/// Prints how an interpreter's outputs agree with the recordings.
namespace {

using namespace tileport::oracle;
using namespace tileport::oracle::gpu;

constexpr const char *kUsage = R"(usage: oracle-against FOLDER [--known FILE] [CASE...]

Interprets the cases of FOLDER (tests/oracle/gpu) and compares with what a GPU wrote: a line a case, and below it a line for each output
that is not equal. Numbers are of elements: equal, within the interpreter's bounds, without a bound, different.

FILE names the outputs that are known to differ, one a line: case, output, number of elements that differ, why; between them tabs.

Exit codes: 0 nothing differs but what is known to, and all of that does; 1 otherwise; 2 wrong use.
)";

/// Case, output and number of elements that differ.
using Difference = std::tuple<std::string, std::string, std::uint64_t>;

bool readKnown(const char *path, std::set<Difference> &known) {
  const auto text = tileport::readFile(path, 1 << 20);
  if (!text) {
    std::fprintf(stderr, "%s\n", text.error().toString().c_str());
    return false;
  }
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream cells(line);
    std::string name, output, count, why;
    std::getline(cells, name, '\t');
    std::getline(cells, output, '\t');
    std::getline(cells, count, '\t');
    std::getline(cells, why);
    if (why.empty() || count.find_first_not_of("0123456789") != std::string::npos) {
      std::fprintf(stderr, "%s: \"%s\" is no line of case, output, number, reason\n", path, line.c_str());
      return false;
    }
    known.insert({name, output, std::stoull(count)});
  }
  return true;
}

void print(const Comparison &each) {
  std::printf("%s: %s\n", each.name.c_str(), std::string(toText(each.worst())).c_str());
  if (each.fault) std::printf("  stopped: %s\n", each.fault->c_str());
  for (const std::string &hazard : each.hazards) std::printf("  %s\n", hazard.c_str());
  for (const BufferComparison &output : each.outputs) {
    if (output.worst == Agreement::Equal) continue;
    std::printf("  %s: %llu %llu %llu %llu", output.name.c_str(), (unsigned long long)output.counts[0],
                (unsigned long long)output.counts[1], (unsigned long long)output.counts[2], (unsigned long long)output.counts[3]);
    if (output.firstWorst) std::printf("; element %llu: %s", (unsigned long long)*output.firstWorst, output.what.c_str());
    std::printf("\n");
  }
}

std::vector<std::string> allCases(const std::filesystem::path &folder) {
  std::vector<std::string> names;
  std::error_code failed;
  for (const auto &file : std::filesystem::directory_iterator(folder / "cases", failed)) names.push_back(file.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// Prints the cases; false when one could not be compared or stopped.
bool compareAll(const std::filesystem::path &folder, const std::vector<std::string> &names, std::set<Difference> &differences) {
  bool complete = !names.empty();
  std::size_t counts[4] = {};
  for (const std::string &name : names) {
    const auto compared = compareWithRecording(folder, name);
    if (!compared) {
      std::printf("%s: %s\n", name.c_str(), compared.error().toString().c_str());
      complete = false;
      continue;
    }
    print(*compared);
    ++counts[static_cast<std::size_t>(compared->worst())];
    complete = complete && !compared->fault;
    for (const BufferComparison &output : compared->outputs)
      if (output.worst == Agreement::Differs) differences.insert({name, output.name, output.counts[3]});
  }
  std::printf("%zu cases: %zu equal, %zu within bounds, %zu without a bound, %zu different\n", names.size(), counts[0], counts[1],
              counts[2], counts[3]);
  return complete;
}

}  // namespace

int main(int argc, char **argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  std::set<Difference> known, differences;
  if (arguments.size() >= 3 && arguments[1] == "--known") {
    if (!readKnown(argv[3], known)) return 2;
    arguments.erase(arguments.begin() + 1, arguments.begin() + 3);
  }
  if (arguments.empty() || std::any_of(arguments.begin(), arguments.end(), [](const std::string &each) { return each.starts_with("-"); })) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  const std::filesystem::path folder = arguments[0];
  arguments.erase(arguments.begin());
  const bool complete = compareAll(folder, arguments.empty() ? allCases(folder) : arguments, differences);
  bool expected = true;
  for (const auto &[set, other, text] : {std::tuple{&differences, &known, "differs, which is not known"},
                                         std::tuple{&known, &differences, "is known to differ and does not"}})
    for (const Difference &each : *set)
      if (!other->contains(each)) {
        std::printf("%s, output %s, %llu elements: %s\n", std::get<0>(each).c_str(), std::get<1>(each).c_str(),
                    static_cast<unsigned long long>(std::get<2>(each)), text);
        expected = false;
      }
  return complete && expected ? 0 : 1;
}
