// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "workspace/specialisation.h"

#include "support/file.h"

namespace tileport::workspace {

namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{16} << 20;

/// A hint that one launch does not set, for which the rules give no reason.
bool isLeftToTheSource(const evidence::SpecialisationDifference &difference) {
  using Difference = evidence::SpecialisationDifference;
  return difference.kind == Difference::Kind::Hint && difference.origin == Difference::Origin::Variant && !difference.separates;
}

}  // namespace

Result<std::shared_ptr<const evidence::Specialisation>> readLaunch(const SideFiles &files, Side side) {
  if (!files.launch) return std::shared_ptr<const evidence::Specialisation>();
  const Result<std::string> text = readFile(*files.launch, kLargestFile);
  if (!text) return text.error();
  auto read = side == Side::Reference ? evidence::readReferenceLaunch(*text, files.launch->string())
                                      : evidence::readPortVariant(*text, files.launch->string());
  if (!read) return std::move(read).error();
  return std::make_shared<const evidence::Specialisation>(std::move(*read));
}

Result<evidence::PairingRules> readRules(const Operator &op) {
  if (!op.pairing) return evidence::PairingRules{};
  const Result<std::string> text = readFile(*op.pairing, kLargestFile);
  if (!text) return text.error();
  return evidence::readPairingRules(*text, op.pairing->string());
}

Result<std::vector<evidence::SpecialisationDifference>> specialisationDifferences(const Operator &op, const Variant &variant) {
  using Differences = std::vector<evidence::SpecialisationDifference>;
  if (!variant.reference.launch || !variant.port.launch) return Differences{};
  const auto reference = readLaunch(variant.reference, Side::Reference);
  if (!reference) return reference.error();
  const auto port = readLaunch(variant.port, Side::Port);
  if (!port) return port.error();
  const auto rules = readRules(op);
  if (!rules) return rules.error();
  Differences differences = evidence::compare(**reference, **port, *rules);
  std::erase_if(differences, isLeftToTheSource);
  return differences;
}

}  // namespace tileport::workspace
