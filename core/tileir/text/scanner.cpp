// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/text/scanner.h"

#include <algorithm>
#include <charconv>

namespace tileport::tileir::text {

namespace {

// A listing takes about the room of its text, the arrays of a program some ten times as much. The fixed part lets small texts
// repeat long names as much as they like.
constexpr std::uint64_t kFixedBudget = std::uint64_t{16} << 20;
constexpr std::uint64_t kBudgetPerByte = 128;
constexpr std::uint64_t kLargestBudget = std::uint64_t{2} << 30;
/// Characters of the text that an error repeats.
constexpr std::size_t kLongestQuote = 40;

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool startsWord(char c) { return isLetter(c) || c == '_'; }
bool continuesWord(char c) { return isLetter(c) || isDigit(c) || c == '_' || c == '$' || c == '.'; }
bool continuesName(char c) { return continuesWord(c) || c == '-'; }

std::string quoted(std::string_view piece) {
  if (piece.size() > kLongestQuote) return "'" + std::string(piece.substr(0, kLongestQuote)) + "...'";
  return "'" + std::string(piece) + "'";
}

unsigned hexValue(char c) {
  if (isDigit(c)) return static_cast<unsigned>(c - '0');
  return static_cast<unsigned>((c | 0x20) - 'a') + 10;
}

void appendUtf8(std::string &text, std::uint32_t point) {
  if (point < 0x80) {
    text += static_cast<char>(point);
  } else if (point < 0x800) {
    text += {static_cast<char>(0xC0 | point >> 6), static_cast<char>(0x80 | (point & 0x3F))};
  } else if (point < 0x10000) {
    text +=
        {static_cast<char>(0xE0 | point >> 12), static_cast<char>(0x80 | (point >> 6 & 0x3F)), static_cast<char>(0x80 | (point & 0x3F))};
  } else {
    text += {static_cast<char>(0xF0 | point >> 18), static_cast<char>(0x80 | (point >> 12 & 0x3F)),
             static_cast<char>(0x80 | (point >> 6 & 0x3F)), static_cast<char>(0x80 | (point & 0x3F))};
  }
}

}  // namespace

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isHexDigit(char c) { return isDigit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }

std::optional<std::uint64_t> Number::magnitude() const {
  std::uint64_t value = 0;
  const char *end = digits.data() + digits.size();
  const auto [stop, problem] = std::from_chars(digits.data(), end, value, hexadecimal ? 16 : 10);
  if (problem != std::errc() || stop != end) return std::nullopt;
  return value;
}

Scanner::Scanner(std::string_view text, std::string_view name, const CancelToken &cancel)
    : text_(text), name_(name), cancel_(cancel), budget_(std::min(kFixedBudget + kBudgetPerByte * text.size(), kLargestBudget)) {}

void Scanner::skipBlanks() {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // editors of Windows write it
  if (at_ == 0 && text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      ++at_;
    } else if (c == '/' && text_.substr(at_).starts_with("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else {
      return;
    }
  }
}

std::string_view Scanner::peekWord() {
  std::size_t end = here();
  if (end == text_.size() || !startsWord(text_[end])) return {};
  while (end < text_.size() && continuesWord(text_[end])) ++end;
  return text_.substr(at_, end - at_);
}

bool Scanner::take(char punctuation) {
  if (peek() != punctuation || atEnd()) return false;
  took(1);
  return true;
}

bool Scanner::takeArrow() {
  if (!ahead("->")) return false;
  took(2);
  return true;
}

bool Scanner::takeWord(std::string_view word) {
  if (peekWord() != word) return false;
  took(word.size());
  return true;
}

std::optional<Number> Scanner::takeNumber() {
  Number number;
  number.offset = here();
  std::size_t at = at_;
  const auto digitAt = [&](std::size_t place) { return place < text_.size() && isDigit(text_[place]); };
  if (at < text_.size() && text_[at] == '-') {
    number.negative = true;
    for (++at; at < text_.size() && text_[at] == ' ';) ++at;
  }
  if (!digitAt(at)) return std::nullopt;
  std::size_t begin = at;
  if (text_[at] == '0' && at + 2 < text_.size() && text_[at + 1] == 'x' && isHexDigit(text_[at + 2])) {
    number.hexadecimal = true;
    begin = at += 2;
    while (at < text_.size() && isHexDigit(text_[at])) ++at;
  } else {
    while (digitAt(at)) ++at;
    if (at < text_.size() && text_[at] == '.') {
      number.fraction = true;
      for (++at; digitAt(at);) ++at;
      if (at < text_.size() && (text_[at] == 'e' || text_[at] == 'E')) {
        const std::size_t sign = at + 1 < text_.size() && (text_[at + 1] == '-' || text_[at + 1] == '+') ? 1 : 0;
        if (digitAt(at + 1 + sign)) {
          for (at += 1 + sign; digitAt(at);) ++at;
        }
      }
    }
  }
  number.digits = text_.substr(begin, at - begin);
  took(at - at_);
  return number;
}

bool Scanner::numberAhead() {
  std::size_t at = here();
  if (ahead("-")) {
    for (++at; at < text_.size() && text_[at] == ' ';) ++at;
  }
  return at < text_.size() && isDigit(text_[at]);
}

std::optional<std::string_view> Scanner::takeName(char sign) {
  std::size_t end = here() + 1;
  if (end >= text_.size() || text_[at_] != sign) return std::nullopt;
  if (isDigit(text_[end])) {
    while (end < text_.size() && isDigit(text_[end])) ++end;
  } else {
    while (end < text_.size() && continuesName(text_[end])) ++end;
  }
  if (end == at_ + 1) return std::nullopt;
  const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
  took(end - at_);
  return name;
}

std::string_view Scanner::takeDigits() {
  std::size_t end = at_;
  while (end < text_.size() && isDigit(text_[end])) ++end;
  const std::string_view digits = text_.substr(at_, end - at_);
  if (!digits.empty()) took(digits.size());
  return digits;
}

bool Scanner::takeNext(char character) {
  if (at_ == text_.size() || text_[at_] != character) return false;
  took(1);
  return true;
}

void Scanner::goBack(std::size_t offset) {
  at_ = offset;
  if (last_.begin >= offset) last_ = before_;
  if (last_.begin >= offset) last_ = {};
}

void Scanner::expect(char punctuation) {
  if (!take(punctuation)) expected(quoted({&punctuation, 1}));
}

void Scanner::expectArrow() {
  if (!takeArrow()) expected("'->'");
}

void Scanner::expectWord(std::string_view word) {
  if (!takeWord(word)) expected(quoted(word));
}

void Scanner::expectAll(std::string_view pieces) {
  while (!pieces.empty()) {
    std::size_t size = 1;
    if (startsWord(pieces[0])) {
      while (size < pieces.size() && continuesWord(pieces[size])) ++size;
      expectWord(pieces.substr(0, size));
    } else if (pieces.starts_with("->")) {
      size = 2;
      expectArrow();
    } else if (pieces[0] != ' ') {
      expect(pieces[0]);
    }
    pieces.remove_prefix(size);
  }
}

std::string_view Scanner::word(std::string_view what) {
  const std::string_view found = peekWord();
  if (found.empty()) expected(what);
  took(found.size());
  return found;
}

Number Scanner::number(std::string_view what) {
  const std::optional<Number> found = takeNumber();
  if (!found) expected(what);
  return *found;
}

std::int64_t Scanner::integer(std::string_view what) {
  const std::size_t start = here();
  const std::optional<Number> found = takeNumber();
  if (!found) expected(what);
  if (found->fraction) {
    at_ = start;
    expected(what);
  }
  const std::optional<std::uint64_t> magnitude = found->magnitude();
  const std::uint64_t most = std::uint64_t{INT64_MAX} + (found->negative ? 1 : 0);
  if (!magnitude || *magnitude > most) fail(start, "the number has more than 64 bits");
  return static_cast<std::int64_t>(found->negative ? 0 - *magnitude : *magnitude);
}

std::uint64_t Scanner::natural(std::string_view what, std::uint64_t most) {
  const std::size_t start = here();
  const std::int64_t value = integer(what);
  if (value < 0 || static_cast<std::uint64_t>(value) > most) {
    fail(start, "expected " + std::string(what) + " from 0 to " + std::to_string(most) + ", found " + std::to_string(value));
  }
  return static_cast<std::uint64_t>(value);
}

std::string Scanner::string(std::string_view what) {
  if (peek() != '"') expected(what);
  const std::size_t begin = at_;
  std::string content;
  for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n';) {
    if (text_[at_] == '\\') {
      readEscape(content, begin);
    } else {
      content += text_[at_++];
    }
  }
  if (at_ == text_.size() || text_[at_] == '\n') fail(begin, "the string does not end on its line");
  took(begin, at_ + 1);
  return content;
}

/// \" \\ \n \t and two hexadecimal digits, as MLIR; \r \0 \' \u{...}, as Rust prints strings for debugging.
void Scanner::readEscape(std::string &content, std::size_t begin) {
  const std::string_view rest = text_.substr(at_ + 1, 2);
  const char c = rest.empty() ? '\0' : rest[0];
  constexpr std::string_view kPlain = "\"\\'";
  if (rest.size() == 2 && isHexDigit(c) && isHexDigit(rest[1])) {
    content += static_cast<char>(hexValue(c) << 4 | hexValue(rest[1]));
    at_ += 3;
    return;
  }
  if (c == 'u' && rest.size() == 2 && rest[1] == '{') {
    std::uint32_t point = 0;
    const std::size_t first = at_ + 3;
    const char *end = text_.data() + text_.size();
    const auto [stop, problem] = std::from_chars(text_.data() + first, end, point, 16);
    if (problem == std::errc() && stop != end && *stop == '}' && point <= 0x10FFFF) {
      appendUtf8(content, point);
      at_ = static_cast<std::size_t>(stop - text_.data()) + 1;
      return;
    }
  }
  constexpr std::string_view kLetters = "ntr0";
  constexpr std::string_view kMeanings{"\n\t\r\0", 4};
  if (!rest.empty() && kPlain.find(c) != std::string_view::npos) {
    content += c;
  } else if (const std::size_t letter = kLetters.find(c); !rest.empty() && letter != std::string_view::npos) {
    content += kMeanings[letter];
  } else {
    fail(rest.empty() ? begin : at_, "the string has an unknown escape");
  }
  at_ += 2;
}

std::string Scanner::symbol(std::string_view what) {
  if (peek() != '@') expected(what);
  const std::size_t begin = at_;
  if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
    ++at_;
    std::string name = string(what);
    if (name.empty()) fail(begin, "the name is empty");
    return name;
  }
  if (const auto name = takeName('@')) return std::string(*name);
  expected(what);
}

std::string Scanner::key() {
  if (peek() == '"') {
    const std::size_t begin = at_;
    std::string content = string("a key");
    if (content.empty()) fail(begin, "the key is empty");
    return content;
  }
  return std::string(word("a key"));
}

std::string Scanner::hintKey() {
  const std::size_t start = here();
  const std::string_view line = text_.substr(start, text_.find('\n', start) - start);
  std::size_t end = peekWord().size();
  if (line.starts_with('"') && line.find('"', 1) != std::string_view::npos) end = line.find('"', 1) + 1;
  const std::string_view behind = line.substr(std::min(line.find_first_not_of(" \t\r", end), line.size()));
  const std::string_view raw = line.substr(0, line.find(" = "));
  constexpr std::string_view kSigns = "=,{}<>";
  if (behind.empty() || behind.starts_with('=') || raw.size() == line.size() || raw.find_first_of(kSigns) != std::string_view::npos)
    return key();
  took(raw.size());
  return std::string(raw);
}

// ---- Errors ------------------------------------------------------------------------------------------------------------

std::string Scanner::describe(std::size_t offset) const {
  if (offset == text_.size()) return "the end of the text";
  const char c = text_[offset];
  std::size_t end = offset + 1;
  if (c == '"') return "a string";
  if (text_.substr(offset).starts_with("->")) return "'->'";
  if (startsWord(c) || c == '%' || c == '@' || c == '#' || c == '!' || c == '^') {
    while (end < text_.size() && (c == '%' || c == '#' || c == '@' ? continuesName(text_[end]) : continuesWord(text_[end]))) ++end;
  } else if (isDigit(c)) {
    while (end < text_.size() && (isLetter(text_[end]) || isDigit(text_[end]) || text_[end] == '.')) ++end;
  } else if (c < ' ' || c > '~') {
    char buffer[4];
    const auto written = std::to_chars(buffer, buffer + sizeof buffer, static_cast<unsigned char>(c), 16);
    return "the byte 0x" + std::string(buffer, written.ptr);
  }
  return quoted(text_.substr(offset, end - offset));
}

void Scanner::expected(std::string_view what) {
  const std::size_t offset = here();
  std::string message = "expected ";
  message += what;
  if (last_.end != last_.begin) message += " after " + quoted(between(last_.begin, last_.end));
  fail(offset, message + ", found " + describe(offset));
}

void Scanner::fail(std::size_t offset, std::string message, ErrorKind kind, std::string advice) {
  Error error;
  error.kind = kind;
  error.message = std::move(message);
  error.place.file = name_;
  if (kind != ErrorKind::Cancelled) {
    const std::string_view before = text_.substr(0, offset);
    const std::size_t lineEnd = before.rfind('\n');
    error.place.line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n') + 1);
    error.place.column = static_cast<std::uint32_t>(offset - (lineEnd == std::string_view::npos ? 0 : lineEnd + 1) + 1);
    error.place.byteOffset = offset;
    error.place.op = op_;
  }
  error.advice = std::move(advice);
  throw Failure{std::move(error)};
}

void Scanner::stopIfCancelled() {
  if (cancel_.cancelled()) fail(at_, "reading was cancelled", ErrorKind::Cancelled);
}

void Scanner::tooLarge() {
  fail(at_, "the program is too large for a text of " + std::to_string(text_.size()) + " bytes", ErrorKind::Limit,
       "No exporter is known to write such a text; check where it comes from.");
}

}  // namespace tileport::tileir::text
