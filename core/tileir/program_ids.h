// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/ids.h"

namespace tileport::tileir {

using TypeId = Id<struct TypeTag>;
using AttributeId = Id<struct AttributeTag>;
using LocationId = Id<struct LocationTag>;
using FunctionId = Id<struct FunctionTag>;
using OpId = Id<struct OpTag>;
using RegionId = Id<struct RegionTag>;
using BlockId = Id<struct BlockTag>;
using ValueId = Id<struct ValueTag>;

}  // namespace tileport::tileir
