// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace tileport::align {

/// Tables in flat arrays, for what a program has one of per op: with a node for each entry, programs of 100,000 ops spend
/// most of their time waiting for memory (docs/decisions/0009-flat-tables.md).

/// One list for each number from 0 on, all in one array.
template <class T>
class FlatLists {
 public:
  FlatLists() = default;

  /// `visit(emit)` calls `emit(list, item)` for every item, each list's in order. It is called twice: to count and to fill.
  template <class Visit>
  FlatLists(std::size_t lists, Visit visit) : ends_(lists + 1, 0) {
    visit([this](std::size_t list, const T &) { ++ends_[list + 1]; });
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
    items_.resize(ends_.back());
    // While it is filled, entry n is where the next item of list n goes; then it is where list n ends.
    visit([this](std::size_t list, const T &item) { items_[ends_[list]++] = item; });
  }

  std::span<const T> operator[](std::size_t list) const {
    const std::uint32_t begin = list == 0 ? 0 : ends_[list - 1];
    return {items_.data() + begin, ends_[list] - begin};
  }

 private:
  std::vector<std::uint32_t> ends_;
  std::vector<T> items_;
};

/// Finds numbers by a hash of what they stand for; whether it is that, the caller decides.
class HashIndex {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// `isIt(number)` is asked of every number whose hash may be this one. kNone when it is none of them.
  template <class IsIt>
  std::uint32_t find(std::uint64_t hash, IsIt isIt) const {
    if (slots_.empty()) return kNone;
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    for (std::size_t at = tag & mask(); slots_[at].number != kNone; at = (at + 1) & mask())
      if (slots_[at].tag == tag && isIt(slots_[at].number)) return slots_[at].number;
    return kNone;
  }

  /// `number` must not be in the index yet, nor be kNone.
  void insert(std::uint64_t hash, std::uint32_t number) {
    if (2 * ++count_ > slots_.size()) grow();
    place({static_cast<std::uint32_t>(hash >> 32), number});
  }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = kNone;
  };

  std::size_t mask() const { return slots_.size() - 1; }

  void place(Slot slot) {
    std::size_t at = slot.tag & mask();
    while (slots_[at].number != kNone) at = (at + 1) & mask();
    slots_[at] = slot;
  }

  void grow() {
    const std::vector<Slot> old = std::move(slots_);
    slots_.assign(old.empty() ? 64 : 4 * old.size(), {});
    for (const Slot &slot : old)
      if (slot.number != kNone) place(slot);
  }

  std::vector<Slot> slots_;  ///< a power of two of them, at most half taken
  std::size_t count_ = 0;
};

/// Numbers for lists of numbers.
class ListIndex {
 public:
  /// The value that was inserted for an equal list; kNone when there is none.
  std::uint32_t find(std::span<const std::uint32_t> list) const {
    const std::uint32_t entry = index_.find(hash(list), [&](std::uint32_t n) { return equals(entries_[n], list); });
    return entry == HashIndex::kNone ? HashIndex::kNone : entries_[entry].value;
  }
  /// An equal list must not be there yet.
  void insert(std::span<const std::uint32_t> list, std::uint32_t value) {
    index_.insert(hash(list), static_cast<std::uint32_t>(entries_.size()));
    entries_.push_back({numbers_.size(), static_cast<std::uint32_t>(list.size()), value});
    numbers_.insert(numbers_.end(), list.begin(), list.end());
  }

 private:
  struct Entry {
    std::size_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t value = 0;
  };

  static std::uint64_t hash(std::span<const std::uint32_t> list);
  bool equals(const Entry &entry, std::span<const std::uint32_t> list) const;

  HashIndex index_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> numbers_;
};

/// A set of small numbers that is walked upwards while it changes.
class NumberSet {
 public:
  static constexpr std::size_t kEnd = SIZE_MAX;

  explicit NumberSet(std::size_t most) : words_((most + 63) / 64, 0) {}

  void insert(std::size_t n) {
    std::uint64_t &word = words_[n / 64];
    count_ += (word >> n % 64 & 1) == 0;
    word |= std::uint64_t{1} << n % 64;
  }
  void erase(std::size_t n) {
    std::uint64_t &word = words_[n / 64];
    count_ -= word >> n % 64 & 1;
    word &= ~(std::uint64_t{1} << n % 64);
  }
  /// How many are in it.
  std::size_t size() const { return count_; }
  /// The first that is `from` or more; kEnd when there is none.
  std::size_t next(std::size_t from) const;

 private:
  std::vector<std::uint64_t> words_;
  std::size_t count_ = 0;
};

}  // namespace tileport::align
