// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "support/cancel.h"
#include "support/result.h"
#include "tileir/bytecode/format.h"

namespace tileport::tileir::reader {

using namespace bytecode;

/// Thrown where the bytes break a rule and caught once, in readBytecode. Decoding is one long chain of steps each of
/// which can fail; inside this folder an exception keeps the steps readable. It never leaves the folder.
struct Failure {
  Error error;
};

/// What each step of one reading shares: the bytes, what to stop for, and how much may still be made of them.
class Context {
 public:
  /// What may be made of each byte, in bytes of memory and print. Real programs take 30 to 80 for each byte of their file, an
  /// op of 3 bytes some 170.
  static constexpr std::uint64_t kBudgetPerByte = 256;

  Context(std::span<const std::byte> file, std::string_view name, const CancelToken &cancel,
          std::uint64_t budgetPerByte = kBudgetPerByte);

  std::span<const std::byte> file() const { return file_; }
  Version version() const { return version_; }
  void setVersion(Version version) { version_ = version; }
  bool has(Version since) const { return since <= version_; }

  /// The op that errors name from now on; `number` counts from zero in pre-order through the whole file.
  void enterOp(OpKind kind, std::uint32_t number) { op_ = OpPlace{kind, number}; }
  void leaveOps() { op_.reset(); }

  /// Throws when the caller asked to stop. Cheap enough for every record; looks at the token every 256th time.
  void poll() {
    if ((++polls_ & 0xff) == 0) stopIfCancelled();
  }
  void stopIfCancelled() const;

  /// Accounts for `bytes` of memory or printed text that will be made. A few bytes can name a large constant, string or
  /// type many times over; without this a small file could grow without bound.
  void charge(std::uint64_t bytes, std::uint64_t offset, std::string_view section);

  [[noreturn]] void fail(ErrorKind kind, std::string message, std::optional<std::uint64_t> offset, std::string_view section,
                         std::string advice = {}) const;

 private:
  struct OpPlace {
    OpKind kind;
    std::uint32_t number;
  };

  std::span<const std::byte> file_;
  std::string_view name_;
  const CancelToken &cancel_;
  Version version_;
  std::optional<OpPlace> op_;
  std::uint32_t polls_ = 0;
  std::uint64_t budget_;
};

/// "0x1a".
std::string hex(std::uint64_t number);
}  // namespace tileport::tileir::reader
