// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/dialect/old_locations.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Config/llvm-config.h"

namespace tileport::tileir {

namespace {

/// A word that both spellings of a place begin, divide and end with.
struct Spelling {
  llvm::StringLiteral open, between, close;
};
constexpr Spelling official{"#cuda_tile.di_loc<", " in ", ">"};
constexpr Spelling fused{"loc(fused<", ">[", "])"};

bool isAlias(llvm::StringRef text) {
  return text.consume_front("#") && !text.empty() && llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// A line that defines an alias by two others, in another spelling and with those two exchanged.
std::string respelled(llvm::StringRef line, const Spelling &from, const Spelling &to) {
  const auto [name, defined] = line.split(" = ");
  auto rest = defined;
  if (LLVM_VERSION_MAJOR >= 20 || !isAlias(name) || !rest.consume_front(from.open) || !rest.consume_back(from.close)) return line.str();
  const auto [first, second] = rest.split(from.between);
  if (!isAlias(first) || !isAlias(second)) return line.str();
  return (llvm::Twine(name) + " = " + to.open + second + to.between + first + to.close).str();
}

}  // namespace

std::string asEveryMlirReads(llvm::StringRef line) { return respelled(line, official, fused); }

std::string asOfficiallyPrinted(llvm::StringRef line) { return respelled(line, fused, official); }

}  // namespace tileport::tileir
