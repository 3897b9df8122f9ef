// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>

#include "evidence/specialisation_difference.h"

/// Private to core/evidence: a comparison in the making.
namespace tileport::evidence {

class ComparisonBuilder {
 public:
  using Kind = SpecialisationDifference::Kind;
  using Origin = SpecialisationDifference::Origin;

  void agree(std::string subject, std::string value) { made_.agreements.push_back({std::move(subject), std::move(value)}); }

  /// Two variants that differ in this do not belong together.
  void separate(Kind kind, Origin origin, std::string subject, std::string reference, std::string port, std::string sentence) {
    made_.differences.push_back({kind, origin, true, std::move(subject), std::move(reference), std::move(port), std::move(sentence)});
  }
  void differ(Kind kind, Origin origin, std::string subject, std::string reference, std::string port, std::string sentence) {
    made_.differences.push_back({kind, origin, false, std::move(subject), std::move(reference), std::move(port), std::move(sentence)});
  }
  /// The rule names something that a side does not have.
  void missing(Side side, const std::string &name);

  SpecialisationComparison take();

 private:
  SpecialisationComparison made_;
};

/// "TM / BM", or one name where both have the same.
std::string subjectOf(const std::string &reference, const std::string &port);
/// "x because why", or x alone.
std::string withReason(std::string sentence, const std::string &why);

/// Constants, scalars and type generics.
void compareParameters(const Specialisation &reference, const Specialisation &port, const KernelRule &rule, ComparisonBuilder &into);
void compareTensors(const Specialisation &reference, const Specialisation &port, const KernelRule &rule, ComparisonBuilder &into);
void compareHints(const Specialisation &reference, const Specialisation &port, const KernelRule &rule, const PairingRules &rules,
                  ComparisonBuilder &into);

}  // namespace tileport::evidence
