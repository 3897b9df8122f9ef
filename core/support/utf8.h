// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tileport {

/// One code point read from UTF-8 text, or a piece that is not UTF-8.
struct CodePoint {
  char32_t value = 0xFFFD;  ///< U+FFFD when the bytes are not UTF-8
  std::size_t length = 0;   ///< bytes taken; never 0
  bool valid = false;
};

/// Reads the code point at `position`, which must be less than the size. Overlong forms, surrogates and numbers beyond
/// U+10FFFF are not UTF-8; the longest piece that could have begun a code point is taken as one.
CodePoint decodeUtf8(std::string_view text, std::size_t position);

/// The same text with U+FFFD in place of each piece that is not UTF-8.
std::string repairUtf8(std::string_view text);

}  // namespace tileport
