// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tileir/printer/op_layout.h"

/// The custom<...> directives of the assembly formats, by name.
namespace tileport::tileir::printer {

#define TILEPORT_DIRECTIVE(name) void print##name(OpPrinter &printer, std::span<const LayoutParameter> parameters)

TILEPORT_DIRECTIVE(BareType);           ///< types without the dialect's prefix
TILEPORT_DIRECTIVE(Keyword);            ///< an enumerator's word
TILEPORT_DIRECTIVE(FloatRounding);      ///< rounding<...> unless nearest_even
TILEPORT_DIRECTIVE(MathRounding);       ///< rounding<...> unless full
TILEPORT_DIRECTIVE(ToIntegerRounding);  ///< rounding<...> unless nearest_int_to_zero
TILEPORT_DIRECTIVE(Ordering);           ///< memory ordering, and scope if there is one
TILEPORT_DIRECTIVE(Predicate);          ///< the fact of an assume
TILEPORT_DIRECTIVE(DenseValue);         ///< <f32: ...> : type
TILEPORT_DIRECTIVE(Inbounds);           ///< inbounds = [...] unless all are false
TILEPORT_DIRECTIVE(SpacedInbounds);     ///< the same after a blank
TILEPORT_DIRECTIVE(IndexTypes);         ///< one type if all are alike, otherwise each
TILEPORT_DIRECTIVE(ShapeQuery);         ///< source -> one type for all results
TILEPORT_DIRECTIVE(TensorView);         ///< base, shape and strides with what is static, types
TILEPORT_DIRECTIVE(ForLoop);
TILEPORT_DIRECTIVE(Loop);
TILEPORT_DIRECTIVE(BranchRegion);    ///< { ... } without an empty yield
TILEPORT_DIRECTIVE(ArgumentRegion);  ///< on the next line, with arguments and their types

#undef TILEPORT_DIRECTIVE

}  // namespace tileport::tileir::printer
