// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/ids.h"

namespace tileport {

/// A line of a text, counted from zero. People are shown index + 1.
using LineIndex = Id<struct LineTag>;

/// Lines [first, end) of a text, zero-based. Empty when both are equal.
struct LineRange {
  std::uint32_t first = 0;
  std::uint32_t end = 0;

  constexpr bool empty() const { return first >= end; }
  constexpr bool contains(std::uint32_t line) const { return first <= line && line < end; }
  constexpr auto operator<=>(const LineRange &) const = default;
};

/// Bytes [begin, end) of one line of UTF-8 text, zero-based.
struct ColumnRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  constexpr bool empty() const { return begin >= end; }
  constexpr auto operator<=>(const ColumnRange &) const = default;
};

/// A piece of one line, to be marked in a pane or on a terminal.
struct TextMark {
  LineIndex line;
  ColumnRange columns;

  constexpr auto operator<=>(const TextMark &) const = default;
};

/// Elements [first, first + count) of a flat array that holds the lists of many owners.
struct Slice {
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  constexpr auto operator<=>(const Slice &) const = default;
};

}  // namespace tileport
