// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/bytecode/dense.h"

#include "tileir/bytecode/types.h"

namespace tileport::tileir::bytecode {

namespace {

constexpr char kAllTrue = '\xFF';

Attribute splatOf(std::string_view element) {
  Attribute dense;
  dense.kind = AttributeKind::Dense;
  dense.splat = true;
  dense.elements = element;
  return dense;
}

Attribute splatOfBool(bool value) { return splatOf(std::string_view(value ? "\xFF" : "\0", 1)); }

std::optional<Attribute> makeDenseBools(std::string_view bytes, std::uint64_t count) {
  if (bytes.size() == 1 && (bytes[0] == 0 || bytes[0] == kAllTrue)) return splatOfBool(bytes[0] != 0);
  if (bytes.size() != (count + 7) / 8) return std::nullopt;
  if (count == 1) return splatOfBool((bytes[0] & 1) != 0);
  std::string packed(bytes);
  if (count % 8 != 0) packed.back() = static_cast<char>(packed.back() & ((1 << (count % 8)) - 1));
  const char whole = packed[0] & 1 ? kAllTrue : '\0';
  const char last = count % 8 != 0 ? static_cast<char>(whole & ((1 << (count % 8)) - 1)) : whole;
  const bool equal = packed.find_first_not_of(whole, 0) >= packed.size() - 1 && packed.back() == last;
  if (equal) return splatOfBool(whole != 0);
  Attribute dense;
  dense.kind = AttributeKind::Dense;
  dense.elements = std::move(packed);
  return dense;
}

}  // namespace

std::optional<Attribute> makeDense(std::string_view bytes, std::uint64_t count, ScalarKind scalar) {
  const unsigned width = bitWidth(scalar);
  if (width == 1) return makeDenseBools(bytes, count);
  const std::size_t size = (width + 7) / 8;
  if (bytes.size() == size) return splatOf(bytes);
  if (bytes.size() != size * count) return std::nullopt;
  // All elements equal the first one exactly when the data equals itself moved by one element.
  if (bytes.substr(size) == bytes.substr(0, bytes.size() - size)) return splatOf(bytes.substr(0, size));
  Attribute dense;
  dense.kind = AttributeKind::Dense;
  dense.elements = bytes;
  return dense;
}

}  // namespace tileport::tileir::bytecode
