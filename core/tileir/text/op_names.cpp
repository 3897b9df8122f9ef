// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/text/op_names.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <vector>

namespace tileport::tileir::text {

namespace {

constexpr std::string_view kDialect = "cuda_tile.";
constexpr std::size_t kLongestName = 40;

std::unordered_map<std::string_view, OpKind> makeNames() {
  std::unordered_map<std::string_view, OpKind> names;
  for (std::size_t i = 0; i < kOpKindCount; ++i) {
    const auto kind = static_cast<OpKind>(i);
    if (info(kind).inBody) names.emplace(info(kind).mnemonic, kind);
  }
  names.emplace("pow", OpKind::FPowF);
  names.emplace("print", OpKind::PrintTko);
  return names;
}

const std::unordered_map<std::string_view, OpKind> &names() {
  static const std::unordered_map<std::string_view, OpKind> known = makeNames();
  return known;
}

/// The number of letters to add, take away or change.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t before = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = before + (a[i] == b[j] ? 0 : 1);
      before = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, before + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<OpKind> opNamed(std::string_view word) {
  if (word.starts_with(kDialect)) word.remove_prefix(kDialect.size());
  const auto place = names().find(word);
  return place == names().end() ? std::nullopt : std::optional(place->second);
}

std::string adviceOnOp(std::string_view word) {
  if (word.starts_with(kDialect)) word.remove_prefix(kDialect.size());
  if (word.size() > kLongestName) return {};
  std::string_view nearest;
  std::size_t least = kLongestName;
  for (std::size_t i = 0; i < kOpKindCount; ++i) {
    const OpInfo &each = info(static_cast<OpKind>(i));
    if (!each.inBody) continue;
    const std::size_t away = distance(word, each.mnemonic);
    if (away < least) {
      least = away;
      nearest = each.mnemonic;
    }
  }
  return nearest.empty() ? std::string() : "The nearest op is '" + std::string(nearest) + "'.";
}

}  // namespace tileport::tileir::text
