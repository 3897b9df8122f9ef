// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "views/models/finding_criteria.h"
#include "workspace/operator_findings.h"

namespace tileport::views {

/// What is known of a variant, as the page of its operator takes it.
struct KeptVariant {
  workspace::VariantFindingsPtr findings;  ///< null: nothing yet
  QString blocked;                         ///< why its findings cannot be triaged; empty: they can
};

struct OperatorRowsInput {
  std::uint32_t op = 0;
  std::vector<KeptVariant> variants;  ///< of the operator
  std::size_t stale = 0;              ///< how many of them are being reviewed anew
  FindingCriteria criteria;
};

/// The findings of an operator, and which of them are shown. Immutable.
struct OperatorRows {
  std::uint32_t op = 0;
  FindingCriteria criteria;
  workspace::OperatorFindingsPtr findings;  ///< never null
  std::vector<QString> blocked;             ///< by variant
  std::vector<std::uint32_t> shown;         ///< positions in the findings that meet the criteria
  std::size_t divergences = 0;              ///< findings that are no equivalences
  std::size_t shownDivergences = 0;
  std::size_t equivalences = 0;
  std::size_t toCome = 0;  ///< variants that are not reviewed, or are being reviewed anew
  bool hasWaivers = false;

  const workspace::OperatorFinding &finding(std::uint32_t position) const { return findings->findings[position]; }
  std::size_t variants() const { return findings->variants.size(); }
  /// "28 of 30"; "12 of 30…" while there are variants to come.
  QString spreadText(const workspace::OperatorFinding &finding) const;
  /// "28/30"; "12/30…".
  QString shortSpreadText(const workspace::OperatorFinding &finding) const;
  /// "in 28 of 30 variants"; "in 12 of 30 variants so far".
  QString spreadSentence(const workspace::OperatorFinding &finding) const;
  /// Why it cannot be triaged in all of its variants; empty: it can.
  QString whyBlocked(const workspace::OperatorFinding &finding) const;
};

using OperatorRowsPtr = std::shared_ptr<const OperatorRows>;

/// Pure. A finding is shown when one of what bears its anchor meets the criteria.
OperatorRowsPtr operatorRows(const OperatorRowsInput &input);

}  // namespace tileport::views
