// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>

namespace tileport::tileir::serialised {

/// XXH64 with seed 0 (github.com/Cyan4973/xxHash, doc/xxhash_spec.md): 64 bits against damage, not against forgery. Written
/// out here because the layer links no library and LLVM, which has it, is only linked where the dialect is.
std::uint64_t checksum(std::string_view bytes);

}  // namespace tileport::tileir::serialised
