// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <set>
#include <string>
#include <string_view>

/// Private to core/importer: what sources say that may name other files.
namespace tileport::importer {

using WordSet = std::set<std::string, std::less<>>;

/// Words and names of files in sources.
struct SourceWords {
  WordSet words;           ///< of all lines
  WordSet importingWords;  ///< of lines that may import something
  WordSet names;           ///< "table.inc": what looks like a file's name, or stands in quotes
  WordSet importingNames;

  void add(std::string_view source);
  /// Only of lines that may import something: what a file that is itself imported names.
  void addImports(const SourceWords &other);
};

/// Whether a source (`isSource`) or another file is named: by its name as it is, or without its ending as an import would, or by a folder
/// that it lies in. `importingOnly`: by a line that may import something.
bool mentions(const SourceWords &words, std::string_view path, bool isSource, bool importingOnly);

/// Whether a line that may import something names this very source, and not only a folder around it.
bool importsFile(const SourceWords &words, std::string_view path);

/// The file's name, and its ending with the dot.
std::string_view nameOf(std::string_view path);
std::string_view extensionOf(std::string_view path);

}  // namespace tileport::importer
