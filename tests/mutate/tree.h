// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tileir/tree.h"

/// The words of the tree that edits are made on.
namespace tileport::mutate {

using tileir::Numbering;
using tileir::terminatorsOf;
using tileir::Tree;
using tileir::TreeBlock;
using tileir::TreeFunction;
using tileir::TreeOp;
using tileir::TreeRegion;
using tileir::TreeValue;

}  // namespace tileport::mutate
