// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tileir/program.h"
#include "tileir/reader/attributes.h"
#include "tileir/reader/debug.h"
#include "tileir/reader/types.h"

namespace tileport::tileir::reader {

/// What the sections of functions and globals refer to.
struct Tables {
  const StringTable &strings;
  TypeTable &types;
  AttributeTable &attributes;
  const DebugInfo &debug;
};

/// The global section: tileir.md section 1.
void readGlobals(Cursor cursor, const Tables &tables, ProgramData &data);

/// The func section with all bodies: tileir.md section 1.1.
void readFunctions(Cursor cursor, const Tables &tables, ProgramData &data);

}  // namespace tileport::tileir::reader
