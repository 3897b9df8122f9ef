// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/spool.h"

#include <sys/types.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>

namespace tileport::cli {

namespace {

Error unusable(const char *what) {
  return {ErrorKind::CannotRead,
          std::string("the temporary file of the answer cannot be ") + what + ": " + std::strerror(errno),
          {},
          "Make room in the folder for temporary files, or review fewer variants at once."};
}

}  // namespace

Result<Spool> Spool::open() {
  std::FILE *file = std::tmpfile();
  if (!file) return unusable("made");
  return Spool(file);
}

Result<Spool::Piece> Spool::append(std::string_view text) {
  const Piece piece{size_, text.size()};
  if (fseeko(file_.get(), static_cast<off_t>(size_), SEEK_SET) != 0 || std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size())
    return unusable("written");
  size_ += text.size();
  return piece;
}

Result<bool> Spool::copy(const Piece &piece, const std::function<bool(std::string_view)> &sink) {
  // What is still buffered may find the disk full.
  if (std::fflush(file_.get()) != 0) return unusable("written");
  if (fseeko(file_.get(), static_cast<off_t>(piece.offset), SEEK_SET) != 0) return unusable("read");
  std::array<char, 1U << 16U> block;
  for (std::uint64_t left = piece.size; left > 0;) {
    const std::size_t got = std::fread(block.data(), 1, static_cast<std::size_t>(std::min<std::uint64_t>(left, block.size())), file_.get());
    if (got == 0) return unusable("read");
    if (!sink(std::string_view(block.data(), got))) return false;
    left -= got;
  }
  return true;
}

void Answer::add(const Spool::Piece &piece) {
  if (!going()) return;
  const auto copied = spool_.copy(piece, sink_);
  if (!copied) error_ = copied.error();
  else going_ = *copied;
}

}  // namespace tileport::cli
