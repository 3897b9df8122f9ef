// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triage/entry_hints.h"

#include <algorithm>
#include <cctype>

#include "triage/rust_call.h"

namespace tileport::triage {

namespace {

/// cuTile Rust calls the entry of `fn softmax` "softmax_entry".
std::string_view functionOf(std::string_view symbol) {
  constexpr std::string_view kEnding = "_entry";
  if (symbol.ends_with(kEnding)) symbol.remove_suffix(kEnding.size());
  return symbol;
}

/// "sm_100 = (occupancy = 4,)" as "sm_100.occupancy".
std::vector<std::pair<std::string, std::string>> assignments(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> list;
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::string architecture;
  for (std::size_t equals = text.find('='); equals != std::string_view::npos; equals = text.find('=', equals + 1)) {
    const std::size_t nameEnd = text.find_last_not_of(" \t\r\n", equals == 0 ? 0 : equals - 1);
    if (nameEnd == std::string_view::npos || !isWord(text[nameEnd])) continue;
    std::size_t nameBegin = nameEnd;
    while (nameBegin > 0 && isWord(text[nameBegin - 1])) --nameBegin;
    const std::string name(text.substr(nameBegin, nameEnd - nameBegin + 1));
    if (name.starts_with("sm_") || name == "default") architecture = name + ".";
    const std::size_t valueBegin = text.find_first_not_of(" \t\r\n", equals + 1);
    if (valueBegin == std::string_view::npos || !isWord(text[valueBegin])) continue;
    std::size_t valueEnd = valueBegin;
    while (valueEnd < text.size() && isWord(text[valueEnd])) ++valueEnd;
    list.emplace_back(architecture + name, text.substr(valueBegin, valueEnd - valueBegin));
  }
  return list;
}

std::uint32_t lineAt(std::string_view text, std::size_t position) {
  return static_cast<std::uint32_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n') + 1);
}

std::optional<EntryAttribute> scanned(std::string_view code, std::string_view function) {
  for (std::size_t at = code.find("fn "); at != std::string_view::npos; at = code.find("fn ", at + 1)) {
    const std::string_view rest = code.substr(at + 3);
    if (!rest.starts_with(function) || rest.size() == function.size()) continue;
    const char behind = rest[function.size()];
    if (behind != '<' && behind != '(') continue;
    EntryAttribute attribute;
    attribute.scanned = true;
    // What stands between the function and whatever comes before it.
    const std::size_t before = code.find_last_of(";}", at);
    const std::size_t hash = code.find("#[", before == std::string_view::npos ? 0 : before);
    attribute.line = lineAt(code, hash < at ? hash : at);
    if (hash < at) attribute.hints = assignments(code.substr(hash, at - hash));
    return attribute;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> EntryAttribute::find(std::string_view hint) const {
  const auto found = std::find_if(hints.begin(), hints.end(), [&](const auto &each) { return each.first == hint; });
  if (found == hints.end()) return std::nullopt;
  return found->second;
}

std::optional<EntryAttribute> entryAttribute(const SideInput &side, std::string_view symbol) {
  const std::string_view function = functionOf(symbol);
  if (side.facts) {
    if (const source::FunctionFacts *kernel = source::findKernel(*side.facts, function)) {
      EntryAttribute attribute;
      attribute.line = kernel->span.line;
      for (const source::HintFact &hint : kernel->hints) attribute.hints.emplace_back(hint.name, hint.value);
      return attribute;
    }
  }
  if (!side.source) return std::nullopt;
  return side.code ? scanned(*side.code, function) : scanned(withoutComments(side.source->text), function);
}

}  // namespace tileport::triage
