// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/source_words.h"

#include <algorithm>
#include <array>
#include <vector>

namespace tileport::importer {

namespace {

/// Folders and modules that hold anything: that a source has such a word in it says nothing.
constexpr std::array<std::string_view, 20> kCommonWords{"kernel", "kernels", "reference", "generated", "port",  "src",      "lib",
                                                        "mod",    "main",    "__init__",  "init",      "ops",   "python",   "rust",
                                                        "test",   "tests",   "build",     "self",      "Cargo", "pyproject"};

bool isCommon(std::string_view word) {
  return word.size() < 2 || std::find(kCommonWords.begin(), kCommonWords.end(), word) != kCommonWords.end();
}

bool isWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80) != 0;
}
bool isNameCharacter(char c) { return isWordCharacter(c) || c == '.' || c == '-'; }

template <class Is>
void addRuns(std::string_view text, Is is, WordSet &runs) {
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is(text[end])) ++end;
    if (end > i) runs.emplace(text.substr(i, end - i));
    i = end + 1;
  }
}

/// The parts of paths in quotes, which may hold any character.
void addQuoted(std::string_view line, char quote, WordSet &names) {
  for (std::size_t open = line.find(quote); open != std::string_view::npos; open = line.find(quote, open + 1)) {
    const std::size_t close = line.find(quote, open + 1);
    if (close == std::string_view::npos) return;
    addRuns(line.substr(open + 1, close - open - 1), [](char c) { return c != '/' && c != '\\'; }, names);
  }
}

void addLine(std::string_view line, WordSet &words, WordSet &names) {
  addRuns(line, isWordCharacter, words);
  addRuns(line, isNameCharacter, names);
  addQuoted(line, '"', names);
  addQuoted(line, '\'', names);
}

/// Whether a line may name another file. Operators speak of one another in comments.
bool isImporting(std::string_view line) {
  constexpr std::array<std::string_view, 8> kWords{"import", "from ", "use ", "mod ", "include", "path", "open(", "load_module"};
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) { return line.find(word) != std::string_view::npos; });
}

/// The parts of a path, the last without its ending.
std::vector<std::string_view> partsOf(std::string_view path) {
  path.remove_suffix(extensionOf(path).size());
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    parts.push_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return parts;
}

/// A name that anything may have says something together with the folder that it lies in.
bool importsCommon(const WordSet &words, const std::vector<std::string_view> &parts) {
  if (parts.empty() || !words.contains(parts.back())) return false;
  return parts.size() < 2 || words.contains(parts[parts.size() - 2]);
}

}  // namespace

std::string_view nameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view extensionOf(std::string_view path) {
  const std::string_view name = nameOf(path);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot);
}

void SourceWords::add(std::string_view source) {
  for (std::string_view rest = source; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    addLine(line, words, names);
    if (isImporting(line)) addLine(line, importingWords, importingNames);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

void SourceWords::addImports(const SourceWords &other) {
  for (WordSet *set : {&words, &importingWords}) set->insert(other.importingWords.begin(), other.importingWords.end());
  for (WordSet *set : {&names, &importingNames}) set->insert(other.importingNames.begin(), other.importingNames.end());
}

bool mentions(const SourceWords &words, std::string_view path, bool isSource, bool importingOnly) {
  const std::string_view name = nameOf(path);
  const std::vector<std::string_view> parts = partsOf(path);
  const bool isPlain = parts.empty() || isCommon(parts.back());
  if ((importingOnly || isPlain ? words.importingNames : words.names).contains(name)) return true;
  if (!isSource) return false;
  const WordSet &said = importingOnly ? words.importingWords : words.words;
  const auto isSaid = [&](std::string_view part) { return !isCommon(part) && said.contains(part); };
  return std::any_of(parts.begin(), parts.end(), isSaid) || importsCommon(words.importingWords, parts);
}

bool importsFile(const SourceWords &words, std::string_view path) {
  if (words.importingNames.contains(nameOf(path))) return true;
  std::vector<std::string_view> parts = partsOf(path);
  // A package's own module imports all of the package, whatever of it is used.
  if (parts.empty() || parts.back() == "__init__") return false;
  for (const std::string_view own : {"mod", "lib", "src"})
    if (parts.size() > 1 && parts.back() == own) parts.pop_back();
  return isCommon(parts.back()) ? importsCommon(words.importingWords, parts) : words.importingWords.contains(parts.back());
}

}  // namespace tileport::importer
