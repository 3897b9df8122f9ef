// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triage/rust_call.h"

#include <algorithm>

namespace tileport::triage {

namespace {

/// A call of more characters is no call that anyone wrote.
constexpr std::size_t kLongestCall = 8000;

const Asked kSaidNothing{Asked::Kind::Nothing, "", true};

bool isWordCharacter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

std::size_t findWord(std::string_view text, std::string_view word, std::size_t from = 0) {
  for (std::size_t at = text.find(word, from); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !isWordCharacter(text[at - 1])) && (end == text.size() || !isWordCharacter(text[end]))) return at;
  }
  return std::string_view::npos;
}

/// The position behind the bracket that closes the one at `open`; npos when none does. An angle bracket counts only where it was opened
/// as one: "a < b" opens none.
std::size_t closing(std::string_view text, std::size_t open) {
  const std::size_t end = std::min(text.size(), open + kLongestCall);
  std::size_t depth = 0;
  for (std::size_t i = open; i < end; ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && --depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

/// Pieces between commas that stand in no bracket of their own.
std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> pieces;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    // Of "::<_, 16>" the comma is one between generics.
    if (c == '<' && i >= 2 && text[i - 1] == ':') ++depth;
    if (c == '>' && depth > 0 && i > 0 && text[i - 1] != '-' && text[i - 1] != '=' && text.rfind("::<", i) != std::string_view::npos)
      --depth;
    if (c != ',' || (depth > 0 && i < text.size())) continue;
    if (std::string piece = trimmed(text.substr(begin, i - begin)); !piece.empty()) pieces.push_back(std::move(piece));
    begin = i + 1;
  }
  return pieces;
}

/// "NearestEven" as "nearest_even".
std::string snakeCase(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper && !text.empty()) text += '_';
    text += upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return text;
}

std::string_view firstWord(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && isWordCharacter(text[end])) ++end;
  return text.substr(0, end);
}

/// "4", "4i32" and "4_i32" as "4"; a name stays unresolved.
Asked valueOf(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view suffix = text.substr(digits);
  if (digits > 0 && (suffix.empty() || suffix == "i32" || suffix == "u32" || suffix == "_i32" || suffix == "_u32"))
    return {Asked::Kind::Value, std::string(text.substr(0, digits))};
  return {Asked::Kind::Unresolved, std::string(text)};
}

/// The marker behind "rounding::"; absent when the arguments have none.
std::optional<std::string> marker(const RustCall &call, std::string_view module) {
  for (const std::string &argument : call.arguments) {
    if (!argument.starts_with(module) || argument.substr(module.size(), 2) != "::") continue;
    const std::string_view name = firstWord(std::string_view(argument).substr(module.size() + 2));
    if (module.size() + 2 + name.size() == argument.size()) return snakeCase(name);
  }
  return std::nullopt;
}

/// The n-th argument, which may be None or Some(...).
Asked optional(const RustCall &call, std::size_t position, bool comparable) {
  if (position >= call.arguments.size()) return {};
  const std::string_view text = call.arguments[position];
  if (firstWord(text) == "None") return kSaidNothing;
  if (!comparable) return {Asked::Kind::Something, std::string(text)};
  if (text.starts_with("Some(") && text.ends_with(')')) return valueOf(trimmed(text.substr(5, text.size() - 6)));
  return {Asked::Kind::Unresolved, std::string(text)};
}

bool isViewAccess(const RustCall &call) { return call.callee.starts_with("load_view_tko") || call.callee.starts_with("store_view_tko"); }
bool isPointerAccess(const RustCall &call) { return call.callee == "load_ptr_tko" || call.callee == "store_ptr_tko"; }

std::optional<Asked> latency(const RustCall &call) {
  if (isViewAccess(call)) return optional(call, call.callee.starts_with("load") ? 4 : 5, true);
  if (call.callee == "load_pipelined" && call.generics.size() == 1) return valueOf(call.generics.front());
  for (const std::string &argument : call.arguments) {
    constexpr std::string_view kMarker = "Latency::<";
    if (!argument.starts_with(kMarker) || !argument.ends_with('>')) continue;
    const Asked asked = valueOf(trimmed(std::string_view(argument).substr(kMarker.size(), argument.size() - kMarker.size() - 1)));
    return asked.value == "0" ? kSaidNothing : asked;
  }
  // The loads and stores of views have no way to say it in their short forms.
  if (call.callee == "load" || call.callee == "store" || call.callee == "load_tile" || call.callee == "load_index") return Asked();
  return std::nullopt;
}

std::optional<Asked> tma(const RustCall &call) {
  const auto found = marker(call, "tma");
  if (!found) return isViewAccess(call) ? std::nullopt : latency(call) ? std::optional(Asked()) : std::nullopt;
  // "Enabled" writes no hint (front-ends.json).
  return *found == "disabled" ? Asked{Asked::Kind::Value, "false"} : kSaidNothing;
}

std::optional<Asked> named(const RustCall &call, std::string_view module) {
  const auto found = marker(call, module);
  if (!found) return std::nullopt;
  return *found == "none" ? kSaidNothing : Asked{Asked::Kind::Value, *found};
}

}  // namespace

std::string withoutComments(std::string_view text) {
  std::string code(text);
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < std::min(to, code.size()); ++i)
      if (code[i] != '\n' && code[i] != '\r') code[i] = ' ';
  };
  for (std::size_t i = 0; i < text.size();) {
    if (text.substr(i, 2) == "//") {
      const std::size_t end = std::min(text.find('\n', i), text.size());
      blank(i, end);
      i = end;
    } else if (text.substr(i, 2) == "/*") {
      // They nest.
      std::size_t end = i + 2;
      for (int depth = 1; depth > 0 && end < text.size();) {
        const std::string_view two = text.substr(end, 2);
        if (two == "/*") ++depth;
        if (two == "*/") --depth;
        end += two == "/*" || two == "*/" ? 2 : 1;
      }
      blank(i, end);
      i = end;
    } else if (text[i] == '"') {
      std::size_t end = i + 1;
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
      blank(i + 1, end);
      i = end + 1;
    } else {
      ++i;
    }
  }
  return code;
}

bool RustCall::names(std::string_view word) const { return findWord(text, word) != std::string_view::npos; }

std::optional<RustCall> callAt(std::string_view code, std::uint32_t line, std::uint32_t column) {
  std::size_t start = 0;
  for (std::uint32_t i = 1; i < line; ++i) {
    start = code.find('\n', start);
    if (start == std::string_view::npos) return std::nullopt;
    ++start;
  }
  if (line == 0 || start >= code.size()) return std::nullopt;
  const std::size_t lineEnd = std::min(code.find('\n', start), code.size());
  const std::size_t from = std::min(start + (column == 0 ? 0 : column - 1), lineEnd);
  RustCall call;
  call.line = line;
  call.column = column == 0 ? 1 : column;
  call.text = trimmed(code.substr(start, lineEnd - start));
  // A callee is words, paths, dots and generics up to the parenthesis.
  std::size_t at = from;
  std::string_view name;
  while (at < code.size() && at < from + kLongestCall) {
    const std::string_view word = firstWord(code.substr(at));
    if (!word.empty()) name = word;
    at += word.size();
    std::vector<std::string> generics;
    if (code.substr(at, 3) == "::<") {
      const std::size_t end = code.find('>', at);
      if (end == std::string_view::npos) break;
      generics = split(code.substr(at + 3, end - at - 3));
      at = end + 1;
    }
    if (at < code.size() && code[at] == '(' && !name.empty()) {
      const std::size_t end = closing(code, at);
      if (end == std::string_view::npos) break;
      call.callee = std::string(name);
      call.generics = std::move(generics);
      call.arguments = split(code.substr(at + 1, end - at - 2));
      call.text = trimmed(code.substr(from, end - from));
      return call;
    }
    if (at >= lineEnd) {
      // A chain of methods goes on in the next line.
      const std::size_t next = code.find_first_not_of(" \t\r\n", at);
      if (next == std::string_view::npos || code[next] != '.') break;
      at = next;
    } else if (code[at] != '.' && code[at] != ':' && code[at] != '&') {
      break;
    }
    ++at;
  }
  return call;
}

std::optional<Asked> askedFor(const RustCall &call, std::string_view part) {
  if (part == "latency") return latency(call);
  if (part == "allow_tma") return tma(call);
  if (part == "padding_value") {
    if (const auto asked = named(call, "padding")) return asked;
    return call.callee.starts_with("partition") || call.callee == "load_tile" ? std::optional(Asked()) : std::nullopt;
  }
  if (part == "rounding_mode" || part == "rounding") return named(call, "rounding");
  if (part == "flush_to_zero") {
    const auto found = marker(call, "ftz");
    if (!found) return std::nullopt;
    return *found == "enabled" ? Asked{Asked::Kind::Value, "unit"} : kSaidNothing;
  }
  if (part == "comparison_predicate") return named(call, "predicate");
  if (part == "memory_ordering_semantics") return named(call, "ordering");
  if (part == "operand mask" && isPointerAccess(call)) return optional(call, call.callee.starts_with("load") ? 3 : 4, false);
  if (part == "operand paddingValue" && call.callee == "load_ptr_tko") return optional(call, 4, false);
  return std::nullopt;
}

std::optional<std::uint32_t> lineOfWord(std::string_view code, std::string_view word) {
  const std::size_t at = findWord(code, word);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<std::uint32_t>(std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1);
}

}  // namespace tileport::triage
