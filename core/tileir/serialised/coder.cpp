// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/serialised/coder.h"

namespace tileport::tileir::serialised {

std::string Writer::finish() && {
  Writer head;
  head.number(strings_.size());
  for (const std::string_view text : strings_) {
    head.number(text.size());
    head.body_ += text;
  }
  return std::move(head.body_) + body_;
}

Reader::Reader(reader::Cursor &cursor) : cursor_(cursor) {
  const std::size_t count = cursor.count(1, "the number of strings");
  cursor.charge(count * sizeof(std::string_view));
  strings_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) strings_.push_back(cursor.bytes(cursor.count(1, "the length of a string"), "a string"));
}

}  // namespace tileport::tileir::serialised
