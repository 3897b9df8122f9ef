// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

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

/// An answer out of texts and pieces of a spool, in order, to something that may end midway.
class Answer {
 public:
  using Sink = std::function<bool(std::string_view)>;
  Answer(Spool &spool, Sink sink) : spool_(spool), sink_(std::move(sink)) {}

  void add(std::string_view text) { going_ = going_ && sink_(text); }
  void add(const Spool::Piece &piece);
  /// The sink has taken everything.
  bool going() const { return going_ && !error_; }
  /// Why a piece could not be read; absent: all could.
  const std::optional<Error> &error() const { return error_; }

 private:
  Spool &spool_;
  Sink sink_;
  bool going_ = true;
  std::optional<Error> error_;
};

}  // namespace tileport::cli
