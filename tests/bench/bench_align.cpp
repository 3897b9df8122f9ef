// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench_align REFERENCE PORT [REFERENCE PORT ...]: milliseconds to align each pair and to lay it out, median, warm.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "align/side_by_side.h"
#include "tileir/bytecode_reader.h"

using namespace tileport;

namespace {

template <class Work>
double medianMs(Work work) {
  std::vector<double> times;
  for (int round = 0; round < 31; ++round) {
    const auto start = std::chrono::steady_clock::now();
    work();
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::nth_element(times.begin(), times.begin() + 15, times.end());
  return times[15];
}

int measure(const char *reference, const char *port) {
  const auto left = tileir::readBytecodeFile(reference), right = tileir::readBytecodeFile(port);
  if (!left || !right) {
    std::fprintf(stderr, "%s\n", (left ? right : left).error().toString().c_str());
    return 3;
  }
  const auto alignment = align::align(*left, *right);
  if (!alignment) return 3;
  const double aligning = medianMs([&] { (void)align::align(*left, *right); });
  const double rows = medianMs([&] { (void)align::sideBySide(**alignment); });
  std::printf("%9.3f ms align  %9.3f ms rows  %6zu + %zu ops  %4zu divergences  %s\n", aligning, rows, (*left)->opCount(),
              (*right)->opCount(), (*alignment)->divergences.size(), port);
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3 || argc % 2 == 0) {
    std::fprintf(stderr, "usage: bench_align REFERENCE PORT [REFERENCE PORT ...]\n");
    return 2;
  }
  for (int i = 1; i + 1 < argc; i += 2)
    if (const int failed = measure(argv[i], argv[i + 1])) return failed;
  return 0;
}
