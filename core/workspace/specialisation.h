// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <vector>

#include "evidence/pairing_rules.h"
#include "evidence/specialisation.h"
#include "evidence/specialisation_difference.h"
#include "support/result.h"
#include "workspace/workspace.h"

/// What the sides of a workspace are specialised to, by the launches that it names.
namespace tileport::workspace {

/// The launch of a side. Null when it names none; errors are of the file.
Result<std::shared_ptr<const evidence::Specialisation>> readLaunch(const SideFiles &files, Side side);

/// The workspace's rules of how names of both sides correspond; none are an empty rule book.
Result<evidence::PairingRules> readRules(const Operator &op);

/// How the two sides of a variant are specialised differently, by the launches that the workspace names and its rules of pairing.
/// Nothing where a side names no launch. A hint that one launch does not set is left out: the kernel's source may set it, and the
/// alignment compares the hints that the programs have.
Result<std::vector<evidence::SpecialisationDifference>> specialisationDifferences(const Operator &op, const Variant &variant);

}  // namespace tileport::workspace
