// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "source/source_file.h"
#include "tileir/program.h"

namespace tileport::source {

/// A column of a debug location as people count it, from 1; 0: not known. Both front ends count from 0: cuTile Python writes ast's
/// col_offset, cuTile Rust proc_macro2's column (seen in programs of cuTile Python 1.7.0 and cuTile Rust 0.5.0). No op stands in the
/// first column of a source, so that a 0 there means that the column is not known, as in a cubin's line table.
constexpr std::uint32_t oneBasedColumn(std::uint32_t written) { return written == 0 ? 0 : written + 1; }

/// A place in a source file that an op comes from.
struct OpPlace {
  tileir::OpId op;
  std::uint32_t line = 0;    ///< one-based
  std::uint32_t column = 0;  ///< one-based; 0 = not known
};

/// Every place in `file` that an op of the program comes from, its callers in the file too, by line, column and op. A location belongs to
/// the file as for SourceMap.
std::vector<OpPlace> placesIn(const tileir::Program &program, const SourceFile &file);

/// Which ops of a program come from which lines of one source file, by the program's debug locations. For a call site,
/// the innermost frame that lies in the file counts as the op's line; every frame in the file is listed on lines.
class SourceMap {
 public:
  SourceMap() = default;
  /// A location belongs to `file` when its file name has the same last component; where the program names several such
  /// files, only those that share the most directories with `file` (counted from the end) belong to it.
  SourceMap(const tileir::Program &program, const SourceFile &file);

  /// Absent when the op has no location in the file.
  std::optional<LineIndex> lineOf(tileir::OpId op) const;
  /// One-based column of the op's line; 0 = not known.
  std::uint32_t columnOf(tileir::OpId op) const;
  /// In pre-order. Empty when the line gave no op.
  std::span<const tileir::OpId> opsOf(LineIndex line) const;
  /// How many ops have a location in the file.
  std::size_t mappedOps() const { return mapped_; }

 private:
  struct Place {
    LineIndex line;
    std::uint32_t column = 0;
  };
  std::vector<Place> places_;              ///< by OpId
  std::vector<std::uint32_t> lineStarts_;  ///< by line, into lineOps_; one more than lines
  std::vector<tileir::OpId> lineOps_;
  std::size_t mapped_ = 0;
};

}  // namespace tileport::source
