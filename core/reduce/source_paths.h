// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tileir/program.h"

namespace tileport::reduce {

/// Whether debug locations name folders of source files, which say where somebody's sources lie.
bool namesFolders(const tileir::ProgramData &data);

/// The program with the names of its source files alone.
tileir::ProgramPtr withoutFolders(const tileir::Program &program);

}  // namespace tileport::reduce
