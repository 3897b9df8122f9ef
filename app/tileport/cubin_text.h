// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tileir/cubin.h"

namespace tileport::cli {

/// What a cubin says of itself and its kernels, as comments that may stand before its Tile IR.
std::string cubinHeader(const tileir::Cubin &cubin);

}  // namespace tileport::cli
