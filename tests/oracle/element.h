// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "oracle/float_format.h"
#include "tileir/program.h"

namespace tileport::oracle {

/// What the elements of a tile are. Pointers are 64-bit addresses.
struct ElementType {
  tileir::ScalarKind scalar = tileir::ScalarKind::I64;
  bool isPointer = false;
  tileir::ScalarKind pointee = tileir::ScalarKind::I8;

  bool isFloat() const { return !isPointer && oracle::isFloat(scalar); }
  bool operator==(const ElementType &) const = default;
};

/// The bits of an element. tf32 is a float of 32 bits whose low 13 carry nothing.
constexpr unsigned bitWidth(tileir::ScalarKind kind) {
  using enum tileir::ScalarKind;
  switch (kind) {
    case I1: return 1;
    case I4:
    case F4E2M1FN: return 4;
    case I8:
    case F8E4M3FN:
    case F8E5M2:
    case F8E8M0FNU:
    case F8E5M3FNU: return 8;
    case I16:
    case F16:
    case BF16: return 16;
    case I32:
    case F32:
    case TF32: return 32;
    case I64:
    case F64: return 64;
  }
  return 64;
}

/// The bits of an element in memory, where an i1 fills a byte.
constexpr unsigned storedBits(tileir::ScalarKind kind) { return kind == tileir::ScalarKind::I1 ? 8 : bitWidth(kind); }

constexpr std::uint64_t lowBits(unsigned width) { return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }

constexpr std::int64_t signExtended(std::uint64_t bits, unsigned width) {
  return static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
}

/// A bound that says nothing: the element may be anything that its type holds.
inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// One element with what is known of it.
struct Cell {
  std::uint64_t bits = 0;
  /// How far the numbers that the program may give lie from this one at most. 0: these bits and no others. Of an integer, how far
  /// as a signed number; of an i1 anything but 0 means that it may be the other one.
  double error = 0;
  /// The op that made it undefined, plus one; 0 = defined.
  std::uint32_t undefinedBy = 0;

  bool isDefined() const { return undefinedBy == 0; }
};

/// For messages: "3", "-1.5", "0x7f…" for pointers.
std::string toText(const ElementType &type, std::uint64_t bits);

}  // namespace tileport::oracle
