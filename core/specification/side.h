// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

#include "specification/specification.h"

/// Private to core/specification: one side of a variant.
namespace tileport::specification {

/// The specialisation of the launch, or else of the program's mangled symbol, its parameters named by the facts. Null where neither is
/// there.
std::shared_ptr<const evidence::Specialisation> specialisationOf(const SideInput &input);

/// The kernel in the source that the specialisation, or the program's entry, is of. Null without facts, or where they have no such kernel.
const source::FunctionFacts *kernelOf(const SideInput &input, const evidence::Specialisation *specialisation);

SideSpecificationPtr specifySide(const SideInput &input);

}  // namespace tileport::specification
