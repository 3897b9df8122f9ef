// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/parts/markdown_pair.h"

#include <algorithm>
#include <map>

#include "report/parts/checks.h"
#include "report/parts/escape.h"
#include "tileir/op_info.h"
#include "tileir/program_reader.h"

namespace tileport::report {

namespace {

using triage::Cause;
using triage::Owner;
using triage::Severity;
using triage::Status;
using triage::Verdict;

class Sections {
 public:
  Sections(const ShownPair &pair, int level, Verdict verdict)
      : pair_(pair), review_(pair.review()), heading_(static_cast<std::size_t>(level), '#'), verdict_(verdict) {}

  std::string text() const { return inputs() + validation() + automatedDiff() + structure() + checklist() + rootCauses() + impacts(); }

 private:
  std::string section(const std::string &name) const { return "\n" + heading_ + " " + name + "\n\n"; }

  std::string inputs() const {
    std::string text = section("Inputs");
    if (review_ == nullptr) return text + "- " + markdownText(pair_.title()) + ": could not be read\n";
    for (const auto &[name, side] :
         {std::pair(review_->names.reference, &review_->reference), std::pair(review_->names.port, &review_->port)}) {
      text += "- " + markdownText(name) + ": " + markdownCode(tileir::shownName(side->programPath.filename()));
      text += side->source ? ", source " + markdownCode(side->source->displayName) : ", no source: " + markdownText(side->sourceNote);
      text += ", made by " + markdownText(orUnknown(side->frontEnd)) + "\n";
    }
    for (const auto &each : review_->ownSpecialisation()) text += "- Specialised differently: " + markdownText(each.sentence) + "\n";
    if (!review_->specialisationNote.empty())
      text += "- What the sides are specialised to is not known: " + markdownText(review_->specialisationNote) + "\n";
    return text + "- policy: " + markdownText(orUnknown(pair_.triage->policy)) + "\n";
  }

  std::string validation() const {
    std::string text = section("IR Validation");
    if (review_ == nullptr) {
      for (const std::string &reason : pair_.triage->reasons) text += "- " + markdownText(reason) + "\n";
      return text;
    }
    for (const auto &[name, side] :
         {std::pair(review_->names.reference, &review_->reference), std::pair(review_->names.port, &review_->port)}) {
      const tileir::Program &program = *side->program;
      text += "- " + markdownText(name) + ": keeps the rules of Tile IR; version " + std::to_string(program.version().major) + "." +
              std::to_string(program.version().minor) + ", " + plural(program.opCount(), "op");
      for (std::size_t i = 0; i < std::min<std::size_t>(program.functionCount(), 8); ++i)
        text += (i == 0 ? ", entry " : ", ") + markdownCode(program.data().functions[i].name);
      text += "\n";
    }
    return text;
  }

  std::string automatedDiff() const {
    std::string text = section("Automated Diff");
    if (review_ == nullptr) return text + "Nothing was compared.\n";
    const auto counts = review_->counts();
    text +=
        "Compared op by op, by value: operands, types (tile shapes, strides, dim_map), attributes (rounding, flush_to_zero, approx, "
        "padding), order of memory operations, hints, and what is assumed (div_by, bounded).\n\n";
    text += "- " + plural(review_->alignment->pairs.size(), "op") + " paired; " + plural(counts.total(), "divergence") + ": " +
            std::to_string(counts.differs) + " in both programs, " + std::to_string(counts.missing) + " only in the reference, " +
            std::to_string(counts.extra) + " only in the port\n";
    text += "- " + plural(review_->alignment->equivalences.size(), "equivalence") + " seen through\n";
    if (const std::string why = review_->undecidedWhy(); !why.empty()) text += "- Not decided to the end: " + markdownText(why) + "\n";
    if (pair_.triage->certifiedSteps)
      text += "- Certificate: " + plural(*pair_.triage->certifiedSteps, "step") + " replayed by the checker\n";
    else text += "- No certificate: " + markdownText(orUnknown(pair_.triage->uncertifiedWhy)) + "\n";
    if (const auto &compiled = review_->compiled) {
      for (const auto &[name, side] :
           {std::pair(review_->names.reference, &compiled->reference), std::pair(review_->names.port, &compiled->port)})
        text += "- " + markdownText(compiled->tool + " for " + compiled->gpuName + ", " + name + ": " + compiledText(*side)) + "\n";
    }
    for (const std::string &each : pair_.triage->assumptions) text += "- Assumed: " + markdownText(each) + "\n";
    return text;
  }

  std::string structure() const {
    std::string text = section("Structural Comparison");
    text += "How many ops of a name each side has. Equal counts prove nothing; what they cannot see is in the Checklist Diff.\n\n";
    text += "| Op | Reference | Generated | Match |\n|---|---:|---:|---|\n";
    if (review_ == nullptr) return text + "| all | not read | not read | no |\n";
    for (const OpCount &each : opCounts(pair_)) {
      text += "| " + markdownCell(each.name) + " | " + std::to_string(each.reference) + " | " + std::to_string(each.port) + " | " +
              each.match() + " |\n";
    }
    return text;
  }

  /// What is written beside a critical row of a report that does not end in FAIL_FIXABLE.
  std::string downgrade(const triage::Finding &finding) const {
    if (finding.waived()) return waiverText(*finding.waiver);
    if (finding.cause == Cause::CompilerBug || finding.owner == Owner::Compiler) return "the compiler's to mend, not the port's";
    if (verdict_ == Verdict::Blocked || finding.cause == Cause::Undecided) return "whose it is remains undecided";
    return "does not decide by the policy";
  }

  std::string action(const ShownFinding &shown) const {
    const triage::Finding &finding = *shown.finding;
    if (!shown.isDivergent()) return "none";
    std::string text;
    if (finding.severity == Severity::Critical && verdict_ != Verdict::FailFixable) text = "Downgrade: " + downgrade(finding) + ". ";
    if (finding.waiver && !text.ends_with(waiverText(*finding.waiver) + ". ")) text += waiverText(*finding.waiver) + ". ";
    if (finding.waived()) return text;
    if (!finding.undecidedBy.empty()) text += "Decide by " + markdownText(finding.undecidedBy) + ". ";
    switch (finding.owner) {
      case Owner::Kernel: return text + "Mend the kernel";
      case Owner::Host: return text + "Mend the host side";
      case Owner::Compiler: return text + "Report upstream";
      case Owner::None: return text + (text.empty() ? "none" : "");
    }
    return text;
  }

  std::string checklist() const {
    std::string text = section("Checklist Diff");
    text += "| # | Item | Reference value | Generated value | Status | Severity | Action |\n|---:|---|---|---|---|---|---|\n";
    std::size_t number = 0;
    const auto row = [&](const std::string &item, const std::string &reference, const std::string &port, Status status, Severity severity,
                         const std::string &what) {
      text += "| " + std::to_string(++number) + " | " + item + " | " + reference + " | " + port + " | " + std::string(toText(status)) +
              " | " + std::string(toText(severity)) + " | " + what + " |\n";
    };
    for (const ShownFinding &each : pair_.findings) {
      row(markdownText(each.title()), markdownCell(each.reference), markdownCell(each.port), each.finding->status, each.finding->severity,
          action(each));
    }
    // Nothing may be taken for equal that nobody compared.
    if (const std::string why = undecidedWhy(pair_); !why.empty()) {
      const std::string what = verdict_ == Verdict::FailFixable ? "" : "Downgrade: ";
      row("whatever else there is", "not decided", "not decided", Status::Differs, Severity::Critical,
          what + "undecided: " + markdownText(why));
    }
    for (const Check &each : checksThatMatch(pair_)) row(each.item, "equal", "equal", Status::Match, Severity::Info, "none");
    return text;
  }

  std::string rootCauses() const {
    std::string text = section("Root Cause Analysis");
    std::size_t number = 0, told = 0;
    for (const ShownFinding &each : pair_.findings) {
      ++number;
      if (!each.isDivergent() && each.finding->waiver == std::nullopt) continue;
      ++told;
      text += rootCause(each, number);
    }
    std::size_t seenThrough = 0;
    for (const ShownFinding &each : pair_.findings) seenThrough += each.finding->status == Status::SemanticEquiv ? 1 : 0;
    if (seenThrough > 0) text += plural(seenThrough, "row") + " of the checklist: semantic_equiv, the same by a rule of the comparison.\n";
    if (told == 0 && seenThrough == 0)
      text += undecidedWhy(pair_).empty() ? "Nothing diverges: there is no user_code, dsl_limitation or compiler_bug to name.\n"
                                          : "undecided: " + markdownText(undecidedWhy(pair_)) + "\n";
    return text;
  }

  static std::string rootCause(const ShownFinding &shown, std::size_t number) {
    const triage::Finding &finding = *shown.finding;
    std::string text = "- #" + std::to_string(number) + " **" + markdownText(shown.title()) + "**: " + std::string(toText(finding.cause)) +
                       ", owned by " + std::string(toText(finding.owner)) + ", by rule " + markdownCode(finding.rule) + ". " +
                       markdownText(finding.sentence) + "\n";
    if (shown.referencePlace) text += "  - reference: " + markdownText(placeText(*shown.referencePlace)) + "\n";
    if (shown.portPlace) text += "  - port: " + markdownText(placeText(*shown.portPlace)) + "\n";
    for (const triage::Evidence &each : finding.evidence) text += "  - " + markdownText(evidenceText(each)) + "\n";
    if (!finding.undecidedBy.empty()) text += "  - would be decided by " + markdownText(finding.undecidedBy) + "\n";
    if (finding.waiver) text += "  - " + waiverText(*finding.waiver) + "\n";
    return text;
  }

  std::string impacts() const {
    std::string text = section("Impact Assessment");
    text += "| Difference | Correctness impact | Performance impact | Blocking? |\n|---|---|---|---|\n";
    const std::size_t before = text.size();
    for (const ShownFinding &each : pair_.findings) {
      if (!each.isDivergent()) continue;
      const triage::Finding &finding = *each.finding;
      const std::string blocking = finding.waived() ? "no: waived" : finding.severity == Severity::Critical ? "yes" : "no";
      text += "| " + markdownText(each.title()) + " | result: " + std::string(toText(finding.impact.result)) +
              ", precision: " + std::string(toText(finding.impact.precision)) +
              ", contract: " + std::string(toText(finding.impact.contract)) + " | " + std::string(toText(finding.impact.performance)) +
              " | " + blocking + " |\n";
    }
    if (text.size() == before)
      text += undecidedWhy(pair_).empty() ? "| none | none | none | no |\n" : "| not decided | possible | possible | yes |\n";
    return text;
  }

  const ShownPair &pair_;
  const workspace::Review *review_;
  std::string heading_;
  Verdict verdict_;
};

}  // namespace

std::string pairSections(const ShownPair &pair, int level, Verdict verdict) { return Sections(pair, level, verdict).text(); }

std::string waiverText(const triage::Waiver &waiver) {
  std::string text = waiver.lapsed ? "A waiver by " : "WAIVED by ";
  text += markdownText(waiver.author.empty() ? "somebody without a name" : waiver.author);
  if (!waiver.date.empty()) text += " on " + markdownText(waiver.date);
  if (!waiver.classification.empty()) text += " as " + markdownText(waiver.classification);
  if (!waiver.note.empty()) text += ": " + markdownText(waiver.note);
  if (waiver.lapsed) text += " (lapsed: " + markdownText(orUnknown(waiver.lapsedWhy)) + ")";
  return text;
}

}  // namespace tileport::report
