// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "tileir/bytecode/format.h"
#include "tileir/writer/sink.h"

/// The outer form of a bytecode file: tileir.md section 1.
namespace tileport::tileir::writer {

/// The items of a table section, each of which is there once, in the order of their first use.
class Table {
 public:
  /// The index of the item with these bytes; adds it when it is new.
  std::uint32_t index(std::string_view item);

  std::size_t size() const { return items_.size(); }
  /// A count, padding, one offset an item of `offsetSize` bytes (4 or 8), the items' bytes. `sink` begins a section.
  void write(Sink &sink, unsigned offsetSize) const;

 private:
  std::deque<std::string> items_;  ///< never moved: the keys are views of them
  std::unordered_map<std::string_view, std::uint32_t> indices_;
};

/// Appends a section to a file. Nothing is written where the payload is empty: the readers demand it of no section that may be
/// absent.
void appendSection(Sink &file, bytecode::SectionId id, const Sink &payload);

}  // namespace tileport::tileir::writer
