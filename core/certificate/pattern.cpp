// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/pattern.h"

#include <algorithm>
#include <charconv>

namespace tileport::certificate {

using tileir::EnumKind;
using tileir::OpKind;

namespace {

/// Words, numbers and single marks.
std::vector<std::string_view> tokensOf(std::string_view text) {
  std::vector<std::string_view> tokens;
  const auto isWord = [](char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (text[i] == '>' && end < text.size() && text[end] == '=') ++end;
    const bool negative = text[i] == '-' && end < text.size() && text[end] >= '0' && text[end] <= '9';
    if (isWord(text[i]) || negative)
      while (end < text.size() && isWord(text[end])) ++end;
    if (text[i] != ' ') tokens.push_back(text.substr(i, end - i));
    i = end;
  }
  return tokens;
}

std::optional<std::int64_t> numberOf(std::string_view token) {
  std::int64_t number = 0;
  const auto end = std::from_chars(token.data(), token.data() + token.size(), number);
  return end.ec == std::errc() && end.ptr == token.data() + token.size() ? std::optional(number) : std::nullopt;
}

std::optional<std::size_t> letterOf(std::string_view token) {
  const std::size_t at = token.size() == 1 ? kLetters.find(token[0]) : std::string_view::npos;
  return at == std::string_view::npos ? std::nullopt : std::optional(at);
}

std::optional<OpKind> opNamed(std::string_view mnemonic) {
  for (std::size_t i = 0; i < tileir::kOpKindCount; ++i)
    if (tileir::info(static_cast<OpKind>(i)).mnemonic == mnemonic) return static_cast<OpKind>(i);
  return std::nullopt;
}

/// Which attribute of the op a word is a value of.
std::optional<Pattern::Attribute> attributeOf(OpKind op, std::string_view word) {
  for (const tileir::AttributeInfo &about : tileir::info(op).attributes) {
    if (about.form != tileir::AttributeForm::Enum) continue;
    const std::string name(about.name);
    if (word == "S" && about.enumKind == EnumKind::Signedness) return Pattern::Attribute{name, {}, 'S'};
    if (word == "P" && about.enumKind == EnumKind::ComparisonPredicate) return Pattern::Attribute{name, {}, 'P'};
    for (std::uint64_t i = 0; i < tileir::enumCount(about.enumKind); ++i)
      if (tileir::enumText(about.enumKind, i) == word) return Pattern::Attribute{name, i, 0};
  }
  return std::nullopt;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(tokensOf(text)) {}

  std::optional<Pattern> whole() {
    const auto pattern = this->pattern();
    return pattern && at_ == tokens_.size() ? pattern : std::nullopt;
  }

 private:
  bool take(std::string_view token) {
    if (at_ >= tokens_.size() || tokens_[at_] != token) return false;
    ++at_;
    return true;
  }

  std::optional<Pattern> pattern() {
    const auto op = at_ < tokens_.size() ? opNamed(tokens_[at_]) : std::nullopt;
    if (!op) return operand();
    ++at_;
    Pattern made;
    made.kind = Pattern::Kind::Op;
    made.op = *op;
    while (at_ < tokens_.size()) {
      const auto attribute = attributeOf(*op, tokens_[at_]);
      if (!attribute) break;
      made.attributes.push_back(*attribute);
      ++at_;
    }
    const std::size_t count = tileir::info(*op).operands.size();
    while (made.operands.size() < count) {
      const auto each = operand();
      if (!each) return std::nullopt;
      made.operands.push_back(*each);
    }
    return made;
  }

  std::optional<Pattern> operand() {
    if (take("(")) {
      const auto inner = pattern();
      return take(")") ? inner : std::nullopt;
    }
    if (take("{")) return sum();
    if (at_ >= tokens_.size()) return std::nullopt;
    const std::string_view token = tokens_[at_++];
    Pattern made;
    if (const auto letter = letterOf(token)) {
      made.letter = *letter;
      return made;
    }
    made.kind = Pattern::Kind::Number;
    if (token == "true" || token == "false") {
      made.number = token == "true" ? -1 : 0;
      return made;
    }
    const auto number = numberOf(token);
    if (!number) return std::nullopt;
    made.number = *number;
    return made;
  }

  std::optional<Pattern> sum() {
    Pattern made;
    made.kind = Pattern::Kind::Sum;
    for (std::int64_t sign = 1; at_ < tokens_.size();) {
      const std::string_view token = tokens_[at_++];
      const auto number = numberOf(token);
      if (const auto letter = letterOf(token)) made.sum.emplace_back(sign, *letter);
      else if (number) made.sum.emplace_back(sign * *number, kNumber);
      else return std::nullopt;
      if (take("}")) return made;
      sign = take("+") ? 1 : take("-") ? -1 : 0;
      if (sign == 0) return std::nullopt;
    }
    return std::nullopt;
  }

  std::vector<std::string_view> tokens_;
  std::size_t at_ = 0;
};

void collectLetters(const Pattern &pattern, std::vector<std::size_t> &letters) {
  if (pattern.kind == Pattern::Kind::Letter) letters.push_back(pattern.letter);
  for (const auto &[factor, letter] : pattern.sum)
    if (letter != kNumber) letters.push_back(letter);
  for (const Pattern &operand : pattern.operands) collectLetters(operand, letters);
}

/// "y >= 1, x >= 0 (lenient)".
bool parseConditions(std::string_view text, Rule &rule) {
  const std::vector<std::string_view> tokens = tokensOf(text);
  for (std::size_t i = 0; i < tokens.size();) {
    if (tokens.size() - i == 3 && tokens[i] == "(" && tokens[i + 1] == "lenient" && tokens[i + 2] == ")") return rule.lenient = true;
    if (tokens.size() - i < 3 || tokens[i + 1] != ">=") return false;
    const auto letter = letterOf(tokens[i]);
    const auto bound = numberOf(tokens[i + 2]);
    if (!letter || !bound) return false;
    rule.conditions.push_back({*letter, *bound});
    i += 3;
    if (i < tokens.size() && tokens[i] == ",") ++i;
  }
  return true;
}

}  // namespace

std::optional<Pattern> parsePattern(std::string_view text) { return Parser(text).whole(); }

std::optional<Rule> parseRule(const RuleText &text) {
  Rule rule;
  rule.text = &text;
  const auto from = parsePattern(text.from), to = parsePattern(text.to);
  if (!from || !to || from->kind != Pattern::Kind::Op || !parseConditions(text.condition, rule)) return std::nullopt;
  rule.from = *from;
  rule.to = *to;
  rule.hasSign = text.from.find(" S ") != std::string_view::npos;
  if (!text.assumed.empty()) {
    constexpr std::string_view kFits = "fits ";
    if (text.assumed.substr(0, kFits.size()) != kFits) return std::nullopt;
    rule.fits = parsePattern(text.assumed.substr(kFits.size()));
    if (!rule.fits || rule.fits->kind != Pattern::Kind::Sum) return std::nullopt;
  }
  collectLetters(rule.from, rule.letters);
  std::sort(rule.letters.begin(), rule.letters.end());
  rule.letters.erase(std::unique(rule.letters.begin(), rule.letters.end()), rule.letters.end());
  // What the rule gives, and what it asks, must be about what it was found in.
  std::vector<std::size_t> asked;
  collectLetters(rule.to, asked);
  if (rule.fits) collectLetters(*rule.fits, asked);
  for (const AtLeast &condition : rule.conditions) asked.push_back(condition.letter);
  for (const std::size_t letter : asked)
    if (!std::binary_search(rule.letters.begin(), rule.letters.end(), letter)) return std::nullopt;
  return rule;
}

const Rule *parsedRule(std::string_view name) {
  static const std::vector<Rule> parsed = [] {
    std::vector<Rule> list;
    for (const RuleText &text : rules())
      if (auto rule = parseRule(text)) list.push_back(std::move(*rule));
    return list;
  }();
  const auto at = std::find_if(parsed.begin(), parsed.end(), [&](const Rule &rule) { return rule.text->name == name; });
  return at == parsed.end() ? nullptr : &*at;
}

}  // namespace tileport::certificate
