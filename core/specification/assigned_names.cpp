// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specification/assigned_names.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

namespace tileport::specification {

namespace {

using Names = std::set<std::string, std::less<>>;
using source::Language;

struct Token {
  enum class Kind { Name, Sign, Literal, NewLine };
  Kind kind = Kind::Sign;
  std::string_view text;
  int depth = 0;        ///< of brackets around it; a bracket has that of what is around the pair
  bool inPart = false;  ///< within the brackets of a call or a subscript

  bool isSign(std::string_view sign) const { return kind == Kind::Sign && text == sign; }
  bool isWord(std::string_view word) const { return kind == Kind::Name && text == word; }
};

bool isLetter(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c & 0x80) != 0; }

template <std::size_t count>
bool isOneOf(std::string_view text, const std::array<std::string_view, count> &list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// Longer ones first.
constexpr std::array<std::string_view, 30> kSigns{
    "<<=", ">>=", "**=", "//=", "...", "..=", "->", "=>", "==", "!=", "<=", ">=", ":=", "+=", "-=",
    "*=",  "/=",  "%=",  "@=",  "&=",  "|=",  "^=", "::", "&&", "||", "**", "<<", ">>", "//", ".."};
constexpr std::array<std::string_view, 14> kAssigning{
    "=", "+=", "-=", "*=", "/=", "%=", "@=", "&=", "|=", "^=", "<<=", ">>=", "**=", "//="};
/// What may stand before a bracket that is neither of a call nor of a subscript.
constexpr std::array<std::string_view, 17> kKeywords{"in",    "and", "or",    "not",   "if",     "elif", "else", "return", "for",
                                                     "while", "is",  "yield", "await", "assert", "del",  "with", "as"};
constexpr std::array<std::string_view, 14> kBlocks{"if",     "elif",    "else", "for",   "while", "with", "try",
                                                   "except", "finally", "def",  "class", "match", "case", "async"};
constexpr std::array<std::string_view, 6> kNaming{"import", "from", "global", "nonlocal", "del", "case"};

bool assigns(const Token &token) { return token.kind == Token::Kind::Sign && isOneOf(token.text, kAssigning); }

/// Without comments, and texts as one token each.
class Scanner {
 public:
  Scanner(std::string_view text, Language language) : text_(text), isRust_(language == Language::Rust) {}

  std::vector<Token> run() {
    while (at_ < text_.size()) step();
    return std::move(tokens_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '\n') {
      if (!isRust_ && open_.empty()) add(Token::Kind::NewLine, 1);
      else ++at_;
    } else if (c == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') {
      at_ += 2;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
      ++at_;
    } else if (isRust_ ? startsWith("//") : c == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (isRust_ && startsWith("/*")) {
      at_ = skipComment();
    } else if (c == '"' || c == '\'') {
      quote(c);
    } else if (isLetter(c)) {
      word();
    } else {
      sign();
    }
  }

  bool startsWith(std::string_view sign) const { return text_.substr(at_).starts_with(sign); }

  void add(Token::Kind kind, std::size_t length) {
    tokens_.push_back({kind, text_.substr(at_, length), static_cast<int>(open_.size()), !open_.empty() && open_.back()});
    at_ += length;
  }

  std::size_t skipComment() const {
    int depth = 0;
    for (std::size_t at = at_; at + 1 < text_.size(); ++at) {
      const std::string_view two = text_.substr(at, 2);
      if (two == "/*" || two == "*/") {
        depth += two == "/*" ? 1 : -1;
        ++at;
        if (depth == 0) return at + 1;
      }
    }
    return text_.size();
  }

  void quote(char c) {
    if (isRust_ && c == '\'') return character();
    const std::string three(3, c);
    const std::string end = !isRust_ && startsWith(three) ? three : std::string(1, c);
    std::size_t at = at_ + end.size();
    while (at < text_.size() && !text_.substr(at).starts_with(end)) {
      // One that is not closed ends with its line in Python.
      if (!isRust_ && end.size() == 1 && text_[at] == '\n') break;
      at += text_[at] == '\\' && at + 1 < text_.size() ? 2 : 1;
    }
    add(Token::Kind::Literal, std::min(at + end.size(), text_.size()) - at_);
  }

  /// 'x' or the name of a lifetime.
  void character() {
    std::size_t end = at_ + 1;
    if (end < text_.size() && text_[end] == '\\') {
      end = text_.find('\'', end + 2);
    } else {
      while (end < text_.size() && isLetter(text_[end])) ++end;
      if (end == at_ + 1) ++end;
      if (end < text_.size() && text_[end] != '\'') return add(Token::Kind::Literal, end - at_);
    }
    add(Token::Kind::Literal, std::min(end, text_.size() - 1) + 1 - at_);
  }

  void word() {
    std::size_t end = at_;
    while (end < text_.size() && isLetter(text_[end])) ++end;
    const std::string_view word = text_.substr(at_, end - at_), behind = text_.substr(end);
    if (isRust_ && (word == "r" || word == "br") && (behind.starts_with('#') || behind.starts_with('"'))) {
      const std::size_t hashes = std::min(behind.find_first_not_of('#'), behind.size());
      if (behind.substr(hashes).starts_with('"')) {
        const std::size_t close = behind.find("\"" + std::string(hashes, '#'), hashes + 1);
        return add(Token::Kind::Literal, close == std::string_view::npos ? text_.size() - at_ : end - at_ + close + 1 + hashes);
      }
    }
    // What a text begins with, such as r"..." or f"...".
    if (!behind.empty() && (behind[0] == '"' || (behind[0] == '\'' && !isRust_))) at_ = end;
    else add(Token::Kind::Name, end - at_);
  }

  void sign() {
    const char c = text_[at_];
    if (c == ')' || c == ']' || c == '}') {
      if (!open_.empty()) open_.pop_back();
      return add(Token::Kind::Sign, 1);
    }
    if (c == '(' || c == '[' || c == '{') {
      const bool isPart = (!open_.empty() && open_.back()) || (c != '{' && isBehindValue());
      add(Token::Kind::Sign, 1);
      open_.push_back(isPart);
      return;
    }
    const auto found = std::find_if(kSigns.begin(), kSigns.end(), [&](std::string_view each) { return startsWith(each); });
    add(Token::Kind::Sign, found == kSigns.end() ? 1 : found->size());
  }

  bool isBehindValue() const {
    if (tokens_.empty()) return false;
    const Token &last = tokens_.back();
    if (last.kind == Token::Kind::Name) return !isOneOf(last.text, kKeywords);
    return last.kind == Token::Kind::Literal || last.isSign(")") || last.isSign("]");
  }

  std::string_view text_;
  bool isRust_;
  std::size_t at_ = 0;
  std::vector<bool> open_;  ///< for each bracket, whether it is of a call or a subscript
  std::vector<Token> tokens_;
};

using Tokens = std::span<const Token>;

void addName(const Token &token, Names &names) {
  if (token.kind == Token::Kind::Name) names.emplace(token.text);
}

/// Names from a place up to one of the signs or words, at the depth of that place.
void addUntil(Tokens tokens, std::size_t from, std::initializer_list<std::string_view> ends, Names &names) {
  if (from >= tokens.size()) return;
  const int depth = tokens[from].depth;
  for (std::size_t i = from; i < tokens.size(); ++i) {
    if (tokens[i].depth < depth || (tokens[i].depth == depth && std::find(ends.begin(), ends.end(), tokens[i].text) != ends.end())) return;
    addName(tokens[i], names);
  }
}

// ---- Python --------------------------------------------------------------------------------------------------------

void addTargets(Tokens statement, Names &names) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < statement.size(); ++i)
    if (statement[i].depth == statement[0].depth && assigns(statement[i])) end = i;
  for (std::size_t i = 0; i < end; ++i)
    if (!statement[i].inPart && (i == 0 || !statement[i - 1].isSign("."))) addName(statement[i], names);
}

void addStatement(Tokens statement, Names &names) {
  if (statement.empty()) return;
  const std::string_view first = statement[0].text;
  if (isOneOf(first, kNaming)) addUntil(statement, 1, {}, names);
  if ((first == "def" || first == "class") && statement.size() > 1) addName(statement[1], names);
  for (std::size_t i = 0; i < statement.size(); ++i) {
    if (statement[i].isSign(":=") && i > 0) addName(statement[i - 1], names);
    if (statement[i].isWord("for")) addUntil(statement, i + 1, {"in"}, names);
    if (statement[i].isWord("lambda")) addUntil(statement, i + 1, {":"}, names);
    if (statement[i].isWord("as")) addUntil(statement, i + 1, {":", ","}, names);
  }
  addTargets(statement, names);
}

void addLine(Tokens line, Names &names) {
  if (line.empty()) return;
  if (!isOneOf(line[0].text, kBlocks)) return addStatement(line, names);
  bool inLambda = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i].isWord("lambda")) inLambda = true;
    if (line[i].depth != line[0].depth || !line[i].isSign(":")) continue;
    if (std::exchange(inLambda, false)) continue;
    addStatement(line.first(i), names);
    return addStatement(line.subspan(i + 1), names);
  }
  addStatement(line, names);
}

void addPython(Tokens tokens, Names &names) {
  std::size_t from = 0;
  for (std::size_t i = 0; i <= tokens.size(); ++i) {
    const bool ends = i == tokens.size() || tokens[i].kind == Token::Kind::NewLine || (tokens[i].depth == 0 && tokens[i].isSign(";"));
    if (!ends) continue;
    addLine(tokens.subspan(from, i - from), names);
    from = i + 1;
  }
}

// ---- Rust ----------------------------------------------------------------------------------------------------------

/// What stands before an "=>" or an assignment, back to where its pattern begins.
void addPatternBefore(Tokens tokens, std::size_t end, Names &names) {
  const int depth = tokens[end].depth;
  for (std::size_t i = end; i-- > 0;) {
    const Token &token = tokens[i];
    if (token.depth < depth || (token.depth == depth && (token.isSign(",") || token.isSign("}") || token.isSign(";")))) return;
    addName(token, names);
  }
}

void addAssigned(Tokens tokens, std::size_t sign, Names &names) {
  if (sign == 0) return;
  if (tokens[sign - 1].isSign(")") || tokens[sign - 1].isSign("]")) addPatternBefore(tokens, sign, names);
  else if (sign < 2 || !tokens[sign - 2].isSign(".")) addName(tokens[sign - 1], names);
}

/// Whether a "|" begins the parameters of a closure.
bool beginsClosure(Tokens tokens, std::size_t at) {
  constexpr std::array<std::string_view, 11> kBefore{"(", ",", "=", "{", ";", "=>", "&&", "||", "[", "return", "move"};
  return at == 0 || isOneOf(tokens[at - 1].text, kBefore);
}

/// The names of the pattern behind a "let". Where its value begins, so that its type is not taken for a name too.
std::size_t addLet(Tokens tokens, std::size_t let, Names &names) {
  addUntil(tokens, let + 1, {":", "=", ";"}, names);
  std::size_t end = let + 1;
  while (end < tokens.size() && tokens[end].depth >= tokens[let].depth &&
         !(tokens[end].depth == tokens[let].depth && (tokens[end].isSign("=") || tokens[end].isSign(";"))))
    ++end;
  return end;
}

void addRust(Tokens tokens, Names &names) {
  std::size_t valueOfLet = tokens.size();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token &token = tokens[i];
    const bool isGeneric = i > 0 && (tokens[i - 1].isSign("<") || tokens[i - 1].isSign(","));
    if (token.isWord("let")) valueOfLet = addLet(tokens, i, names);
    if (token.isWord("for")) addUntil(tokens, i + 1, {"in", "{", ";"}, names);
    if (token.isWord("use")) addUntil(tokens, i + 1, {";"}, names);
    const bool declares = token.isWord("mut") || token.isWord("ref") || token.isWord("fn") || token.isWord("static");
    if ((declares || (token.isWord("const") && !isGeneric)) && i + 1 < tokens.size()) addName(tokens[i + 1], names);
    if (token.isSign("|") && beginsClosure(tokens, i)) addUntil(tokens, i + 1, {"|"}, names);
    if (token.isSign("=>")) addPatternBefore(tokens, i, names);
    if (assigns(token) && i != valueOfLet) addAssigned(tokens, i, names);
  }
}

}  // namespace

std::set<std::string, std::less<>> assignedNames(std::string_view text, source::Language language) {
  const std::vector<Token> tokens = Scanner(text, language).run();
  Names names;
  if (language == Language::Rust) addRust(tokens, names);
  else addPython(tokens, names);
  return names;
}

}  // namespace tileport::specification
