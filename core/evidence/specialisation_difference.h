// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/pairing_rules.h"
#include "evidence/specialisation.h"

/// What two sides are specialised to differently. A review says this before anything else: where the sides are compiled for
/// different things, a divergence of the programs tells nothing about the port.
namespace tileport::evidence {

struct SpecialisationDifference {
  enum class Kind : std::uint8_t {
    Kernel,            ///< the rules say that the two kernels do not belong together
    ElementType,       ///< of a tensor, or of a type generic
    Rank,              ///< of a tensor; or one side has a list of them
    Constant,          ///< tile sizes, flags: both sides have it, the values differ
    ConstantArgument,  ///< a constant of one side is an argument of the other
    OnlyInReference,   ///< a parameter without a counterpart
    OnlyInPort,
    LaunchedExtent,  ///< an extent as launched, in elements
    LaunchedStride,  ///< a stride as launched, in elements
    LaunchedScalar,  ///< an integer argument as launched
    ConstantExtent,  ///< one side is compiled for this very extent: 1, by cuTile Python from calling convention 2 on
    ConstantStride,  ///< one side is compiled for this very stride: 1, the axis is contiguous
    ExtentDivisor,   ///< in elements
    StrideDivisor,   ///< in elements; `sentence` has the bytes
    BaseDivisor,     ///< of the base address, in bytes
    ScalarDivisor,   ///< of a scalar argument
    Disjoint,        ///< whether two indices of a tensor may name one element
    Hint,            ///< of the entry
  };
  /// Where it comes from.
  enum class Origin : std::uint8_t {
    Variant,   ///< the two variants are not launched alike
    FrontEnd,  ///< launched alike, each front end states it by a rule of its own. Nobody's fault, and in every pair alike
    Source,    ///< one side's source has no such parameter, or another kind of it
  };
  Kind kind = Kind::Constant;
  Origin origin = Origin::Variant;
  bool separates = false;  ///< two variants that differ in this are not paired
  std::string subject;     ///< what it is about: "A, axis 1", "TILE_SIZE_M / BM", "occupancy"
  std::string reference;   ///< the value on this side, for people; "not set", "not stated" where there is none
  std::string port;
  std::string sentence;  ///< all of it for a person, with the reason that a rule gives; no full stop

  bool operator==(const SpecialisationDifference &) const = default;
};

/// Something that both sides have, and that is the same.
struct SpecialisationAgreement {
  std::string subject;
  std::string value;

  bool operator==(const SpecialisationAgreement &) const = default;
};

struct SpecialisationComparison {
  std::vector<SpecialisationAgreement> agreements;
  std::vector<SpecialisationDifference> differences;  ///< those that separate first
};

/// "constant", "stride divisor", ...
std::string_view text(SpecialisationDifference::Kind kind);
/// "variant", "front end", "source".
std::string_view text(SpecialisationDifference::Origin origin);

/// How the two differ, by the rule for their kernels, or by names where the rules do not name the operator: whoever calls it
/// has the two kernels for counterparts then. What is not recorded on one side is not compared: of a bare symbol neither extents
/// nor hints are known, and it is only asked whether the port's launch fits what the reference is compiled for.
std::vector<SpecialisationDifference> compare(const Specialisation &reference, const Specialisation &port, const PairingRules &rules);

/// The same by one rule, with what agrees.
SpecialisationComparison compareByRule(const Specialisation &reference, const Specialisation &port, const KernelRule &rule,
                                       const PairingRules &rules);

}  // namespace tileport::evidence
