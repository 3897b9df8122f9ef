// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "mutate/tree.h"

namespace tileport::probes {

/// What is wrong with the text of a probe; a mistake of who wrote it.
struct BadProbe : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads the pieces of the probes' language (README.md): words, numbers, types and attributes, into the tables of a tree.
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t line, mutate::Tree &tree) : text_(text), line_(line), tree_(tree) {}

  bool done();
  bool peek(std::string_view text);
  bool take(std::string_view text);
  void need(std::string_view text);
  std::string word();
  std::int64_t number();
  /// The name after a mark such as % or @; absent when there is none.
  std::optional<std::string> marked(char mark);
  std::string quoted();
  template <class Item>
  void list(std::string_view close, Item item) {
    while (!take(close)) {
      item();
      if (take(",")) continue;
      need(close);
      return;
    }
  }

  tileir::TypeId type();
  tileir::AttributeId attribute(const tileir::AttributeInfo &about, tileir::TypeId resultType);
  tileir::AttributeId hints();
  tileir::AttributeId dictionary();
  /// An attribute that says itself what it is.
  tileir::AttributeId tagged();

  [[noreturn]] void fail(const std::string &expected) const;

 private:
  void skip();
  std::optional<std::int64_t> extent();
  std::int64_t decimal();
  std::vector<std::int64_t> extents();
  tileir::TypeId pointer();
  tileir::TypeId tile();
  tileir::TypeId tensorView();
  tileir::TypeId view(tileir::TypeKind kind);
  tileir::AttributeId pairs(tileir::AttributeKind kind, std::string_view close);
  tileir::AttributeId predicate(const std::string &word);
  tileir::AttributeId dense(tileir::TypeId type);
  tileir::AttributeId numbers(tileir::AttributeKind kind);
  tileir::AttributeId typedNumber(std::int64_t bits);
  std::uint64_t ordinal(tileir::EnumKind kind);

  std::string_view text_;
  std::size_t line_;
  std::size_t at_ = 0;
  mutate::Tree &tree_;
};

}  // namespace tileport::probes
