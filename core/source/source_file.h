// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/ranges.h"
#include "support/result.h"

namespace tileport::source {

enum class Language : std::uint8_t { Python, Rust, TileIr, PlainText };

/// A source file as it was read: immutable, lines indexed.
struct SourceFile {
  std::filesystem::path path;
  std::string displayName;  ///< relative to the workspace
  Language language = Language::PlainText;
  std::string text;  ///< UTF-8; bytes that are not are replaced by U+FFFD
  std::vector<std::uint32_t> lineStarts;

  std::size_t lineCount() const { return lineStarts.size(); }
  /// Without its line end (LF or CRLF).
  std::string_view line(LineIndex line) const;
};

using SourceFilePtr = std::shared_ptr<const SourceFile>;

/// Refuses files over 16 MiB. The language follows from the name.
Result<SourceFilePtr> readSourceFile(const std::filesystem::path &path, std::string displayName);

/// The same from text at hand.
SourceFilePtr makeSourceFile(std::string displayName, std::string text);

}  // namespace tileport::source
