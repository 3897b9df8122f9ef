// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutate/synthetic.h"

#include <algorithm>

#include "mutate/synthetic_kernel.h"

namespace tileport::mutate {

using namespace tileir;

namespace {

constexpr std::size_t kSeveralFrom = 3000;

}  // namespace

ProgramPtr synthetic(std::size_t opCount, std::uint64_t seed) {
  Tree tree;
  tree.tables.version = {13, static_cast<std::uint8_t>(seed % 3 == 2 ? 4 : 3)};
  Random random(seed);
  const std::size_t entries = opCount >= kSeveralFrom && seed % 4 == 3 ? 2 + random.below(std::min<std::size_t>(opCount / 1000, 8)) : 1;
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t begin = opCount * i / entries, end = opCount * (i + 1) / entries;
    SyntheticKernel kernel(tree, random, entries == 1 ? "synthetic" : "synthetic_" + std::to_string(i));
    kernel.write(end - begin);
  }
  return tree.build();
}

}  // namespace tileport::mutate
