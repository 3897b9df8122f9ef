// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "importer/commit_range.h"
#include "tileir/cubin.h"
#include "tileir/program_reader.h"
#include "tileport/check.h"
#include "tileport/review_text.h"
#include "workspace/review.h"
#include "workspace/rounds.h"

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

/// An earlier round, and what became of its findings.
struct Since {
  workspace::Round round;
  workspace::RoundComparison comparison;
};

/// A variant whose review is there, as it stands in reviewJson(): set in, and without a line end.
std::string variantJson(const VariantReview &variant);

/// "tileport-review/1" in parts, from digests alone: a variant's own JSON goes between each part and the next, in their order.
std::vector<std::string> reviewJson(const WorkspaceReview &review, const std::optional<Since> &since = {});

/// "tileport-range/1". `repository` as the person gave it.
std::string rangeJson(const importer::RangeReview &range, const std::string &repository);

/// "tileport-check/1".
std::string checkJson(const std::vector<FileCheck> &checks);

}  // namespace tileport::cli
