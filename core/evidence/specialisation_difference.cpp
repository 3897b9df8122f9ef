// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "evidence/specialisation_difference.h"

#include <algorithm>

#include "evidence/comparison.h"

namespace tileport::evidence {

namespace {

using Kind = SpecialisationDifference::Kind;
using Origin = SpecialisationDifference::Origin;

bool isUnnamed(const Specialisation &reference) {
  const auto unnamed = [](const auto &each) { return !each.name.empty() && each.name[0] == '#'; };
  return std::any_of(reference.constants.begin(), reference.constants.end(), unnamed) ||
         std::any_of(reference.tensors.begin(), reference.tensors.end(), unnamed) ||
         std::any_of(reference.scalars.begin(), reference.scalars.end(), unnamed);
}

}  // namespace

void ComparisonBuilder::missing(Side side, const std::string &name) {
  const bool inReference = side == Side::Reference;
  separate(inReference ? Kind::OnlyInPort : Kind::OnlyInReference, Origin::Source, name, inReference ? "absent" : "by the rule",
           inReference ? "by the rule" : "absent",
           "the rule for these kernels names " + name + ", which the " + (inReference ? "reference" : "port") + " does not have");
}

SpecialisationComparison ComparisonBuilder::take() {
  std::stable_partition(made_.differences.begin(), made_.differences.end(), [](const auto &each) { return each.separates; });
  return std::move(made_);
}

std::string subjectOf(const std::string &reference, const std::string &port) {
  return reference == port ? reference : reference + " / " + port;
}

std::string withReason(std::string sentence, const std::string &why) { return why.empty() ? sentence : sentence + ": " + why; }

std::string_view text(SpecialisationDifference::Origin origin) {
  using Origin = SpecialisationDifference::Origin;
  switch (origin) {
    case Origin::Variant: return "variant";
    case Origin::FrontEnd: return "front end";
    case Origin::Source: return "source";
  }
  return "";
}

std::string_view text(SpecialisationDifference::Kind kind) {
  switch (kind) {
    case Kind::Kernel: return "kernel";
    case Kind::ElementType: return "element type";
    case Kind::Rank: return "rank";
    case Kind::Constant: return "constant";
    case Kind::ConstantArgument: return "constant against argument";
    case Kind::OnlyInReference: return "only in the reference";
    case Kind::OnlyInPort: return "only in the port";
    case Kind::LaunchedExtent: return "extent";
    case Kind::LaunchedStride: return "stride";
    case Kind::LaunchedScalar: return "scalar";
    case Kind::ConstantExtent: return "constant extent";
    case Kind::ConstantStride: return "constant stride";
    case Kind::ExtentDivisor: return "extent divisor";
    case Kind::StrideDivisor: return "stride divisor";
    case Kind::BaseDivisor: return "base divisor";
    case Kind::ScalarDivisor: return "scalar divisor";
    case Kind::Disjoint: return "disjoint elements";
    case Kind::Hint: return "hint";
  }
  return {};
}

SpecialisationComparison compareByRule(const Specialisation &reference, const Specialisation &port, const KernelRule &rule,
                                       const PairingRules &rules) {
  if (!rule.referenceParameters.empty() && isUnnamed(reference)) {
    const Specialisation named = withParameterNames(reference, rule.referenceParameters);
    // Another number of parameters: the symbol is of another version of the kernel.
    if (!isUnnamed(named)) return compareByRule(named, port, rule, rules);
  }
  ComparisonBuilder builder;
  compareParameters(reference, port, rule, builder);
  compareTensors(reference, port, rule, builder);
  compareHints(reference, port, rule, rules, builder);
  return builder.take();
}

std::vector<SpecialisationDifference> compare(const Specialisation &reference, const Specialisation &port, const PairingRules &rules) {
  const OperatorRules *op = findOperator(rules, reference.op.empty() ? port.op : reference.op);
  if (!op) return compareByRule(reference, port, ruleByNames(reference, port), rules).differences;
  if (const KernelRule *rule = findRule(*op, reference, port)) return compareByRule(reference, port, *rule, rules).differences;
  return {{.kind = Kind::Kernel,
           .origin = Origin::Source,
           .separates = true,
           .subject = "kernel",
           .reference = reference.kernel,
           .port = port.kernel,
           .sentence = "the rules for " + op->op + " do not pair " + reference.kernel + " with " + port.kernel}};
}

}  // namespace tileport::evidence
