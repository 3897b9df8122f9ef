// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "align/alignment.h"
#include "certificate/check.h"
#include "source/source_facts.h"
#include "source/source_file.h"
#include "source/source_map.h"
#include "support/result.h"
#include "triage/front_ends.h"
#include "triage/policy.h"
#include "triage/triage.h"
#include "triage/triage_file.h"

namespace tileport::triage {

/// What is at hand of one side beside its program.
struct SideInput {
  std::string frontEnd;          ///< "cuTile Rust 0.2.0"; empty: not known
  source::SourceFilePtr source;  ///< null: not at hand
  source::SourceMap places;      ///< where in `source` ops come from
  source::SourceFactsPtr facts;  ///< null: not read; then the source's text is scanned
  /// Of a source in Rust: its text without comments (rust_call.h). Null: it is made where it is needed.
  std::shared_ptr<const std::string> code;
};

/// Everything that a triage is made of.
struct TriageInput {
  align::AlignmentPtr alignment;
  SideInput reference, port;
  Cover cover = Cover::Unknown;
  std::string coverBecause;  ///< how that is known: a clause
  /// The two sides are launched differently, or it cannot be told whether they are: what is found to be the same says little then.
  std::string launchedDifferently;
  /// The outcome of certificate::check over what the alignment certifies; absent: nothing was certified, `uncertifiedWhy` says why.
  std::optional<Result<certificate::Checked>> certificate;
  std::string uncertifiedWhy;
  /// Both programs compiled; null: they were not to be.
  evidence::CompiledPairPtr compiled;
  /// Of the folder in which the port's source lies; null: there is none.
  TriageFilePtr waivers;
};

/// Classifies each difference and equivalence of the alignment and judges the pair. Pure.
Result<TriagePtr> classify(const TriageInput &input, const Policy &policy = defaultPolicy(),
                           const FrontEnds &frontEnds = defaultFrontEnds(), const CancelToken &cancel = {});

}  // namespace tileport::triage
