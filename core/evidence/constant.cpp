// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "evidence/constant.h"

#include <array>
#include <bit>
#include <charconv>

namespace tileport::evidence {

namespace {

bool isWhole(const Constant &constant) { return constant.kind == Constant::Kind::Bool || constant.kind == Constant::Kind::Integer; }

}  // namespace

bool Constant::operator==(const Constant &other) const {
  return kind == other.kind && integer == other.integer && text == other.text && module == other.module && owner == other.owner &&
         std::bit_cast<std::uint64_t>(real) == std::bit_cast<std::uint64_t>(other.real);
}

std::string text(const Constant &constant) {
  switch (constant.kind) {
    case Constant::Kind::None: return "None";
    case Constant::Kind::Bool: return constant.integer != 0 ? "true" : "false";
    case Constant::Kind::Integer: return std::to_string(constant.integer);
    case Constant::Kind::Float: {
      std::array<char, 32> digits{};
      const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), constant.real).ptr;
      std::string number(digits.data(), end);
      // 1.0 must not look like the integer.
      if (number.find_first_not_of("-0123456789") == std::string::npos) number += ".0";
      return number;
    }
    case Constant::Kind::Text: return '"' + constant.text + '"';
    case Constant::Kind::Type: return constant.text;
    case Constant::Kind::Member: return constant.owner + "." + constant.text;
  }
  return {};
}

bool meansTheSame(const Constant &a, const Constant &b) {
  if (a == b) return true;
  if (isWhole(a) && isWhole(b)) return a.integer == b.integer;
  const bool numbers = (isWhole(a) || a.kind == Constant::Kind::Float) && (isWhole(b) || b.kind == Constant::Kind::Float);
  if (!numbers) return false;
  const double left = isWhole(a) ? static_cast<double>(a.integer) : a.real;
  const double right = isWhole(b) ? static_cast<double>(b.integer) : b.real;
  return left == right;
}

}  // namespace tileport::evidence
