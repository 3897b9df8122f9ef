// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <span>

#include "oracle/interpreter.h"

namespace tileport::oracle {

/// A few lines that make %r, a tile of `count` elements, and what they are.
struct OpCase {
  const char *name;
  const char *body;
  const char *element;  ///< as the text has it
  tileir::ScalarKind kind;
  std::size_t count;
  const char *expected;
};

/// Lines that make %r : tile<4xi32> and stop before it is stored, or when it is.
struct FaultCase {
  const char *name;
  const char *body;
  FaultKind fault;
  const char *words;  ///< in the message
};

std::span<const OpCase> floatCases();
std::span<const OpCase> integerCases();  ///< and conversions
std::span<const OpCase> tileCases();     ///< shapes, reductions, matrices, control, memory
std::span<const FaultCase> faultCases();

}  // namespace tileport::oracle
