// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "evidence/symbol.h"

/// Private to core/specification: what a mangled symbol says, for people.
namespace tileport::specification {

/// "constant 128", "array of f16, rank 2: base divisible by 16 bytes, stride 0 divisible by 8, ...".
std::string describe(const evidence::Parameter &parameter);

}  // namespace tileport::specification
