// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/alignment.h"
#include "align/copies.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "align/compare.h"
#include "align/differences.h"
#include "align/roles.h"

namespace tileport::align {

namespace {

using tileir::FunctionId;
using tileir::Program;

/// The kernel's own name: before the mangled specialisation of cuTile Python, without cuTile Rust's suffix.
std::string plainName(const std::string &symbol) {
  std::string name = symbol.substr(0, symbol.find("_K"));
  constexpr std::string_view suffix = "_entry";
  if (name.size() > suffix.size() && name.ends_with(suffix)) name.resize(name.size() - suffix.size());
  return name;
}

/// Entries by name where names agree, then by order.
std::vector<EntryPair> pairEntries(const Program &reference, const Program &port) {
  std::vector<FunctionId> partner(reference.functionCount());
  std::vector<bool> taken(port.functionCount(), false);
  const auto pairUp = [&](auto nameOf) {
    std::map<std::string, std::deque<std::size_t>> open;
    for (std::size_t r = 0; r < taken.size(); ++r)
      if (!taken[r]) open[nameOf(port.function(FunctionId(r)))].push_back(r);
    for (std::size_t l = 0; l < partner.size(); ++l) {
      if (partner[l].valid()) continue;
      std::deque<std::size_t> &candidates = open[nameOf(reference.function(FunctionId(l)))];
      if (candidates.empty()) continue;
      partner[l] = FunctionId(candidates.front());
      taken[candidates.front()] = true;
      candidates.pop_front();
    }
  };
  pairUp([](const tileir::Function &function) { return function.name; });
  pairUp([](const tileir::Function &function) { return plainName(function.name); });
  pairUp([](const tileir::Function &) { return std::string(); });
  std::vector<EntryPair> pairs;
  for (std::size_t l = 0; l < partner.size(); ++l)
    if (partner[l].valid()) pairs.push_back({FunctionId(l), partner[l], pairArguments(reference, FunctionId(l), port, partner[l])});
  return pairs;
}

/// A text may leave out the elements of large constants; two of them look alike and need not be. Empty = none is missing.
std::string elementsMissing(const Program &program, std::string_view side) {
  const auto isElided = [&program](tileir::AttributeId id) { return program.attribute(id).elided; };
  const auto reason = [side](std::string what) {
    return "the elements of " + what + " of the " + std::string(side) + " are left out of its text";
  };
  for (const tileir::Global &global : program.data().globals)
    if (isElided(global.value)) return reason("global @" + global.name);
  for (std::size_t i = 0; i < program.opCount(); ++i)
    for (const tileir::NamedAttribute &use : program.attributes(tileir::OpId(i)))
      if (isElided(use.value)) return reason("a constant in line " + std::to_string(program.listing().opLines[i].first + 1));
  return {};
}

/// See Alignment::hintArchitectures.
std::vector<std::string> comparedArchitectures(const Program &reference, const Program &port) {
  const HintScope scope = hintScope(reference, port);
  if (scope.others) return {};
  return {scope.architectures.begin(), scope.architectures.end()};
}

/// The loops of a side that count, where the counterpart is a `for` of the same sign.
CountedLoops countedAgainstFor(const Graph &graph, const Graph &other, const Matching &matching, bool isReference) {
  std::vector<tileir::OpId> loops;
  for (std::size_t i = 0; i < graph.classCount(); ++i) {
    const ClassId id{i}, partner = isReference ? matching.portOf(id) : matching.referenceOf(id);
    if (!partner.valid() || graph[id].kind != ClassKind::Op || graph.program().op(graph[id].op).kind != tileir::OpKind::Loop) continue;
    const Program &there = other.program();
    if (other[partner].kind != ClassKind::Op || there.op(other[partner].op).kind != tileir::OpKind::For) continue;
    const auto counted = countedLoop(graph.program(), graph[id].op);
    if (counted && counted->isUnsigned == there.attribute(other[partner].op, "unsignedCmp").valid()) loops.push_back(graph[id].op);
  }
  return CountedLoops(graph.program(), loops);
}

Error cancelled() { return {ErrorKind::Cancelled, "the alignment was cancelled", {}, ""}; }

}  // namespace

Result<AlignmentPtr> align(tileir::ProgramPtr reference, tileir::ProgramPtr port, const AlignOptions &options, const CancelToken &cancel) {
  auto result = std::make_shared<Alignment>();
  result->reference = reference;
  result->port = port;
  result->entries = pairEntries(*reference, *port);
  if (cancel.cancelled()) return cancelled();

  Interner interner;
  FactStore facts;
  auto left = std::make_unique<const Graph>(*reference, interner, facts), right = std::make_unique<const Graph>(*port, interner, facts);
  if (cancel.cancelled()) return cancelled();
  MatchResult matched = match(*left, *right, result->entries, options.budget, cancel);
  if (cancel.cancelled()) return cancelled();
  // A loop is a loop, unless its counterpart is a `for`.
  CountedLoops ours = countedAgainstFor(*left, *right, matched.matching, true),
               theirs = countedAgainstFor(*right, *left, matched.matching, false);
  if (!ours.empty() || !theirs.empty()) {
    left = std::make_unique<const Graph>(*reference, interner, facts, std::move(ours));
    right = std::make_unique<const Graph>(*port, interner, facts, std::move(theirs));
    matched = match(*left, *right, result->entries, options.budget, cancel);
    if (cancel.cancelled()) return cancelled();
  }
  Comparison comparison = compare(*left, *right, facts, result->entries, matched, interner, options, cancel);
  if (cancel.cancelled()) return cancelled();

  result->pairs = std::move(comparison.pairs);
  result->copies = findCopies(*left, *right, result->pairs);
  result->divergences = std::move(comparison.divergences);
  result->equivalences = std::move(comparison.equivalences);
  result->certificate = std::move(comparison.certificate);
  result->undecidedWhy = matched.undecided.empty() ? comparison.undecided : matched.undecided;
  if (result->undecidedWhy.empty()) result->undecidedWhy = elementsMissing(*reference, "reference");
  if (result->undecidedWhy.empty()) result->undecidedWhy = elementsMissing(*port, "port");
  result->undecided = !result->undecidedWhy.empty();
  result->hintArchitectures = comparedArchitectures(*reference, *port);
  result->portOf.resize(reference->opCount());
  result->referenceOf.resize(port->opCount());
  for (const OpPair &pair : result->pairs) {
    result->portOf[pair.reference.index()] = pair.port;
    result->referenceOf[pair.port.index()] = pair.reference;
  }
  return AlignmentPtr(std::move(result));
}

bool Alignment::conditional() const {
  return std::any_of(equivalences.begin(), equivalences.end(), [](const Equivalence &e) { return !e.conditions.empty(); });
}

std::string_view toText(Status status) {
  switch (status) {
    case Status::Differs: return "DIFFERS";
    case Status::Missing: return "MISSING";
    case Status::Extra: return "EXTRA";
  }
  return "";
}

std::string_view toText(Aspect aspect) {
  switch (aspect) {
    case Aspect::Operation: return "operation";
    case Aspect::Operand: return "operand";
    case Aspect::Attribute: return "attribute";
    case Aspect::Hint: return "hint";
    case Aspect::Type: return "type";
    case Aspect::Region: return "region";
    case Aspect::Token: return "token";
    case Aspect::Argument: return "argument";
    case Aspect::Fact: return "fact";
    case Aspect::Symbol: return "symbol";
  }
  return "";
}

}  // namespace tileport::align
