// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <string>

#include "triage/content_keys.h"
#include "triage/difference_text.h"
#include "triage/triage.h"
#include "triage/triage_file.h"

namespace tileport::triage {

/// Names findings of one alignment, which must outlive it, and what they cover. Findings of a compilation want its differences, too.
class Anchors {
 public:
  explicit Anchors(const align::Alignment &alignment, std::vector<CompileDifference> compileDifferences = {})
      : alignment_(alignment), texts_(alignment), compileDifferences_(std::move(compileDifferences)) {}

  std::string anchor(const Finding &finding) const;
  /// For a person's triage: lapses when a key is another.
  CoveredPair covered(const Finding &finding) const;

 private:
  std::string entryOf(const align::Divergence &divergence) const;

  const align::Alignment &alignment_;
  DifferenceTexts texts_;
  std::vector<CompileDifference> compileDifferences_;
  mutable std::unique_ptr<ContentKeys> reference_, port_;  ///< made when first asked for
};

/// Gives each finding the waiver that the file has for its anchor: one that holds, or one that has lapsed, with the reason.
void applyWaivers(const TriageFile &waivers, const Anchors &anchors, std::vector<Finding> &findings);

}  // namespace tileport::triage
