// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "tileir/program_ids.h"

namespace tileport::tileir::text {

/// %name as it stands in the text, without the sign.
struct ValueName {
  std::string_view name;
  std::size_t offset = 0;
};

/// The names that are in sight. Regions side by side may use the same ones; one inside of another may not hide any.
class Scope {
 public:
  struct Entry {
    ValueId first;
    std::uint32_t count;
  };

  void clear() {
    entries_.clear();
    order_.clear();
  }
  /// False when the name is taken.
  bool define(std::string_view name, ValueId first, std::uint32_t count) {
    if (!entries_.try_emplace(name, Entry{first, count}).second) return false;
    order_.push_back(name);
    return true;
  }
  const Entry *find(std::string_view name) const {
    const auto place = entries_.find(name);
    return place == entries_.end() ? nullptr : &place->second;
  }

  std::size_t mark() const { return order_.size(); }
  /// Forgets the names that came after the mark.
  void leave(std::size_t mark) {
    for (std::size_t i = mark; i < order_.size(); ++i) entries_.erase(order_[i]);
    order_.resize(mark);
  }

 private:
  std::unordered_map<std::string_view, Entry> entries_;
  std::vector<std::string_view> order_;
};

}  // namespace tileport::tileir::text
