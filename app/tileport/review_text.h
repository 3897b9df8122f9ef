// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tileport/divergence_text.h"
#include "tileport/terminal.h"
#include "workspace/review.h"

namespace tileport::cli {

/// One variant of a workspace after the attempt to review it.
struct VariantReview {
  const workspace::Operator *op = nullptr;
  const workspace::Variant *variant = nullptr;
  workspace::ReviewPtr review;  ///< null when unreadable
  std::optional<Error> error;   ///< set when unreadable

  Outcome outcome() const { return review ? outcomeOf(*review) : Outcome::Unreadable; }
};

/// A workspace and what became of each of its variants, in the order of the file.
struct WorkspaceReview {
  workspace::WorkspacePtr workspace;  ///< null: nothing is known of unpaired programs
  std::vector<VariantReview> variants;

  /// The worst: unreadable, then divergent, then undecided, which a workspace with unpaired programs is at least. One without
  /// variants is the same.
  Outcome outcome() const;
};

/// A table of the variants, then each variant's divergences.
std::string workspaceText(const WorkspaceReview &review, const Terminal &terminal);

}  // namespace tileport::cli
