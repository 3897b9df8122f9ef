// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <optional>

#include "triage/classify.h"
#include "workspace/review.h"

/// Private to core/workspace: what a review knows, as a triage takes it.
namespace tileport::workspace {

/// All but the waivers.
triage::TriageInput triageInput(const Review &review, const CancelToken &cancel);

}  // namespace tileport::workspace
