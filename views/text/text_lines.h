// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <span>
#include <string_view>

#include "source/source_file.h"
#include "tileir/program.h"

namespace tileport::views {

/// The lines of an immutable UTF-8 text that somebody else holds; the value keeps its owner alive. Cheap to copy, safe
/// to read from any thread.
class TextLines {
 public:
  TextLines() = default;
  /// `text` and `starts` live in `*owner`. `starts` holds the byte offset of every line.
  TextLines(std::shared_ptr<const void> owner, std::string_view text, std::span<const std::uint32_t> starts);

  static TextLines of(const tileir::ProgramPtr &program);
  static TextLines of(const source::SourceFilePtr &file);

  int count() const { return int(starts_.size()); }
  /// Without its line end. `line` must be less than count().
  std::string_view utf8(int line) const;
  QString line(int line) const;
  /// Bytes of the longest line: an upper bound of its characters.
  int longestLine() const;

 private:
  std::shared_ptr<const void> owner_;
  std::string_view text_;
  std::span<const std::uint32_t> starts_;
};

/// The UTF-16 position in `line` (UTF-8) of a byte column; positions past the end are clipped.
int utf16Column(std::string_view line, std::uint32_t byteColumn);

}  // namespace tileport::views
