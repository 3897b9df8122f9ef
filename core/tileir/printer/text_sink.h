// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

#include "tileir/listing.h"

namespace tileport::tileir::printer {

/// Appends a number in decimal.
inline void appendNumber(std::string &text, std::integral auto number) {
  char buffer[24];
  text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
}

/// The listing under construction: text with its lines, and the spans of the line that is being written.
class TextSink {
 public:
  TextSink() { beginLine(); }

  std::string &text() { return listing_.text; }
  Listing &listing() { return listing_; }

  TextSink &operator<<(std::string_view piece) {
    listing_.text += piece;
    return *this;
  }
  TextSink &operator<<(char piece) {
    listing_.text += piece;
    return *this;
  }
  TextSink &operator<<(std::integral auto number) {
    appendNumber(listing_.text, number);
    return *this;
  }

  void indent(unsigned depth) { listing_.text.append(2 * std::size_t{depth}, ' '); }
  void endLine() {
    listing_.text += '\n';
    beginLine();
  }

  std::uint32_t line() const { return static_cast<std::uint32_t>(listing_.lineStarts.size() - 1); }
  std::uint32_t column() const { return static_cast<std::uint32_t>(listing_.text.size() - listing_.lineStarts.back()); }

  /// Records [begin, here) of this line.
  void span(SpanKind kind, std::size_t index, std::uint32_t begin, OpId op, FunctionId function = {}) {
    listing_.spans.push_back({kind, static_cast<std::uint16_t>(index), op, function, LineIndex(line()), {begin, column()}});
  }

  /// Closes the last line, which must be empty.
  Listing finish() {
    listing_.lineStarts.pop_back();
    listing_.spanStarts.back() = static_cast<std::uint32_t>(listing_.spans.size());
    return std::move(listing_);
  }

 private:
  void beginLine() {
    listing_.lineStarts.push_back(static_cast<std::uint32_t>(listing_.text.size()));
    listing_.spanStarts.push_back(static_cast<std::uint32_t>(listing_.spans.size()));
  }

  Listing listing_;
};

}  // namespace tileport::tileir::printer
