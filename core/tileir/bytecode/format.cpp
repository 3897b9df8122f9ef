// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/bytecode/format.h"

namespace tileport::tileir::bytecode {

std::string_view sectionName(SectionId id) {
  static constexpr std::array<std::string_view, kSectionCount> kNames{"end",      "string", "func",   "debug",
                                                                      "constant", "type",   "global", "producer"};
  return kNames[static_cast<std::size_t>(id)];
}

std::uint64_t leastAlignment(SectionId id) {
  switch (id) {
    case SectionId::Func:
    case SectionId::Debug:
    case SectionId::Constant: return 8;
    case SectionId::String:
    case SectionId::Type: return 4;
    default: return 1;
  }
}

std::string toString(Version version) { return std::to_string(version.major) + "." + std::to_string(version.minor); }

}  // namespace tileport::tileir::bytecode
