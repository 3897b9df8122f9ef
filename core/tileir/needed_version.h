// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tileir/program.h"

namespace tileport::tileir {

/// The oldest bytecode version that can hold a program, and what asks for it.
struct NeededVersion {
  Version version;      ///< 13.1 to 13.5
  std::string because;  ///< the first thing in the program that needs it: "op atan2", "type f8E8M0FNU"; empty for 13.1
  OpId op;              ///< the op that has it; invalid when no op does
};

/// Works on what is used only, and never fails: of data that is not consistent it says what it saw. writeBytecode writes every
/// version from this one on, but for private entries, which end with 13.4, and for what no version can hold.
NeededVersion neededVersion(const ProgramData &data);

}  // namespace tileport::tileir
