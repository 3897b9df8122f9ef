// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <span>

#include "tileir/printer/op_layout.h"

/// What the ODS says of the types that an op's text leaves out. Generated from the traits and the fixed types in ods/.
namespace tileport::tileir::text {

struct TypeRule {
  enum Kind : std::uint8_t {
    Same,        ///< all members have one type
    Token,       ///< all members are tokens
    Bool,        ///< tile<i1>
    Int32,       ///< tile<i32>
    TensorView,  ///< the second member is the tensor view of the first one, which is a view
  };
  Kind kind;
  std::span<const printer::LayoutParameter> members;  ///< operands and results
};

std::span<const TypeRule> typeRulesOf(OpKind kind);

}  // namespace tileport::tileir::text
