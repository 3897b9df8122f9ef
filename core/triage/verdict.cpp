// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triage/verdict.h"

#include <algorithm>
#include <map>

namespace tileport::triage {

namespace {

bool isFatal(const Finding &finding) { return finding.severity == Severity::Critical && !finding.waived(); }

/// That of the compiler only where evidence says so: an undecided cause is the port's to clear up.
bool isCompilers(const Finding &finding) { return finding.cause == Cause::CompilerBug || finding.cause == Cause::DslLimitation; }

std::string counted(std::size_t count, const std::string &noun) { return std::to_string(count) + " " + noun + (count == 1 ? "" : "s"); }

/// One line a rule: many ops may differ alike.
void addReasons(const std::vector<Finding> &findings, Severity severity, std::vector<std::string> &reasons) {
  std::vector<std::string> order;
  std::map<std::string, std::pair<std::size_t, const Finding *>> rules;
  for (const Finding &finding : findings) {
    if (finding.severity != severity || finding.waived()) continue;
    auto &[count, first] = rules[finding.rule];
    if (count++ == 0) {
      first = &finding;
      order.push_back(finding.rule);
    }
  }
  for (const std::string &rule : order) {
    const auto &[count, first] = rules[rule];
    reasons.push_back(std::string(toText(severity)) + " " + rule + ": " + counted(count, "finding") + ", " +
                      (count == 1 ? "" : "the first: ") + first->sentence);
  }
}

void addWaivers(const std::vector<Finding> &findings, std::vector<std::string> &reasons) {
  for (const Finding &finding : findings)
    if (finding.waived()) reasons.push_back("WAIVED by " + finding.waiver->author + ": " + finding.rule + " (" + finding.anchor + ")");
}

/// Told, and without weight.
void addLapsed(const std::vector<Finding> &findings, std::vector<std::string> &reasons) {
  for (const Finding &finding : findings)
    if (finding.waiver && finding.waiver->lapsed)
      reasons.push_back("a waiver of " + finding.waiver->author + " has lapsed (" + finding.anchor + "): " + finding.waiver->lapsedWhy);
}

Owner ownerOf(const std::vector<Finding> &findings) {
  const auto isKernels = [](const Finding &finding) { return isFatal(finding) && !isCompilers(finding) && finding.owner != Owner::Host; };
  return std::any_of(findings.begin(), findings.end(), isKernels) ? Owner::Kernel : Owner::Host;
}

void addNotes(const Grounds &grounds, std::vector<std::string> &reasons) {
  addReasons(grounds.findings, Severity::Warn, reasons);
  addWaivers(grounds.findings, reasons);
  for (const std::string &each : grounds.assumptions) reasons.push_back("the certificate assumes: " + each);
  for (const std::string &each : grounds.exceptions) reasons.push_back("the certificate leaves out: " + each);
  if (grounds.hintArchitectures.empty()) return;
  std::string names;
  for (const std::string &name : grounds.hintArchitectures) names += (names.empty() ? "" : ", ") + name;
  reasons.push_back("hints were compared for " + names + " alone: one side names no other, the other has a default");
}

}  // namespace

Judgement judge(const Grounds &grounds) {
  Judgement judgement;
  std::vector<std::string> notes;
  addReasons(grounds.findings, Severity::Critical, notes);
  const bool fatal = std::any_of(grounds.findings.begin(), grounds.findings.end(), isFatal);
  addNotes(grounds, notes);
  if (!grounds.undecided.empty()) {
    judgement.reasons.push_back("UNDECIDED: " + grounds.undecided);
  } else if (fatal) {
    const bool compilers = std::all_of(grounds.findings.begin(), grounds.findings.end(),
                                       [](const Finding &each) { return !isFatal(each) || isCompilers(each); });
    judgement.verdict = compilers ? Verdict::FailCompilerBug : Verdict::FailFixable;
    judgement.owner = compilers ? Owner::None : ownerOf(grounds.findings);
  } else if (!grounds.launchedDifferently.empty()) {
    judgement.reasons.push_back("UNDECIDED: " + grounds.launchedDifferently);
  } else if (!grounds.certified) {
    judgement.reasons.push_back("UNDECIDED: no certificate: " +
                                (grounds.uncertifiedWhy.empty() ? "none was made" : grounds.uncertifiedWhy));
  } else {
    judgement.verdict = notes.empty() ? Verdict::Pass : Verdict::PassWithNotes;
  }
  judgement.reasons.insert(judgement.reasons.end(), notes.begin(), notes.end());
  if (judgement.verdict != Verdict::Pass) addLapsed(grounds.findings, judgement.reasons);
  return judgement;
}

}  // namespace tileport::triage
