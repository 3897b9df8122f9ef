// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/source_file.h"

/// What the text of a Rust source shows at a place, without understanding Rust: a scan that would rather say that it does not know.
namespace tileport::triage {

/// The text with comments, and what stands in string literals, replaced by blanks: lines and columns stay.
std::string withoutComments(std::string_view text);

/// A call as it stands in the source.
struct RustCall {
  std::string callee;                  ///< "load_view_tko", of a method its name; empty: there is no call, only a line
  std::vector<std::string> generics;   ///< of "f::<4>(...)": "4"
  std::vector<std::string> arguments;  ///< without blanks around
  std::string text;                    ///< of the call, or of the line
  std::uint32_t line = 0;              ///< one-based, where `text` begins
  std::uint32_t column = 0;            ///< one-based

  bool names(std::string_view word) const;  ///< whether the text has the word
};

/// The call that begins at or behind the column of the line, up to its closing parenthesis. `code` has no comments. A column of 0 is not
/// known: the line's first. Absent when there is no such line.
std::optional<RustCall> callAt(std::string_view code, std::uint32_t line, std::uint32_t column);

/// What a call asks for.
struct Asked {
  enum class Kind : std::uint8_t {
    Nothing,     ///< the call has no such argument, or says None
    Value,       ///< `value`, spelled as Tile IR does
    Something,   ///< an expression that cannot be compared with anything: a mask
    Unresolved,  ///< a name that stands for a value, such as a const generic: `value`
  };
  Kind kind = Kind::Nothing;
  std::string value;
  bool isSaid = false;  ///< Nothing: the call says so, by None or a marker; otherwise it has no such argument
};

/// `part` is what Tile IR calls it: "latency", "allow_tma", "padding_value", "rounding_mode", "rounding", "flush_to_zero",
/// "comparison_predicate", "memory_ordering_semantics", "operand mask", "operand paddingValue". Absent: a call does not
/// show that part.
std::optional<Asked> askedFor(const RustCall &call, std::string_view part);

/// Where the word stands in the code, as a word of its own: its line, one-based; absent: nowhere.
std::optional<std::uint32_t> lineOfWord(std::string_view code, std::string_view word);

}  // namespace tileport::triage
