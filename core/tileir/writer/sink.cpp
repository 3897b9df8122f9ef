// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/writer/sink.h"

#include "tileir/bytecode/format.h"

namespace tileport::tileir::writer {

void Sink::apInt(unsigned width, std::uint64_t bits) {
  if (width <= 8) {
    u8(static_cast<std::uint8_t>(bits));
  } else {
    svarint(static_cast<std::int64_t>(bits));
  }
}

void Sink::padTo(std::size_t alignment) {
  while (bytes_.size() % alignment != 0) u8(bytecode::kPaddingByte);
}

}  // namespace tileport::tileir::writer
