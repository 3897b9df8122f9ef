// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tileir/cubin.h"
#include "tileir/program.h"

/// Private to core/tileir: places in the source for the Tile IR text that a cubin embeds, which has none itself.
namespace tileport::tileir {

/// Machine code knows the line of the Tile IR text that it comes from, and the line of the source. An op whose machine code all comes of
/// one place gets that as its location; an op without machine code, with code of several places, or with inline assembly alone keeps none,
/// and so do entries. Columns are not known. [V] Of the demo's 16 programs, compiled by tileiras 13.4 for sm_80, sm_90 and sm_100, no op
/// gets another line than its debug location in the bytecode has.
///
/// `program` is what readText made of `text`; where it does not print as that text, the lines mean nothing, and it is returned as it is.
ProgramPtr withLocationsOf(const Cubin &cubin, const EmbeddedText &text, ProgramPtr program);

}  // namespace tileport::tileir
