// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tileport::tileir::printer {

/// A natural number large enough for every f64 written out: 53 bits times 5^1074 take 2,547 bits, 2^1024 takes fewer.
class BigNumber {
 public:
  explicit BigNumber(std::uint64_t value) : words_{static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)}, size_(2) {
    trim();
  }

  bool zero() const { return size_ == 0; }

  unsigned bits() const {
    return size_ == 0 ? 0 : 32 * static_cast<unsigned>(size_) - static_cast<unsigned>(std::countl_zero(words_[size_ - 1]));
  }

  void multiply(std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      carry += std::uint64_t{words_[i]} * factor;
      words_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) words_[size_++] = static_cast<std::uint32_t>(carry);
  }

  /// Divides, and returns the remainder.
  std::uint32_t divide(std::uint32_t divisor) {
    std::uint64_t rest = 0;
    for (std::size_t i = size_; i-- > 0;) {
      rest = rest << 32 | words_[i];
      words_[i] = static_cast<std::uint32_t>(rest / divisor);
      rest %= divisor;
    }
    trim();
    return static_cast<std::uint32_t>(rest);
  }

  void multiplyByPower(std::uint32_t base, unsigned power) {
    for (; power >= 8; power -= 8) {
      for (int i = 0; i < 8; i += 4) multiply(base * base * base * base);
    }
    for (; power > 0; --power) multiply(base);
  }

  void divideByPowerOfTen(unsigned power) {
    for (; power >= 9; power -= 9) divide(1'000'000'000);
    for (; power > 0; --power) divide(10);
  }

 private:
  void trim() {
    while (size_ > 0 && words_[size_ - 1] == 0) --size_;
  }

  std::array<std::uint32_t, 84> words_;  // little end first; only the first size_ are set
  std::size_t size_;
};

}  // namespace tileport::tileir::printer
