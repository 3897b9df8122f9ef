// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace tileport::align {

using IndexPair = std::pair<std::uint32_t, std::uint32_t>;

/// The longest chain of pairs that rises on both sides; `pairs` in any order, each number at most once a side.
/// n log n. With weights, the heaviest chain.
std::vector<IndexPair> risingChain(std::vector<IndexPair> pairs, const std::function<double(IndexPair)> &weight = nullptr);

/// Pairs two sequences in order so that the sum of `score` is greatest; a score of 0 or less never pairs.
/// leftCount x rightCount steps and bytes.
std::vector<IndexPair> alignSequences(std::uint32_t leftCount, std::uint32_t rightCount,
                                      const std::function<double(std::uint32_t, std::uint32_t)> &score);

/// Pairs of equal keys in rising order: as many as there are when the two lists differ in up to a thousand places (Myers'
/// algorithm), piece by piece when they differ in more. At most a thousand steps a key.
std::vector<IndexPair> commonSubsequence(const std::vector<std::uint64_t> &left, const std::vector<std::uint64_t> &right);

}  // namespace tileport::align
