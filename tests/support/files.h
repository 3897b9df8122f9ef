// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace tileport::test {

/// Empty for a file that is not there.
inline std::string contentOf(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Those of the folder and of all folders in it whose name ends so (".mlir"), in order.
inline std::vector<std::filesystem::path> filesIn(const std::filesystem::path &folder, std::string_view extension) {
  std::vector<std::filesystem::path> files;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// The first line in which two texts differ, for people; empty when they are equal.
inline std::string firstDifference(std::string_view found, std::string_view expected) {
  if (found == expected) return {};
  const auto at = std::mismatch(found.begin(), found.end(), expected.begin(), expected.end()).first - found.begin();
  const auto lineOf = [at](std::string_view text) {
    const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', static_cast<std::size_t>(at) - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    return std::string(text.substr(begin, text.find('\n', begin) - begin));
  };
  return "line " + std::to_string(std::count(found.begin(), found.begin() + at, '\n') + 1) + "\n  expected: " + lineOf(expected) +
         "\n  found:    " + lineOf(found);
}

}  // namespace tileport::test
