// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tileport/check.h"
#include "tileport/review_text.h"
#include "workspace/review.h"

/// The answers as JSON (docs/json.md). Keys are stable: a change that breaks a reader takes a new schema number.
namespace tileport::cli {

/// "tileport-show/1". `path` as the person gave it.
std::string showJson(const tileir::Program &program, const std::string &path, tileir::ProgramForm form, const std::string &text);

/// "tileport-diff/1".
std::string diffJson(const workspace::Review &review);

/// "tileport-review/1".
std::string reviewJson(const WorkspaceReview &review);

/// "tileport-check/1".
std::string checkJson(const std::vector<FileCheck> &checks);

}  // namespace tileport::cli
