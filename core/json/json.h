// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

/// A JSON text as a tree in which each value knows where it stands, so that an error about a member can name its line and column.
/// The JSON library parses; its own tree keeps no positions.
namespace tileport::json {

struct JsonNode {
  enum class Kind : std::uint8_t { Null, Bool, Integer, Float, String, Array, Object };
  Kind kind = Kind::Null;
  std::uint32_t line = 0;          ///< one-based, of the value's last character (scalars) or its opening bracket
  std::uint32_t column = 0;        ///< one-based, of the same, in bytes
  std::int64_t integer = 0;        ///< Integer; Bool as 0 or 1
  double real = 0;                 ///< Float; an integer of more than 64 bits is a Float
  std::string text;                ///< String
  std::vector<std::string> names;  ///< Object: member names, parallel to items
  std::vector<JsonNode> items;     ///< Array, Object

  /// Null when it is not an object or has no such member.
  const JsonNode *member(std::string_view name) const;
};

/// "an object", "a string", ...
std::string_view kindText(JsonNode::Kind kind);

/// `file` names the text in errors, which carry line and column; `firstLine` is the line of the file in which the text begins. Refuses
/// members given twice, more than 16 levels and a NUL byte, at which the JSON library would take the text for ended.
Result<JsonNode> parseJson(std::string_view text, const std::string &file, std::uint32_t firstLine = 1);

/// One value of a document and the way to it. Refers to both: they must outlive it.
class JsonAt {
 public:
  JsonAt(const JsonNode &node, const std::string &file, std::string pointer = {})
      : node_(&node), file_(&file), pointer_(std::move(pointer)) {}

  const JsonNode &node() const { return *node_; }
  const std::string &pointer() const { return pointer_; }
  bool isNull() const { return node_->kind == JsonNode::Kind::Null; }

  /// Malformed, with file, line, column and, in the message, the pointer.
  Error error(const std::string &message, std::string advice = {}) const;

  /// Nothing when it is no object, has no such member, or the member is null.
  std::optional<JsonAt> find(std::string_view name) const;
  Result<JsonAt> member(std::string_view name) const;
  /// Of an object that has no other members than these; the error names the one that nobody knows.
  Result<void> onlyMembers(const std::vector<std::string_view> &known) const;

  Result<std::vector<JsonAt>> items() const;                            ///< of an array
  Result<std::vector<std::pair<std::string, JsonAt>>> members() const;  ///< of an object, in the order of the text

  Result<std::string> string() const;
  Result<std::int64_t> integer() const;
  Result<bool> boolean() const;
  Result<std::vector<std::int64_t>> integers() const;
  Result<std::vector<std::string>> strings() const;
  /// Of a member that may be absent or null: empty then.
  Result<std::string> stringOf(std::string_view name) const;

 private:
  Error unexpected(std::string_view wanted) const;
  const JsonNode *node_;
  const std::string *file_;
  std::string pointer_;
};

}  // namespace tileport::json
