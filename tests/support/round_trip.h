// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "tileir/program.h"

namespace tileport::test {

/// 13.1 to 13.5.
std::vector<tileir::Version> allVersions();
std::string toString(tileir::Version version);

/// Whether bytecode of this version can hold the program: it is not older than neededVersion says, and private entries end
/// with 13.4.
bool canHold(const tileir::Program &program, tileir::Version version);

struct RoundTripOptions {
  bool allVersions = true;  ///< otherwise only its own
  /// Whether what was written may be too large for the reader, which takes a program in proportion to its file: a rewritten
  /// file is smaller.
  bool mayExceedLimits = false;
};

/// Writes a program as bytecode that it was read from, or could have been, and reads it again: equal, in text too; the same
/// bytes each time; refused by just those versions that cannot hold it, with what does not fit. The first thing that does not
/// hold; empty when all does.
std::string brokenRoundTrip(const tileir::Program &program, RoundTripOptions options = {});

}  // namespace tileport::test
