// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tileir/printer/op_layout.h"

/// The custom<...> directives of the assembly formats, by name: how each is read. printer/directives.h has their print.
namespace tileport::tileir::text {

class OpReader;

#define TILEPORT_DIRECTIVE(name) void read##name(OpReader &reader, std::span<const printer::LayoutParameter> parameters)

TILEPORT_DIRECTIVE(BareType);
TILEPORT_DIRECTIVE(Keyword);
TILEPORT_DIRECTIVE(FloatRounding);
TILEPORT_DIRECTIVE(MathRounding);
TILEPORT_DIRECTIVE(ToIntegerRounding);
TILEPORT_DIRECTIVE(Ordering);
TILEPORT_DIRECTIVE(Predicate);
TILEPORT_DIRECTIVE(DenseValue);
TILEPORT_DIRECTIVE(Inbounds);
TILEPORT_DIRECTIVE(SpacedInbounds);
TILEPORT_DIRECTIVE(IndexTypes);
TILEPORT_DIRECTIVE(ShapeQuery);
TILEPORT_DIRECTIVE(TensorView);
TILEPORT_DIRECTIVE(ForLoop);
TILEPORT_DIRECTIVE(Loop);
TILEPORT_DIRECTIVE(BranchRegion);
TILEPORT_DIRECTIVE(ArgumentRegion);

#undef TILEPORT_DIRECTIVE

}  // namespace tileport::tileir::text
