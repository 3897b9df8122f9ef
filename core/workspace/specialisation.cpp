// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "workspace/specialisation.h"

#include "support/file.h"

namespace tileport::workspace {

namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{16} << 20;

using Read = Result<evidence::Specialisation> (*)(std::string_view, const std::string &, std::uint32_t);

Result<evidence::Specialisation> readLaunch(const std::filesystem::path &file, Read read) {
  const Result<std::string> text = readFile(file, kLargestFile);
  if (!text) return text.error();
  return read(*text, file.string(), 1);
}

}  // namespace

Result<std::vector<evidence::SpecialisationDifference>> specialisationDifferences(const Operator &op, const Variant &variant) {
  using Differences = std::vector<evidence::SpecialisationDifference>;
  if (!variant.reference.launch || !variant.port.launch) return Differences{};
  const auto reference = readLaunch(*variant.reference.launch, evidence::readReferenceLaunch);
  if (!reference) return reference.error();
  const auto port = readLaunch(*variant.port.launch, evidence::readPortVariant);
  if (!port) return port.error();
  evidence::PairingRules rules;
  if (op.pairing) {
    const Result<std::string> text = readFile(*op.pairing, kLargestFile);
    if (!text) return text.error();
    auto read = evidence::readPairingRules(*text, op.pairing->string());
    if (!read) return read.error();
    rules = std::move(*read);
  }
  return evidence::compare(*reference, *port, rules);
}

}  // namespace tileport::workspace
