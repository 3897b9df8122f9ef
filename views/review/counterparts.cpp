// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/review/counterparts.h"

#include <algorithm>
#include <set>

namespace tileport::views {
namespace {

using align::Side;
using tileir::OpId;

const workspace::ReviewSide &sideOfReview(const workspace::Review &review, Side side) {
  return side == Side::Reference ? review.reference : review.port;
}

Pane irPane(Side side) { return side == Side::Reference ? Pane::ReferenceIr : Pane::PortIr; }
Pane sourcePane(Side side) { return side == Side::Reference ? Pane::ReferenceSource : Pane::PortSource; }
Side other(Side side) { return side == Side::Reference ? Side::Port : Side::Reference; }

const std::optional<align::Subject> &subjectOf(const align::Divergence &divergence, Side side) {
  return side == Side::Reference ? divergence.reference : divergence.port;
}

/// Gathers lines and puts them in order at the end.
class Gatherer {
 public:
  explicit Gatherer(const workspace::Review &review) : review_(review) {}

  void addOp(Side side, OpId op) {
    const workspace::ReviewSide &of = sideOfReview(review_, side);
    if (!op.valid() || op.index() >= of.program->opCount()) return;
    addLines(irPane(side), headLines(*of.program, op));
    if (const auto line = of.map.lineOf(op)) lines_[std::size_t(sourcePane(side))].insert(*line);
  }

  void addWithPartner(Side side, OpId op) {
    addOp(side, op);
    const auto &partners = side == Side::Reference ? review_.alignment->portOf : review_.alignment->referenceOf;
    if (op.valid() && op.index() < partners.size()) addOp(other(side), partners[op.index()]);
  }

  void addLines(Pane pane, LineRange range) {
    for (std::uint32_t line = range.first; line < range.end; ++line) lines_[std::size_t(pane)].insert(LineIndex(line));
  }

  Counterparts take(std::optional<std::uint32_t> divergence) {
    Counterparts result;
    for (std::size_t i = 0; i < kPanes; ++i) result.lines[i].assign(lines_[i].begin(), lines_[i].end());
    result.divergence = divergence;
    return result;
  }

 private:
  const workspace::Review &review_;
  std::array<std::set<LineIndex>, kPanes> lines_;
};

std::optional<std::uint32_t> divergenceOfLine(const workspace::Review &review, Side side, LineIndex line) {
  const auto &rowOf = side == Side::Reference ? review.sideBySide.rowOfReference : review.sideBySide.rowOfPort;
  if (line.index() >= rowOf.size()) return std::nullopt;
  return review.sideBySide.rows[rowOf[line.index()]].divergence;
}

tileir::FunctionId functionOfLine(const tileir::Program &program, LineIndex line) {
  const auto &functions = program.listing().functionLines;
  for (std::size_t i = 0; i < functions.size(); ++i)
    if (functions[i].contains(line.value)) return tileir::FunctionId(i);
  return {};
}

/// The lines of an entry's head: up to its first op.
LineRange entryHead(const tileir::Program &program, tileir::FunctionId function) {
  LineRange lines = program.listing().functionLines[function.index()];
  const auto ops = program.ops(program.bodyOf(function));
  if (!ops.empty()) lines.end = program.listing().opLines[ops.front().index()].first;
  return lines;
}

void addEntries(const workspace::Review &review, Side side, tileir::FunctionId function, Gatherer &gatherer) {
  gatherer.addLines(irPane(side), entryHead(*sideOfReview(review, side).program, function));
  for (const align::EntryPair &pair : review.alignment->entries) {
    const tileir::FunctionId mine = side == Side::Reference ? pair.reference : pair.port;
    const tileir::FunctionId partner = side == Side::Reference ? pair.port : pair.reference;
    if (mine == function && partner.valid())
      gatherer.addLines(irPane(other(side)), entryHead(*sideOfReview(review, other(side)).program, partner));
  }
}

}  // namespace

bool Counterparts::empty() const {
  return std::all_of(lines.begin(), lines.end(), [](const auto &pane) { return pane.empty(); });
}

OpId opOfLine(const tileir::Program &program, LineIndex line) {
  const std::vector<LineRange> &lines = program.listing().opLines;
  // Ops are numbered in the order of the text, so the last one that begins at or above the line and reaches it is the
  // innermost.
  auto at = std::upper_bound(lines.begin(), lines.end(), line.value,
                             [](std::uint32_t wanted, const LineRange &range) { return wanted < range.first; });
  while (at != lines.begin()) {
    --at;
    if (at->contains(line.value)) return OpId(std::size_t(at - lines.begin()));
  }
  return {};
}

LineRange headLines(const tileir::Program &program, OpId op) {
  LineRange lines = program.listing().opLines[op.index()];
  const OpId end = program.op(op).subtreeEnd;
  const OpId first(op.index() + 1);
  if (first < end && first.index() < program.opCount()) lines.end = program.listing().opLines[first.index()].first;
  return lines;
}

Counterparts counterpartsOf(const workspace::Review &review, Pane pane, LineIndex line) {
  const Side side = sideOf(pane);
  const workspace::ReviewSide &of = sideOfReview(review, side);
  Gatherer gatherer(review);
  if (!isIr(pane)) {
    std::optional<std::uint32_t> divergence;
    for (const OpId op : of.map.opsOf(line)) {
      gatherer.addWithPartner(side, op);
      if (!divergence) divergence = divergenceOfLine(review, side, LineIndex(headLines(*of.program, op).first));
    }
    return gatherer.take(divergence);
  }
  if (const OpId op = opOfLine(*of.program, line); op.valid()) {
    gatherer.addWithPartner(side, op);
  } else if (const tileir::FunctionId function = functionOfLine(*of.program, line); function.valid()) {
    addEntries(review, side, function, gatherer);
  } else {
    gatherer.addLines(pane, {line.value, line.value + 1});
  }
  return gatherer.take(divergenceOfLine(review, side, line));
}

Counterparts counterpartsOf(const workspace::Review &review, std::uint32_t divergence) {
  Gatherer gatherer(review);
  const align::Divergence &of = review.alignment->divergences[divergence];
  for (const Side side : {Side::Reference, Side::Port}) {
    const auto &subject = subjectOf(of, side);
    if (!subject) continue;
    gatherer.addLines(irPane(side), subject->lines);
    if (subject->op.valid()) gatherer.addWithPartner(side, subject->op);
  }
  return gatherer.take(divergence);
}

Counterparts counterpartsOfEquivalence(const workspace::Review &review, std::uint32_t equivalence) {
  Gatherer gatherer(review);
  const align::Equivalence &of = review.alignment->equivalences[equivalence];
  for (const OpId op : of.reference) gatherer.addOp(Side::Reference, op);
  for (const OpId op : of.port) gatherer.addOp(Side::Port, op);
  Counterparts counterparts = gatherer.take(std::nullopt);
  counterparts.equivalence = equivalence;
  return counterparts;
}

std::vector<PaneRow> sourceRows(const workspace::Review &review, Side side) {
  const workspace::ReviewSide &of = sideOfReview(review, side);
  std::vector<PaneRow> rows(of.source ? of.source->lineCount() : 0);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].number = std::uint32_t(i);
  const auto &divergences = review.alignment->divergences;
  for (std::size_t i = 0; i < divergences.size(); ++i) {
    const auto &subject = subjectOf(divergences[i], side);
    if (!subject || !subject->op.valid()) continue;
    const auto line = of.map.lineOf(subject->op);
    if (!line || line->index() >= rows.size() || rows[line->index()].divergence) continue;
    rows[line->index()].tone = toneOf(divergences[i].status);
    rows[line->index()].divergence = std::uint32_t(i);
  }
  return rows;
}

std::vector<PaneMark> irMarks(const align::Alignment &alignment, Side side) {
  std::vector<PaneMark> marks;
  for (std::size_t i = 0; i < alignment.divergences.size(); ++i) {
    for (const align::Difference &difference : alignment.divergences[i].differences)
      for (const TextMark &mark : side == Side::Reference ? difference.referenceMarks : difference.portMarks)
        marks.push_back({mark, toneOf(alignment.divergences[i].status), std::uint32_t(i)});
  }
  std::sort(marks.begin(), marks.end());
  return marks;
}

}  // namespace tileport::views
