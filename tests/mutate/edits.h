// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileir/program.h"

/// Changes of programs by name and seed: what an aligner, a verifier, a writer and a reader are held to.
namespace tileport::mutate {

enum class Meaning : std::uint8_t {
  Same,        ///< the official verifier takes it, and docs/decisions/0004 promises that it is seen through
  Equivalent,  ///< the official verifier takes it, and by a rule of arithmetic or of views it computes the same bits from the same memory
  Different,   ///< the official verifier takes it, and it is another program
  Invalid,     ///< breaks one rule of the official verifier, and nothing of the structure: it can be written and read
};

struct Edited {
  tileir::ProgramPtr program;
  std::vector<tileir::OpId> baseOps;    ///< what was touched, in the program that was edited; empty for an entry or a table
  std::vector<tileir::OpId> editedOps;  ///< the same in `program`; what was added is only here, what was deleted only there
  std::string what;                     ///< in words, with the line of the listing of the program that was edited
};

class Editing;

struct Edit {
  std::string_view name;
  Meaning meaning;
  bool (*change)(Editing &);

  /// Absent when the program offers no place. The same program and seed give the same answer.
  std::optional<Edited> apply(const tileir::Program &program, std::uint64_t seed) const;
};

/// Same and Different.
std::span<const Edit> validEdits();
/// Rewrites that need a rule to be seen through: docs/decisions/0004 does not promise it. Each applies only where facts exclude what
/// would tell both sides apart, an overflow for one.
std::span<const Edit> equivalentEdits();
std::span<const Edit> invalidEdits();

}  // namespace tileport::mutate
