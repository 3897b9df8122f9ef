// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <span>
#include <vector>

#include "tileir/program.h"
#include "tileir/reader/container.h"

/// The debug section: tileir.md section 1.3.
namespace tileport::tileir::reader {

/// The records of a file and, for each function, which of them its ops have.
class DebugInfo {
 public:
  /// Reads and checks every record: what each refers to must be of the right kind, and no record may contain itself.
  DebugInfo(Cursor cursor, const StringTable &strings);

  std::size_t functionCount() const { return firsts_.size(); }
  /// The location of the function itself, then of each of its ops in pre-order. Invalid ids stand for unknown ones.
  std::span<const LocationId> ofFunction(std::size_t index) const;

  const Location &operator[](LocationId id) const { return locations_[id.index()]; }
  std::vector<Location> release() { return std::move(locations_); }

 private:
  void readFunctions(Cursor &cursor);
  void readRecords(Cursor &cursor, const StringTable &strings);
  void checkFunctions(Cursor &cursor) const;

  std::vector<std::uint32_t> firsts_;  ///< by function, into ops_
  std::vector<LocationId> ops_;
  std::size_t opsOffset_ = 0;  ///< where they lie in the file, 8 bytes each
  std::vector<Location> locations_;
};

}  // namespace tileport::tileir::reader
