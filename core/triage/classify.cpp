// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triage/classify.h"

#include "triage/anchors.h"
#include "triage/cause.h"
#include "triage/compile_findings.h"
#include "triage/rust_call.h"
#include "triage/verdict.h"

namespace tileport::triage {

namespace {

Status statusOf(align::Status status) {
  switch (status) {
    case align::Status::Differs: return Status::Differs;
    case align::Status::Missing: return Status::Missing;
    case align::Status::Extra: return Status::Extra;
  }
  return Status::Differs;
}

/// Whoever has to act. What evidence shows to be the compiler's is no author's, whatever the rule says.
Owner ownerOf(const Outcome &then, Cause cause) {
  if (cause == Cause::CompilerBug || cause == Cause::DslLimitation) return Owner::Compiler;
  if (cause == Cause::SemanticEquiv) return Owner::None;
  return then.owner == Owner::Compiler ? Owner::Kernel : then.owner;
}

class Classifier {
 public:
  Classifier(TriageInput input, const Policy &policy, const FrontEnds &frontEnds)
      : input_(std::move(input)),
        policy_(policy),
        frontEnds_(frontEnds),
        alignment_(*input_.alignment),
        access_(accessOf(*alignment_.port)),
        compileDifferences_(input_.compiled ? compareCompilations(*input_.compiled, alignment_) : std::vector<CompileDifference>()),
        anchors_(alignment_, compileDifferences_) {
    SideInput &port = input_.port;
    if (port.source && !port.code && port.source->language == source::Language::Rust)
      port.code = std::make_shared<const std::string>(withoutComments(port.source->text));
  }

  Result<TriagePtr> run(const CancelToken &cancel) {
    auto triage = std::make_shared<Triage>();
    triage->alignment = input_.alignment;
    triage->policy = policy_.title();
    for (std::size_t i = 0; i < alignment_.divergences.size(); ++i) {
      if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "the triage was cancelled", {}, ""};
      for (std::size_t k = 0; k < alignment_.divergences[i].differences.size(); ++k) triage->findings.push_back(difference(i, k));
    }
    for (std::size_t i = 0; i < alignment_.equivalences.size(); ++i) triage->findings.push_back(equivalence(i));
    if (input_.compiled) addCompilation(*triage);
    if (input_.waivers) applyWaivers(*input_.waivers, anchors_, triage->findings);
    judge(*triage);
    return TriagePtr(std::move(triage));
  }

 private:
  Finding difference(std::size_t position, std::size_t part) const {
    const align::Divergence &divergence = alignment_.divergences[position];
    const align::Difference &difference = divergence.differences[part];
    const Case each = caseOf(input_, frontEnds_, divergence, difference, access_);
    const Rule *found = policy_.find(each);
    const Rule &rule = found ? *found : ruleOfLastResort();
    Finding finding;
    finding.divergence = position;
    finding.difference = part;
    finding.status = rule.then.status.value_or(statusOf(divergence.status));
    finding.severity = rule.then.severity;
    finding.impact = rule.then.impact;
    finding.rule = rule.id;
    finding.sentence = sentenceOf(rule, each, input_.reference.frontEnd, input_.port.frontEnd);
    CauseAnswer answer = findCause(input_, divergence, each);
    if (rule.then.cause && *rule.then.cause != answer.cause) answer = {*rule.then.cause, {}, ""};
    finding.cause = answer.cause;
    finding.evidence = std::move(answer.evidence);
    finding.undecidedBy = std::move(answer.undecidedBy);
    if (rule.then.cause == Cause::Undecided && finding.undecidedBy.empty()) finding.undecidedBy = "a rule of the policy for it";
    finding.owner = ownerOf(rule.then, finding.cause);
    addListing(divergence, finding);
    finding.evidence.push_back({Evidence::Kind::Rule, "rule " + rule.id + " of policy " + policy_.title(), "", 0, 0});
    if (each.cover != Cover::Unknown && !rule.when.cover.empty())
      finding.evidence.push_back({Evidence::Kind::Tool, input_.coverBecause, "", 0, 0});
    finding.anchor = anchors_.anchor(finding);
    return finding;
  }

  /// `line` is zero-based.
  static Evidence listed(align::Side side, std::uint32_t line) {
    const std::string text = "line " + std::to_string(line + 1) + " of the " + std::string(toText(side)) + "'s listing";
    return {Evidence::Kind::Listing, text, "", line + 1, 0, side};
  }

  static void addListing(const align::Divergence &divergence, Finding &finding) {
    for (const auto &[side, subject] :
         {std::pair(align::Side::Reference, &divergence.reference), std::pair(align::Side::Port, &divergence.port)})
      if (*subject && !(*subject)->lines.empty()) finding.evidence.push_back(listed(side, (*subject)->lines.first));
  }

  Finding equivalence(std::size_t position) const {
    const align::Equivalence &each = alignment_.equivalences[position];
    Finding finding;
    finding.equivalence = position;
    finding.status = Status::SemanticEquiv;
    finding.severity = each.conditions.empty() ? Severity::Info : Severity::Warn;
    finding.cause = Cause::SemanticEquiv;
    finding.owner = Owner::None;
    finding.rule = "equivalence:" + each.rule;
    finding.sentence = "The two sides write the same in different ways (" + each.rule + ")";
    for (const align::Condition &condition : each.conditions) {
      finding.sentence += (&condition == &each.conditions.front() ? ", provided that " : ", and that ") + condition.text;
      finding.impact.result = Reach::Possible;
      finding.impact.contract = Reach::Certain;
    }
    finding.sentence +=
        each.conditions.empty() ? "." : ", which nothing in the programs proves: see that whoever launches it keeps to that.";
    for (const auto &[side, ops, program] : {std::tuple(align::Side::Reference, &each.reference, &alignment_.reference),
                                             std::tuple(align::Side::Port, &each.port, &alignment_.port)})
      if (!ops->empty()) finding.evidence.push_back(listed(side, (*program)->listing().opLines[ops->front().index()].first));
    finding.evidence.push_back({Evidence::Kind::Rule, "rewriting rule " + each.rule, "", 0, 0});
    finding.anchor = anchors_.anchor(finding);
    return finding;
  }

  /// Remarks of programs that differ are no finding: they go to what differs.
  void addCompilation(Triage &triage) const {
    triage.compiled = input_.compiled;
    triage.compileDifferences = compileDifferences_;
    CompileGrounds grounds{alignment_, *input_.compiled, compileDifferences_, {}, false};
    if (input_.certificate && input_.certificate->ok()) grounds.assumptions = (*input_.certificate)->assumptions.size();
    grounds.isRefuted = input_.certificate && !input_.certificate->ok();
    const Programs programs = programsFor(grounds, triage.findings);
    if (programs != Programs::Same) {
      const std::vector<bool> told = addRemarkEvidence(grounds, triage.findings);
      for (std::size_t i = 0; i < told.size(); ++i) triage.compileDifferences[i].isTold = told[i];
    }
    for (std::size_t i = 0; i < compileDifferences_.size(); ++i) {
      const CompileDifference::What what = compileDifferences_[i].what;
      const bool isOfRemarks = areRemarks(what) || what == CompileDifference::What::NoRemarks;
      if (programs != Programs::Same && isOfRemarks) continue;
      triage.findings.push_back(compileFinding(grounds, i, programs));
      triage.compileDifferences[i].isTold = true;
    }
  }

  static std::string whatWouldDecide(CompileDifference::What what, Programs programs) {
    if (areRemarks(what)) return "measuring both sides";
    return programs == Programs::Same ? "a compilation that ends on both sides" : "two programs that are the same";
  }

  Finding compileFinding(const CompileGrounds &grounds, std::size_t position, Programs programs) const {
    const CompileDifference &difference = compileDifferences_[position];
    const Case each = caseOf(difference, programs, alignment_);
    const Rule *found = policy_.find(each);
    const Rule &rule = found ? *found : ruleOfLastResort();
    Finding finding;
    finding.compilation = position;
    finding.status = rule.then.status.value_or(Status::Differs);
    finding.severity = rule.then.severity;
    finding.impact = rule.then.impact;
    finding.rule = rule.id;
    finding.sentence = sentenceOf(rule, each, input_.reference.frontEnd, input_.port.frontEnd);
    // What no rule names, no evidence at hand can decide.
    finding.cause = rule.then.cause.value_or(Cause::Undecided);
    if (finding.cause == Cause::Undecided) finding.undecidedBy = whatWouldDecide(difference.what, programs);
    finding.owner = ownerOf(rule.then, finding.cause);
    finding.evidence = evidenceOf(grounds, difference);
    if (programs == Programs::Same && grounds.assumptions)
      finding.evidence.push_back(
          {Evidence::Kind::Certificate,
           "the programs are the same: " + std::to_string((*input_.certificate)->steps) + " steps of a certificate were replayed", "", 0,
           0});
    finding.evidence.push_back({Evidence::Kind::Rule, "rule " + rule.id + " of policy " + policy_.title(), "", 0, 0});
    finding.anchor = anchors_.anchor(finding);
    return finding;
  }

  void judge(Triage &triage) const {
    Grounds grounds;
    if (alignment_.undecided) grounds.undecided = alignment_.undecidedWhy.empty() ? "a budget was hit" : alignment_.undecidedWhy;
    grounds.launchedDifferently = input_.launchedDifferently;
    grounds.findings = triage.findings;
    grounds.hintArchitectures = alignment_.hintArchitectures;
    if (input_.certificate && input_.certificate->ok()) {
      const certificate::Checked &checked = **input_.certificate;
      grounds.certified = true;
      triage.certifiedSteps = checked.steps;
      for (const certificate::Assumption &each : checked.assumptions)
        grounds.assumptions.push_back(each.condition + " (" + each.rule + ")");
      for (const certificate::Exception &each : checked.exceptions) grounds.exceptions.push_back(each.what);
      triage.assumptions = grounds.assumptions;
    } else {
      grounds.uncertifiedWhy = input_.certificate ? input_.certificate->error().toString() : input_.uncertifiedWhy;
      if (grounds.uncertifiedWhy.empty()) grounds.uncertifiedWhy = "none was made";
      triage.uncertifiedWhy = grounds.uncertifiedWhy;
    }
    Judgement judgement = triage::judge(grounds);
    triage.verdict = judgement.verdict;
    triage.owner = judgement.owner;
    triage.reasons = std::move(judgement.reasons);
  }

  TriageInput input_;
  const Policy &policy_;
  const FrontEnds &frontEnds_;
  const align::Alignment &alignment_;
  const Access access_;
  const std::vector<CompileDifference> compileDifferences_;
  Anchors anchors_;
};

}  // namespace

Result<TriagePtr> classify(const TriageInput &input, const Policy &policy, const FrontEnds &frontEnds, const CancelToken &cancel) {
  return Classifier(input, policy, frontEnds).run(cancel);
}

}  // namespace tileport::triage
