// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench_read FILE...: milliseconds from bytes in memory to a program with its text, and back to bytes, the median of many runs
// in a warm process, for each file and for a program of 100 000 ops that is made here.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/tileir/bytecode_file.h"
#include "tileir/bytecode_writer.h"

using namespace tileport::tileir;

namespace {

struct Timing {
  double milliseconds = 0;
  double writing = 0;
  std::size_t ops = 0;
};

double middle(std::vector<double> times) {
  const auto half = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), half, times.end());
  return *half;
}

Timing median(const std::string &bytes, int runs) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> times, writing;
  Timing timing;
  for (int i = 0; i < runs; ++i) {
    const auto start = Clock::now();
    const auto program = readBytecode(std::as_bytes(std::span(bytes)), "bench");
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    if (!program) {
      std::fprintf(stderr, "%s\n", program.error().toString().c_str());
      return {};
    }
    timing.ops = (*program)->opCount();
    const auto read = Clock::now();
    if (!writeBytecode(**program, (*program)->version())) return {};
    writing.push_back(std::chrono::duration<double, std::milli>(Clock::now() - read).count());
  }
  timing.milliseconds = middle(std::move(times));
  timing.writing = middle(std::move(writing));
  return timing;
}

void report(const std::string &name, const Timing &timing) {
  std::printf("%9.3f ms  written in %9.3f ms  %7zu ops  %s\n", timing.milliseconds, timing.writing, timing.ops, name.c_str());
}

/// Adds, multiplications, constants and loops in turn, as kernels mix them.
std::string largeProgram(std::size_t ops) {
  using testing::hex;
  testing::BytecodeFile file(3);
  file.body = hex("10 01 00 10 07 02");  // a scalar 1, four zeros
  std::size_t made = 2;
  for (std::uint64_t last = 1; made + 6 < ops; made += 6) {
    const std::string previous = testing::varint(last);
    file.body += hex("10 07 02");                                            // constant
    file.body += hex("02 07 00 00") + previous + testing::varint(last + 1);  // addf
    file.body += hex("4C 07 01 00") + testing::varint(last + 2) + previous;  // mulf flush_to_zero
    file.body += hex("29 00 00 03 00 00 00 01 01 01 01 01 11 00 00");        // for { continue }
    file.body += hex("18 07 00") + testing::varint(last + 3);                // exp2
    last += 4;
  }
  file.body += hex("5C 00 00");
  return file.build();
}

}  // namespace

int main(int argc, char **argv) {
  constexpr int kRuns = 201;
  for (int i = 1; i < argc; ++i) {
    std::ifstream stream(argv[i], std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    report(argv[i], median(bytes, kRuns));
  }
  report("made here", median(largeProgram(100'000), 5));
  return 0;
}
