// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/collected_ports.h"

#include <algorithm>
#include <set>
#include <utility>

#include "evidence/pairing.h"
#include "support/file.h"
#include "tileir/program_reader.h"

namespace tileport::importer {

namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{16} << 20;

Result<std::string> symbolOf(const workspace::SideFiles &files, const CancelToken &cancel) {
  const auto program = tileir::readProgramFile(files.program, cancel);
  if (!program) return program.error();
  return (*program)->functionCount() == 0 ? std::string() : (*program)->function(tileir::FunctionId(0)).name;
}

/// Of the port's launch. Absent: there is none, or it cannot be read.
std::optional<evidence::Specialisation> specialisationOf(const OfferedPort &port) {
  if (!port.files.launch) return std::nullopt;
  const auto text = readFile(*port.files.launch, kLargestFile);
  if (!text) return std::nullopt;
  auto read = evidence::readPortVariant(*text, port.files.launchName);
  if (!read) return std::nullopt;
  read->op = port.op;
  return std::move(*read);
}

/// The operator of a rule that names the kernel; else the one with a port's kernel of that name; else none.
std::string operatorOf(const std::string &kernel, const evidence::PairingRules &rules, const std::vector<evidence::Specialisation> &ports) {
  for (const evidence::OperatorRules &op : rules.operators) {
    for (const evidence::KernelRule &rule : op.kernels)
      if (rule.reference == kernel) return op.op;
  }
  for (const evidence::Specialisation &port : ports)
    if (port.kernel == kernel) return port.op;
  return {};
}

}  // namespace

Result<OfferedPorts> OfferedPorts::read(const std::filesystem::path &path, const CancelToken &cancel) {
  const auto workspace = workspace::openWorkspace(path);
  if (!workspace) return workspace.error();
  OfferedPorts offered;
  std::set<std::pair<std::filesystem::path, std::string>> known;
  for (const workspace::Operator &op : (*workspace)->operators) {
    if (op.pairing && offered.rulesText_.empty()) {
      const auto text = readFile(*op.pairing, kLargestFile);
      if (!text) return text.error();
      if (auto rules = evidence::readPairingRules(*text, op.pairing->string()); !rules) return rules.error();
      offered.rulesText_ = *text;
      offered.rulesName_ = op.pairing->string();
    }
    for (const workspace::Variant &variant : op.variants) {
      auto symbol = symbolOf(variant.reference, cancel);
      if (!symbol && symbol.error().kind == ErrorKind::Cancelled) return symbol.error();
      if (!symbol) symbol = std::string();
      if (known.emplace(variant.port.program, *symbol).second) offered.ports_.push_back({op.name, variant.name, variant.port, *symbol});
    }
    for (const workspace::Unpaired &each : op.unpaired)
      if (each.side == workspace::Side::Port) offered.ports_.push_back({op.name, each.name, each.files, {}});
  }
  return offered;
}

std::vector<std::vector<std::size_t>> OfferedPorts::partnersOf(const std::vector<std::string> &symbols) const {
  std::vector<std::vector<std::size_t>> partners(symbols.size());
  for (std::size_t symbol = 0; symbol < symbols.size(); ++symbol) {
    for (std::size_t port = 0; port < ports_.size(); ++port)
      if (!symbols[symbol].empty() && ports_[port].referenceSymbol == symbols[symbol]) partners[symbol].push_back(port);
  }
  pairBySpecialisation(symbols, partners);
  return partners;
}

void OfferedPorts::pairBySpecialisation(const std::vector<std::string> &symbols, std::vector<std::vector<std::size_t>> &partners) const {
  std::set<std::size_t> taken;
  for (const auto &each : partners) taken.insert(each.begin(), each.end());
  std::vector<evidence::Specialisation> ports, references;
  std::vector<std::size_t> portIndex, symbolIndex;
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    if (taken.contains(port)) continue;
    if (auto read = specialisationOf(ports_[port])) {
      ports.push_back(std::move(*read));
      portIndex.push_back(port);
    }
  }
  evidence::PairingRules rules;
  if (!rulesText_.empty()) rules = *evidence::readPairingRules(rulesText_, rulesName_);
  for (std::size_t symbol = 0; symbol < symbols.size(); ++symbol) {
    auto read = evidence::specialisationOfSymbol(symbols[symbol]);
    if (!read) continue;
    read->op = operatorOf(read->kernel, rules, ports);
    if (read->op.empty()) continue;
    references.push_back(std::move(*read));
    symbolIndex.push_back(symbol);
  }
  const evidence::Pairing pairing = evidence::pairVariants(references, ports, rules);
  for (const evidence::VariantPair &pair : pairing.pairs) partners[symbolIndex[pair.reference]].push_back(portIndex[pair.port]);
}

}  // namespace tileport::importer
