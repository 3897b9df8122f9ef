// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/printer/escape.h"

#include <algorithm>

namespace tileport::tileir::printer {

namespace {

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool isBareIdentifier(std::string_view name) {
  if (name.empty() || !(isLetter(name[0]) || name[0] == '_')) return false;
  return std::all_of(name.begin() + 1, name.end(), [](char c) { return isLetter(c) || isDigit(c) || c == '_' || c == '$' || c == '.'; });
}

void appendQuoted(std::string &text, std::string_view content) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  text += '"';
  for (const char c : content) {
    if (c == '\\') {
      text += "\\\\";
    } else if (c >= ' ' && c <= '~' && c != '"') {
      text += c;
    } else {
      text += {'\\', kHex[static_cast<unsigned char>(c) >> 4], kHex[static_cast<unsigned char>(c) & 0xf]};
    }
  }
  text += '"';
}

void appendKey(std::string &text, std::string_view name) {
  if (isBareIdentifier(name)) {
    text += name;
  } else {
    appendQuoted(text, name);
  }
}

void appendSymbol(std::string &text, std::string_view name) {
  if (name.empty()) {
    text += "@<<INVALID EMPTY SYMBOL>>";
    return;
  }
  text += '@';
  appendKey(text, name);
}

}  // namespace tileport::tileir::printer
