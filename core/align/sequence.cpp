// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/sequence.h"

#include <algorithm>

namespace tileport::align {

namespace {

/// Best chain that ends at or before a position, by prefix maximum.
class PrefixBest {
 public:
  explicit PrefixBest(std::size_t size) : best_(size + 1, {0, kNone}) {}

  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::pair<double, std::uint32_t> upTo(std::size_t position) const {
    std::pair<double, std::uint32_t> best{0, kNone};
    for (; position > 0; position &= position - 1)
      if (best_[position].first > best.first) best = best_[position];
    return best;
  }
  void raise(std::size_t position, double sum, std::uint32_t chainEnd) {
    for (++position; position < best_.size(); position += position & (~position + 1))
      if (sum > best_[position].first) best_[position] = {sum, chainEnd};
  }

 private:
  std::vector<std::pair<double, std::uint32_t>> best_;
};

}  // namespace

std::vector<IndexPair> risingChain(std::vector<IndexPair> pairs, const std::function<double(IndexPair)> &weight) {
  std::sort(pairs.begin(), pairs.end());
  std::uint32_t highest = 0;
  for (const IndexPair &pair : pairs) highest = std::max(highest, pair.second + 1);
  PrefixBest best(highest);
  std::vector<std::uint32_t> before(pairs.size(), PrefixBest::kNone);
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    const auto [sum, end] = best.upTo(pairs[i].second);
    before[i] = end;
    best.raise(pairs[i].second, sum + (weight ? weight(pairs[i]) : 1.0), i);
  }
  std::vector<IndexPair> chain;
  for (std::uint32_t i = best.upTo(highest).second; i != PrefixBest::kNone; i = before[i]) chain.push_back(pairs[i]);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

std::vector<IndexPair> alignSequences(std::uint32_t leftCount, std::uint32_t rightCount,
                                      const std::function<double(std::uint32_t, std::uint32_t)> &score) {
  enum Step : std::uint8_t { Left, Right, Both };
  const std::size_t width = rightCount + 1u;
  std::vector<double> above(width, 0), row(width, 0);
  std::vector<Step> steps((leftCount + 1u) * width, Left);
  for (std::uint32_t l = 1; l <= leftCount; ++l) {
    row[0] = 0;
    for (std::uint32_t r = 1; r <= rightCount; ++r) {
      const double gain = score(l - 1, r - 1);
      Step step = above[r] >= row[r - 1] ? Left : Right;
      row[r] = std::max(above[r], row[r - 1]);
      if (gain > 0 && above[r - 1] + gain > row[r]) {
        step = Both;
        row[r] = above[r - 1] + gain;
      }
      steps[l * width + r] = step;
    }
    std::swap(above, row);
  }
  std::vector<IndexPair> pairs;
  for (std::uint32_t l = leftCount, r = rightCount; l > 0 && r > 0;) {
    const Step step = steps[l * width + r];
    if (step == Both) pairs.emplace_back(l - 1, r - 1);
    if (step != Right) --l;
    if (step != Left) --r;
  }
  std::reverse(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace tileport::align
