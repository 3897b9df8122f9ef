// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench_judge REFERENCE PORT [REFERENCE PORT ...]: milliseconds from two files to the verdict: read, aligned, laid out, certified, the
// certificate checked, triaged. The median of 15, warm; of a pair that takes long, the first.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "workspace/review.h"

using namespace tileport;

namespace {

constexpr int kRounds = 15;
constexpr double kLongMs = 1000;

int measure(const char *reference, const char *port) {
  std::vector<double> times;
  workspace::ReviewPtr review;
  for (int round = 0; round <= kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    auto made = workspace::reviewFiles(reference, port);
    const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    if (!made) {
      std::fprintf(stderr, "%s\n", made.error().toString().c_str());
      return 3;
    }
    review = std::move(*made);
    if (round > 0 || ms > kLongMs) times.push_back(ms);
    if (ms > kLongMs) break;
  }
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  std::printf("%9.2f ms  %6zu + %zu ops  %4zu divergences  %zu equivalences  %-17s  %s\n", times[times.size() / 2],
              review->reference.program->opCount(), review->port.program->opCount(), review->alignment->divergences.size(),
              review->alignment->equivalences.size(), std::string(triage::toText(review->triage->verdict)).c_str(), port);
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3 || argc % 2 == 0) {
    std::fprintf(stderr, "usage: bench_judge REFERENCE PORT [REFERENCE PORT ...]\n");
    return 2;
  }
  for (int i = 1; i + 1 < argc; i += 2)
    if (const int failed = measure(argv[i], argv[i + 1])) return failed;
  return 0;
}
