// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "specification/specification.h"

/// Private to core/specification: which arms of branches that constants decide are in the program.
namespace tileport::specification {

/// The constant branches of the kernel and of the helpers of its file that it calls, in the order of the source, the kernel's first. Two
/// witnesses are asked: the program's debug locations, and the condition itself where the specialisation gives what it rests on. Where
/// they contradict one another, or neither says anything, a branch is not decidable.
std::vector<BranchItem> constantBranches(const SideInput &input, const evidence::Specialisation *specialisation,
                                         const source::FunctionFacts &kernel);

}  // namespace tileport::specification
