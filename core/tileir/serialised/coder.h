// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "support/ids.h"
#include "tileir/reader/cursor.h"

/// Writes and reads the parts of the payload. Both have the same members, so that coding.h describes each part once for both.
namespace tileport::tileir::serialised {

/// Numbers are LEB128; signed ones zigzag; an id is written as its number plus one, 0 when invalid.
class Writer {
 public:
  static constexpr bool kReads = false;

  void number(std::uint64_t number, std::string_view = {}) {
    for (; number >= 0x80; number >>= 7) body_ += static_cast<char>(number | 0x80);
    body_ += static_cast<char>(number);
  }
  void signedNumber(std::int64_t value, std::string_view = {}) {
    number((static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
  }
  void flag(bool value, std::string_view = {}) { number(value); }
  template <class Enum>
  void choice(Enum value, std::uint64_t, std::string_view) {
    number(static_cast<std::uint64_t>(value));
  }
  template <class Tag>
  void id(Id<Tag> value, std::string_view = {}) {
    number(static_cast<std::uint32_t>(value.value + 1));
  }
  void text(const std::string &value, std::string_view = {}) {
    const auto [place, isNew] = numbers_.try_emplace(value, strings_.size());
    if (isNew) strings_.push_back(place->first);
    number(place->second);
  }
  void bytes(const std::string &value, std::string_view = {}) {
    number(value.size());
    body_ += value;
  }
  template <class T, class Each>
  void list(const std::vector<T> &items, std::string_view, Each each) {
    number(items.size());
    for (const T &item : items) each(item);
  }
  template <class T, class Each>
  void optional(const std::optional<T> &item, std::string_view, Each each) {
    number(item.has_value());
    if (item) each(*item);
  }

  /// The strings that were met, then everything that was written.
  std::string finish() &&;

 private:
  std::string body_;
  std::unordered_map<std::string_view, std::size_t> numbers_;  ///< views of the program's strings
  std::vector<std::string_view> strings_;
};

/// Throws reader::Failure. Charges for what it makes, so that a few bytes cannot name a long string many times.
class Reader {
 public:
  static constexpr bool kReads = true;

  /// Reads the strings first.
  explicit Reader(reader::Cursor &cursor);

  reader::Cursor &cursor() { return cursor_; }

  template <class T>
  void number(T &value, std::string_view what) {
    value = static_cast<T>(cursor_.below(std::uint64_t{1} << (8 * sizeof(T) - 1) << 1, what));
  }
  void number(std::uint64_t &value, std::string_view what) { value = cursor_.varint(what); }
  template <class T>
  void signedNumber(T &value, std::string_view what) {
    const std::int64_t wide = cursor_.svarint(what);
    value = static_cast<T>(wide);
    if (value != wide) cursor_.fail(std::string(what) + " is out of range");
  }
  void flag(bool &value, std::string_view what) { value = cursor_.below(2, what) == 1; }
  /// One of `count` enumerators.
  template <class Enum>
  void choice(Enum &value, std::uint64_t count, std::string_view what) {
    value = static_cast<Enum>(cursor_.below(count, what));
  }
  template <class Tag>
  void id(Id<Tag> &value, std::string_view what) {
    value.value = static_cast<std::uint32_t>(cursor_.below(std::uint64_t{1} << 32, what)) - 1;
  }
  void text(std::string &value, std::string_view what) {
    const std::string_view found = strings_[cursor_.below(strings_.size(), what)];
    cursor_.charge(found.size());
    value = found;
  }
  void bytes(std::string &value, std::string_view what) {
    value = cursor_.bytes(cursor_.count(1, what), what);
    cursor_.charge(value.size());
  }
  template <class T, class Each>
  void list(std::vector<T> &items, std::string_view what, Each each) {
    const std::size_t count = cursor_.count(1, what);
    cursor_.charge(count * sizeof(T));
    items.resize(count);
    for (T &item : items) {
      cursor_.context().poll();
      each(item);
    }
  }
  template <class T, class Each>
  void optional(std::optional<T> &item, std::string_view what, Each each) {
    if (cursor_.below(2, what) == 1) each(item.emplace());
  }

 private:
  reader::Cursor &cursor_;
  std::vector<std::string_view> strings_;
};

}  // namespace tileport::tileir::serialised
