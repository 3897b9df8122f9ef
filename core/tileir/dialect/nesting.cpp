// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/dialect/nesting.h"

#include <algorithm>
#include <unordered_map>

namespace tileport::tileir {

namespace {

bool isNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$';
}

/// Goes through the text once. Exact in valid text; in other text it may be off, which costs nothing: that is refused anyway.
class NestingScanner {
 public:
  explicit NestingScanner(std::string_view text) : text_(text) {}

  std::optional<std::uint32_t> run() {
    while (at_ < text_.size()) {
      step();
      if (depth_ > deepestNesting || aliasDepth_ > deepestNesting) return line_;
    }
    return std::nullopt;
  }

 private:
  void step() {
    const char c = text_[at_++];
    if (c == '\n') {
      endLine();
    } else if (c == '"') {
      skipString();
    } else if (c == '/' && at_ < text_.size() && text_[at_] == '/') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (c == '#') {
      alias();
    } else if (c == '-' && at_ < text_.size() && text_[at_] == '>') {
      ++at_;
    } else if (c == '(' || c == '[' || c == '{' || c == '<') {
      ++depth_;
    } else if ((c == ')' || c == ']' || c == '}' || c == '>') && depth_ != 0) {
      --depth_;
    }
  }

  void skipString() {
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
    ++at_;
  }

  /// `#name = ...` at the start of a line defines an alias, which is deeper by one than the deepest that it names.
  void alias() {
    const bool startsLine = at_ == 1 || text_[at_ - 2] == '\n';
    const std::size_t begin = at_;
    while (at_ < text_.size() && isNameCharacter(text_[at_])) ++at_;
    const auto name = text_.substr(begin, at_ - begin);
    if (startsLine) {
      defined_ = name;
    } else if (const auto known = depths_.find(name); known != depths_.end() && !defined_.empty()) {
      aliasDepth_ = std::max(aliasDepth_, known->second + 1);
    }
  }

  void endLine() {
    if (!defined_.empty()) depths_[defined_] = aliasDepth_;
    defined_ = {};
    aliasDepth_ = 0;
    ++line_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t depth_ = 0;
  std::string_view defined_;  ///< the alias that this line defines
  std::uint32_t aliasDepth_ = 0;
  std::unordered_map<std::string_view, std::uint32_t> depths_;
};

}  // namespace

std::optional<std::uint32_t> lineOfTooDeepNesting(std::string_view text) { return NestingScanner(text).run(); }

}  // namespace tileport::tileir
