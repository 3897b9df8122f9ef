// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/parts/shown.h"

#include <algorithm>

#include "tileir/op_info.h"

namespace tileport::report {

namespace {

constexpr const char *kUnclassified = "not_classified";

triage::Status statusOf(align::Status status) {
  switch (status) {
    case align::Status::Differs: return triage::Status::Differs;
    case align::Status::Missing: return triage::Status::Missing;
    case align::Status::Extra: return triage::Status::Extra;
  }
  return triage::Status::Differs;
}

/// Without a classification everything is as bad as it can be.
triage::TriagePtr unclassified(const workspace::Review &review) {
  auto result = std::make_shared<triage::Triage>();
  result->alignment = review.alignment;
  const std::vector<align::Divergence> &divergences = review.alignment->divergences;
  for (std::size_t i = 0; i < divergences.size(); ++i) {
    for (std::size_t k = 0; k < divergences[i].differences.size(); ++k) {
      triage::Finding finding;
      finding.divergence = i;
      finding.difference = k;
      finding.status = statusOf(divergences[i].status);
      finding.owner = triage::Owner::None;
      using enum triage::Reach;
      finding.impact = {Possible, Possible, Possible, Possible};
      finding.rule = kUnclassified;
      finding.sentence = "Not classified: nobody has decided what follows from this difference.";
      finding.undecidedBy = "a triage of this pair";
      result->findings.push_back(std::move(finding));
    }
  }
  for (std::size_t i = 0; i < review.alignment->equivalences.size(); ++i) {
    triage::Finding finding;
    finding.equivalence = i;
    finding.status = triage::Status::SemanticEquiv;
    finding.severity = triage::Severity::Info;
    finding.cause = triage::Cause::SemanticEquiv;
    finding.owner = triage::Owner::None;
    finding.rule = kUnclassified;
    finding.sentence = "Not classified: seen through by the rule named here.";
    result->findings.push_back(std::move(finding));
  }
  result->reasons.push_back("UNDECIDED: not triaged");
  if (const std::string why = review.undecidedWhy(); !why.empty()) result->reasons.push_back("The comparison is not decided: " + why);
  result->policy = "none";
  result->uncertifiedWhy = "the pair is not triaged";
  return result;
}

triage::TriagePtr unreadable(const Pair &pair) {
  auto result = std::make_shared<triage::Triage>();
  result->reasons.push_back("UNDECIDED: " + (pair.error ? pair.error->toString() : std::string("the pair was not compared")));
  result->policy = "none";
  result->uncertifiedWhy = "nothing was compared";
  return result;
}

ShownPlace placeOf(const workspace::ReviewSide &side, const align::Subject &subject) {
  return {subject.lines, workspace::sourcePlace(side, subject)};
}

ShownPlace placeOf(const workspace::ReviewSide &side, tileir::OpId op) {
  align::Subject subject;
  subject.op = op;
  subject.function = side.program->functionOf(op);
  const LineRange lines = side.program->listing().opLines[op.index()];
  subject.lines = {lines.first, std::min(lines.end, lines.first + 1)};
  return placeOf(side, subject);
}

void setRow(ShownFinding &finding, const align::SideBySide &rows) {
  const auto rowOf = [](const std::optional<ShownPlace> &place, const std::vector<std::uint32_t> &table) -> std::optional<std::size_t> {
    if (!place || place->lines.empty() || place->lines.first >= table.size()) return std::nullopt;
    return table[place->lines.first];
  };
  finding.row = rowOf(finding.referencePlace, rows.rowOfReference);
  if (!finding.row) finding.row = rowOf(finding.portPlace, rows.rowOfPort);
}

void fillDivergence(ShownFinding &shown, const workspace::Review &review, std::size_t number) {
  const align::Divergence &divergence = review.alignment->divergences[number];
  shown.name = divergence.name;
  if (divergence.reference) shown.referencePlace = placeOf(review.reference, *divergence.reference);
  if (divergence.port) shown.portPlace = placeOf(review.port, *divergence.port);
  if (shown.finding->difference >= divergence.differences.size()) return;
  const align::Difference &difference = divergence.differences[shown.finding->difference];
  const std::string aspect(align::toText(difference.aspect));
  // The part's name often begins with its kind: "operand rhs".
  shown.part = difference.what.starts_with(aspect) ? difference.what : aspect + (difference.what.empty() ? "" : " " + difference.what);
  shown.reference = difference.reference;
  shown.port = difference.port;
}

/// "divi, addi": what stands for it on that side.
std::string mnemonics(const workspace::ReviewSide &side, const std::vector<tileir::OpId> &ops) {
  std::string text;
  for (const tileir::OpId op : ops) {
    if (!op.valid() || op.index() >= side.program->opCount()) continue;
    text += (text.empty() ? "" : ", ") + std::string(tileir::info(side.program->op(op).kind).mnemonic);
  }
  return text;
}

void fillEquivalence(ShownFinding &shown, const workspace::Review &review, std::size_t number) {
  const align::Equivalence &equivalence = review.alignment->equivalences[number];
  const auto first = [](const std::vector<tileir::OpId> &ops, const workspace::ReviewSide &side) -> std::optional<ShownPlace> {
    if (ops.empty() || !ops.front().valid() || ops.front().index() >= side.program->opCount()) return std::nullopt;
    return placeOf(side, ops.front());
  };
  shown.name = equivalence.rule;
  shown.part = "seen through";
  shown.reference = mnemonics(review.reference, equivalence.reference);
  shown.port = mnemonics(review.port, equivalence.port);
  shown.referencePlace = first(equivalence.reference, review.reference);
  shown.portPlace = first(equivalence.port, review.port);
}

void fillCompilation(ShownFinding &shown, const workspace::Review &review, const triage::CompileDifference &difference) {
  shown.name = difference.name;
  shown.part = "compilation " + std::string(toText(difference.what));
  shown.reference = difference.referenceText;
  shown.port = difference.portText;
  if (difference.reference.valid()) shown.referencePlace = placeOf(review.reference, difference.reference);
  if (difference.port.valid()) shown.portPlace = placeOf(review.port, difference.port);
}

ShownFinding shownFinding(const workspace::Review &review, const triage::Triage &triage, const triage::Finding &finding) {
  ShownFinding shown;
  shown.finding = &finding;
  if (finding.divergence && *finding.divergence < review.alignment->divergences.size()) fillDivergence(shown, review, *finding.divergence);
  else if (finding.equivalence && *finding.equivalence < review.alignment->equivalences.size())
    fillEquivalence(shown, review, *finding.equivalence);
  else if (finding.compilation && *finding.compilation < triage.compileDifferences.size())
    fillCompilation(shown, review, triage.compileDifferences[*finding.compilation]);
  else shown.name = finding.rule;
  setRow(shown, review.sideBySide);
  return shown;
}

}  // namespace

std::string ShownFinding::title() const { return part.empty() ? name : name + ": " + part; }

bool ShownFinding::isDivergent() const {
  return finding->status != triage::Status::Match && finding->status != triage::Status::SemanticEquiv;
}

std::string ShownPair::title() const {
  if (pair->op.empty() && pair->variant.empty()) return pair->review ? pair->review->title : "the two programs";
  return pair->variant.empty() ? pair->op : pair->op + " / " + pair->variant;
}

triage::Impact ShownPair::impact() const {
  triage::Impact all;
  for (const ShownFinding &each : findings) {
    const triage::Impact &one = each.finding->impact;
    all.result = std::max(all.result, one.result);
    all.precision = std::max(all.precision, one.precision);
    all.contract = std::max(all.contract, one.contract);
    all.performance = std::max(all.performance, one.performance);
  }
  return all;
}

ShownPair shown(const Pair &pair) {
  ShownPair one;
  one.pair = &pair;
  if (!pair.review) {
    one.triage = unreadable(pair);
    return one;
  }
  one.triage = pair.triage ? pair.triage : unclassified(*pair.review);
  for (const triage::Finding &finding : one.triage->findings) one.findings.push_back(shownFinding(*pair.review, *one.triage, finding));
  return one;
}

std::array<std::pair<std::string_view, triage::Reach>, 4> partsOf(const triage::Impact &impact) {
  return {{{"result", impact.result}, {"precision", impact.precision}, {"contract", impact.contract}, {"performance", impact.performance}}};
}

std::string linesText(LineRange lines) {
  if (lines.empty()) return {};
  if (lines.end - lines.first == 1) return "line " + std::to_string(lines.first + 1);
  return "lines " + std::to_string(lines.first + 1) + "-" + std::to_string(lines.end);
}

std::string placeText(const workspace::SourcePlace &place) {
  return place.file + ":" + std::to_string(place.line) + (place.column == 0 ? "" : ":" + std::to_string(place.column));
}

std::string placeText(const ShownPlace &place) {
  std::string text = linesText(place.lines);
  if (place.source) text += (text.empty() ? "" : ", ") + placeText(*place.source);
  return text.empty() ? "no place known" : text;
}

std::string compiledText(const evidence::Compilation &side) {
  std::string text = side.how;
  if (side.hasRemarks()) text += ", " + plural(side.remarks.size(), "remark");
  if (!side.remarksUnknown.empty()) text += ", its remarks cannot be read: " + side.remarksUnknown;
  return side.bytecode.empty() ? text : text + " (bytecode " + side.bytecode + ")";
}

std::string orUnknown(const std::string &text) { return text.empty() ? "not known" : text; }

std::string plural(std::size_t count, const std::string &noun) { return std::to_string(count) + " " + noun + (count == 1 ? "" : "s"); }

}  // namespace tileport::report
