// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tileir/program.h"
#include "tileir/serialised/coder.h"

/// Functions' bodies. What follows from the rest in a consistent program is not written: back references, the numbering, the
/// segments and results that OpInfo fixes, and where the lists of an op begin as long as each follows the last.
///
///   number of ops, regions, blocks, values
///   each region: where its blocks begin behind those of the last one (signed); their number
///   each block: where its arguments begin behind those of the last one (signed); their number; where its ops begin in
///     blockOps, from where those of the last block do (signed); their number; its first op, from that of the last (signed)
///   each op: kind * 2 + whether its lists stand elsewhere than expected (then: the five places); its location, from that of
///     the last op (signed); the length of each declared operand that is not required; which slots of attributes are filled,
///     as a bit set; the number of results where one is variadic; the ops nested in it where it has regions
///   the attributes of each op; the operands of each op, as distances back from its first result (signed)
///   the type of each value
namespace tileport::tileir::serialised {

void writeBody(Writer &writer, const ProgramData &data);
/// The functions of `data` are there already.
void readBody(Reader &reader, ProgramData &data);

}  // namespace tileport::tileir::serialised
