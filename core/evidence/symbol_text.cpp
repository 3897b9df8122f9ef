// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "evidence/symbol_text.h"

#include <algorithm>
#include <charconv>

#include "evidence/element_type.h"
#include "support/utf8.h"

namespace tileport::evidence {

namespace {

void appendUtf8(std::string &text, std::uint32_t code) {
  const auto tail = [&](int shift) { text += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0 | (code >> 12));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0 | (code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace

bool SymbolCursor::take(char letter) {
  if (atEnd() || symbol_[at_] != letter) return false;
  ++at_;
  return true;
}

std::optional<std::string_view> SymbolCursor::takeExactly(std::size_t count) {
  if (symbol_.size() - at_ < count) return std::nullopt;
  at_ += count;
  return symbol_.substr(at_ - count, count);
}

Error SymbolCursor::errorAt(std::size_t position, std::string message, ErrorKind kind) const {
  Error error{kind, std::move(message), {}, "The name is not one that cuTile Python 1.7 gives to a kernel."};
  const std::string near(symbol_.substr(std::min(position, symbol_.size()), 20));
  error.message += near.empty() ? ", at the end of the symbol" : ", near \"" + near + "\"";
  error.place.byteOffset = position;
  return error;
}

Result<std::uint32_t> SymbolCursor::count(std::string_view what) {
  const std::size_t begin = at_;
  const std::string_view digits = takeWhile(isDigit);
  if (digits.empty()) return error("there is no " + std::string(what));
  std::uint32_t value = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec != std::errc())
    return errorAt(begin, "the " + std::string(what) + " is too large", ErrorKind::Limit);
  return value;
}

Result<std::int64_t> SymbolCursor::integer() {
  const std::size_t begin = at_;
  const bool negative = take('_');
  const std::string_view digits = takeWhile(isDigit);
  if (digits.empty()) return error("there is no decimal integer");
  const std::string number = (negative ? "-" : "") + std::string(digits);
  std::int64_t value = 0;
  if (std::from_chars(number.data(), number.data() + number.size(), value).ec != std::errc())
    return errorAt(begin, "an integer of more than 64 bits", ErrorKind::Unsupported);
  return value;
}

Result<std::int64_t> SymbolCursor::divisor() {
  const std::size_t begin = at_;
  auto value = integer();
  if (value && *value <= 1) return errorAt(begin, "a divisor must be greater than 1");
  return value;
}

Result<std::uint64_t> SymbolCursor::hex(std::string_view what) {
  const std::size_t begin = at_;
  const std::string_view digits = takeWhile(isHexDigit);
  if (digits.empty()) return error("there is no " + std::string(what) + " in hexadecimal digits");
  std::uint64_t value = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), value, 16).ec != std::errc())
    return errorAt(begin, "the " + std::string(what) + " is too large", ErrorKind::Limit);
  return value;
}

Result<std::string> SymbolCursor::elementType() {
  const std::size_t begin = at_;
  const std::string_view code = takeWhile([](char c) { return isDigit(c) || isLower(c); });
  const std::string_view type = elementTypeOfCode(code);
  if (type.empty()) return errorAt(begin, code.empty() ? "there is no element type" : "unknown element type");
  return std::string(type);
}

Result<std::string> SymbolCursor::string() {
  std::string text;
  while (true) {
    text += takeWhile(isPlain);
    if (!take('_')) return error("a string has no end mark \"_z\"");
    if (take('z')) return text;
    if (auto read = escape(text); !read) return read.error();
  }
}

Result<void> SymbolCursor::escape(std::string &into) {
  const std::size_t begin = at_ - 1;
  if (take('_')) {
    into += '_';
    return {};
  }
  if (take('k')) {
    into += 'K';
    return {};
  }
  const std::size_t digits = take('u') ? 4 : take('w') ? 8 : 2;
  const auto code = takeExactly(digits);
  std::uint32_t value = 0;
  bool fine = code.has_value();
  for (const char c : code.value_or(std::string_view())) {
    fine = fine && isHexDigit(c);
    value = value * 16 + static_cast<std::uint32_t>(isDigit(c) ? c - '0' : c - 'a' + 10);
  }
  // Python's strings can hold half of a surrogate pair, UTF-8 cannot.
  if (!fine || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return errorAt(begin, "a string has an invalid escape");
  appendUtf8(into, value);
  return {};
}

std::string mangledInteger(std::int64_t value) {
  std::string digits = std::to_string(value);
  if (value < 0) digits[0] = '_';
  return digits;
}

std::string mangledHex(std::uint64_t value, int digits) {
  std::string text;
  do {
    text.insert(text.begin(), "0123456789abcdef"[value & 15]);
    value >>= 4;
    --digits;
  } while (value != 0 || digits > 0);
  return text;
}

std::string mangledString(std::string_view text) {
  std::string mangled;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decodeUtf8(text, at);
    at += point.length;
    const auto letter = static_cast<char>(point.value < 0x80 ? point.value : 0);
    if (letter != 0 && isPlain(letter)) mangled += letter;
    else if (letter == '_') mangled += "__";
    else if (letter == 'K') mangled += "_k";
    else if (point.value <= 0xFF) mangled += "_" + mangledHex(point.value, 2);
    else if (point.value <= 0xFFFF) mangled += "_u" + mangledHex(point.value, 4);
    else mangled += "_w" + mangledHex(point.value, 8);
  }
  return mangled + "_z";
}

}  // namespace tileport::evidence
