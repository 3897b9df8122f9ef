// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "evidence/pairing.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "evidence/kernel_names.h"

namespace tileport::evidence {

namespace {

using Origin = SpecialisationDifference::Origin;

std::string nameOf(const Specialisation &each) {
  if (!each.variant.empty()) return each.variant;
  return each.entry.empty() ? each.kernel : each.entry;
}

/// All that tells two variants apart, to decide between equals in a way that does not depend on their order.
std::string identityOf(const Specialisation &each) {
  std::string text = each.kernel + '|' + each.entry + '|' + each.variant + '|' + each.target;
  for (const NamedConstant &constant : each.constants) text += '|' + constant.name + '=' + evidence::text(constant.value);
  for (const TensorSpecialisation &tensor : each.tensors) {
    text += '|' + tensor.name + ':' + tensor.elementType;
    for (const auto *numbers : {&tensor.extents, &tensor.strides})
      for (const std::int64_t number : *numbers) text += ',' + std::to_string(number);
  }
  for (const Hint &hint : each.hints) text += '|' + hint.name + hint.target + '=' + std::to_string(hint.value);
  return text;
}

bool isOfLaunch(const SpecialisationDifference &each) {
  using Kind = SpecialisationDifference::Kind;
  return each.kind == Kind::LaunchedExtent || each.kind == Kind::LaunchedStride || each.kind == Kind::LaunchedScalar;
}

/// How far two variants are from each other. Less is nearer: another tile size is farther than any other extents, of which one
/// makes many.
struct Distance {
  std::size_t ofProgram = 0;   ///< that separate; another element type counts once, however many tensors have it
  std::size_t ofLaunch = 0;    ///< that separate
  std::size_t ofVariants = 0;  ///< that do not, and that the front ends' own rules do not explain
  std::size_t all = 0;
  bool separates() const { return ofProgram + ofLaunch > 0; }
  auto operator<=>(const Distance &) const = default;
};

Distance distanceOf(const std::vector<SpecialisationDifference> &differences) {
  Distance distance{.all = differences.size()};
  bool otherType = false;
  for (const SpecialisationDifference &each : differences) {
    const bool again = each.kind == SpecialisationDifference::Kind::ElementType && std::exchange(otherType, true);
    if (!each.separates) distance.ofVariants += each.origin != Origin::FrontEnd ? 1 : 0;
    else if (isOfLaunch(each)) ++distance.ofLaunch;
    else distance.ofProgram += again ? 0 : 1;
  }
  return distance;
}

/// "TM / BM (128, 64), A / a, axis 0: extent (8, 4) and 3 more": what separates two variants, the reference's value first.
std::string separationText(const std::vector<SpecialisationDifference> &differences) {
  constexpr std::size_t kMost = 4;
  std::vector<const SpecialisationDifference *> separating;
  bool otherType = false;
  for (const SpecialisationDifference &each : differences) {
    const bool again = each.kind == SpecialisationDifference::Kind::ElementType && std::exchange(otherType, true);
    if (each.separates && !again) separating.push_back(&each);
  }
  std::stable_partition(separating.begin(), separating.end(), [](const auto *each) { return !isOfLaunch(*each); });
  std::string listed;
  for (std::size_t i = 0; i < std::min(separating.size(), kMost); ++i) {
    const SpecialisationDifference &each = *separating[i];
    const bool isConstant = each.kind == SpecialisationDifference::Kind::Constant;
    listed += (i == 0 ? "" : ", ") + each.subject + (isConstant ? std::string() : ": " + std::string(text(each.kind))) + " (" +
              each.reference + ", " + each.port + ")";
  }
  if (separating.size() > kMost) listed += " and " + std::to_string(separating.size() - kMost) + " more";
  return listed;
}

/// The variants of one operator.
class OperatorPairing {
 public:
  OperatorPairing(const std::vector<Specialisation> &references, const std::vector<Specialisation> &ports, const PairingRules &rules,
                  std::vector<std::size_t> ours, std::vector<std::size_t> theirs, Pairing &into)
      : references_(references), ports_(ports), rules_(rules), ours_(std::move(ours)), theirs_(std::move(theirs)), into_(into) {}

  void run(const std::string &op) {
    operator_ = findOperator(rules_, op);
    if (!operator_) pairKernels();
    measure();
    for (const std::size_t port : theirs_) pairPort(port);
    for (const std::size_t reference : ours_)
      if (served_.count(reference) == 0) reportReference(reference);
  }

 private:
  struct Near {
    Distance distance;
    std::string identity;
    std::size_t variant = 0;
    bool operator<(const Near &other) const { return std::tie(distance, identity) < std::tie(other.distance, other.identity); }
  };

  void pairKernels() {
    std::set<std::string> references, ports;
    for (const std::size_t each : ours_) references.insert(references_[each].kernel);
    for (const std::size_t each : theirs_) ports.insert(ports_[each].kernel);
    for (const auto &pair : kernelsByName(references, ports)) kernels_.insert(pair);
  }

  /// Nothing when the two kernels do not correspond.
  std::optional<SpecialisationComparison> compareTwo(std::size_t reference, std::size_t port) const {
    const Specialisation &ours = references_[reference];
    const Specialisation &theirs = ports_[port];
    const KernelRule *rule = operator_ ? findRule(*operator_, ours, theirs) : nullptr;
    const bool byNames = !operator_ && kernels_.count({ours.kernel, theirs.kernel}) != 0;
    if (!rule && !byNames) return std::nullopt;
    SpecialisationComparison comparison = compareByRule(ours, theirs, rule ? *rule : ruleByNames(ours, theirs), rules_);
    const std::string kernels = ours.kernel + " / " + theirs.kernel + (byNames ? ", by their names" : ", by a rule");
    comparison.agreements.insert(comparison.agreements.begin(), {"kernel", kernels});
    return comparison;
  }

  void measure() {
    for (const std::size_t reference : ours_) {
      for (const std::size_t port : theirs_) {
        const auto comparison = compareTwo(reference, port);
        if (!comparison) continue;
        const Distance distance = distanceOf(comparison->differences);
        nearToPort_[port].push_back({distance, identityOf(references_[reference]), reference});
        nearToReference_[reference].push_back({distance, identityOf(ports_[port]), port});
      }
    }
    for (auto *all : {&nearToPort_, &nearToReference_})
      for (auto &[variant, near] : *all) std::sort(near.begin(), near.end());
  }

  static std::size_t countOfNearest(const std::vector<Near> &near) {
    const auto farther = [&](const Near &each) { return each.distance != near.front().distance; };
    return static_cast<std::size_t>(std::find_if(near.begin(), near.end(), farther) - near.begin());
  }

  void pairPort(std::size_t port) {
    const auto found = nearToPort_.find(port);
    if (found == nearToPort_.end()) return reportLonely(Side::Port, port);
    const std::vector<Near> &near = found->second;
    const std::size_t count = countOfNearest(near);
    if (near.front().distance.separates()) return reportNearest(Side::Port, port, near);
    if (count > 1) return reportAmbiguous(port, near, count);
    const std::size_t reference = near.front().variant;
    served_.insert(reference);
    auto comparison = compareTwo(reference, port);
    into_.pairs.push_back({reference, port, std::move(comparison->agreements), std::move(comparison->differences)});
    chosen_[port] = nameOf(references_[reference]);
  }

  void reportAmbiguous(std::size_t port, const std::vector<Near> &near, std::size_t count) {
    AmbiguousVariant ambiguous{.port = port};
    for (std::size_t i = 0; i < count; ++i) {
      ambiguous.references.push_back(near[i].variant);
      served_.insert(near[i].variant);
      ambiguous.reason += (i == 0 ? "" : i + 1 == count ? " and " : ", ") + nameOf(references_[near[i].variant]);
    }
    ambiguous.reason += " of the reference fit " + nameOf(ports_[port]) + " equally well";
    std::sort(ambiguous.references.begin(), ambiguous.references.end());
    into_.ambiguous.push_back(std::move(ambiguous));
  }

  void reportLonely(Side side, std::size_t variant) {
    const bool isReference = side == Side::Reference;
    const std::string &kernel = (isReference ? references_ : ports_)[variant].kernel;
    into_.unpaired.push_back(
        {.side = side,
         .variant = variant,
         .reason = std::string("no kernel of the ") + (isReference ? "port" : "reference") + " corresponds to " + kernel});
  }

  void reportNearest(Side side, std::size_t variant, const std::vector<Near> &near) {
    const bool isReference = side == Side::Reference;
    const std::size_t nearest = near.front().variant;
    auto comparison = isReference ? compareTwo(variant, nearest) : compareTwo(nearest, variant);
    UnpairedVariant unpaired{.side = side, .variant = variant, .nearest = nearest, .equallyNear = countOfNearest(near) - 1};
    unpaired.differences = std::move(comparison->differences);
    const std::string name = nameOf((isReference ? ports_ : references_)[nearest]);
    if (near.front().distance.separates()) {
      unpaired.reason = "nearest is " + name + ", which differs in " + separationText(unpaired.differences);
    } else {
      const auto better = chosen_.find(nearest);
      unpaired.reason = name + " agrees with it, but better with " + (better == chosen_.end() ? "others" : better->second);
    }
    into_.unpaired.push_back(std::move(unpaired));
  }

  void reportReference(std::size_t reference) {
    const auto found = nearToReference_.find(reference);
    if (found == nearToReference_.end()) return reportLonely(Side::Reference, reference);
    reportNearest(Side::Reference, reference, found->second);
  }

  const std::vector<Specialisation> &references_;
  const std::vector<Specialisation> &ports_;
  const PairingRules &rules_;
  const std::vector<std::size_t> ours_;
  const std::vector<std::size_t> theirs_;
  Pairing &into_;
  const OperatorRules *operator_ = nullptr;
  std::set<std::pair<std::string, std::string>> kernels_;  ///< that correspond by their names
  std::map<std::size_t, std::vector<Near>> nearToPort_;
  std::map<std::size_t, std::vector<Near>> nearToReference_;
  std::set<std::size_t> served_;               ///< references in a pair or an ambiguity
  std::map<std::size_t, std::string> chosen_;  ///< of a port in a pair, its reference
};

}  // namespace

Pairing pairVariants(const std::vector<Specialisation> &references, const std::vector<Specialisation> &ports, const PairingRules &rules) {
  std::map<std::string, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> operators;
  for (std::size_t i = 0; i < references.size(); ++i) operators[references[i].op].first.push_back(i);
  for (std::size_t i = 0; i < ports.size(); ++i) operators[ports[i].op].second.push_back(i);
  Pairing pairing;
  for (auto &[op, variants] : operators)
    OperatorPairing(references, ports, rules, std::move(variants.first), std::move(variants.second), pairing).run(op);
  std::sort(pairing.pairs.begin(), pairing.pairs.end(), [](const auto &a, const auto &b) { return a.port < b.port; });
  std::sort(pairing.ambiguous.begin(), pairing.ambiguous.end(), [](const auto &a, const auto &b) { return a.port < b.port; });
  std::sort(pairing.unpaired.begin(), pairing.unpaired.end(),
            [](const auto &a, const auto &b) { return std::tie(a.side, a.variant) < std::tie(b.side, b.variant); });
  return pairing;
}

}  // namespace tileport::evidence
