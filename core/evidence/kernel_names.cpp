// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "evidence/kernel_names.h"

#include <algorithm>

#include "evidence/names.h"
#include "evidence/symbol.h"

namespace tileport::evidence {

namespace {

std::string plainName(const std::string &kernel) {
  std::string name = lowered(kernelOfRustEntry(kernel).value_or(kernel));
  // The word that most of them have says nothing.
  constexpr std::string_view kKernel = "_kernel";
  if (const std::size_t at = name.rfind(kKernel); at != std::string::npos && at > 0) name.erase(at, kKernel.size());
  return name.substr(std::min(name.find_first_not_of('_'), name.size()));
}

std::size_t longestCommonPart(const std::string &a, const std::string &b) {
  std::vector<std::size_t> lengths(b.size() + 1, 0);
  std::size_t longest = 0;
  for (const char c : a) {
    for (std::size_t i = b.size(); i > 0; --i) {
      lengths[i] = b[i - 1] == c ? lengths[i - 1] + 1 : 0;
      longest = std::max(longest, lengths[i]);
    }
  }
  return longest;
}

struct Likeness {
  std::size_t common = 0;
  std::size_t others = 0;  ///< letters of both names that are not in the common part
  std::string reference;
  std::string port;

  /// Better ones first.
  bool isBetterThan(const Likeness &other) const { return common != other.common ? common > other.common : others < other.others; }
  bool isAsGoodAs(const Likeness &other) const { return common == other.common && others == other.others; }
};

}  // namespace

std::vector<std::pair<std::string, std::string>> kernelsByName(const std::set<std::string> &references,
                                                               const std::set<std::string> &ports) {
  std::vector<Likeness> all;
  for (const std::string &reference : references) {
    for (const std::string &port : ports) {
      const std::string ours = plainName(reference);
      const std::string theirs = plainName(port);
      const std::size_t common = longestCommonPart(ours, theirs);
      if (common == 0 || common * 2 < std::min(ours.size(), theirs.size())) continue;
      all.push_back({common, ours.size() + theirs.size() - 2 * common, reference, port});
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Likeness &a, const Likeness &b) { return a.isBetterThan(b); });
  std::vector<std::pair<std::string, std::string>> pairs;
  std::set<std::string> usedReferences, usedPorts;
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin;
    std::vector<Likeness> open;
    for (; end < all.size() && all[end].isAsGoodAs(all[begin]); ++end)
      if (usedReferences.count(all[end].reference) == 0 && usedPorts.count(all[end].port) == 0) open.push_back(all[end]);
    for (const Likeness &each : open) {
      const auto shares = [&](const Likeness &other) { return (other.reference == each.reference) != (other.port == each.port); };
      if (std::none_of(open.begin(), open.end(), shares)) pairs.emplace_back(each.reference, each.port);
      usedReferences.insert(each.reference);
      usedPorts.insert(each.port);
    }
    begin = end;
  }
  return pairs;
}

}  // namespace tileport::evidence
