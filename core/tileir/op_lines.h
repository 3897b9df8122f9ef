// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tileir/program.h"

namespace tileport::tileir {

/// The program with debug locations that tell its ops apart: op n comes from line n + 1, column 1 of `file`, in a subprogram of its entry's
/// name; an entry itself from the line behind those. For who asks a compiler about ops. Nothing else changes, and the ids stay.
ProgramData withOpLines(const Program &program, const std::string &file);

}  // namespace tileport::tileir
