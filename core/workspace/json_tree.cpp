// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "workspace/json_tree.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

namespace tileport::workspace {

namespace {

constexpr std::size_t kMostLevels = 16;

/// Walks the text and leaves behind how far the parser has come. It reads at most one character ahead.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;

  CountingIterator(const char *at, const char **reached) : at_(at), reached_(reached) {}
  reference operator*() const { return *at_; }
  CountingIterator &operator++() {
    *reached_ = ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator &other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator &other) const { return at_ != other.at_; }

 private:
  const char *at_;
  const char **reached_;
};

Place placeAt(const std::string &file, std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::size_t lineEnd = before.rfind('\n');
  const std::size_t column = lineEnd == std::string_view::npos ? before.size() : before.size() - lineEnd - 1;
  Place place{.file = file};
  place.line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  place.column = static_cast<std::uint32_t>(std::max<std::size_t>(column, 1));
  return place;
}

/// Takes the parser's events and builds the tree. A method that returns false stops the parser.
class TreeBuilder {
 public:
  using Json = nlohmann::json;

  TreeBuilder(std::string_view text, const std::string &file, const char *const *reached)
      : text_(text), file_(file), reached_(reached), lineAt_(text.data()) {}

  bool null() { return add({}); }
  bool boolean(bool) { return add({.kind = JsonValue::Kind::Bool}); }
  bool number_integer(Json::number_integer_t) { return add({.kind = JsonValue::Kind::Number}); }
  bool number_unsigned(Json::number_unsigned_t) { return add({.kind = JsonValue::Kind::Number}); }
  bool number_float(Json::number_float_t, const Json::string_t &) { return add({.kind = JsonValue::Kind::Number}); }
  bool string(Json::string_t &text) { return add({.kind = JsonValue::Kind::String, .text = text}); }
  bool binary(Json::binary_t &) { return false; }
  bool start_object(std::size_t) { return open({.kind = JsonValue::Kind::Object}); }
  bool start_array(std::size_t) { return open({.kind = JsonValue::Kind::Array}); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(Json::string_t &name) {
    JsonValue &object = *open_.back();
    if (object.member(name)) return fail("member \"" + name + "\" is given twice", "Keep one of the two.");
    object.names.push_back(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string &, const Json::exception &exception) {
    // "[json.exception.parse_error.101] parse error at line 3, column 4: syntax error while ... - what it is about"
    std::string message = exception.what();
    if (const std::size_t colon = message.find(": "); colon != std::string::npos) message.erase(0, colon + 2);
    error_ = {ErrorKind::Malformed, "not JSON: " + message, placeAt(file_, text_, position), "Mend the file at this place."};
    return false;
  }

  Error takeError() { return std::move(error_); }
  JsonValue takeRoot() { return std::move(root_); }

 private:
  void stamp(JsonValue &value) {
    // Where a number ends is known from the character after it.
    const char *reached = *reached_ - (value.kind == JsonValue::Kind::Number && *reached_ > text_.data() ? 1 : 0);
    // Positions only grow, so counting goes on where it stopped.
    for (; lineAt_ < reached; ++lineAt_) {
      if (*lineAt_ != '\n') continue;
      ++line_;
      lineStart_ = lineAt_ + 1;
    }
    value.line = line_;
    value.column = static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(reached - (lineStart_ ? lineStart_ : text_.data()), 1));
  }

  JsonValue *place(JsonValue value) {
    stamp(value);
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    return &open_.back()->items.emplace_back(std::move(value));
  }

  bool add(JsonValue value) {
    place(std::move(value));
    return true;
  }

  bool open(JsonValue value) {
    if (open_.size() == kMostLevels) return fail("nested deeper than 16 levels", "A workspace needs five.");
    // An open value's address holds: its parent gets no further item before it closes.
    open_.push_back(place(std::move(value)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  bool fail(std::string message, std::string advice) {
    error_ = {ErrorKind::Malformed, std::move(message), placeAt(file_, text_, static_cast<std::size_t>(*reached_ - text_.data())),
              std::move(advice)};
    return false;
  }

  std::string_view text_;
  const std::string &file_;
  const char *const *reached_;
  const char *lineAt_;
  const char *lineStart_ = nullptr;
  std::uint32_t line_ = 1;
  JsonValue root_;
  std::vector<JsonValue *> open_;
  Error error_;
};

}  // namespace

const JsonValue *JsonValue::member(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return nullptr;
  const auto position = static_cast<std::size_t>(found - names.begin());
  return position < items.size() ? &items[position] : nullptr;
}

std::string_view kindText(JsonValue::Kind kind) {
  switch (kind) {
    case JsonValue::Kind::Null: return "null";
    case JsonValue::Kind::Bool: return "true or false";
    case JsonValue::Kind::Number: return "a number";
    case JsonValue::Kind::String: return "a string";
    case JsonValue::Kind::Array: return "an array";
    case JsonValue::Kind::Object: return "an object";
  }
  return "a value";
}

Result<JsonValue> parseJson(std::string_view text, const std::string &file) {
  // The parser takes a NUL for the end and would pass over what follows.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    Error error{ErrorKind::Malformed, "there is a NUL byte in the file", {}, "It is not a JSON text; write it again."};
    error.place.file = file;
    const std::string_view before = text.substr(0, nul);
    error.place.line = static_cast<std::uint32_t>(1 + std::count(before.begin(), before.end(), '\n'));
    error.place.column = static_cast<std::uint32_t>(before.size() - (before.rfind('\n') + 1) + 1);
    return error;
  }
  const char *reached = text.data();
  TreeBuilder builder(text, file, &reached);
  const CountingIterator begin(text.data(), &reached);
  const CountingIterator end(text.data() + text.size(), &reached);
  if (!nlohmann::json::sax_parse(begin, end, &builder)) return builder.takeError();
  return builder.takeRoot();
}

}  // namespace tileport::workspace
