// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/parts/shown.h"

namespace tileport::report {

/// Ops of one name on both sides.
struct OpCount {
  std::string name;
  std::size_t reference = 0;
  std::size_t port = 0;
  std::size_t findings = 0;  ///< that are divergences of such an op
  bool decided = true;       ///< everything was compared

  std::string match() const;  ///< "yes", "no", "seen through": other counts, and yet no divergence
};

/// By name. Empty without a review.
std::vector<OpCount> opCounts(const ShownPair &pair);

/// One thing that was compared throughout and found equal.
struct Check {
  std::string item;
};

/// Those of which no divergence tells. Empty where the comparison is not complete: then nothing is known to be equal.
std::vector<Check> checksThatMatch(const ShownPair &pair);

/// Why the programs were not compared to the end; empty where they were.
std::string undecidedWhy(const ShownPair &pair);

/// "source: kernel.rs:12:5: the text", "listing of the port: line 92: the text".
std::string evidenceText(const triage::Evidence &evidence);
std::string_view toText(triage::Evidence::Kind kind);  ///< "source", "listing", "version table", "tool", "rule", "certificate", "compiler"

}  // namespace tileport::report
