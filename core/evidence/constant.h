// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace tileport::evidence {

/// A value that a kernel is compiled with: a constant parameter of cuTile Python, a const generic or type generic of cuTile Rust.
struct Constant {
  enum class Kind : std::uint8_t {
    None,     ///< Python's None
    Bool,     ///< `integer` is 0 or 1
    Integer,  ///< `integer`
    Float,    ///< `real`
    Text,     ///< `text`, UTF-8
    Type,     ///< `text` is the canonical name of an element type
    Member,   ///< of a Python enum: `text` is the member, `module` and `owner` name the enum
  };
  Kind kind = Kind::None;
  std::int64_t integer = 0;
  double real = 0;
  std::string text;
  std::string module;
  std::string owner;

  static Constant ofBool(bool value) { return {.kind = Kind::Bool, .integer = value ? 1 : 0}; }
  static Constant ofInteger(std::int64_t value) { return {.kind = Kind::Integer, .integer = value}; }
  static Constant ofFloat(double value) { return {.kind = Kind::Float, .real = value}; }
  static Constant ofText(std::string value) { return {.kind = Kind::Text, .text = std::move(value)}; }
  static Constant ofType(std::string value) { return {.kind = Kind::Type, .text = std::move(value)}; }

  /// The same kind and the same value: 1, true and 1.0 are three. Floats by their bits, so that a NaN equals itself.
  bool operator==(const Constant &other) const;
};

/// For people: 128, true, 0.125, "a", f16, None, Mode.FAST.
std::string text(const Constant &constant);

/// Both sides compute the same with it, whatever kind their front ends give it: cuTile Rust has no const generics of kind
/// bool, so that its 0 is cuTile Python's false. Never true of a number and a text.
bool meansTheSame(const Constant &a, const Constant &b);

}  // namespace tileport::evidence
