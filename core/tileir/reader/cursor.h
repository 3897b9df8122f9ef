// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileir/reader/context.h"

namespace tileport::tileir::reader {

/// Bytes [begin, end) of the file.
struct ByteRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const { return end - begin; }
};

/// Reads the primitive encodings of tileir.md section 1 from a part of the file and never past its end. `what` names the
/// thing that is read, for errors: "no room for <what>".
class Cursor {
 public:
  Cursor(Context &context, ByteRange range, std::string_view section)
      : context_(context), section_(section), begin_(range.begin), position_(range.begin), end_(range.end) {}

  Context &context() const { return context_; }
  std::string_view section() const { return section_; }
  std::size_t offset() const { return position_; }  ///< from the start of the file
  std::size_t remaining() const { return end_ - position_; }
  bool atEnd() const { return position_ == end_; }

  std::uint8_t u8(std::string_view what) {
    if (position_ == end_) failEnd(what);
    return byteAt(position_++);
  }
  std::uint16_t u16(std::string_view what) { return static_cast<std::uint16_t>(fixed(2, what)); }
  std::uint32_t u32(std::string_view what) { return static_cast<std::uint32_t>(fixed(4, what)); }
  std::uint64_t u64(std::string_view what) { return fixed(8, what); }
  std::int32_t i32(std::string_view what) { return static_cast<std::int32_t>(u32(what)); }
  std::int64_t i64(std::string_view what) { return static_cast<std::int64_t>(u64(what)); }

  std::uint64_t varint(std::string_view what) {
    if (position_ != end_ && byteAt(position_) < 0x80) return byteAt(position_++);
    return longVarint(what, false);
  }
  std::int64_t svarint(std::string_view what) { return unzigzag(varint(what)); }
  /// An APInt of `width` bits, 1 to 64, zero-extended.
  std::uint64_t apInt(unsigned width, std::string_view what);
  /// A byte that is 0 or 1.
  bool boolean(std::string_view what);
  /// A varint that must be less than `limit`.
  std::uint64_t below(std::uint64_t limit, std::string_view what);
  /// The number of things that follow, each of which takes at least `leastBytes`: never more than can be there.
  std::size_t count(std::size_t leastBytes, std::string_view what);

  std::string_view bytes(std::size_t size, std::string_view what);
  /// The next `size` bytes as a cursor of their own; this one moves behind them.
  Cursor take(std::uint64_t size, std::string_view what);
  /// Skips padding up to a multiple of `alignment` from the start of this range.
  void padTo(std::size_t alignment);
  /// `what` must have been read to its end.
  void expectEnd(std::string_view what) const;

  [[noreturn]] void fail(std::string message, ErrorKind kind = ErrorKind::Malformed) const { failAt(position_, std::move(message), kind); }
  [[noreturn]] void failAt(std::size_t offset, std::string message, ErrorKind kind = ErrorKind::Malformed) const;
  void charge(std::uint64_t bytes) const { context_.charge(bytes, position_, section_); }

  /// The bytes from `from` to here.
  std::string_view since(std::size_t from) const;

 private:
  std::uint8_t byteAt(std::size_t position) const { return static_cast<std::uint8_t>(context_.file()[position]); }
  std::uint64_t fixed(unsigned size, std::string_view what);
  /// `dropExcess`: bits beyond the 64th are dropped instead of refused.
  std::uint64_t longVarint(std::string_view what, bool dropExcess);
  static std::int64_t unzigzag(std::uint64_t number) { return static_cast<std::int64_t>((number >> 1) ^ (~(number & 1) + 1)); }
  [[noreturn]] void failEnd(std::string_view what) const;

  Context &context_;
  std::string_view section_;
  std::size_t begin_;
  std::size_t position_;
  std::size_t end_;
};

}  // namespace tileport::tileir::reader
