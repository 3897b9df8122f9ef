// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "support/cancel.h"
#include "support/result.h"

namespace tileport::tileir::text {

/// Thrown where the text breaks a rule and caught once, in readText. Never leaves the folder.
struct Failure {
  Error error;
};

/// A number as it is written.
struct Number {
  std::size_t offset = 0;
  bool negative = false;
  bool hexadecimal = false;
  bool fraction = false;    ///< has a point, and maybe an exponent
  std::string_view digits;  ///< without sign and 0x

  /// The whole number without its sign; absent when it needs more than 64 bits.
  std::optional<std::uint64_t> magnitude() const;
};

/// Walks through the text piece by piece. Blanks and comments before a piece are passed over. There are no tokens: what
/// "4x8xf32" or "%x:2" falls into depends on who asks.
class Scanner {
 public:
  Scanner(std::string_view text, std::string_view name, const CancelToken &cancel);

  // ---- Looking ahead -------------------------------------------------------------------------------------------------

  /// Offset of the next piece.
  std::size_t here() {
    skipBlanks();
    return at_;
  }
  bool atEnd() { return here() == text_.size(); }
  /// The next character; NUL at the end.
  char peek() { return atEnd() ? '\0' : text_[at_]; }
  bool ahead(std::string_view characters) { return text_.substr(here()).starts_with(characters); }
  /// The bare identifier that comes next: letters, digits, _ $ and points. Empty when there is none.
  std::string_view peekWord();

  // ---- Taking what may be there --------------------------------------------------------------------------------------

  bool take(char punctuation);
  bool takeArrow();
  bool takeWord(std::string_view word);
  std::optional<Number> takeNumber();
  bool numberAhead();
  /// The name behind a sign: %name, #name, !name.
  std::optional<std::string_view> takeName(char sign);
  /// The digits that come next, of a dimension or a result's number: nothing is passed over before them, no 0x.
  std::string_view takeDigits();
  /// One character that comes right next.
  bool takeNext(char character);

  // ---- Taking what must be there -------------------------------------------------------------------------------------

  void expect(char punctuation);
  void expectArrow();
  void expectWord(std::string_view word);
  /// Words and punctuation of an assembly format.
  void expectAll(std::string_view pieces);
  std::string_view word(std::string_view what);
  Number number(std::string_view what);
  std::int64_t integer(std::string_view what);
  std::uint64_t natural(std::string_view what, std::uint64_t most);
  /// The content of "...".
  std::string string(std::string_view what);
  /// @name, @"any name": without the sign.
  std::string symbol(std::string_view what);
  /// A key of a dictionary: a word or a string.
  std::string key();
  /// A key of hints, which are printed as they are, whatever is in them: a word or a string, otherwise all before " = ".
  std::string hintKey();

  // ---- Errors and limits ---------------------------------------------------------------------------------------------

  /// "expected a type after ':', found '{'"
  [[noreturn]] void expected(std::string_view what);
  [[noreturn]] void fail(std::size_t offset, std::string message, ErrorKind kind = ErrorKind::Malformed, std::string advice = {});
  /// The op that errors name from now on; empty for none.
  void enterOp(std::string_view mnemonic) { op_ = mnemonic; }
  /// Throws when the caller asked to stop; looks at the token every 256th time.
  void poll() {
    if ((++polls_ & 0xff) == 0) stopIfCancelled();
  }
  void stopIfCancelled();
  /// Accounts for memory and printed text that will be made: a few characters can name something long many times over.
  void charge(std::uint64_t bytes) {
    if (bytes > budget_) tooLarge();
    budget_ -= bytes;
  }

  std::string_view between(std::size_t begin, std::size_t end) const { return text_.substr(begin, end - begin); }
  std::size_t end() const { return at_; }
  /// To where the last piece, or the last but one, began.
  void goBack(std::size_t offset);

 private:
  struct Piece {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  void skipBlanks();
  void took(std::size_t size) { took(at_, at_ + size); }
  void took(std::size_t begin, std::size_t end) {
    before_ = last_;
    last_ = {begin, end};
    at_ = end;
  }
  std::string describe(std::size_t offset) const;
  void readEscape(std::string &content, std::size_t begin);
  [[noreturn]] void tooLarge();

  std::string_view text_;
  std::string_view name_;
  const CancelToken &cancel_;
  std::string_view op_;
  std::size_t at_ = 0;
  Piece last_;    ///< what was taken last, for errors
  Piece before_;  ///< what was taken before it
  std::uint64_t budget_;
  std::uint32_t polls_ = 0;
};

bool isDigit(char c);
bool isHexDigit(char c);

}  // namespace tileport::tileir::text
