// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <utility>

#include "support/result.h"

namespace tileport::importer {

/// Private to core/importer: the folder in which the commits of one repository are looked at. What is in it can be made again and is taken
/// away by the last review that uses it; one that is ended by force leaves it to the next.
class RangeFolder {
 public:
  /// Waits for a review that is just taking it away.
  static Result<RangeFolder> open(const std::filesystem::path &cache, const std::filesystem::path &repository);
  RangeFolder(RangeFolder &&other) noexcept : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}
  RangeFolder &operator=(RangeFolder &&) = delete;
  ~RangeFolder();

  const std::filesystem::path &path() const { return path_; }

 private:
  RangeFolder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::filesystem::path path_;
  int lock_;
};

}  // namespace tileport::importer
