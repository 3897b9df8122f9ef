// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "support/result.h"

/// Private to core/evidence: the letters of a mangled symbol.
namespace tileport::evidence {

/// Walks through a symbol. The methods that read take nothing when what they look for is not there.
class SymbolCursor {
 public:
  explicit SymbolCursor(std::string_view symbol, std::size_t at) : symbol_(symbol), at_(at) {}

  bool atEnd() const { return at_ == symbol_.size(); }
  std::size_t position() const { return at_; }
  /// 0 beyond the end.
  char peek(std::size_t ahead = 0) const { return at_ + ahead < symbol_.size() ? symbol_[at_ + ahead] : '\0'; }
  void skip(std::size_t count) { at_ += count; }

  bool take(char letter);
  /// The longest piece, maybe empty, that has only such letters.
  template <class Predicate>
  std::string_view takeWhile(Predicate &&predicate) {
    const std::size_t begin = at_;
    while (at_ < symbol_.size() && predicate(symbol_[at_])) ++at_;
    return symbol_.substr(begin, at_ - begin);
  }
  std::optional<std::string_view> takeExactly(std::size_t count);

  Error error(std::string message, ErrorKind kind = ErrorKind::Malformed) const { return errorAt(at_, std::move(message), kind); }
  Error errorAt(std::size_t position, std::string message, ErrorKind kind = ErrorKind::Malformed) const;

  /// A decimal number without a sign.
  Result<std::uint32_t> count(std::string_view what);
  /// A decimal number; "_" is the minus sign.
  Result<std::int64_t> integer();
  /// The number of a divisor: more than 1.
  Result<std::int64_t> divisor();
  /// Lower-case hex, at most 16 digits.
  Result<std::uint64_t> hex(std::string_view what);
  /// The canonical name of the type whose code stands here.
  Result<std::string> elementType();
  /// An escaped string, as UTF-8.
  Result<std::string> string();

 private:
  Result<void> escape(std::string &into);
  std::string_view symbol_;
  std::size_t at_;
};

std::string mangledInteger(std::int64_t value);
std::string mangledHex(std::uint64_t value, int digits = 1);
/// `text` is UTF-8; pieces that are not come out as U+FFFD.
std::string mangledString(std::string_view text);

inline bool isDigit(char c) { return c >= '0' && c <= '9'; }
inline bool isLower(char c) { return c >= 'a' && c <= 'z'; }
inline bool isHexDigit(char c) { return isDigit(c) || (c >= 'a' && c <= 'f'); }
/// Letters that stand for themselves in a string. "K" does not, so that a string never holds the divider.
inline bool isPlain(char c) { return isDigit(c) || isLower(c) || (c >= 'A' && c <= 'Z' && c != 'K'); }

}  // namespace tileport::evidence
