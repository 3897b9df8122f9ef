// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/parts/checks.h"

#include <array>
#include <map>

#include "tileir/op_info.h"

namespace tileport::report {

namespace {

constexpr std::array<std::pair<align::Aspect, std::string_view>, 10> kChecks{{
    {align::Aspect::Operation, "operations"},
    {align::Aspect::Operand, "operands"},
    {align::Aspect::Attribute, "attributes: rounding, flush_to_zero, predicates, identities"},
    {align::Aspect::Hint, "hints of entries, loads and stores"},
    {align::Aspect::Type, "types: tile shapes, padding, strides, dim_map, element types"},
    {align::Aspect::Region, "regions and loops"},
    {align::Aspect::Token, "order of memory operations"},
    {align::Aspect::Argument, "arguments of entries"},
    {align::Aspect::Fact, "facts: div_by, bounded, same_elements"},
    {align::Aspect::Symbol, "entries and globals"},
}};

void countOps(const tileir::Program &program, std::map<std::string, OpCount> &counts, std::size_t OpCount::*side) {
  for (const tileir::Op &op : program.data().ops) {
    OpCount &count = counts[std::string(tileir::info(op.kind).mnemonic)];
    ++(count.*side);
  }
}

}  // namespace

std::string OpCount::match() const {
  if (findings > 0 || (reference != port && !decided)) return "no";
  return reference == port ? "yes" : "seen through";
}

std::vector<OpCount> opCounts(const ShownPair &pair) {
  const workspace::Review *review = pair.review();
  if (review == nullptr) return {};
  std::map<std::string, OpCount> counts;
  countOps(*review->reference.program, counts, &OpCount::reference);
  countOps(*review->port.program, counts, &OpCount::port);
  for (const align::Divergence &divergence : review->alignment->divergences) {
    const auto count = [&](const std::optional<align::Subject> &subject, const tileir::Program &program) {
      if (subject && subject->op.valid()) ++counts[std::string(tileir::info(program.op(subject->op).kind).mnemonic)].findings;
    };
    count(divergence.reference, *review->reference.program);
    count(divergence.port, *review->port.program);
  }
  std::vector<OpCount> result;
  for (auto &[name, count] : counts) {
    count.name = name;
    count.decided = !review->alignment->undecided;
    result.push_back(count);
  }
  return result;
}

std::vector<Check> checksThatMatch(const ShownPair &pair) {
  if (pair.review() == nullptr || pair.review()->alignment->undecided) return {};
  std::array<bool, kChecks.size()> differs{};
  for (const align::Divergence &divergence : pair.review()->alignment->divergences) {
    for (const align::Difference &difference : divergence.differences) differs[static_cast<std::size_t>(difference.aspect)] = true;
  }
  std::vector<Check> result;
  for (const auto &[aspect, item] : kChecks) {
    if (!differs[static_cast<std::size_t>(aspect)]) result.push_back({std::string(item)});
  }
  const auto &compiled = pair.review()->compiled;
  if (compiled && pair.pair->triage && pair.triage->compileDifferences.empty())
    result.push_back({"what " + compiled->tool + " makes of both for " + compiled->gpuName + ": a cubin, with the same remarks"});
  return result;
}

std::string undecidedWhy(const ShownPair &pair) {
  if (pair.review() == nullptr) return pair.triage->reasons.empty() ? "nothing was compared" : pair.triage->reasons.front();
  return pair.review()->alignment->undecided ? pair.review()->undecidedWhy() : "";
}

std::string evidenceText(const triage::Evidence &evidence) {
  std::string text(toText(evidence.kind));
  if (evidence.side) text += " of the " + std::string(triage::toText(*evidence.side));
  text += ": ";
  if (!evidence.file.empty()) {
    text += evidence.file;
    if (evidence.line != 0) text += ":" + std::to_string(evidence.line);
    if (evidence.line != 0 && evidence.column != 0) text += ":" + std::to_string(evidence.column);
    text += ": ";
  } else if (evidence.line != 0) {
    text += "line " + std::to_string(evidence.line) + ": ";
  }
  return text + evidence.text;
}

std::string_view toText(triage::Evidence::Kind kind) {
  using Kind = triage::Evidence::Kind;
  switch (kind) {
    case Kind::Source: return "source";
    case Kind::Listing: return "listing";
    case Kind::VersionTable: return "version table";
    case Kind::Tool: return "tool";
    case Kind::Rule: return "rule";
    case Kind::Certificate: return "certificate";
    case Kind::Compiler: return "compiler";
  }
  return "";
}

}  // namespace tileport::report
