// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/reader/cursor.h"

namespace tileport::tileir::reader {

void Cursor::failAt(std::size_t offset, std::string message, ErrorKind kind) const {
  context_.fail(kind, std::move(message), offset, section_);
}

void Cursor::failEnd(std::string_view what) const { fail("no room for " + std::string(what)); }

std::uint64_t Cursor::fixed(unsigned size, std::string_view what) {
  if (remaining() < size) failEnd(what);
  std::uint64_t number = 0;
  for (unsigned i = 0; i < size; ++i) number |= std::uint64_t{byteAt(position_ + i)} << (8 * i);
  position_ += size;
  return number;
}

std::uint64_t Cursor::longVarint(std::string_view what, bool dropExcess) {
  const std::size_t start = position_;
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    if (position_ == end_) {
      position_ = start;
      failEnd(what);
    }
    const std::uint8_t byte = byteAt(position_++);
    // The tenth byte holds the one bit that is left.
    if (shift == 63 && (byte > 0x7f || (byte > 1 && !dropExcess))) break;
    number |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return number;
  }
  failAt(start, std::string(what) + " does not fit in 64 bits");
}

std::uint64_t Cursor::apInt(unsigned width, std::string_view what) {
  if (width <= 8) {
    const std::uint8_t byte = u8(what);
    return byte & ((1u << width) - 1);
  }
  // cutile-python shifts a negative f64 out of 64 bits; the tools drop the bit, so that the file means a positive number.
  const std::uint64_t number = static_cast<std::uint64_t>(unzigzag(longVarint(what, true)));
  return width == 64 ? number : number & ((std::uint64_t{1} << width) - 1);
}

bool Cursor::boolean(std::string_view what) {
  const std::uint8_t byte = u8(what);
  if (byte > 1) failAt(position_ - 1, std::string(what) + " is " + std::to_string(byte) + " where 0 or 1 is expected");
  return byte == 1;
}

std::uint64_t Cursor::below(std::uint64_t limit, std::string_view what) {
  const std::size_t start = position_;
  const std::uint64_t number = varint(what);
  if (number >= limit) {
    failAt(start, std::string(what) + " is " + std::to_string(number) + " where less than " + std::to_string(limit) + " is expected");
  }
  return number;
}

std::size_t Cursor::count(std::size_t leastBytes, std::string_view what) {
  const std::size_t start = position_;
  const std::uint64_t number = varint(what);
  if (number > remaining() / leastBytes) {
    failAt(start, std::string(what) + " is " + std::to_string(number) + ", which is more than the " + std::to_string(remaining()) +
                      " bytes that follow can hold");
  }
  return static_cast<std::size_t>(number);
}

std::string_view Cursor::bytes(std::size_t size, std::string_view what) {
  if (remaining() < size) failEnd(what);
  position_ += size;
  return since(position_ - size);
}

Cursor Cursor::take(std::uint64_t size, std::string_view what) {
  if (remaining() < size) {
    fail(std::string(what) + " is said to have " + std::to_string(size) + " bytes, but only " + std::to_string(remaining()) + " follow");
  }
  const ByteRange range{position_, position_ + static_cast<std::size_t>(size)};
  position_ = range.end;
  return Cursor(context_, range, section_);
}

void Cursor::padTo(std::size_t alignment) {
  while ((position_ - begin_) % alignment != 0) {
    const std::uint8_t byte = u8("padding");
    if (byte != kPaddingByte) failAt(position_ - 1, "a padding byte is " + hex(byte) + " instead of " + hex(kPaddingByte));
  }
}

void Cursor::expectEnd(std::string_view what) const {
  if (!atEnd()) fail(std::to_string(remaining()) + " bytes are left over after " + std::string(what));
}

std::string_view Cursor::since(std::size_t from) const {
  return {reinterpret_cast<const char *>(context_.file().data()) + from, position_ - from};
}

}  // namespace tileport::tileir::reader
