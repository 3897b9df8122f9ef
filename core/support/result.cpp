// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/result.h"

#include <cstdio>
#include <vector>

namespace tileport {

namespace {

std::string hex(std::uint64_t number) {
  char buffer[24];
  std::snprintf(buffer, sizeof buffer, "0x%llx", static_cast<unsigned long long>(number));
  return buffer;
}

std::string details(const Place &place) {
  std::vector<std::string> parts;
  if (!place.section.empty()) parts.push_back("section " + place.section);
  if (place.byteOffset) parts.push_back("byte " + hex(*place.byteOffset));
  if (!place.op.empty()) parts.push_back("op " + place.op);
  std::string joined;
  for (const std::string &part : parts) joined += (joined.empty() ? "" : ", ") + part;
  return joined;
}

}  // namespace

std::string Error::toString() const {
  std::string text = place.file;
  if (place.line != 0) text += ":" + std::to_string(place.line);
  if (place.line != 0 && place.column != 0) text += ":" + std::to_string(place.column);
  if (!text.empty()) text += ": ";
  text += message;
  if (const std::string where = details(place); !where.empty()) text += " (" + where + ")";
  if (!advice.empty()) text += ". " + advice;
  return text;
}

}  // namespace tileport
