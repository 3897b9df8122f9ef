// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tileir/program.h"

namespace tileport::tileir::text {

/// The version of a program whose text names none.
inline Version versionOf(const ProgramData &) { return {13, 4}; }

}  // namespace tileport::tileir::text
