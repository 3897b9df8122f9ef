// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tileport {

/// FNV-1a, 64 bits: the same number for the same bytes in every run. Tells contents apart, proves and protects nothing.
class Fnv1a {
 public:
  void add(unsigned char byte) { value_ = (value_ ^ byte) * 1099511628211U; }
  void add(std::string_view bytes) {
    for (const char each : bytes) add(static_cast<unsigned char>(each));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037U;
};

/// Of a text, as 16 digits: "3f2a51c0de9b7a44".
inline std::string hashText(std::string_view text) {
  Fnv1a hash;
  hash.add(text);
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(hash.value() >> shift) & 15U];
  return digits;
}

}  // namespace tileport
