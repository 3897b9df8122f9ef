// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace tileport {

enum class ErrorKind : std::uint8_t {
  CannotRead,   ///< the file or folder is not there, or may not be read
  Malformed,    ///< the content breaks the rules of its format
  Unsupported,  ///< well formed, but of a version or feature that is not read
  Limit,        ///< larger or deeper than what is accepted
  Cancelled,    ///< the caller asked to stop
  Usage,        ///< the call itself is wrong
};

/// Where an error was found. Every part may be absent (empty, zero, nullopt).
struct Place {
  std::string file;
  std::uint32_t line = 0;                   ///< one-based; 0 = not known
  std::uint32_t column = 0;                 ///< one-based; 0 = not known
  std::optional<std::uint64_t> byteOffset;  ///< from the start of the file
  std::string section;                      ///< of a bytecode file: "func", "type", ...
  std::string op;                           ///< mnemonic of the op, with its number where there is one
};

/// What happened, where, and what to do about it.
struct Error {
  ErrorKind kind = ErrorKind::Malformed;
  std::string message;  ///< what happened, as a clause without a full stop
  Place place;
  std::string advice;  ///< what to do, as a sentence; may be empty

  /// One line: "file:line:column: message (section func, byte 0x1a2, op for). Advice."
  std::string toString() const;
};

/// A value or the error that stands for it. Used for what the world does wrong; broken invariants are asserted.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  const T &value() const & {
    assert(ok());
    return std::get<0>(state_);
  }
  T &value() & {
    assert(ok());
    return std::get<0>(state_);
  }
  T &&value() && {
    assert(ok());
    return std::get<0>(std::move(state_));
  }
  const T &operator*() const & { return value(); }
  T &operator*() & { return value(); }
  const T *operator->() const { return &value(); }
  T *operator->() { return &value(); }

  const Error &error() const & {
    assert(!ok());
    return std::get<1>(state_);
  }
  Error &&error() && {
    assert(!ok());
    return std::get<1>(std::move(state_));
  }

 private:
  std::variant<T, Error> state_;
};

/// A step that yields nothing but can fail.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return !error_; }
  explicit operator bool() const { return ok(); }
  const Error &error() const & {
    assert(!ok());
    return *error_;
  }
  Error &&error() && {
    assert(!ok());
    return std::move(*error_);
  }

 private:
  std::optional<Error> error_;
};

}  // namespace tileport
