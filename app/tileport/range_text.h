// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "importer/commit_range.h"
#include "tileport/review_text.h"

/// The review of a range of commits, for people and for programs (docs/review-range.md).
namespace tileport::cli {

/// One manifest, with its reviews as those of a workspace.
struct ManifestReview {
  const importer::ReviewedManifest *manifest = nullptr;
  WorkspaceReview review;  ///< its workspace is null where nothing was reviewed

  Outcome outcome() const;
};

/// `range` must outlive it.
std::vector<ManifestReview> manifestReviews(const importer::RangeReview &range);

/// The worst of the manifests: unreadable, divergent, undecided. Where the change reaches no operator it is the same.
Outcome outcomeOf(const std::vector<ManifestReview> &manifests);

/// Whether the change reaches any operator, an added or a removed one too.
bool reachesAny(const importer::RangeReview &range);

std::string rangeText(const importer::RangeReview &range, const std::string &repository, const Terminal &terminal);

}  // namespace tileport::cli
