// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace tileport::tileir::writer {

/// Appends the primitive encodings of tileir.md section 1 to bytes of its own: the counterpart of reader/cursor.h.
class Sink {
 public:
  const std::string &data() const { return bytes_; }
  std::size_t size() const { return bytes_.size(); }
  bool empty() const { return bytes_.empty(); }
  std::string take() && { return std::move(bytes_); }

  void u8(std::uint8_t number) { bytes_ += static_cast<char>(number); }
  void u16(std::uint16_t number) { fixed(number, 2); }
  void u32(std::uint32_t number) { fixed(number, 4); }
  void u64(std::uint64_t number) { fixed(number, 8); }
  void i32(std::int32_t number) { u32(static_cast<std::uint32_t>(number)); }
  void i64(std::int64_t number) { u64(static_cast<std::uint64_t>(number)); }

  void varint(std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) u8(static_cast<std::uint8_t>(number | 0x80));
    u8(static_cast<std::uint8_t>(number));
  }
  void svarint(std::int64_t number) { varint((static_cast<std::uint64_t>(number) << 1) ^ static_cast<std::uint64_t>(number >> 63)); }
  /// An APInt of `width` bits, 1 to 64, given zero-extended.
  void apInt(unsigned width, std::uint64_t bits);

  void bytes(std::string_view data) { bytes_ += data; }
  /// Padding up to a multiple of `alignment` from the first byte of this sink.
  void padTo(std::size_t alignment);

 private:
  void fixed(std::uint64_t number, unsigned size) {
    for (unsigned i = 0; i < size; ++i) u8(static_cast<std::uint8_t>(number >> (8 * i)));
  }

  std::string bytes_;
};

}  // namespace tileport::tileir::writer
