// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string_view>

#include "support/result.h"

namespace tileport::cli {

/// Text that is kept on the disk until it can be printed, in a temporary file without a name: it is gone with the process, however that
/// ends.
class Spool {
 public:
  /// A part of it, in bytes.
  struct Piece {
    std::uint64_t offset = 0, size = 0;
  };

  static Result<Spool> open();

  Result<Piece> append(std::string_view text);
  /// In blocks, in order. Stops where `sink` answers false, and answers false then.
  Result<bool> copy(const Piece &piece, const std::function<bool(std::string_view)> &sink);

 private:
  struct Closer {
    void operator()(std::FILE *file) const { std::fclose(file); }
  };
  explicit Spool(std::FILE *file) : file_(file) {}

  std::unique_ptr<std::FILE, Closer> file_;
  std::uint64_t size_ = 0;
};

}  // namespace tileport::cli
