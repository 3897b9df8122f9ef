// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tileir/op_info.h"

namespace tileport::tileir::text {

/// The op of a body that a text calls so, with or without the dialect's prefix. Also knows the names of older versions.
std::optional<OpKind> opNamed(std::string_view word);

/// What to do about a name that no op has: the nearest one.
std::string adviceOnOp(std::string_view word);

}  // namespace tileport::tileir::text
