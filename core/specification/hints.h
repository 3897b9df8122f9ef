// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "specification/specification.h"

/// Private to core/specification: hints in the program, and who set them.
namespace tileport::specification {

/// Of the entry and of its ops. `kernel` and `specialisation` may be null. A hint that somebody sets and that is not in the program is
/// listed too, and says so.
std::vector<Item> hintItems(const SideInput &input, const evidence::Specialisation *specialisation, const source::FunctionFacts *kernel);

}  // namespace tileport::specification
