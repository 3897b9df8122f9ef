// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace tileport::toolchain {

/// SHA-256 (FIPS 180-4) as 64 small hexadecimal digits.
std::string contentHash(std::string_view content);

/// Hashes of files, each read once: what changes while it lives keeps its first hash. Any thread may ask.
class FileHashes {
 public:
  /// Absent when the file cannot be read or is larger than 64 MiB.
  std::optional<std::string> of(const std::filesystem::path &file);

 private:
  std::mutex mutex_;
  std::map<std::filesystem::path, std::optional<std::string>> known_;
};

}  // namespace tileport::toolchain
