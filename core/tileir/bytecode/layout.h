// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "tileir/op_info.h"

namespace tileport::tileir::bytecode {

/// How the operands of an op are written: tileir.md section 4.
enum class OperandForm : std::uint8_t {
  Bare,      ///< one index each
  Counted,   ///< how many there are, then one index each
  Segments,  ///< one declared operand after the other: a variadic one with its own count, an optional one by its flag
};

/// How an op is written in bytecode of one version, worked out from its description.
struct OpLayout {
  /// What does not exist in the version, or has no flag, has this bit.
  static constexpr std::uint8_t kNoBit = 0xff;

  bool resultsCounted = false;
  bool variadicResults = false;
  std::uint32_t fixedResults = 0;    ///< results of which there is exactly one, in this version
  std::uint32_t missingResults = 0;  ///< results that the version does not have yet; they are declared last
  bool hasFlags = false;
  std::uint64_t knownFlags = 0;
  std::vector<std::uint8_t> attributeBits;  ///< by slot
  std::vector<std::uint8_t> operandBits;    ///< by declared operand
  OperandForm operandForm = OperandForm::Bare;
  std::uint32_t fixedOperands = 0;  ///< declared operands that are required
};

OpLayout layoutOf(const OpInfo &op, Version version);

}  // namespace tileport::tileir::bytecode
