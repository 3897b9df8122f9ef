// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tileir/writer/body.h"
#include "tileir/writer/debug.h"

namespace tileport::tileir::writer {

/// What the sections of functions and globals refer to.
struct Tables {
  TypeTable &types;
  AttributeWriter &attributes;
  DebugTable &debug;
};

/// The global section: tileir.md section 1. Empty when there are none.
Sink writeGlobals(Context &context, const Tables &tables);

/// The func section with all bodies: tileir.md section 1.1.
Sink writeFunctions(Context &context, const Tables &tables);

}  // namespace tileport::tileir::writer
