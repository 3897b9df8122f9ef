// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/cancel.h"
#include "support/ranges.h"
#include "tileir/program.h"

namespace tileport::tileir {

/// One rule of Tile IR that a program breaks.
struct Violation {
  std::string rule;                     ///< short and stable: "mmaf-types". docs/verifier.md lists them all
  std::string message;                  ///< a sentence that names the op and its line, what is asked, and the types at fault as they print
  OpId op;                              ///< invalid when the entry or global as a whole is at fault
  FunctionId function;                  ///< the entry that it is about or stands in; invalid for a global
  std::optional<std::uint32_t> global;  ///< position in ProgramData::globals
  LineIndex line;                       ///< of the listing
};

/// Checks what the official tools check after reading: a program without violations is one that `tileiras` takes for Tile
/// IR. A program of 13.1 to 13.4 is judged as the 13.4 tools do, one of 13.5 as the 13.5 tools do.
///
/// Takes any consistent program (program.h), valid or not; never fails. Violations come in the order of their ops, at most
/// one rule an op (as the tools stop at an op's first), at most `limit` in all. Time is linear in the program. When
/// cancelled, what was found so far is returned: ask the token.
std::vector<Violation> verify(const Program &program, std::size_t limit = 100, const CancelToken &cancel = {});

}  // namespace tileport::tileir
