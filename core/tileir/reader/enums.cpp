// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/reader/enums.h"

namespace tileport::tileir::reader {

std::uint64_t readOrdinal(Cursor &cursor, EnumKind kind, std::string_view what) {
  const std::size_t start = cursor.offset();
  const std::uint64_t ordinal = cursor.below(enumCount(kind), what);
  if (const Version since = enumSince(kind, ordinal); !cursor.context().has(since)) {
    cursor.failAt(start, std::string(what) + " \"" + std::string(enumText(kind, ordinal)) + "\" needs bytecode " + toString(since) +
                             ", the file is " + toString(cursor.context().version()));
  }
  return ordinal;
}

}  // namespace tileport::tileir::reader
