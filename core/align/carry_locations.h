// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include "support/cancel.h"
#include "support/result.h"
#include "tileir/program.h"

namespace tileport::align {

struct CarriedLocations {
  tileir::ProgramPtr program;  ///< as it was, but for the locations; itself when nothing was carried
  std::size_t ops = 0;         ///< how many ops have a location now that had none
};

/// Gives a program without debug locations those of another export of the same source (cuTile Rust 0.2.0 writes none, 0.5.0 does): each
/// op gets the location of the op that it is paired with by `align`, if that is of the same kind, and each entry that of its
/// partner. What is paired with nothing gets none: a wrong line is worse than none. What has a location keeps it. Fails only when
/// cancelled.
Result<CarriedLocations> carryLocations(const tileir::ProgramPtr &program, const tileir::ProgramPtr &donor, const CancelToken &cancel = {});

}  // namespace tileport::align
