// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/utf8.h"

namespace tileport {

namespace {

/// What the first byte of a sequence says: how many bytes follow, and which second bytes keep it well formed
/// (The Unicode Standard, table 3-7).
struct Lead {
  std::size_t following = 0;
  char32_t bits = 0;
  unsigned char secondLow = 0x80;
  unsigned char secondHigh = 0xBF;
};

bool readLead(unsigned char byte, Lead &lead) {
  if (byte >= 0xC2 && byte <= 0xDF) {
    lead = {1, char32_t(byte & 0x1F), 0x80, 0xBF};
  } else if (byte >= 0xE0 && byte <= 0xEF) {
    lead = {2, char32_t(byte & 0x0F), 0x80, 0xBF};
    if (byte == 0xE0) lead.secondLow = 0xA0;
    if (byte == 0xED) lead.secondHigh = 0x9F;
  } else if (byte >= 0xF0 && byte <= 0xF4) {
    lead = {3, char32_t(byte & 0x07), 0x80, 0xBF};
    if (byte == 0xF0) lead.secondLow = 0x90;
    if (byte == 0xF4) lead.secondHigh = 0x8F;
  } else {
    return false;
  }
  return true;
}

}  // namespace

CodePoint decodeUtf8(std::string_view text, std::size_t position) {
  const auto first = static_cast<unsigned char>(text[position]);
  if (first < 0x80) return {first, 1, true};
  Lead lead;
  if (!readLead(first, lead)) return {0xFFFD, 1, false};
  char32_t value = lead.bits;
  for (std::size_t i = 1; i <= lead.following; ++i) {
    if (position + i >= text.size()) return {0xFFFD, i, false};
    const auto byte = static_cast<unsigned char>(text[position + i]);
    const unsigned char low = i == 1 ? lead.secondLow : 0x80;
    const unsigned char high = i == 1 ? lead.secondHigh : 0xBF;
    if (byte < low || byte > high) return {0xFFFD, i, false};
    value = (value << 6) | (byte & 0x3F);
  }
  return {value, lead.following + 1, true};
}

std::string repairUtf8(std::string_view text) {
  std::string repaired;
  repaired.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decodeUtf8(text, at);
    if (point.valid) {
      repaired.append(text.substr(at, point.length));
    } else {
      repaired += "\xEF\xBF\xBD";
    }
    at += point.length;
  }
  return repaired;
}

}  // namespace tileport
