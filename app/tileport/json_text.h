// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>

#include "tileir/cubin.h"
#include "tileir/program_reader.h"
#include "tileport/check.h"
#include "tileport/review_text.h"
#include "workspace/review.h"

/// The answers as JSON (docs/json.md). Keys are stable: a change that breaks a reader takes a new schema number.
namespace tileport::cli {

/// A file that is shown.
struct ShownFile {
  std::string name;  ///< as the person gave it
  std::optional<tileir::ProgramForm> form = {};
  tileir::ProgramPtr program = {};  ///< null for a cubin that embeds none
  std::optional<tileir::Cubin> cubin = {};
  std::string text = {};
};

/// "tileport-show/1".
std::string showJson(const ShownFile &shown);

/// "tileport-diff/1".
std::string diffJson(const workspace::Review &review);

/// "tileport-review/1".
std::string reviewJson(const WorkspaceReview &review);

/// "tileport-check/1".
std::string checkJson(const std::vector<FileCheck> &checks);

}  // namespace tileport::cli
