// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "evidence/remarks.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "evidence/remark_values.h"

namespace tileport::evidence {

namespace {

constexpr std::string_view kBegin = "--- !", kEnd = "...", kUnknownFile = "<unknown file>";

std::string_view withoutBlanks(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

/// Walks through the lines of what LLVM's serializer writes: documents of `Key: value` and one list of such.
class Reader {
 public:
  Reader(std::string_view text, const std::string &file) : rest_(text), file_(file) {}

  Result<std::vector<Remark>> read() {
    while (next()) {
      if (withoutBlanks(line_).empty()) continue;
      if (!line_.starts_with(kBegin)) return error("expected a remark, which begins with \"--- !\"");
      remark_ = {};
      id_.reset();
      if (auto read = document(); !read) return read.error();
      keep();
    }
    return result();
  }

 private:
  using Field = std::pair<std::string, std::string>;

  bool next() {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++number_;
    return true;
  }

  Error error(std::string message) const {
    return {ErrorKind::Malformed,
            "is no file of remarks as tileiras writes it: " + std::move(message),
            {.file = file_, .line = number_ == 0 ? 1 : number_},
            "See whether the version of tileiras is newer than this Tileport."};
  }

  Result<void> document() {
    const std::string_view kind = withoutBlanks(line_.substr(kBegin.size()));
    bool known = false;
    for (const Remark::Kind each : {Remark::Kind::Passed, Remark::Kind::Missed, Remark::Kind::Failure, Remark::Kind::Analysis}) {
      std::string name(toText(each));
      name.front() = static_cast<char>(name.front() - 'a' + 'A');
      if (kind != name) continue;
      remark_.kind = each;
      known = true;
    }
    if (!known) return error("there is no kind of remark \"" + std::string(kind.substr(0, 40)) + "\"");
    bool inArguments = false;
    while (next()) {
      if (line_.starts_with(kEnd)) return remark_.name.empty() ? error("a remark has no name") : Result<void>();
      const std::size_t indent = std::min(line_.find_first_not_of(' '), line_.size());
      std::string_view content = line_.substr(indent);
      if (indent == 0) {
        auto read = member(content);
        if (!read) return read.error();
        inArguments = *read;
        continue;
      }
      if (!inArguments) return error("a line is set in that belongs to nothing");
      // What else an item has, such as a location of its own, is set in further.
      const bool isItem = content.starts_with("- ");
      if (isItem) content.remove_prefix(2);
      auto field = fieldOf(withoutBlanks(content));
      if (!field) return field.error();
      if (!isItem || field->first == "DebugLoc") continue;
      if (field->first == "RemarkId") id_ = field->second;
      else remark_.arguments.emplace_back(std::move(field->first), std::string(withoutPlace(field->second)));
    }
    return error("it ends within a remark");
  }

  /// Takes a member of a document; whether the list of arguments follows.
  Result<bool> member(std::string_view content) {
    auto field = fieldOf(content);
    if (!field) return field.error();
    auto &[key, value] = *field;
    if (key == "Pass") remark_.pass = std::move(value);
    else if (key == "Name") remark_.name = std::move(value);
    else if (key == "Function") remark_.function = std::move(value);
    else if (key == "DebugLoc") {
      if (auto read = place(value); !read) return read.error();
    } else if (key == "Args") {
      if (!value.empty() && value != "[]") return error("expected a list of arguments");
      return value.empty();
    } else if (key != "Hotness") {
      return error("there is no member \"" + key.substr(0, 40) + "\"");
    }
    return false;
  }

  /// "Key: value"; a value in braces may go on in the next lines.
  Result<Field> fieldOf(std::string_view content) {
    const std::size_t colon = content.find(':');
    if (colon == 0 || colon == std::string_view::npos) return error("expected \"Key: value\"");
    Field field{content.substr(0, colon), ""};
    const std::string_view written = withoutBlanks(content.substr(colon + 1));
    if (written.starts_with('{')) {
      field.second = written;
      for (int lines = 0; !isClosed(field.second); ++lines) {
        if (lines == kMostLinesOfAPlace || !next()) return error("a brace is not closed");
        field.second += " " + std::string(withoutBlanks(line_));
      }
      return field;
    }
    if (written.starts_with('|') || written.starts_with('>')) return block(std::move(field), content);
    auto value = scalarOf(written);
    if (!value) return error("a text in quotes is not closed, or has an escape that YAML does not have");
    field.second = std::move(*value);
    return field;
  }

  /// The lines of a text of several lines are set in further than its key.
  Result<Field> block(Field field, std::string_view content) {
    const std::size_t indent = static_cast<std::size_t>(content.data() - line_.data());
    while (!rest_.empty()) {
      const std::string_view following = rest_.substr(0, rest_.find('\n'));
      const std::size_t from = following.find_first_not_of(" \r");
      if (from != std::string_view::npos && from <= indent) break;
      next();
      field.second += (field.second.empty() ? "" : "\n") + std::string(withoutBlanks(line_));
    }
    return field;
  }

  /// "{ File: 'softmax.py', Line: 11, Column: 13 }"
  Result<void> place(std::string_view braces) {
    const auto fields = fieldsInBraces(braces);
    if (!fields) return error("expected a location");
    for (const auto &[key, value] : *fields) {
      if (key == "File") {
        remark_.file = value == kUnknownFile ? "" : value.substr(value.rfind('/') + 1);
        continue;
      }
      std::uint32_t *number = key == "Line" ? &remark_.line : key == "Column" ? &remark_.column : nullptr;
      if (number == nullptr) return error("a location has no member \"" + key.substr(0, 40) + "\"");
      const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), *number);
      if (failure != std::errc() || end != value.data() + value.size()) return error("expected a number in a location");
    }
    if (remark_.line == 0 || remark_.file.empty()) remark_.file.clear(), remark_.line = remark_.column = 0;
    return {};
  }

  /// A repetition has the id of what it repeats.
  void keep() {
    std::sort(remark_.arguments.begin(), remark_.arguments.end());
    remark_.arguments.erase(std::unique(remark_.arguments.begin(), remark_.arguments.end()), remark_.arguments.end());
    found_[std::move(remark_)].insert(id_.value_or(""));
  }

  std::vector<Remark> result() {
    std::vector<Remark> remarks;
    for (const auto &[remark, ids] : found_) {
      remarks.push_back(remark);
      remarks.back().times = static_cast<std::uint32_t>(ids.size());
    }
    return remarks;
  }

  static constexpr int kMostLinesOfAPlace = 16;

  std::string_view rest_, line_;
  const std::string &file_;
  std::uint32_t number_ = 0;
  Remark remark_;
  std::optional<std::string> id_;
  std::map<Remark, std::set<std::string>> found_;
};

}  // namespace

Result<std::vector<Remark>> readRemarks(std::string_view text, const std::string &file) { return Reader(text, file).read(); }

std::string textOf(const Remark &remark) {
  std::string text, rest;
  for (const auto &[key, value] : remark.arguments) {
    if (key == "Remark") {
      text += (text.empty() ? "" : "; ") + value;
      continue;
    }
    const bool speaksForItself = key == "Instruction" || key == "Reason";
    rest += (rest.empty() ? "" : ", ") + (speaksForItself ? "" : key + " ") + value;
  }
  if (text.empty()) text = remark.name;
  return rest.empty() ? text : text + ": " + rest;
}

std::string_view toText(Remark::Kind kind) {
  switch (kind) {
    case Remark::Kind::Passed: return "passed";
    case Remark::Kind::Missed: return "missed";
    case Remark::Kind::Failure: return "failure";
    case Remark::Kind::Analysis: return "analysis";
  }
  return "";
}

}  // namespace tileport::evidence
