// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "evidence/remark_values.h"

#include <charconv>
#include <cstdint>

namespace tileport::evidence {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// The position behind the quote that closes the one at `open`; npos: it is not closed.
std::size_t behindQuoted(std::string_view text, std::size_t open) {
  const char quote = text[open];
  for (std::size_t at = open + 1; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') ++at;
    else if (text[at] == quote && quote == '\'' && at + 1 < text.size() && text[at + 1] == quote) ++at;
    else if (text[at] == quote) return at + 1;
  }
  return std::string_view::npos;
}

void appendUtf8(std::string &text, std::uint32_t point) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (point < 0x80) return add(point);
  if (point < 0x800) add(0xC0 | point >> 6);
  else if (point < 0x10000) add(0xE0 | point >> 12), add(0x80 | (point >> 6 & 0x3F));
  else add(0xF0 | point >> 18), add(0x80 | (point >> 12 & 0x3F)), add(0x80 | (point >> 6 & 0x3F));
  add(0x80 | (point & 0x3F));
}

/// What stands in double quotes, its escapes carried out.
std::optional<std::string> unescaped(std::string_view inside) {
  constexpr std::string_view kLetters = "0abtnvfre \"/\\_";
  constexpr std::string_view kMeanings("\0\a\b\t\n\v\f\r\x1b \"/\\\xA0", kLetters.size());
  std::string text;
  for (std::size_t at = 0; at < inside.size(); ++at) {
    if (inside[at] != '\\') {
      text += inside[at];
      continue;
    }
    if (++at == inside.size()) return std::nullopt;
    const std::size_t digits = inside[at] == 'x' ? 2 : inside[at] == 'u' ? 4 : inside[at] == 'U' ? 8 : 0;
    if (digits == 0) {
      const std::size_t letter = kLetters.find(inside[at]);
      if (letter == std::string_view::npos) return std::nullopt;
      appendUtf8(text, static_cast<unsigned char>(kMeanings[letter]));
      continue;
    }
    std::uint32_t point = 0;
    if (inside.size() - at - 1 < digits) return std::nullopt;
    const char *const begin = inside.data() + at + 1;
    if (const auto [end, failure] = std::from_chars(begin, begin + digits, point, 16);
        failure != std::errc() || end != begin + digits || point > 0x10FFFF)
      return std::nullopt;
    appendUtf8(text, point);
    at += digits;
  }
  return text;
}

/// The position behind what stands before `stop`, quotes passed over.
std::size_t findOutsideQuotes(std::string_view text, char stop, std::size_t from = 0) {
  for (std::size_t at = from; at < text.size(); ++at) {
    if (text[at] == stop) return at;
    if (text[at] != '\'' && text[at] != '"') continue;
    const std::size_t behind = behindQuoted(text, at);
    if (behind == std::string_view::npos) return behind;
    at = behind - 1;
  }
  return std::string_view::npos;
}

}  // namespace

std::optional<std::string> scalarOf(std::string_view written) {
  written = trimmed(written);
  if (written.empty() || (written.front() != '\'' && written.front() != '"')) return std::string(written);
  if (behindQuoted(written, 0) != written.size()) return std::nullopt;
  const std::string_view inside = written.substr(1, written.size() - 2);
  if (written.front() == '"') return unescaped(inside);
  std::string text;
  for (std::size_t at = 0; at < inside.size(); ++at) {
    text += inside[at];
    if (inside[at] == '\'') ++at;
  }
  return text;
}

bool isClosed(std::string_view text) { return findOutsideQuotes(text, '}') != std::string_view::npos; }

std::optional<std::vector<std::pair<std::string, std::string>>> fieldsInBraces(std::string_view braces) {
  braces = trimmed(braces);
  if (!braces.starts_with('{') || findOutsideQuotes(braces, '}') != braces.size() - 1) return std::nullopt;
  std::string_view rest = trimmed(braces.substr(1, braces.size() - 2));
  std::vector<std::pair<std::string, std::string>> fields;
  while (!rest.empty()) {
    const std::size_t comma = findOutsideQuotes(rest, ',');
    const std::string_view field = rest.substr(0, comma);
    const std::size_t colon = findOutsideQuotes(field, ':');
    if (colon == std::string_view::npos) return std::nullopt;
    auto value = scalarOf(field.substr(colon + 1));
    if (!value) return std::nullopt;
    fields.emplace_back(trimmed(field.substr(0, colon)), std::move(*value));
    rest = comma == std::string_view::npos ? std::string_view() : trimmed(rest.substr(comma + 1));
  }
  return fields;
}

std::string_view withoutPlace(std::string_view value) {
  if (!value.starts_with("loc(")) return value;
  std::size_t open = 0;
  for (std::size_t at = 0; at < value.size(); ++at) {
    if (value[at] == '"') {
      const std::size_t behind = behindQuoted(value, at);
      if (behind == std::string_view::npos) return value;
      at = behind - 1;
    } else if (value[at] == '(') {
      ++open;
    } else if (value[at] == ')' && --open == 0) {
      const std::string_view rest = value.substr(at + 1);
      return rest.starts_with(": ") ? rest.substr(2) : value;
    }
  }
  return value;
}

}  // namespace tileport::evidence
