// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "certificate/pattern.h"

/// What the patterns of rules mean for numbers of 8 bits, worked out apart from the code that applies the rules.
namespace tileport::certificate::test {

inline constexpr int kLow = -128, kHigh = 127;

/// What letters and variables stand for. `c` is a flag.
struct Values {
  std::array<int, kLetters.size()> letters{};  // numbers with a sign; of c 0 or -1
  std::uint64_t sign = 0, predicate = 0;
};

int wrap(int n);
int withoutSign(int n);
int floorDivide(int x, int y);
/// Absent where it is not defined.
std::optional<int> divide(int x, int y, bool isSigned, std::uint64_t rounding);
bool compare(int x, int y, bool isSigned, std::uint64_t predicate);
/// Absent where it is not defined. The width of flags does not matter: all bits are set or none.
std::optional<int> valueOf(const Pattern &pattern, const Values &values);

}  // namespace tileport::certificate::test
