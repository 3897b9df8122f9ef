// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tileir/program.h"

namespace tileport::probes {

/// A small program, valid or not, and what is to be said of it.
struct Probe {
  std::string rule;    ///< the rule that it is about
  bool valid = false;  ///< whether the official tools take it
  std::string title;
  std::size_t line = 0;  ///< of the file, from one
  tileir::ProgramPtr program;
};

/// The probes of one file (README.md). Throws BadProbe.
std::vector<Probe> readProbes(std::string_view text);

}  // namespace tileport::probes
