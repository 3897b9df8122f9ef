// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "evidence/pairing_rules.h"
#include "evidence/specialisation.h"
#include "evidence/specialisation_difference.h"

/// Which variant of a port belongs to which variant of its reference: by what they are specialised to, never by their order nor
/// by the names that people gave them. docs/pairing.md says how it is decided.
namespace tileport::evidence {

/// Indices are those of the lists that pairVariants() was given.
struct VariantPair {
  std::size_t reference = 0;
  std::size_t port = 0;
  std::vector<SpecialisationAgreement> agreements;
  std::vector<SpecialisationDifference> differences;  ///< none of them separates
};

/// A variant for which the other side has none.
struct UnpairedVariant {
  Side side = Side::Reference;
  std::size_t variant = 0;
  std::optional<std::size_t> nearest;                 ///< of the other side; absent: no kernel there corresponds
  std::size_t equallyNear = 0;                        ///< others that are as near
  std::vector<SpecialisationDifference> differences;  ///< from the nearest
  std::string reason;                                 ///< one sentence, without a full stop
};

/// A variant of the port with several references that fit equally well. None is chosen.
struct AmbiguousVariant {
  std::size_t port = 0;
  std::vector<std::size_t> references;  ///< two or more, in order
  std::string reason;
};

/// Each variant of the port is in one of pairs, unpaired and ambiguous. A reference can be in several pairs: variants for other
/// targets are variants of one reference, and so are two that are specialised alike. A reference that is in no pair and no
/// ambiguity is unpaired.
struct Pairing {
  std::vector<VariantPair> pairs;           ///< by port
  std::vector<UnpairedVariant> unpaired;    ///< references first, each side in order
  std::vector<AmbiguousVariant> ambiguous;  ///< by port
};

/// Pairs within each operator (`op`; those without one are an operator of their own). The result does not depend on the order of
/// the lists, apart from the indices.
Pairing pairVariants(const std::vector<Specialisation> &references, const std::vector<Specialisation> &ports, const PairingRules &rules);

}  // namespace tileport::evidence
