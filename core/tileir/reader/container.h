// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "tileir/reader/cursor.h"

/// The outer form of a bytecode file: tileir.md section 1.
namespace tileport::tileir::reader {

/// Where each section's payload lies. The order of sections differs between writers, so all are found before any is read.
class Container {
 public:
  /// Reads the header, which sets the context's version, and the frame of every section.
  explicit Container(Context &context);

  bool has(SectionId id) const { return payloads_[index(id)].has_value(); }
  /// A cursor on the payload; on nothing when the section is absent.
  Cursor open(SectionId id) const;

 private:
  static std::size_t index(SectionId id) { return static_cast<std::size_t>(id); }
  void readHeader(Cursor &cursor);
  void readSection(Cursor &cursor, SectionId id, bool aligned);

  Context &context_;
  std::array<std::optional<ByteRange>, kSectionCount> payloads_;
};

/// The items of a table section: a count, padding, one offset an item of `offsetSize` bytes (4 or 8), the items' bytes.
/// Item i ends where item i + 1 begins. `what` names an item in errors.
std::vector<ByteRange> readTable(Cursor &cursor, unsigned offsetSize, std::string_view what);

using StringTable = std::vector<std::string_view>;

/// The bytes of every string, as stored: the format does not promise UTF-8.
StringTable readStrings(Cursor cursor);

/// The raw elements of every constant.
std::vector<std::string_view> readConstants(Cursor cursor);

}  // namespace tileport::tileir::reader
