// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/parts/escape.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "support/utf8.h"

namespace tileport::report {

namespace {

struct Range {
  char32_t first, last;
};

/// Unicode's Cc, Cf, Zl, Zp and the other default-ignorable ones: they change how what stands beside them is read.
constexpr std::array kUnseen{Range{0x00, 0x1F},       Range{0x7F, 0x9F},       Range{0xAD, 0xAD},       Range{0x34F, 0x34F},
                             Range{0x600, 0x605},     Range{0x61C, 0x61C},     Range{0x6DD, 0x6DD},     Range{0x70F, 0x70F},
                             Range{0x115F, 0x1160},   Range{0x17B4, 0x17B5},   Range{0x180B, 0x180F},   Range{0x200B, 0x200F},
                             Range{0x2028, 0x202E},   Range{0x2060, 0x206F},   Range{0x3164, 0x3164},   Range{0xFE00, 0xFE0F},
                             Range{0xFEFF, 0xFEFF},   Range{0xFFA0, 0xFFA0},   Range{0xFFF0, 0xFFFB},   Range{0xFFFE, 0xFFFF},
                             Range{0x1BCA0, 0x1BCA3}, Range{0x1D173, 0x1D17A}, Range{0xE0000, 0xE0FFF}, Range{0xF0000, 0x10FFFF}};

bool isUnseen(char32_t value) {
  return std::any_of(kUnseen.begin(), kUnseen.end(), [value](Range range) { return range.first <= value && value <= range.last; });
}

std::string escaped(char32_t value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "\\u{%x}", static_cast<unsigned>(value));
  return text.data();
}

}  // namespace

std::string visible(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = decodeUtf8(text, i);
    if (!point.valid) {
      result += "\xEF\xBF\xBD";
    } else if (point.value == '\t') {
      result += ' ';
    } else if (isUnseen(point.value)) {
      result += escaped(point.value);
    } else {
      result += text.substr(i, point.length);
    }
    i += point.length;
  }
  return result;
}

std::string htmlText(std::string_view text) {
  std::string result;
  for (const char each : visible(text)) {
    switch (each) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\'': result += "&#39;"; break;
      default: result += each;
    }
  }
  return result;
}

std::string markdownText(std::string_view text) {
  const std::string clean = visible(text);
  const auto isWord = [&clean](std::size_t i) { return i < clean.size() && (std::isalnum(static_cast<unsigned char>(clean[i])) != 0); };
  std::string result;
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const char each = clean[i];
    const bool atStart = result.empty();
    // Between letters an underscore is no markup, and op names stay readable.
    const bool inside = each == '_' && i > 0 && isWord(i - 1) && isWord(i + 1);
    if (each == '<') {
      result += "&lt;";
    } else if (each == '&') {
      result += "&amp;";
    } else {
      if ((std::string_view("\\`*[]|~$").find(each) != std::string_view::npos) || (each == '_' && !inside) ||
          (atStart && std::string_view("#>+-=").find(each) != std::string_view::npos))
        result += '\\';
      result += each;
    }
  }
  return result;
}

std::string markdownCode(std::string_view text) {
  if (text.empty()) return "\xE2\x80\x94";
  const std::string body = visible(text);
  std::size_t run = 0, longest = 0;
  for (const char each : body) {
    run = each == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const bool padded = body.starts_with('`') || body.ends_with('`') || (body.starts_with(' ') && body.ends_with(' '));
  return padded ? fence + " " + body + " " + fence : fence + body + fence;
}

std::string markdownCell(std::string_view text) {
  std::string result;
  for (const char each : markdownCode(text)) result += each == '|' ? std::string("\\|") : std::string(1, each);
  return result;
}

std::string relativeUri(std::string_view path) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string result;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty() || part == "." || part == "..") continue;
    if (!result.empty()) result += '/';
    for (const char each : part) {
      const auto byte = static_cast<unsigned char>(each);
      const bool plain = (byte < 0x80 && std::isalnum(byte) != 0) || std::string_view("-._~").find(each) != std::string_view::npos;
      if (plain) {
        result += each;
      } else {
        result += {'%', kHex[byte >> 4U], kHex[byte & 15U]};
      }
    }
  }
  return result;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = most < 3 ? 0 : most - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace tileport::report
