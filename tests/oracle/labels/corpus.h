// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "oracle/interpreter.h"
#include "support/result.h"
#include "tileir/program.h"

/// The programs that mutants are made of, and what they are run on.
namespace tileport::oracle::labels {

/// A program by its name: a case of tests/oracle/gpu or tests/cases/mutants, or "synthetic-SIZE-SEED".
struct Member {
  std::string name;
  tileir::ProgramPtr program;
  Launch launch;                   ///< the case's
  std::vector<bool> mayBeChanged;  ///< by buffer: an input of floats, whose numbers nothing but arithmetic uses
};

/// All names, sorted. `root` is the folder of the sources.
std::vector<std::string> memberNames(const std::filesystem::path &root);
Result<Member> readMember(const std::filesystem::path &root, const std::string &name);

/// A launch that the program is defined on, with what it gives there.
struct Trial {
  std::string name;  ///< "case", "edges", "extents 96 -> 95"
  Launch launch;
  Outcome base;
};

struct Trials {
  std::vector<Trial> sound;   ///< the program ends well, no race
  std::vector<Trial> broken;  ///< it faults: a fact, a bound or an assertion does not hold
};

/// What is tried of a program: the case; its floats as edge values, as arbitrary bits, tiny; extents that are ragged, 1 and 0; another
/// grid; tile blocks in reverse; numbers at the ends of what is assumed of them. At most `most` of each; deterministic.
Trials trialsOf(const Member &member, std::size_t most);

}  // namespace tileport::oracle::labels
