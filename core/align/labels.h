// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "align/graph.h"

namespace tileport::align {

/// Hashes that help to find counterparts. They propose; they never prove that two classes are equal.
struct Labels {
  std::vector<std::uint64_t> value;    ///< by class: what it computes, down to matched classes, arguments and constants
  std::vector<std::uint64_t> context;  ///< by class: who uses it, two steps far
  std::vector<std::uint64_t> body;     ///< by class: what its regions hold, in any order; 0 without regions
};

/// `shared[class]` is a number that both sides agree on (a matched pair, a paired argument), or 0.
Labels makeLabels(const Graph &graph, const std::vector<std::uint64_t> &shared);

/// Only `value`, anew: after more classes were matched.
void relabelValues(const Graph &graph, const std::vector<std::uint64_t> &shared, Labels &labels);

std::uint64_t mix(std::uint64_t a, std::uint64_t b);

}  // namespace tileport::align
