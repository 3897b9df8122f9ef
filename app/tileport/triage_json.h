// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "workspace/review.h"

namespace tileport::cli {

/// The member "triage" of a comparison (docs/json.md): null without one.
nlohmann::ordered_json triageJson(const workspace::Review &review);
/// Its member "compilation": null where nothing was compiled.
nlohmann::ordered_json compilationJson(const workspace::Review &review);

}  // namespace tileport::cli
