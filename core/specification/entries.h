// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "specification/specification.h"

/// Private to core/specification: which entries a port needs.
namespace tileport::specification {

/// By the references of the variants. Two variants can share an entry when they are of one kernel, have the same parameters of the same
/// ranks, and reach each tensor in the same way; everything else that they differ in is a generic. `input` and `variants` are parallel.
std::vector<StructuralEntry> structuralEntries(const OperatorInput &input, const std::vector<VariantSpecification> &variants);

}  // namespace tileport::specification
