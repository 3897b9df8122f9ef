// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tileport::oracle::gpu {

inline constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

inline std::string toBase64(std::string_view bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? kBase64[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

/// Nothing for what is no padded base64.
inline std::optional<std::string> fromBase64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const bool pad = i + k >= text.size() - padding;
      const std::size_t digit = pad ? 0 : kBase64.find(text[i + k]);
      if (digit == std::string_view::npos) return std::nullopt;
      group = group << 6 | static_cast<std::uint32_t>(digit);
    }
    const std::size_t wanted = i + 4 == text.size() ? 3 - padding : 3;
    for (std::size_t k = 0; k < wanted; ++k) bytes += static_cast<char>(group >> (16 - 8 * k));
  }
  return bytes;
}

}  // namespace tileport::oracle::gpu
