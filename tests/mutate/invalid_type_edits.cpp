// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutate/editing.h"
namespace tileport::mutate {
std::span<const Edit> invalidTypeEdits() { return {}; }
std::span<const Edit> invalidShapeEdits() { return {}; }
std::span<const Edit> invalidControlEdits() { return {}; }
std::span<const Edit> invalidMemoryEdits() { return {}; }
}  // namespace tileport::mutate
