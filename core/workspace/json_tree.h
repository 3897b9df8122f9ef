// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

/// Private to core/workspace: a JSON text as a tree in which each value knows where it stands, so that an error in a
/// manifest can name the line. The JSON library parses; its own tree keeps no positions.
namespace tileport::workspace {

struct JsonValue {
  enum class Kind : std::uint8_t { Null, Bool, Number, String, Array, Object };
  Kind kind = Kind::Null;
  std::uint32_t line = 0;  ///< one-based, of the value's last character (scalars) or its opening bracket
  std::uint32_t column = 0;
  std::string text;                ///< String
  std::vector<std::string> names;  ///< Object: member names, parallel to items
  std::vector<JsonValue> items;    ///< Array, Object

  /// Null when it is not an object or has no such member.
  const JsonValue *member(std::string_view name) const;
};

/// "an object", "a string", ...
std::string_view kindText(JsonValue::Kind kind);

/// Errors carry line and column; `file` names the text in them. Refuses members given twice and more than 16 levels.
Result<JsonValue> parseJson(std::string_view text, const std::string &file);

}  // namespace tileport::workspace
