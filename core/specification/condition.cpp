// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specification/condition.h"

#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>

namespace tileport::specification {

namespace {

using evidence::Constant;

/// A constant; or, of `unknown or True`, no more than whether it counts as true.
struct Value : std::optional<Constant> {
  using std::optional<Constant>::optional;
  Value(std::optional<Constant> constant) : std::optional<Constant>(std::move(constant)) {}
  static Value ofTruth(bool truth) {
    Value value;
    value.truth = truth;
    return value;
  }
  std::optional<bool> truth;
};

constexpr int kDeepest = 64;

bool isNameLetter(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::optional<bool> truthOf(const Value &value) {
  if (!value) return value.truth;
  switch (value->kind) {
    case Constant::Kind::None: return false;
    case Constant::Kind::Bool:
    case Constant::Kind::Integer: return value->integer != 0;
    case Constant::Kind::Float: return value->real != 0;
    case Constant::Kind::Text: return !value->text.empty();
    case Constant::Kind::Type:
    case Constant::Kind::Member: return std::nullopt;
  }
  return std::nullopt;
}

bool isNumber(const Constant &value) {
  return value.kind == Constant::Kind::Bool || value.kind == Constant::Kind::Integer || value.kind == Constant::Kind::Float;
}
bool isWhole(const Constant &value) { return value.kind == Constant::Kind::Bool || value.kind == Constant::Kind::Integer; }
double realOf(const Constant &value) { return isWhole(value) ? static_cast<double>(value.integer) : value.real; }

/// A comparison of two values that are known; absent where the language may see it otherwise than we do.
std::optional<bool> compare(const Constant &a, std::string_view op, const Constant &b) {
  const bool same = op == "==" || op == "is", other = op == "!=" || op == "is not", identity = op.starts_with("is");
  // Two that are equal need not be one object: 1 is True, or a text that was made twice.
  const auto isUnique = [](const Constant &value) { return value.kind == Constant::Kind::None || value.kind == Constant::Kind::Bool; };
  if (identity && !(isUnique(a) && isUnique(b))) {
    if (isNumber(a) && isNumber(b) ? realOf(a) == realOf(b) : a == b) return std::nullopt;
  }
  if (isNumber(a) && isNumber(b)) {
    const bool whole = isWhole(a) && isWhole(b);
    const auto order = whole ? std::partial_ordering(a.integer <=> b.integer) : realOf(a) <=> realOf(b);
    if (same) return order == 0;
    if (other) return order != 0;
    if (op == "<") return order < 0;
    if (op == "<=") return order <= 0;
    if (op == ">") return order > 0;
    if (op == ">=") return order >= 0;
    return std::nullopt;
  }
  if (!same && !other) return std::nullopt;
  // An enum or a type may be made to compare equal to something else.
  const auto isObject = [](const Constant &value) { return value.kind == Constant::Kind::Member || value.kind == Constant::Kind::Type; };
  if (a.kind != b.kind && (isObject(a) || isObject(b)) && a.kind != Constant::Kind::None && b.kind != Constant::Kind::None)
    return std::nullopt;
  return (a == b) == same;
}

Value arithmetic(const Constant &a, std::string_view op, const Constant &b, source::Language language) {
  if (!isWhole(a) || !isWhole(b)) return std::nullopt;
  std::int64_t result = 0;
  if (op == "+") return __builtin_add_overflow(a.integer, b.integer, &result) ? Value() : Constant::ofInteger(result);
  if (op == "-") return __builtin_sub_overflow(a.integer, b.integer, &result) ? Value() : Constant::ofInteger(result);
  if (op == "*") return __builtin_mul_overflow(a.integer, b.integer, &result) ? Value() : Constant::ofInteger(result);
  // Python rounds down and Rust towards 0: alike where nothing is negative.
  const bool divides = op == "%" || op == (language == source::Language::Rust ? "/" : "//");
  if (!divides || a.integer < 0 || b.integer <= 0) return std::nullopt;
  return Constant::ofInteger(op == "%" ? a.integer % b.integer : a.integer / b.integer);
}

/// Recursive descent over one expression. What it does not understand fails the whole of it.
class Evaluator {
 public:
  Evaluator(std::string_view text, source::Language language, const Lookup &lookup) : rest_(text), language_(language), lookup_(lookup) {}

  Value run() {
    Value value = disjunction();
    skipSpace();
    return failed_ || !rest_.empty() ? Value() : value;
  }

 private:
  /// One more level for as long as it lives.
  struct Level {
    explicit Level(Evaluator &owner) : owner_(owner) {
      if (++owner_.depth_ > kDeepest) owner_.failed_ = true;
    }
    ~Level() { --owner_.depth_; }
    Evaluator &owner_;
  };

  Value disjunction() {
    const Level level(*this);
    if (failed_) return {};
    Value left = conjunction();
    while (!failed_ && (takeWord("or") || takeSign("||"))) {
      const Value right = conjunction();
      left = joined(left, right, true);
    }
    return left;
  }

  Value conjunction() {
    Value left = negation();
    while (!failed_ && (takeWord("and") || takeSign("&&"))) {
      const Value right = negation();
      left = joined(left, right, false);
    }
    return left;
  }

  /// `deciding` is the truth of the left side that decides alone.
  static Value joined(const Value &left, const Value &right, bool deciding) {
    const auto a = truthOf(left), b = truthOf(right);
    if (a) return *a == deciding ? left : right;
    return b && *b == deciding ? Value::ofTruth(deciding) : Value();
  }

  Value negation() {
    const Level level(*this);
    if (failed_) return {};
    if (takeWord("not")) {
      const auto truth = truthOf(negation());
      return truth ? Value(Constant::ofBool(!*truth)) : Value();
    }
    return comparison();
  }

  Value comparison() {
    Value left = bits();
    std::optional<bool> all;
    bool any = false, unknown = false;
    while (!failed_) {
      const std::string op = comparisonOperator();
      if (op.empty()) break;
      const Value right = bits();
      const auto holds = left && right ? compare(*left, op, *right) : std::nullopt;
      any = true;
      unknown |= !holds;
      if (holds && !*holds) all = false;
      left = right;
    }
    if (!any) return left;
    if (all) return Constant::ofBool(false);
    return unknown ? Value() : Constant::ofBool(true);
  }

  std::string comparisonOperator() {
    for (const std::string_view sign : {"==", "!=", "<=", ">=", "<", ">"})
      if (takeSign(sign)) return std::string(sign);
    if (takeWord("is")) return takeWord("not") ? "is not" : "is";
    return {};
  }

  /// Operators on bits, the loosest first. What is written with two signs is logic.
  Value bits(std::size_t level = 0) {
    static constexpr std::string_view kOperators[] = {"|", "^", "&"};
    if (level == std::size(kOperators)) return sum();
    Value left = bits(level + 1);
    while (!failed_) {
      skipSpace();
      const std::string_view op = kOperators[level];
      if (!rest_.starts_with(op) || rest_.substr(1).starts_with(op) || rest_.substr(1).starts_with('=')) break;
      rest_.remove_prefix(1);
      const Value right = bits(level + 1);
      const bool known = left && right && isWhole(*left) && isWhole(*right);
      const std::int64_t a = known ? left->integer : 0, b = known ? right->integer : 0;
      left = known ? Value(Constant::ofInteger(level == 0 ? a | b : level == 1 ? a ^ b : a & b)) : Value();
    }
    return left;
  }

  Value sum() {
    Value left = product();
    while (!failed_) {
      const std::string_view op = takeSign("+") ? "+" : takeSign("-") ? "-" : "";
      if (op.empty()) break;
      const Value right = product();
      left = left && right ? arithmetic(*left, op, *right, language_) : Value();
    }
    return left;
  }

  Value product() {
    Value left = unary();
    while (!failed_) {
      skipSpace();
      if (rest_.starts_with("**")) return failed_ = true, Value();
      const std::string_view op = takeSign("//") ? "//" : takeSign("*") ? "*" : takeSign("/") ? "/" : takeSign("%") ? "%" : "";
      if (op.empty()) break;
      const Value right = unary();
      left = left && right ? arithmetic(*left, op, *right, language_) : Value();
    }
    return left;
  }

  /// Rust's casts are looser than its signs.
  Value unary() {
    Value value = prefix();
    while (!failed_ && takeWord("as")) value = cast(value, takeName());
    return value;
  }

  Value prefix() {
    const Level level(*this);
    if (failed_) return {};
    if (takeSign("-")) {
      const Value value = prefix();
      return value && isWhole(*value) ? arithmetic(Constant::ofInteger(0), "-", *value, language_) : Value();
    }
    skipSpace();
    if (rest_.starts_with("!") && !rest_.starts_with("!=")) {
      rest_.remove_prefix(1);
      const Value value = prefix();
      // Of an integer it is Rust's complement.
      return value && value->kind == Constant::Kind::Bool ? Value(Constant::ofBool(value->integer == 0)) : Value();
    }
    return primary();
  }

  /// What another width would cut, and a fraction, is not known.
  static Value cast(const Value &value, std::string_view type) {
    if (!value || !isWhole(*value) || type.empty() || (type[0] != 'i' && type[0] != 'u')) return {};
    const bool isSigned = type[0] == 'i';
    int bits = 64;
    const std::string_view width = type.substr(1);
    if (width.empty() || width[0] < '1' || width[0] > '9') {
      if (width != "size") return {};
    } else if (std::from_chars(width.data(), width.data() + width.size(), bits).ptr != width.data() + width.size()) {
      return {};
    }
    const int digits = isSigned ? bits - 1 : bits;
    const bool fits = digits >= 63 || (value->integer < std::int64_t{1} << digits && value->integer >= -(std::int64_t{1} << digits));
    if (!fits || (!isSigned && value->integer < 0)) return {};
    return Constant::ofInteger(value->integer);
  }

  Value primary() {
    skipSpace();
    if (takeSign("(")) {
      Value value = disjunction();
      if (!takeSign(")")) failed_ = true;
      return value;
    }
    if (rest_.empty()) return failed_ = true, Value();
    if (isDigit(rest_.front())) return number();
    if (rest_.front() == '"' || rest_.front() == '\'') return quoted();
    if (isNameLetter(rest_.front())) return named();
    return failed_ = true, Value();
  }

  /// An integer, maybe with the suffix of its type. Fractions are not understood.
  Value number() {
    std::size_t end = 0;
    while (end < rest_.size() && (isNameLetter(rest_[end]) || rest_[end] == '.')) ++end;
    std::string digits;
    std::size_t at = 0;
    for (; at < end && (isDigit(rest_[at]) || rest_[at] == '_'); ++at)
      if (rest_[at] != '_') digits += rest_[at];
    const std::string_view suffix = rest_.substr(at, end - at);
    rest_.remove_prefix(end);
    const bool typed = suffix.size() >= 2 && (suffix[0] == 'i' || suffix[0] == 'u') && isDigit(suffix[1]);
    std::int64_t value = 0;
    const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || last != digits.data() + digits.size() ||
        (!suffix.empty() && !typed && suffix != "usize" && suffix != "isize"))
      return std::nullopt;
    return Constant::ofInteger(value);
  }

  Value quoted() {
    const char quote = rest_.front();
    const std::size_t end = rest_.find(quote, 1);
    if (end == std::string_view::npos) return failed_ = true, Value();
    const std::string_view text = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    // An empty one may be the beginning of a text in three quotes.
    return text.empty() || text.find('\\') != std::string_view::npos ? Value() : Constant::ofText(std::string(text));
  }

  Value named() {
    const std::string_view name = takeName();
    if (name == "True" || name == "true") return Constant::ofBool(true);
    if (name == "False" || name == "false") return Constant::ofBool(false);
    if (name == "None") return Constant{};
    for (const std::string_view word : {"if", "else", "lambda", "in", "let", "match", "for", "await"})
      if (name == word) return failed_ = true, Value();
    return lookup_(name);
  }

  /// A name with what is accessed or called on it, brackets balanced.
  std::string_view takeName() {
    skipSpace();
    std::size_t end = 0;
    while (end < rest_.size()) {
      if (isNameLetter(rest_[end])) {
        ++end;
      } else if (rest_[end] == '.' || rest_.substr(end).starts_with("::")) {
        end += rest_[end] == '.' ? 1 : 2;
      } else if (end > 0 && (rest_[end] == '(' || rest_[end] == '[')) {
        const std::size_t close = closing(end);
        if (close == std::string_view::npos) break;
        end = close + 1;
      } else {
        break;
      }
    }
    const std::string_view name = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return name;
  }

  std::size_t closing(std::size_t open) const {
    int depth = 0;
    for (std::size_t at = open; at < rest_.size(); ++at) {
      if (rest_[at] == '(' || rest_[at] == '[') ++depth;
      if ((rest_[at] == ')' || rest_[at] == ']') && --depth == 0) return at;
    }
    return std::string_view::npos;
  }

  bool takeWord(std::string_view word) {
    skipSpace();
    if (!rest_.starts_with(word) || (rest_.size() > word.size() && isNameLetter(rest_[word.size()]))) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  bool takeSign(std::string_view sign) {
    skipSpace();
    if (!rest_.starts_with(sign)) return false;
    // A shift is no comparison, and an assignment none either.
    const std::string_view behind = rest_.substr(sign.size());
    if ((sign == "<" && behind.starts_with('<')) || (sign == ">" && behind.starts_with('>'))) return failed_ = true, false;
    rest_.remove_prefix(sign.size());
    return true;
  }

  void skipSpace() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t' || rest_.front() == '\n')) rest_.remove_prefix(1);
  }

  std::string_view rest_;
  source::Language language_;
  const Lookup &lookup_;
  int depth_ = 0;
  bool failed_ = false;
};

}  // namespace

std::optional<Constant> evaluateExpression(std::string_view expression, source::Language language, const Lookup &lookup) {
  return Evaluator(expression, language, lookup).run();
}

std::optional<bool> evaluateCondition(std::string_view condition, source::Language language, const Lookup &lookup) {
  return truthOf(Evaluator(condition, language, lookup).run());
}

}  // namespace tileport::specification
