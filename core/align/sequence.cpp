// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/sequence.h"

#include <algorithm>
#include <span>

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

namespace {

/// The shortest edit of two lists, as the farthest place reached on each diagonal after each edit. When it takes many edits,
/// only the beginning of the one that got farthest: what follows is begun anew.
class ShortestEdit {
 public:
  ShortestEdit(std::span<const std::uint64_t> left, std::span<const std::uint64_t> right)
      : left_(left), right_(right), n_(static_cast<int>(left.size())), m_(static_cast<int>(right.size())) {}

  /// Adds the pairs of up to `most` edits. Returns where they end: (n, m) when the lists are used up.
  std::pair<int, int> run(int most, std::vector<IndexPair> &pairs) {
    most = std::min(most, n_ + m_);
    std::vector<int> reach(2 * static_cast<std::size_t>(most) + 3, 0);
    const auto at = [&](int diagonal) -> int & { return reach[static_cast<std::size_t>(diagonal + most + 1)]; };
    std::pair<int, int> farthest{0, 0};
    int edits = 0;
    for (;; ++edits) {
      farthest = {0, 0};
      for (int k = -edits; k <= edits; k += 2) {
        const bool down = k == -edits || (k != edits && at(k - 1) < at(k + 1));
        int x = down ? at(k + 1) : at(k - 1) + 1;
        // Off the end of a list there is nothing to reach.
        if (x < 0 || x > n_ || x - k > m_) {
          at(k) = kBeyond;
          continue;
        }
        while (x < n_ && x - k < m_ && left_[x] == right_[x - k]) ++x;
        at(k) = x;
        if (2 * x - k >= farthest.first + farthest.second) farthest = {x, x - k};
      }
      history_.emplace_back(reach.begin() + most + 1 - edits, reach.begin() + most + 2 + edits);
      if (edits >= most || farthest == std::pair(n_, m_)) break;
    }
    walkBack(edits, farthest, pairs);
    return farthest;
  }

 private:
  static constexpr int kBeyond = INT32_MIN / 2;

  void walkBack(int edits, std::pair<int, int> from, std::vector<IndexPair> &list) const {
    std::vector<IndexPair> pairs;
    auto [x, y] = from;
    for (int d = edits; d >= 0; --d) {
      const int k = x - y;
      int startX = 0, startY = 0;  // where the snake of this edit came from
      if (d > 0) {
        const auto before = [&](int diagonal) {
          return history_[static_cast<std::size_t>(d - 1)][static_cast<std::size_t>(diagonal + d - 1)];
        };
        const bool down = k == -d || (k != d && before(k - 1) < before(k + 1));
        const int origin = down ? k + 1 : k - 1;
        startX = before(origin);
        startY = startX - origin;
        const int snakeX = down ? startX : startX + 1;
        while (x > snakeX) pairs.emplace_back(--x, --y);
      } else {
        while (x > 0 && y > 0) pairs.emplace_back(--x, --y);
      }
      x = startX;
      y = startY;
    }
    list.insert(list.end(), pairs.rbegin(), pairs.rend());
  }

  std::span<const std::uint64_t> left_, right_;
  int n_, m_;
  std::vector<std::vector<int>> history_;  // after d edits: diagonals -d to d
};

}  // namespace

std::vector<IndexPair> commonSubsequence(const std::vector<std::uint64_t> &left, const std::vector<std::uint64_t> &right) {
  std::size_t start = 0, l = left.size(), r = right.size();
  while (start < l && start < r && left[start] == right[start]) ++start;
  while (l > start && r > start && left[l - 1] == right[r - 1]) --l, --r;
  std::vector<IndexPair> pairs;
  for (std::uint32_t i = 0; i < start; ++i) pairs.emplace_back(i, i);
  constexpr int kMostEdits = 1000;
  for (std::size_t i = start, k = start; i < l && k < r;) {
    std::vector<IndexPair> piece;
    const auto [x, y] = ShortestEdit(std::span(left).subspan(i, l - i), std::span(right).subspan(k, r - k)).run(kMostEdits, piece);
    for (const auto &[a, b] : piece) pairs.emplace_back(static_cast<std::uint32_t>(a + i), static_cast<std::uint32_t>(b + k));
    i += static_cast<std::size_t>(x);
    k += static_cast<std::size_t>(y);
  }
  for (; l < left.size(); ++l, ++r) pairs.emplace_back(static_cast<std::uint32_t>(l), static_cast<std::uint32_t>(r));
  return pairs;
}

}  // namespace tileport::align
