// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triage/anchors.h"

#include <algorithm>
#include <map>
#include <utility>

#include "support/fnv.h"

namespace tileport::triage {

namespace {

const ContentKeys &made(std::unique_ptr<ContentKeys> &keys, const tileir::Program &program) {
  if (!keys) keys = std::make_unique<ContentKeys>(program);
  return *keys;
}

std::string keyOfOps(const ContentKeys &keys, const std::vector<tileir::OpId> &ops) {
  std::string all;
  for (const tileir::OpId op : ops) all += keys.key({.op = op, .function = {}, .argument = {}, .global = {}, .lines = {}});
  return all.empty() ? all : hashText(all);
}

std::string whyLapsed(const TriageEntry &entry, const CoveredPair &pair) {
  const auto any = [&](auto test) { return std::any_of(entry.covers.begin(), entry.covers.end(), test); };
  const bool reference = any([&](const CoveredPair &each) { return each.reference == pair.reference; });
  const bool port = any([&](const CoveredPair &each) { return each.port == pair.port; });
  if (reference && port && any([&](const CoveredPair &each) { return each.reference == pair.reference && each.port == pair.port; }))
    return "there are more alike than it was given for";
  if (reference) return "the port's side of it is another than it was given for";
  if (port) return "the reference's side of it is another than it was given for";
  return "both sides of it are others than it was given for";
}

}  // namespace

std::string Anchors::entryOf(const align::Divergence &divergence) const {
  if (divergence.port && divergence.port->function.valid()) return alignment_.port->function(divergence.port->function).name;
  if (!divergence.reference || !divergence.reference->function.valid()) return {};
  for (const align::EntryPair &pair : alignment_.entries)
    if (pair.reference == divergence.reference->function) return alignment_.port->function(pair.port).name;
  return alignment_.reference->function(divergence.reference->function).name;
}

std::string Anchors::anchor(const Finding &finding) const {
  if (finding.compilation) return anchorOfCompilation(compileDifferences_[*finding.compilation], alignment_);
  if (finding.equivalence) {
    const align::Equivalence &equivalence = alignment_.equivalences[*finding.equivalence];
    const std::string entry =
        equivalence.port.empty() ? std::string() : alignment_.port->function(alignment_.port->functionOf(equivalence.port.front())).name;
    return anchorOfEquivalence(equivalence.rule, entry);
  }
  const align::Divergence &divergence = alignment_.divergences[*finding.divergence];
  return anchorOf(texts_.text(divergence, divergence.differences[finding.difference]), entryOf(divergence));
}

CoveredPair Anchors::covered(const Finding &finding) const {
  const ContentKeys &reference = made(reference_, *alignment_.reference), &port = made(port_, *alignment_.port);
  if (finding.compilation) {
    const CompileDifference &difference = compileDifferences_[*finding.compilation];
    return {reference.wholeKey() + "." + hashText(difference.referenceText), port.wholeKey() + "." + hashText(difference.portText)};
  }
  if (finding.equivalence) {
    const align::Equivalence &equivalence = alignment_.equivalences[*finding.equivalence];
    return {keyOfOps(reference, equivalence.reference), keyOfOps(port, equivalence.port)};
  }
  const align::Divergence &divergence = alignment_.divergences[*finding.divergence];
  const DifferenceText text = texts_.text(divergence, divergence.differences[finding.difference]);
  CoveredPair pair;
  if (divergence.reference) pair.reference = reference.key(*divergence.reference) + "." + hashText(text.reference);
  if (divergence.port) pair.port = port.key(*divergence.port) + "." + hashText(text.port);
  return pair;
}

void applyWaivers(const TriageFile &waivers, const Anchors &anchors, std::vector<Finding> &findings) {
  std::map<std::pair<std::string, CoveredPair>, std::uint32_t> given;
  for (Finding &finding : findings) {
    const TriageEntry *entry = waivers.find(finding.anchor);
    if (!entry) continue;
    const CoveredPair pair = anchors.covered(finding);
    const auto covers = std::find_if(entry->covers.begin(), entry->covers.end(),
                                     [&](const CoveredPair &each) { return each.reference == pair.reference && each.port == pair.port; });
    const bool holds = covers != entry->covers.end() && given[{finding.anchor, pair}]++ < covers->count;
    finding.waiver = Waiver{entry->classification, entry->note, entry->author, entry->date, !holds, holds ? "" : whyLapsed(*entry, pair)};
  }
}

}  // namespace tileport::triage
