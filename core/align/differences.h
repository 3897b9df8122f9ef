// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <set>
#include <string>
#include <vector>

#include "align/alignment.h"

/// Comparisons of one part of a pair, without regard to where the part stands. Each returns what differs, in order.
namespace tileport::align {

/// A part that differs, with the pieces of text to look for when it is marked.
struct PartDifference {
  std::string what;
  std::string reference;  ///< empty = absent
  std::string port;
  std::string referenceNeedle;  ///< as it stands in the printed line; empty = mark the whole part
  std::string portNeedle;
};

/// The architectures for which the hints of two programs are compared, all hints of both for the same ones: those that either
/// names anywhere, and all others by `default` unless one program alone has that.
struct HintScope {
  std::set<std::string> architectures;
  bool others = true;
};
HintScope hintScope(const tileir::Program &reference, const tileir::Program &port);

/// Hints by architecture. What a side does not say for an architecture it takes from that side's `default`. `default` itself is
/// compared where the scope holds all others, and where a side has it and names itself all architectures of the scope: then
/// it is for those that nobody names. A name that the tools do not know is compared, but stands for no architecture. An empty
/// dictionary says nothing. Invalid ids = no hints.
std::vector<PartDifference> compareHints(const tileir::Program &reference, tileir::AttributeId referenceHints, const tileir::Program &port,
                                         tileir::AttributeId portHints, const HintScope &scope);

/// Types by their parts: "element", "shape", "padding_value", "tile", "dim_map", ... The tensor view below a view and the
/// pointee's own parts are compared where those are made, so a view's tensor view is left out.
std::vector<PartDifference> compareTypes(const tileir::Program &reference, tileir::TypeId referenceType, const tileir::Program &port,
                                         tileir::TypeId portType);

}  // namespace tileport::align
