// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "evidence/specialisation_difference.h"
#include "support/result.h"
#include "workspace/workspace.h"

/// Private to core/workspace.
namespace tileport::workspace {

/// How the two sides of a variant are specialised differently, by the launches that the workspace names and its rules of pairing.
/// Nothing where a side names no launch.
Result<std::vector<evidence::SpecialisationDifference>> specialisationDifferences(const Operator &op, const Variant &variant);

}  // namespace tileport::workspace
