// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "tileir/program.h"

namespace tileport::tileir::testing {

/// One number of a program's data: an id, a part of a slice, a count, a kind or a flag.
struct Number {
  std::string what;         ///< "ops[12].operands.first"
  std::uint64_t value = 0;  ///< what it is; kInvalid for an absent id
  std::uint64_t bound = 0;  ///< the size of the array that it counts in, or of the enum; 0 = a number with no such meaning
  std::function<void(ProgramData &, std::uint64_t)> set;
};

/// Every number of the data, in the order of the arrays.
std::vector<Number> numbersOf(const ProgramData &data);

/// Another value for a number: a neighbour, a limit, or any that is in range.
std::uint64_t otherValue(const Number &number, std::mt19937_64 &random);

}  // namespace tileport::tileir::testing
