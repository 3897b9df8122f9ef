// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <utility>

namespace tileport::source {

/// A piece of a source file. Lines and columns are one-based, columns in Unicode code points, the end is exclusive.
struct SourceSpan {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t endLine = 0;
  std::uint32_t endColumn = 0;

  /// Of a place whose column is not known (0) the line alone decides.
  bool contains(std::uint32_t atLine, std::uint32_t atColumn) const {
    if (atColumn == 0) return atLine >= line && atLine <= endLine;
    const std::pair at(atLine, atColumn);
    return at >= std::pair(line, column) && at < std::pair(endLine, endColumn);
  }
  bool contains(const SourceSpan &other) const {
    return std::pair(other.line, other.column) >= std::pair(line, column) &&
           std::pair(other.endLine, other.endColumn) <= std::pair(endLine, endColumn);
  }

  bool operator==(const SourceSpan &) const = default;
};

}  // namespace tileport::source
