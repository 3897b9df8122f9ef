// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "triage/triage_file.h"
#include "workspace/review.h"

/// What an operator's variants have in common: one finding in 28 of 30 variants is one thing to look at.
namespace tileport::workspace {

/// What a triage says of one thing, without the programs that it is said of.
struct KeptFinding {
  std::string anchor;
  std::string title;            ///< "load_view_tko: hint sm_100.latency"; of an equivalence "same by ceil_div_floor"
  std::string reference, port;  ///< the value on this side; empty = absent. An equivalence has none
  triage::Status status = triage::Status::Differs;
  triage::Severity severity = triage::Severity::Critical;
  triage::Cause cause = triage::Cause::Undecided;
  triage::Owner owner = triage::Owner::Kernel;
  triage::Impact impact = {};
  std::string rule;
  std::string sentence;
  std::string undecidedBy;
  std::optional<triage::Waiver> waiver;
  triage::CoveredPair covers;  ///< what a waiver of it would cover

  bool waived() const { return waiver && !waiver->lapsed; }
  bool isEquivalence() const { return status == triage::Status::SemanticEquiv; }
  bool operator==(const KeptFinding &) const = default;
};

using KeptFindingPtr = std::shared_ptr<const KeptFinding>;

/// What is kept of a variant's review, or of its failure.
struct VariantFindings {
  struct One {
    KeptFindingPtr finding;  ///< never null
    /// Where it is in the review's alignment: a difference of a divergence, or an equivalence.
    std::optional<std::uint32_t> divergence, equivalence;
    std::uint32_t difference = 0;
  };
  std::vector<One> findings;               ///< in the order of the triage
  std::optional<triage::Verdict> verdict;  ///< absent: it could not be reviewed, or has no triage
  std::string refused;                     ///< why it could not be reviewed; empty: it could
  std::optional<std::filesystem::path> triageFile;
};

using VariantFindingsPtr = std::shared_ptr<const VariantFindings>;

/// `alike` is what another variant of the operator has, or null: what is the very same is not kept twice.
VariantFindingsPtr variantFindings(const Result<ReviewPtr> &review, const VariantFindings *alike = nullptr);

/// What bears one anchor, in all variants that have it.
struct OperatorFinding {
  struct Place {
    std::uint32_t variant = 0;
    std::uint32_t position = 0;  ///< in VariantFindings::findings
  };
  KeptFindingPtr finding;      ///< stands for all: the gravest, of several the first
  std::vector<Place> places;   ///< in the order of the variants; a variant may have several
  std::uint32_t variants = 0;  ///< how many have it
  std::uint32_t waived = 0;    ///< how many of the places a person's waiver holds for
  bool hasWaiver = false;      ///< one is given somewhere, lapsed or not
};

struct OperatorFindings {
  std::vector<VariantFindingsPtr> variants;  ///< of the operator; null: not known
  std::vector<OperatorFinding> findings;     ///< the gravest first, by severity and by what they do to results; of these what most
                                             ///< variants have, then as they appear
  /// By variant and position in its findings: position in `findings`.
  std::vector<std::vector<std::uint32_t>> findingOf;

  const VariantFindings::One &at(const OperatorFinding::Place &place) const { return variants[place.variant]->findings[place.position]; }
  std::size_t known() const;
  std::size_t refused() const;
  std::size_t count(triage::Verdict verdict) const;
  /// The worst of what is known: FAIL_FIXABLE, FAIL_COMPILER_BUG, BLOCKED, PASS_WITH_NOTES, PASS. What could not be reviewed is BLOCKED.
  /// Absent while a variant that is not known may be worse, and where there is no variant.
  std::optional<triage::Verdict> verdict() const;
};

using OperatorFindingsPtr = std::shared_ptr<const OperatorFindings>;

/// What has no anchor is the same when it reads the same.
OperatorFindingsPtr operatorFindings(std::vector<VariantFindingsPtr> variants);

/// What a waiver of the finding has to cover in the variants whose triage lies in `file`: each pair once, as often as a variant has it.
std::vector<triage::CoveredPair> coversIn(const OperatorFindings &all, const OperatorFinding &finding, const std::filesystem::path &file);

}  // namespace tileport::workspace
