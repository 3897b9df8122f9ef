// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <compare>
#include <string>

#include "align/alignment.h"
#include "triage/value_names.h"

namespace tileport::triage {

/// A difference in a form that outlives edits elsewhere: no name or number of a value, no number of an op, no line is in it.
struct DifferenceText {
  std::string status;   ///< "DIFFERS", "MISSING", "EXTRA"
  std::string name;     ///< mnemonic, "entry", "argument", "global"
  std::string regions;  ///< what the op stands in, "for/if else"; where a program has several entries, its entry first
  std::string aspect;
  std::string what;       ///< "sm_100.latency", "operand index 0"
  std::string reference;  ///< empty: absent there
  std::string port;

  auto operator<=>(const DifferenceText &) const = default;
};

/// Makes the texts of one alignment, which must outlive it.
class DifferenceTexts {
 public:
  explicit DifferenceTexts(const align::Alignment &alignment)
      : alignment_(alignment), reference_(*alignment.reference), port_(*alignment.port) {}

  DifferenceText text(const align::Divergence &divergence, const align::Difference &difference) const;

 private:
  std::string regionsOf(const align::Divergence &divergence) const;
  bool commutes(const align::Divergence &divergence) const;

  const align::Alignment &alignment_;
  ValueNames reference_, port_;
};

/// Names what diverges, whatever the values on the two sides are, across variants and rounds: "latency.load_view_tko.3f2a51c0de9b7a44".
/// `entry` is the kernel's name.
std::string anchorOf(const DifferenceText &text, const std::string &entry);

/// The same of an equivalence, by its rule.
std::string anchorOfEquivalence(const std::string &rule, const std::string &entry);

}  // namespace tileport::triage
