// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "align/alignment.h"
#include "align/graph.h"

namespace tileport::align {

/// Ops in no pair that compute once more what a paired op of their side computes, reference first, in the order of the text. Constants
/// are none: each side writes them as often as it likes.
std::vector<Copy> findCopies(const Graph &reference, const Graph &port, const std::vector<OpPair> &pairs);

}  // namespace tileport::align
