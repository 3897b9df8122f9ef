// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include "tileir/op_info.h"
#include "tileir/reader/cursor.h"

namespace tileport::tileir::reader {

/// Reads a varint ordinal and checks that the file's version knows it.
std::uint64_t readOrdinal(Cursor &cursor, EnumKind kind, std::string_view what);

}  // namespace tileport::tileir::reader
