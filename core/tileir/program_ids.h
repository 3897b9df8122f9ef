// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/ids.h"

namespace tileport::tileir {

using TypeId = Id<struct TypeIdTag>;
using AttributeId = Id<struct AttributeIdTag>;
using LocationId = Id<struct LocationIdTag>;
using FunctionId = Id<struct FunctionIdTag>;
using OpId = Id<struct OpIdTag>;
using RegionId = Id<struct RegionIdTag>;
using BlockId = Id<struct BlockIdTag>;
using ValueId = Id<struct ValueIdTag>;

}  // namespace tileport::tileir
