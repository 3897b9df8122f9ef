// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/writer/container.h"

namespace tileport::tileir::writer {

std::uint32_t Table::index(std::string_view item) {
  if (const auto known = indices_.find(item); known != indices_.end()) return known->second;
  const auto index = static_cast<std::uint32_t>(items_.size());
  indices_.emplace(items_.emplace_back(item), index);
  return index;
}

void Table::write(Sink &sink, unsigned offsetSize) const {
  sink.varint(items_.size());
  if (items_.empty()) return;
  sink.padTo(offsetSize);
  std::uint64_t offset = 0;
  for (const std::string &item : items_) {
    if (offsetSize == 4) {
      sink.u32(static_cast<std::uint32_t>(offset));
    } else {
      sink.u64(offset);
    }
    offset += item.size();
  }
  for (const std::string &item : items_) sink.bytes(item);
}

void appendSection(Sink &file, bytecode::SectionId id, const Sink &payload) {
  if (payload.empty()) return;
  const std::uint64_t alignment = bytecode::leastAlignment(id);
  const auto number = static_cast<std::uint8_t>(id);
  if (alignment == 1) {
    file.u8(number);
    file.varint(payload.size());
  } else {
    file.u8(number | bytecode::kAligned);
    file.varint(payload.size());
    file.varint(alignment);
    file.padTo(alignment);
  }
  file.bytes(payload.data());
}

}  // namespace tileport::tileir::writer
