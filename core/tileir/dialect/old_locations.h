// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "llvm/ADT/StringRef.h"

namespace tileport::tileir {

/// MLIR before 20 knows its own locations only: an attribute like di_loc cannot stand behind an op. A place in a scope
/// becomes a fused location of that place which carries the scope, and comes back from MLIR as it went in. Both functions
/// take a line of text and leave alone every line that does not define such a location by two aliases; with MLIR 20 and
/// newer they leave alone all.

/// "#loc2 = #cuda_tile.di_loc<#loc in #di_subprogram>" as "#loc2 = loc(fused<#di_subprogram>[#loc])".
std::string asEveryMlirReads(llvm::StringRef line);

/// The line that asEveryMlirReads was given.
std::string asOfficiallyPrinted(llvm::StringRef line);

}  // namespace tileport::tileir
