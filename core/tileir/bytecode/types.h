// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "tileir/program.h"

/// Facts about types that reading and writing bytecode share: tileir.md section 2.
namespace tileport::tileir::bytecode {

/// What a tag says of a record before its payload: the kind and, of a scalar, which one.
Type typeOfTag(TypeTag tag);
/// The tag in front of the record of a type.
TypeTag tagOf(const Type &type);

/// Whether the map of a view names each of its dimensions once.
bool isPermutation(const std::vector<std::int32_t> &dimMap);
bool isInteger(ScalarKind kind);
/// The bits of a value; 19 for tf32.
unsigned bitWidth(ScalarKind kind);
/// The number of elements of a tile type.
std::uint64_t elementCount(const Type &tile);

}  // namespace tileport::tileir::bytecode
