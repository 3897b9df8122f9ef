// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/triage_text.h"

#include <algorithm>
#include <map>

#include "tileport/divergence_text.h"

namespace tileport::cli {

namespace {

using triage::Evidence;
using triage::Finding;
using triage::Severity;

constexpr std::size_t kMostReasons = 12;

Style styleOf(Severity severity) {
  switch (severity) {
    case Severity::Critical: return Style::Missing;
    case Severity::Warn: return Style::Differs;
    case Severity::Info: return Style::Extra;
  }
  return Style::Plain;
}

std::string countsText(const triage::Triage &triage) {
  std::string text;
  for (const Severity severity : {Severity::Critical, Severity::Warn, Severity::Info}) {
    const std::size_t count = triage.count(severity);
    if (count > 0) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(toText(severity));
  }
  return text.empty() ? "nothing found" : text;
}

std::string placeOf(const Evidence &evidence) {
  if (evidence.file.empty()) return {};
  std::string place = evidence.file;
  if (evidence.line != 0) place += ":" + std::to_string(evidence.line);
  if (evidence.line != 0 && evidence.column != 0) place += ":" + std::to_string(evidence.column);
  return place + ": ";
}

/// What the head line and the places below do not say already.
bool isWorthALine(const Evidence &evidence) { return evidence.kind != Evidence::Kind::Listing && evidence.kind != Evidence::Kind::Rule; }

std::string detailText(const Finding &finding, std::size_t indent, const Terminal &terminal) {
  std::string head = std::string(toText(finding.severity)) + " " + std::string(toText(finding.cause)) + ", owner " +
                     std::string(toText(finding.owner)) + ", rule " + finding.rule;
  std::string text = paragraph(terminal, head, indent, styleOf(finding.severity));
  text += paragraph(terminal, finding.sentence, indent);
  // In a line of its own: it is there to be copied.
  text += paragraph(terminal, "anchor: " + finding.anchor, indent, Style::Dim);
  for (const Evidence &each : finding.evidence)
    if (isWorthALine(each)) text += paragraph(terminal, "evidence: " + placeOf(each) + each.text, indent, Style::Dim);
  if (!finding.undecidedBy.empty())
    text += paragraph(terminal, "the cause is undecided; what would decide it: " + finding.undecidedBy, indent, Style::Dim);
  if (!finding.waiver) return text;
  const triage::Waiver &waiver = *finding.waiver;
  const std::string who = " by " + waiver.author + " on " + waiver.date + " (" + waiver.classification + "): " + waiver.note;
  if (waiver.lapsed)
    return text + paragraph(terminal, "a waiver has lapsed, " + waiver.lapsedWhy + ": it was given" + who, indent, Style::Dim);
  return text + paragraph(terminal, "WAIVED" + who, indent, Style::Bold);
}

}  // namespace

Style styleOf(triage::Verdict verdict) {
  switch (verdict) {
    case triage::Verdict::Pass: return Style::Extra;
    case triage::Verdict::PassWithNotes: return Style::Differs;
    case triage::Verdict::FailFixable:
    case triage::Verdict::FailCompilerBug: return Style::Missing;
    case triage::Verdict::Blocked: return Style::Bold;
  }
  return Style::Plain;
}

std::string verdictText(const workspace::Review &review, const Terminal &terminal) {
  if (!review.triage) return {};
  const triage::Triage &triage = *review.triage;
  std::string head = "verdict " + std::string(toText(triage.verdict));
  if (triage.owner != triage::Owner::None) head += ", owner " + std::string(toText(triage.owner));
  std::string text = paragraph(terminal, head + ": " + countsText(triage) + " (policy " + triage.policy + ")", 0, styleOf(triage.verdict));
  if (!review.triageNote.empty()) text += paragraph(terminal, "no triage of a person counts: " + review.triageNote, 2);
  for (std::size_t i = 0; i < std::min(triage.reasons.size(), kMostReasons); ++i) text += paragraph(terminal, triage.reasons[i], 2);
  if (triage.reasons.size() > kMostReasons)
    text += paragraph(terminal, "and " + plural(triage.reasons.size() - kMostReasons, "reason") + " more (--json has all)", 2);
  if (triage.certifiedSteps)
    text += paragraph(terminal, "certificate: " + plural(*triage.certifiedSteps, "step") + " replayed", 2, Style::Dim);
  return text;
}

std::string findingText(const workspace::Review &review, std::size_t divergence, std::size_t difference, std::size_t indent,
                        const Terminal &terminal) {
  if (!review.triage) return {};
  const auto &findings = review.triage->findings;
  // They stand in the order of the divergences.
  const auto at = std::lower_bound(
      findings.begin(), findings.end(), std::pair(divergence, difference),
      [](const Finding &each, const auto &key) { return each.divergence && std::pair(*each.divergence, each.difference) < key; });
  if (at == findings.end() || at->divergence != divergence || at->difference != difference) return {};
  return detailText(*at, indent, terminal);
}

std::string equivalencesText(const workspace::Review &review, const Terminal &terminal) {
  if (!review.triage) return {};
  std::string text;
  std::map<std::string, std::size_t> counts;
  for (const Finding &finding : review.triage->findings) {
    if (!finding.equivalence) continue;
    if (finding.severity == Severity::Info && !finding.waiver) ++counts[finding.rule];
    else text += detailText(finding, 0, terminal);
  }
  std::string quiet;
  for (const auto &[rule, count] : counts)
    quiet += (quiet.empty() ? "" : ", ") + rule.substr(rule.find(':') + 1) + " x" + std::to_string(count);
  if (!quiet.empty()) text += paragraph(terminal, "SEMANTIC_EQUIV, written in different ways: " + quiet, 0, Style::Dim);
  return text;
}

std::string compilationText(const workspace::Review &review, const Terminal &terminal) {
  if (!review.compiled) return {};
  const evidence::CompiledPair &compiled = *review.compiled;
  std::string text = paragraph(terminal, compiled.tool + " for " + compiled.gpuName + ":", 0);
  if (compiled.reference.end == evidence::Compilation::End::NotRun && compiled.reference.how == compiled.port.how)
    return text + paragraph(terminal, "neither side was compiled: " + compiled.port.how, 2);
  for (const auto &[name, side] : {std::pair(review.names.reference, &compiled.reference), std::pair(review.names.port, &compiled.port)}) {
    std::string line = name + ": " + side->how;
    if (side->hasRemarks()) line += ", " + plural(side->remarks.size(), "remark");
    if (!side->remarksUnknown.empty()) line += ", its remarks cannot be read: " + side->remarksUnknown;
    if (!side->bytecode.empty()) line += " (bytecode " + side->bytecode + ")";
    text += paragraph(terminal, line, 2);
  }
  if (!review.triage) return text;
  const auto shown = [](const std::string &remarks) { return remarks.empty() ? std::string("nothing") : remarks; };
  for (const triage::CompileDifference &each : review.triage->compileDifferences) {
    if (!each.isTold && areRemarks(each.what))
      text += paragraph(terminal,
                        "its remarks on " + each.name + " differ: only in the " + review.names.reference + " " + shown(each.referenceText) +
                            "; only in the " + review.names.port + " " + shown(each.portText),
                        2);
  }
  return text;
}

std::string compileFindingsText(const workspace::Review &review, const Terminal &terminal) {
  if (!review.triage) return {};
  std::string text;
  for (const Finding &finding : review.triage->findings) {
    if (!finding.compilation) continue;
    const triage::CompileDifference &difference = review.triage->compileDifferences[*finding.compilation];
    text += paragraph(terminal, "compilation: " + std::string(toText(difference.what)) + " (" + difference.name + ")", 0, Style::Bold);
    text += detailText(finding, 2, terminal);
  }
  return text;
}

}  // namespace tileport::cli
