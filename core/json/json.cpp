// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "json/json.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

namespace tileport::json {

namespace {

constexpr std::size_t kMostLevels = 16;

/// Walks the text and leaves behind how far the parser has come, which reads at most one character ahead.
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

/// Takes the parser's events and builds the tree. A method that returns false stops the parser.
class TreeBuilder {
 public:
  using Json = nlohmann::json;

  TreeBuilder(std::string_view text, const std::string &file, std::uint32_t firstLine, const char *const *reached)
      : file_(file), begin_(text.data()), reached_(reached), lineAt_(text.data()), lineStart_(text.data()), line_(firstLine) {}

  bool null() { return add({}); }
  bool boolean(bool value) { return add({.kind = JsonNode::Kind::Bool, .integer = value ? 1 : 0}); }
  bool number_integer(Json::number_integer_t value) { return add({.kind = JsonNode::Kind::Integer, .integer = value}); }
  bool number_unsigned(Json::number_unsigned_t value) {
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return add({.kind = JsonNode::Kind::Float, .real = static_cast<double>(value)});
    return add({.kind = JsonNode::Kind::Integer, .integer = static_cast<std::int64_t>(value)});
  }
  bool number_float(Json::number_float_t value, const Json::string_t &) { return add({.kind = JsonNode::Kind::Float, .real = value}); }
  bool string(Json::string_t &text) { return add({.kind = JsonNode::Kind::String, .text = text}); }
  bool binary(Json::binary_t &) { return false; }
  bool start_object(std::size_t) { return open({.kind = JsonNode::Kind::Object}); }
  bool start_array(std::size_t) { return open({.kind = JsonNode::Kind::Array}); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(Json::string_t &name) {
    if (!names_.back().insert(name).second) return fail("member \"" + name + "\" is given twice", "Keep one of the two.");
    open_.back()->names.push_back(name);
    return true;
  }

  bool parse_error(std::size_t, const std::string &, const Json::exception &exception) {
    // "[json.exception.parse_error.101] parse error at line 3, column 4: syntax error while ... - what it is about"
    const std::string what = exception.what();
    const std::size_t colon = what.find(": ");
    return fail("not JSON: " + (colon == std::string::npos ? what : what.substr(colon + 2)), "Mend the file at this place.");
  }

  Error takeError() { return std::move(error_); }
  JsonNode takeRoot() { return std::move(root_); }

 private:
  /// Of the character before `upTo`. Positions only grow, so counting goes on where it stopped.
  void moveTo(const char *upTo) {
    for (; lineAt_ < upTo; ++lineAt_) {
      if (*lineAt_ != '\n') continue;
      ++line_;
      lineStart_ = lineAt_ + 1;
    }
    column_ = static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(upTo - lineStart_, 1));
  }

  JsonNode *place(JsonNode value) {
    // Where a number ends is known from the character after it.
    const bool isNumber = value.kind == JsonNode::Kind::Integer || value.kind == JsonNode::Kind::Float;
    moveTo(*reached_ - (isNumber && *reached_ > begin_ ? 1 : 0));
    value.line = line_;
    value.column = column_;
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    return &open_.back()->items.emplace_back(std::move(value));
  }

  bool add(JsonNode value) {
    place(std::move(value));
    return true;
  }

  bool open(JsonNode value) {
    if (open_.size() == kMostLevels) return fail("nested deeper than 16 levels", "No file that Tileport reads needs as many.");
    names_.emplace_back();
    // An open value's address holds: its parent gets no further item before it closes.
    open_.push_back(place(std::move(value)));
    return true;
  }

  bool close() {
    open_.pop_back();
    names_.pop_back();
    return true;
  }

  bool fail(std::string message, std::string advice) {
    moveTo(*reached_);
    error_ = {ErrorKind::Malformed, std::move(message), {.file = file_, .line = line_, .column = column_}, std::move(advice)};
    return false;
  }

  const std::string &file_;
  const char *begin_;
  const char *const *reached_;
  const char *lineAt_;
  const char *lineStart_;
  std::uint32_t line_;
  std::uint32_t column_ = 1;
  JsonNode root_;
  std::vector<JsonNode *> open_;
  std::vector<std::set<std::string, std::less<>>> names_;  ///< of the open values' members
  Error error_;
};

std::string escapedForPointer(std::string_view name) {
  std::string escaped;
  for (const char c : name) escaped += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return escaped;
}

}  // namespace

const JsonNode *JsonNode::member(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? nullptr : &items[static_cast<std::size_t>(found - names.begin())];
}

std::string_view kindText(JsonNode::Kind kind) {
  switch (kind) {
    case JsonNode::Kind::Null: return "null";
    case JsonNode::Kind::Bool: return "true or false";
    case JsonNode::Kind::Integer:
    case JsonNode::Kind::Float: return "a number";
    case JsonNode::Kind::String: return "a string";
    case JsonNode::Kind::Array: return "an array";
    case JsonNode::Kind::Object: return "an object";
  }
  return "a value";
}

Result<JsonNode> parseJson(std::string_view text, const std::string &file, std::uint32_t firstLine) {
  // The parser takes a NUL for the end and would pass over what follows.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    const std::string_view before = text.substr(0, nul);
    const auto lines = std::count(before.begin(), before.end(), '\n');
    Place place{.file = file, .line = firstLine + static_cast<std::uint32_t>(lines)};
    place.column = static_cast<std::uint32_t>(nul - (before.rfind('\n') + 1) + 1);
    return Error{ErrorKind::Malformed, "there is a NUL byte in the file", std::move(place), "It is not a JSON text; write it again."};
  }
  const char *reached = text.data();
  TreeBuilder builder(text, file, firstLine, &reached);
  const CountingIterator begin(text.data(), &reached);
  const CountingIterator end(text.data() + text.size(), &reached);
  if (!nlohmann::json::sax_parse(begin, end, &builder)) return builder.takeError();
  return builder.takeRoot();
}

Error JsonAt::error(const std::string &message, std::string advice) const {
  return {ErrorKind::Malformed,
          (pointer_.empty() ? "/" : pointer_) + ": " + message,
          {.file = *file_, .line = node_->line, .column = node_->column},
          std::move(advice)};
}

Error JsonAt::unexpected(std::string_view wanted) const {
  return error("expected " + std::string(wanted) + ", found " + std::string(kindText(node_->kind)));
}

std::optional<JsonAt> JsonAt::find(std::string_view name) const {
  const JsonNode *item = node_->member(name);
  if (item == nullptr || item->kind == JsonNode::Kind::Null) return std::nullopt;
  return JsonAt(*item, *file_, pointer_ + "/" + escapedForPointer(name));
}

Result<JsonAt> JsonAt::member(std::string_view name) const {
  if (node_->kind != JsonNode::Kind::Object) return unexpected("an object");
  auto found = find(name);
  if (!found) return error("member \"" + std::string(name) + "\" is missing");
  return std::move(*found);
}

Result<void> JsonAt::onlyMembers(const std::vector<std::string_view> &known) const {
  if (node_->kind != JsonNode::Kind::Object) return unexpected("an object");
  for (const std::string &name : node_->names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      return error("unknown member \"" + name + "\"", "Look for a misspelling.");
  return {};
}

Result<std::vector<JsonAt>> JsonAt::items() const {
  if (node_->kind != JsonNode::Kind::Array) return unexpected("an array");
  std::vector<JsonAt> all;
  for (std::size_t i = 0; i < node_->items.size(); ++i) all.emplace_back(node_->items[i], *file_, pointer_ + "/" + std::to_string(i));
  return all;
}

Result<std::vector<std::pair<std::string, JsonAt>>> JsonAt::members() const {
  if (node_->kind != JsonNode::Kind::Object) return unexpected("an object");
  std::vector<std::pair<std::string, JsonAt>> all;
  for (std::size_t i = 0; i < node_->items.size(); ++i)
    all.emplace_back(node_->names[i], JsonAt(node_->items[i], *file_, pointer_ + "/" + escapedForPointer(node_->names[i])));
  return all;
}

Result<std::string> JsonAt::string() const {
  if (node_->kind != JsonNode::Kind::String) return unexpected("a string");
  return node_->text;
}

Result<std::int64_t> JsonAt::integer() const {
  if (node_->kind == JsonNode::Kind::Float) return error("expected an integer of 64 bits, found another number");
  if (node_->kind != JsonNode::Kind::Integer) return unexpected("an integer");
  return node_->integer;
}

Result<bool> JsonAt::boolean() const {
  if (node_->kind != JsonNode::Kind::Bool) return unexpected("true or false");
  return node_->integer != 0;
}

Result<std::vector<std::int64_t>> JsonAt::integers() const {
  const auto each = items();
  if (!each) return each.error();
  std::vector<std::int64_t> all;
  for (const JsonAt &item : *each) {
    const auto value = item.integer();
    if (!value) return value.error();
    all.push_back(*value);
  }
  return all;
}

Result<std::vector<std::string>> JsonAt::strings() const {
  const auto each = items();
  if (!each) return each.error();
  std::vector<std::string> all;
  for (const JsonAt &item : *each) {
    auto value = item.string();
    if (!value) return std::move(value).error();
    all.push_back(std::move(*value));
  }
  return all;
}

Result<std::string> JsonAt::stringOf(std::string_view name) const {
  const auto found = find(name);
  return found ? found->string() : Result<std::string>(std::string());
}

}  // namespace tileport::json
