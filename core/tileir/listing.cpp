// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/listing.h"

#include <cassert>

namespace tileport::tileir {

std::string_view Listing::line(LineIndex line) const {
  assert(line.index() < lineCount());
  const std::size_t start = lineStarts[line.index()];
  const std::size_t next = line.index() + 1 < lineCount() ? lineStarts[line.index() + 1] : text.size();
  std::string_view content = std::string_view(text).substr(start, next - start);
  if (content.ends_with('\n')) content.remove_suffix(1);
  return content;
}

}  // namespace tileport::tileir
