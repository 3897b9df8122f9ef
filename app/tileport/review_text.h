// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tileport/divergence_text.h"
#include "tileport/terminal.h"
#include "workspace/review.h"

namespace tileport::cli {

/// What the table of a workspace says of a variant: it stays when the programs are let go.
struct VariantDigest {
  Outcome outcome = Outcome::Unreadable;
  workspace::Review::Counts counts;
  std::optional<triage::Verdict> verdict;  ///< absent when unreadable
  triage::Owner owner = triage::Owner::None;
  bool told = true;  ///< there is more to say than the row of the table
};

/// One variant of a workspace after the attempt to review it.
struct VariantReview {
  VariantReview(const workspace::Operator *itsOperator, const workspace::Variant *itsVariant, Result<workspace::ReviewPtr> result);

  const workspace::Operator *op;
  const workspace::Variant *variant;
  workspace::ReviewPtr review;  ///< null when unreadable, and once it is let go
  std::optional<Error> error;   ///< set when unreadable
  VariantDigest digest;

  Outcome outcome() const { return digest.outcome; }
};

/// A workspace and what became of each of its variants, in the order of the file.
struct WorkspaceReview {
  workspace::WorkspacePtr workspace;  ///< null: nothing is known of unpaired programs
  std::vector<VariantReview> variants;

  /// The worst: unreadable, then divergent, then undecided, which a workspace with unpaired programs is at least. One without
  /// variants is the same.
  Outcome outcome() const;
};

/// A table of the variants, of the digests alone.
std::string overviewText(const WorkspaceReview &review, const Terminal &terminal);

/// The divergences of a variant whose review is there; empty where nothing more is to be told.
std::string variantText(const VariantReview &variant, const Terminal &terminal);

/// Both, of reviews that are all there.
std::string workspaceText(const WorkspaceReview &review, const Terminal &terminal);

}  // namespace tileport::cli
