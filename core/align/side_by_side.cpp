// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/side_by_side.h"

#include <algorithm>

#include "align/sequence.h"

namespace tileport::align {

namespace {

using tileir::OpId;
using tileir::Program;

constexpr std::uint32_t kNone = UINT32_MAX;

/// What each line of one listing belongs to.
struct LineTable {
  std::vector<OpId> owner;                ///< the innermost op that the line is part of
  std::vector<std::uint32_t> divergence;  ///< the first divergence that names the line; kNone
  std::vector<bool> alone;                ///< part of something that is missing or extra, or of a fact that one side lacks
};

LineTable makeTable(const Program &program) {
  const tileir::Listing &listing = program.listing();
  LineTable table{std::vector<OpId>(listing.lineCount()), std::vector<std::uint32_t>(listing.lineCount(), kNone),
                  std::vector<bool>(listing.lineCount(), false)};
  for (std::size_t i = 0; i < program.opCount(); ++i) {
    const LineRange lines = listing.opLines[i];
    for (std::uint32_t line = lines.first; line < lines.end && line < table.owner.size(); ++line) table.owner[line] = OpId(i);
  }
  return table;
}

/// The lines that are the op's own: its head, the line of its region's arguments, "} else {", its closing brace.
std::vector<std::uint32_t> ownLines(const Program &program, const LineTable &table, OpId op) {
  std::vector<std::uint32_t> lines;
  const LineRange all = program.listing().opLines[op.index()];
  for (std::uint32_t line = all.first; line < all.end && line < table.owner.size(); ++line)
    if (table.owner[line] == op) lines.push_back(line);
  return lines;
}

/// An op that others hang on holds its row more firmly than what is only there to state a fact or a number.
double weightOf(const Program &program, OpId op) {
  const tileir::OpKind kind = program.op(op).kind;
  if (kind == tileir::OpKind::Constant || kind == tileir::OpKind::Assume || kind == tileir::OpKind::MakeToken) return 0.25;
  return program.op(op).regions.count != 0 || !tileir::info(kind).pure ? 4 : 1;
}

class Layout {
 public:
  explicit Layout(const Alignment &alignment)
      : alignment_(alignment),
        left_(*alignment.reference),
        right_(*alignment.port),
        leftTable_(makeTable(left_)),
        rightTable_(makeTable(right_)) {}

  SideBySide run() {
    noteDivergences();
    emitRows(chooseRows());
    noteElsewhere();
    addLinks();
    return std::move(result_);
  }

 private:
  void note(LineTable &table, LineRange lines, std::uint32_t divergence, bool alone) {
    for (std::uint32_t line = lines.first; line < lines.end && line < table.divergence.size(); ++line) {
      if (table.divergence[line] == kNone) table.divergence[line] = divergence;
      if (alone) table.alone[line] = true;
    }
  }

  void noteSubject(LineTable &table, const Program &program, const std::optional<Subject> &subject, std::uint32_t divergence, bool alone) {
    if (!subject) return;
    LineRange lines = subject->lines;
    if (alone && subject->op.valid()) lines = program.listing().opLines[subject->op.index()];
    if (alone && !subject->op.valid() && subject->function.valid() && !subject->argument)
      lines = program.listing().functionLines[subject->function.index()];
    note(table, lines, divergence, alone && !subject->argument);
  }

  void noteDivergences() {
    // Subjects first: a line that is one thing's subject and another's mark belongs to the former.
    for (std::uint32_t i = 0; i < alignment_.divergences.size(); ++i) {
      const Divergence &d = alignment_.divergences[i];
      noteSubject(leftTable_, left_, d.reference, i, d.status == Status::Missing);
      noteSubject(rightTable_, right_, d.port, i, d.status == Status::Extra);
    }
    for (std::uint32_t i = 0; i < alignment_.divergences.size(); ++i)
      for (const Difference &difference : alignment_.divergences[i].differences) {
        for (const TextMark &mark : difference.referenceMarks) noteMark(leftTable_, mark, i, alignment_.portOf);
        for (const TextMark &mark : difference.portMarks) noteMark(rightTable_, mark, i, alignment_.referenceOf);
      }
  }

  void noteMark(LineTable &table, const TextMark &mark, std::uint32_t divergence, const std::vector<OpId> &partner) {
    if (mark.line.index() >= table.owner.size()) return;
    const OpId op = table.owner[mark.line.index()];
    note(table, {mark.line.value, mark.line.value + 1}, divergence, op.valid() && !partner[op.index()].valid());
  }

  std::vector<IndexPair> chooseRows() {
    std::vector<IndexPair> pairs;
    const auto zip = [&](std::vector<std::uint32_t> l, std::vector<std::uint32_t> r) {
      if (l.empty() || r.empty()) return;
      if (l.size() != r.size()) {
        const bool both = l.size() > 1 && r.size() > 1;
        l = both ? std::vector{l.front(), l.back()} : std::vector{l.front()};
        r = both ? std::vector{r.front(), r.back()} : std::vector{r.front()};
      }
      for (std::size_t i = 0; i < l.size(); ++i) pairs.emplace_back(l[i], r[i]);
    };
    for (const OpPair &pair : alignment_.pairs) zip(ownLines(left_, leftTable_, pair.reference), ownLines(right_, rightTable_, pair.port));
    for (const EntryPair &entry : alignment_.entries) {
      const LineRange l = left_.listing().functionLines[entry.reference.index()], r = right_.listing().functionLines[entry.port.index()];
      if (!l.empty() && !r.empty()) zip({l.first, l.end - 1}, {r.first, r.end - 1});
    }
    return risingChain(std::move(pairs), [this](IndexPair pair) {
      // What differs is what people came to see: it stands side by side before anything else does.
      if (leftTable_.divergence[pair.first] != kNone || rightTable_.divergence[pair.second] != kNone) return 32.0;
      const OpId op = leftTable_.owner[pair.first];
      return op.valid() ? weightOf(left_, op) : 1000.0;
    });
  }

  void emitRows(const std::vector<IndexPair> &chain) {
    result_.rowOfReference.resize(left_.listing().lineCount());
    result_.rowOfPort.resize(right_.listing().lineCount());
    std::uint32_t l = 0, r = 0;
    const auto upTo = [&](std::uint32_t le, std::uint32_t re) {
      // What does not matter on either side shares a row: facts in another order would be twice as long with fillers.
      for (; l < le; ++l) {
        if (!isNoise(l, std::nullopt)) {
          emit(l, std::nullopt);
          continue;
        }
        std::uint32_t noise = r;
        while (noise < re && !isNoise(std::nullopt, noise)) ++noise;
        if (noise == re) break;
        for (; r < noise; ++r) emit(std::nullopt, r);
        emit(l, r++);
      }
      for (; l < le; ++l) emit(l, std::nullopt);
      for (; r < re; ++r) emit(std::nullopt, r);
    };
    for (const auto &[pl, pr] : chain) {
      upTo(pl, pr);
      emit(pl, pr);
      l = pl + 1;
      r = pr + 1;
    }
    upTo(static_cast<std::uint32_t>(left_.listing().lineCount()), static_cast<std::uint32_t>(right_.listing().lineCount()));
  }

  void emit(std::optional<std::uint32_t> l, std::optional<std::uint32_t> r) {
    Row row;
    const auto number = static_cast<std::uint32_t>(result_.rows.size());
    std::uint32_t divergence = kNone;
    if (l) {
      row.reference = LineIndex(*l);
      result_.rowOfReference[*l] = number;
      divergence = leftTable_.divergence[*l];
    }
    if (r) {
      row.port = LineIndex(*r);
      result_.rowOfPort[*r] = number;
      divergence = std::min(divergence, rightTable_.divergence[*r]);
    }
    if (divergence != kNone) row.divergence = divergence;
    row.kind = kindOf(l, r, divergence);
    result_.rows.push_back(row);
  }

  RowKind kindOf(std::optional<std::uint32_t> l, std::optional<std::uint32_t> r, std::uint32_t divergence) const {
    if (l && r && isNoise(l, std::nullopt) && isNoise(std::nullopt, r)) return RowKind::Noise;
    if (l && r) return divergence == kNone ? RowKind::Same : RowKind::Differs;
    const LineTable &table = l ? leftTable_ : rightTable_;
    const std::uint32_t line = l ? *l : *r;
    if (table.alone[line]) return l ? RowKind::Missing : RowKind::Extra;
    if (divergence != kNone) return RowKind::Differs;
    const OpId op = table.owner[line];
    if (!op.valid()) return RowKind::Same;
    const bool paired = (l ? alignment_.portOf : alignment_.referenceOf)[op.index()].valid();
    return paired ? RowKind::Same : RowKind::Noise;
  }

  /// Of one line alone.
  bool isNoise(std::optional<std::uint32_t> l, std::optional<std::uint32_t> r) const {
    return kindOf(l, r, l ? leftTable_.divergence[*l] : rightTable_.divergence[*r]) == RowKind::Noise;
  }

  /// Rows of first lines of ops that have a counterpart in another row.
  void noteElsewhere() {
    const auto say = [&](std::uint32_t row, Elsewhere why, std::uint32_t counterpart) {
      Row &alone = result_.rows[row];
      if (alone.reference && alone.port) return;
      alone.elsewhere = why;
      alone.counterpart = LineIndex(counterpart);
    };
    for (const OpPair &pair : alignment_.pairs) {
      const std::uint32_t l = head(left_, pair.reference).first, r = head(right_, pair.port).first;
      if (result_.rowOfReference[l] == result_.rowOfPort[r]) continue;
      say(result_.rowOfReference[l], Elsewhere::Moved, r);
      say(result_.rowOfPort[r], Elsewhere::Moved, l);
    }
    for (const Copy &copy : alignment_.copies) {
      const bool left = copy.side == Side::Reference;
      const std::uint32_t line = head(left ? left_ : right_, copy.op).first, other = head(left ? right_ : left_, copy.counterpart).first;
      say((left ? result_.rowOfReference : result_.rowOfPort)[line], left ? Elsewhere::Merged : Elsewhere::Split, other);
    }
  }

  /// By row: the first line of each side that stands in it or below it.
  void findNextLines() {
    nextReference_.resize(result_.rows.size());
    nextPort_.resize(result_.rows.size());
    auto reference = static_cast<std::uint32_t>(left_.listing().lineCount()),
         port = static_cast<std::uint32_t>(right_.listing().lineCount());
    for (std::size_t row = result_.rows.size(); row-- > 0;) {
      if (result_.rows[row].reference) reference = result_.rows[row].reference->value;
      if (result_.rows[row].port) port = result_.rows[row].port->value;
      nextReference_[row] = reference;
      nextPort_[row] = port;
    }
  }

  void addLinks() {
    findNextLines();
    for (const OpPair &pair : alignment_.pairs) {
      const LineRange l = head(left_, pair.reference), r = head(right_, pair.port);
      const std::uint32_t divergence = leftTable_.divergence[l.first];
      if (divergence != kNone || result_.rowOfReference[l.first] == result_.rowOfPort[r.first]) continue;
      result_.links.push_back({l, r, RowKind::Same, std::nullopt});
    }
    for (std::uint32_t i = 0; i < alignment_.divergences.size(); ++i) {
      const Divergence &d = alignment_.divergences[i];
      if (d.reference && d.port) result_.links.push_back({d.reference->lines, d.port->lines, RowKind::Differs, i});
      else if (d.reference) result_.links.push_back({d.reference->lines, gapBeside(d.reference->lines, true), RowKind::Missing, i});
      else if (d.port) result_.links.push_back({gapBeside(d.port->lines, false), d.port->lines, RowKind::Extra, i});
    }
  }

  static LineRange head(const Program &program, OpId op) {
    const std::uint32_t line = program.listing().opLines[op.index()].first;
    return {line, line + 1};
  }

  /// The empty range on the other side where lines that only one side has would stand.
  LineRange gapBeside(LineRange lines, bool inReference) const {
    const std::uint32_t row = (inReference ? result_.rowOfReference : result_.rowOfPort)[lines.first];
    const std::uint32_t line = (inReference ? nextPort_ : nextReference_)[row];
    return {line, line};
  }

  const Alignment &alignment_;
  const Program &left_, &right_;
  LineTable leftTable_, rightTable_;
  SideBySide result_;
  std::vector<std::uint32_t> nextReference_, nextPort_;
};

}  // namespace

std::string_view toText(Elsewhere how) {
  switch (how) {
    case Elsewhere::Moved: return "moved";
    case Elsewhere::Merged: return "merged";
    case Elsewhere::Split: return "split";
  }
  return "";
}

std::string elsewhereText(Elsewhere how, LineIndex counterpart) {
  const char *const way = how == Elsewhere::Moved ? " to line " : how == Elsewhere::Merged ? " into line " : " from line ";
  return std::string(toText(how)) + way + std::to_string(counterpart.value + 1);
}

std::string elsewhereText(const Row &row) { return row.elsewhere ? elsewhereText(*row.elsewhere, row.counterpart) : std::string(); }

SideBySide sideBySide(const Alignment &alignment) { return Layout(alignment).run(); }

}  // namespace tileport::align
