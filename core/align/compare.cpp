// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/compare.h"

#include <algorithm>
#include <map>
#include <set>

#include "align/op_comparer.h"
#include "align/tokens.h"

namespace tileport::align {

namespace {

using tileir::OpId;
using tileir::OpKind;
using tileir::SpanKind;

/// Reading an id or making a view that nobody looks at has no effect whatsoever; a dead computation is still said, since
/// someone wrote it for a purpose.
bool idleWhenDead(OpKind kind) {
  return kind == OpKind::GetTileBlockId || kind == OpKind::GetNumTileBlocks || kind == OpKind::Yield;
}

class Comparer {
 public:
  Comparer(const Graph &reference, const Graph &port, const FactStore &facts, const std::vector<EntryPair> &entries, const MatchResult &match,
           std::uint64_t budget)
      : left_(reference),
        right_(port),
        match_(match),
        entries_(entries),
        budget_(budget),
        ops_(reference, port, facts, match.matching),
        leftTokens_(reference.program(), reference.liveness()),
        rightTokens_(port.program(), port.liveness()) {
    for (const BlockPair &pair : match.blocks) blocks_.insert({pair.reference, pair.port});
  }

  Comparison run() {
    compareFunctions();
    compareGlobals();
    comparePairs();
    reportUnmatched(left_, Side::Reference);
    reportUnmatched(right_, Side::Port);
    pairUp();
    sortByText();
    if (comparison_.undecided.empty() && steps_ > budget_) comparison_.undecided = "the budget was used up while comparing the order of memory ops";
    return std::move(comparison_);
  }

 private:
  // -- entries and globals -------------------------------------------------------------------------------------------

  void compareFunctions() {
    for (const EntryPair &entry : entries_) {
      compareEntry(entry);
      leftSeen_.insert(entry.reference);
      rightSeen_.insert(entry.port);
    }
    reportAlone(left_.program(), ops_.leftText(), leftSeen_, Side::Reference);
    reportAlone(right_.program(), ops_.rightText(), rightSeen_, Side::Port);
  }

  void reportAlone(const tileir::Program &program, const Describer &text, const std::set<tileir::FunctionId> &seen, Side side) {
    for (std::size_t i = 0; i < program.functionCount(); ++i) {
      const tileir::FunctionId id{i};
      if (seen.count(id)) continue;
      alone(side, text.subject(id), "entry @" + program.function(id).name, Aspect::Symbol, "entry", "@" + program.function(id).name,
            text.marks(id, SpanKind::Symbol));
    }
  }

  void alone(Side side, Subject subject, std::string name, Aspect aspect, std::string what, std::string value, std::vector<TextMark> marks) {
    Divergence divergence;
    divergence.name = std::move(name);
    const bool left = side == Side::Reference;
    divergence.status = left ? Status::Missing : Status::Extra;
    (left ? divergence.reference : divergence.port) = subject;
    Difference difference;
    difference.aspect = aspect;
    difference.what = std::move(what);
    (left ? difference.reference : difference.port) = std::move(value);
    (left ? difference.referenceMarks : difference.portMarks) = std::move(marks);
    divergence.differences.push_back(std::move(difference));
    comparison_.divergences.push_back(std::move(divergence));
  }

  void compareEntry(const EntryPair &entry) {
    const tileir::Function &l = left_.program().function(entry.reference), &r = right_.program().function(entry.port);
    Divergence divergence;
    divergence.name = "entry @" + l.name;
    divergence.reference = ops_.leftText().subject(entry.reference);
    divergence.port = ops_.rightText().subject(entry.port);
    for (const PartDifference &part : compareHints(left_.program(), l.hints, right_.program(), r.hints))
      divergence.differences.push_back({Aspect::Hint, part.what, part.reference, part.port,
                                        ops_.leftText().marks(entry.reference, SpanKind::Hints, 0, part.referenceNeedle),
                                        ops_.rightText().marks(entry.port, SpanKind::Hints, 0, part.portNeedle)});
    if (l.isPrivate != r.isPrivate)
      divergence.differences.push_back({Aspect::Symbol, "visibility", l.isPrivate ? "private" : "public", r.isPrivate ? "private" : "public", {}, {}});
    if (!divergence.differences.empty()) comparison_.divergences.push_back(std::move(divergence));
    for (const ArgumentPair &pair : entry.arguments) compareArgument(entry, pair);
  }

  void compareArgument(const EntryPair &entry, const ArgumentPair &pair) {
    const tileir::Program &lp = left_.program(), &rp = right_.program();
    const auto valueOf = [](const tileir::Program &p, tileir::FunctionId f, std::uint32_t n) { return p.argument(p.bodyOf(f), n); };
    const std::string role = pair.role ? pair.role->toString() : std::string("argument");
    const auto subject = [](const Describer &text, tileir::FunctionId f, std::uint32_t n) {
      Subject s = text.subject(f);
      s.argument = n;
      return s;
    };
    if (!pair.port) {
      const auto v = valueOf(lp, entry.reference, *pair.reference);
      return alone(Side::Reference, subject(ops_.leftText(), entry.reference, *pair.reference), "argument " + std::to_string(*pair.reference),
                   Aspect::Argument, role, ops_.leftText().type(lp.value(v).type), ops_.leftText().marks(entry.reference, SpanKind::Argument, *pair.reference));
    }
    if (!pair.reference) {
      const auto v = valueOf(rp, entry.port, *pair.port);
      return alone(Side::Port, subject(ops_.rightText(), entry.port, *pair.port), "argument " + std::to_string(*pair.port), Aspect::Argument,
                   role, ops_.rightText().type(rp.value(v).type), ops_.rightText().marks(entry.port, SpanKind::Argument, *pair.port));
    }
    const auto l = valueOf(lp, entry.reference, *pair.reference), r = valueOf(rp, entry.port, *pair.port);
    Divergence divergence;
    divergence.name = "argument " + std::to_string(*pair.reference);
    divergence.reference = subject(ops_.leftText(), entry.reference, *pair.reference);
    divergence.port = subject(ops_.rightText(), entry.port, *pair.port);
    const auto mark = [&](const Describer &text, tileir::FunctionId f, std::uint32_t n) { return text.marks(f, SpanKind::Argument, n); };
    for (const PartDifference &part : compareTypes(lp, lp.value(l).type, rp, rp.value(r).type))
      divergence.differences.push_back({Aspect::Argument, part.what + " of " + role, part.reference, part.port,
                                        mark(ops_.leftText(), entry.reference, *pair.reference), mark(ops_.rightText(), entry.port, *pair.port)});
    const std::string la = argumentAttributes(lp, entry.reference, *pair.reference), ra = argumentAttributes(rp, entry.port, *pair.port);
    if (la != ra)
      divergence.differences.push_back({Aspect::Argument, "attributes of " + role, la, ra, mark(ops_.leftText(), entry.reference, *pair.reference),
                                        mark(ops_.rightText(), entry.port, *pair.port)});
    if (!divergence.differences.empty()) comparison_.divergences.push_back(std::move(divergence));
  }

  static std::string argumentAttributes(const tileir::Program &program, tileir::FunctionId function, std::uint32_t argument) {
    const auto &list = program.function(function).argumentAttributes;
    if (argument >= list.size() || !list[argument].valid()) return {};
    return program.attribute(list[argument]).items.empty() ? std::string() : Describer(program).attribute(list[argument]);
  }

  void compareGlobals() {
    // By content: names carry no meaning, and what reads a global is compared at the op that does.
    std::map<Key, std::vector<std::uint32_t>> open;
    const auto key = [](const Graph &graph, std::uint32_t i) { return graph.keys().global(graph.program().data().globals[i].name); };
    const auto &lg = left_.program().data().globals, &rg = right_.program().data().globals;
    for (std::uint32_t i = 0; i < rg.size(); ++i) open[key(right_, i)].push_back(i);
    for (std::uint32_t i = 0; i < lg.size(); ++i) {
      std::vector<std::uint32_t> &candidates = open[key(left_, i)];
      if (candidates.empty()) reportGlobal(left_.program(), i, Side::Reference);
      else candidates.pop_back();
    }
    for (const auto &[content, rest] : open)
      for (std::uint32_t i : rest) reportGlobal(right_.program(), i, Side::Port);
  }

  void reportGlobal(const tileir::Program &program, std::uint32_t index, Side side) {
    const tileir::Global &global = program.data().globals[index];
    Subject subject;
    subject.global = index;
    subject.lines = program.listing().globalLines[index];
    const Describer text(program);
    alone(side, subject, "global @" + global.name, Aspect::Symbol, "global", text.attribute(global.value) + " : " + text.type(global.type), {});
  }

  // -- ops -----------------------------------------------------------------------------------------------------------

  void comparePairs() {
    for (std::size_t i = 0; i < left_.classCount(); ++i) {
      const ClassId l{i}, r = match_.matching.portOf(l);
      if (!r.valid() || left_[l].kind != ClassKind::Op) continue;
      OpComparer::Outcome outcome = ops_.compare(l, r);
      compareTokens(left_[l].op, right_[r].op, outcome.differences);
      compareBlock(left_[l].op, right_[r].op, outcome.differences);
      confidence_[left_[l].op] = outcome.differences.empty() ? 1.0f : std::min(outcome.confidence, 0.95f);
      if (outcome.differences.empty()) continue;
      Divergence divergence;
      divergence.reference = ops_.leftText().subject(left_[l].op);
      divergence.port = ops_.rightText().subject(right_[r].op);
      divergence.name = std::string(tileir::info(left_.program().op(left_[l].op).kind).mnemonic);
      divergence.differences = std::move(outcome.differences);
      comparison_.divergences.push_back(std::move(divergence));
    }
  }

  /// An op with an effect must do it as often: its block must be the counterpart of the other's.
  void compareBlock(OpId l, OpId r, std::vector<Difference> &list) {
    if (!left_.liveness().effectful(l)) return;
    if (blocks_.count({left_.program().op(l).block, right_.program().op(r).block})) return;
    list.push_back({Aspect::Region, "block", "in another region", "", {}, {}});
  }

  void compareTokens(OpId l, OpId r, std::vector<Difference> &list) {
    if (!left_.liveness().effectful(l) || left_.program().op(l).regions.count != 0 || steps_ > budget_) return;
    if (toPort(leftTokens_.before(l, steps_)) == paired(rightTokens_.before(r, steps_))) return;
    const std::set<OpId> before = toPort(leftTokens_.allBefore(l, steps_)), portBefore = paired(rightTokens_.allBefore(r, steps_));
    reportOrder(before, portBefore, l, r, list);
  }

  /// The counterparts of ops that have one. The others are reported as missing or extra, with all that hangs on them.
  std::set<OpId> toPort(const std::set<OpId> &ops) const {
    std::set<OpId> list;
    for (OpId op : ops)
      if (const ClassId id = left_.classOf(op); id.valid() && match_.matching.portOf(id).valid()) list.insert(right_[match_.matching.portOf(id)].op);
    return list;
  }

  std::set<OpId> paired(const std::set<OpId> &ops) const {
    std::set<OpId> list;
    for (OpId op : ops)
      if (const ClassId id = right_.classOf(op); id.valid() && match_.matching.referenceOf(id).valid()) list.insert(op);
    return list;
  }

  void reportOrder(const std::set<OpId> &before, const std::set<OpId> &portBefore, OpId l, OpId r, std::vector<Difference> &list) {
    std::vector<OpId> lost, gained;
    std::set_difference(before.begin(), before.end(), portBefore.begin(), portBefore.end(), std::back_inserter(lost));
    std::set_difference(portBefore.begin(), portBefore.end(), before.begin(), before.end(), std::back_inserter(gained));
    // What an earlier op that is still ordered before this one has lost, this one has lost with it: said there.
    const auto known = [&](OpId op, std::map<OpId, std::set<OpId>> &seen) {
      for (OpId earlier : before)
        if (portBefore.count(earlier) && earlier != r && seen[earlier].count(op)) return true;
      return false;
    };
    const auto report = [&](const std::vector<OpId> &ops, std::map<OpId, std::set<OpId>> &seen, bool wasLost) {
      std::string names;
      for (OpId op : ops) {
        if (known(op, seen)) continue;
        names += (names.empty() ? "after " : ", ") + orderName(op);
      }
      seen[r].insert(ops.begin(), ops.end());
      if (names.empty()) return;
      list.push_back({Aspect::Token, "token", wasLost ? names : "", wasLost ? "" : names, tokenMarks(left_, ops_.leftText(), l),
                      tokenMarks(right_, ops_.rightText(), r)});
    };
    report(lost, lost_, true);
    report(gained, gained_, false);
  }

  std::string orderName(OpId port) const {
    const tileir::Program &program = right_.program();
    return std::string(tileir::info(program.op(port).kind).mnemonic) + " in line " +
           std::to_string(program.listing().opLines[port.index()].first + 1) + " of the port";
  }

  static std::vector<TextMark> tokenMarks(const Graph &graph, const Describer &text, OpId op) {
    const auto operands = graph.program().operands(op);
    for (std::uint32_t i = 0; i < operands.size(); ++i)
      if (isToken(graph.program(), operands[i])) return text.marks(op, SpanKind::Operand, i);
    return text.marks(op, SpanKind::Mnemonic);
  }

  void reportUnmatched(const Graph &graph, Side side) {
    const bool left = side == Side::Reference;
    const Describer &text = left ? ops_.leftText() : ops_.rightText();
    const tileir::Program &program = graph.program();
    const std::set<tileir::FunctionId> &seen = left ? leftSeen_ : rightSeen_;
    std::uint32_t coveredUntil = 0;  // ops inside one that is reported are covered by it
    std::set<ClassId> reported;
    for (std::uint32_t i = 0; i < program.opCount(); ++i) {
      const OpId op{i};
      const ClassId id = graph.classOf(op);
      if (i < coveredUntil || !id.valid() || graph[id].kind != ClassKind::Op) continue;
      if ((left ? match_.matching.portOf(id) : match_.matching.referenceOf(id)).valid()) continue;
      if (!graph[id].live && idleWhenDead(program.op(op).kind)) continue;
      if (program.op(op).kind == OpKind::Yield && graph[id].operands.empty()) continue;  // the end of a block that does nothing
      if (!seen.count(program.functionOf(op))) continue;  // reported as an entry
      if (!reported.insert(id).second) continue;
      coveredUntil = program.op(op).subtreeEnd.value;
      const std::string mnemonic(tileir::info(program.op(op).kind).mnemonic);
      alone(side, text.subject(op), graph[id].live ? mnemonic : mnemonic + " (unused)", Aspect::Operation, mnemonic, text.headLine(op),
            text.marks(op, SpanKind::Mnemonic));
    }
  }

  // -- the result ----------------------------------------------------------------------------------------------------

  void pairUp() {
    for (const auto &[l, r] : pairOps(left_, right_, match_.matching)) {
      const ClassId id = left_.classOf(l);
      const auto it = id.valid() ? confidence_.find(left_[id].op) : confidence_.end();
      comparison_.pairs.push_back({l, r, it == confidence_.end() ? 1.0f : it->second});
    }
    std::sort(comparison_.pairs.begin(), comparison_.pairs.end(), [](const OpPair &a, const OpPair &b) { return a.reference < b.reference; });
  }

  /// In the order of the reference's text; what only the port has stands behind the counterpart of the op before it.
  void sortByText() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> anchors;  // port line, reference line
    for (const OpPair &pair : comparison_.pairs)
      anchors.emplace_back(right_.program().listing().opLines[pair.port.index()].first, left_.program().listing().opLines[pair.reference.index()].first);
    std::sort(anchors.begin(), anchors.end());
    const auto key = [&](const Divergence &d) {
      const std::uint32_t portLine = d.port ? d.port->lines.first : 0;
      if (d.reference) return std::tuple(d.reference->lines.first, 0u, d.reference->argument.value_or(0), portLine);
      const auto it = std::upper_bound(anchors.begin(), anchors.end(), std::pair(portLine, UINT32_MAX));
      return std::tuple(it == anchors.begin() ? 0u : std::prev(it)->second, 1u, d.port->argument.value_or(0), portLine);
    };
    std::stable_sort(comparison_.divergences.begin(), comparison_.divergences.end(),
                     [&](const Divergence &a, const Divergence &b) { return key(a) < key(b); });
  }

  const Graph &left_, &right_;
  const MatchResult &match_;
  const std::vector<EntryPair> &entries_;
  std::uint64_t budget_;
  std::uint64_t steps_ = 0;
  OpComparer ops_;
  TokenOrder leftTokens_, rightTokens_;
  std::map<OpId, float> confidence_;                 ///< by reference op
  std::map<OpId, std::set<OpId>> lost_, gained_;     ///< by port op: what its order lost or gained against the reference
  std::set<tileir::FunctionId> leftSeen_, rightSeen_;
  std::set<std::pair<tileir::BlockId, tileir::BlockId>> blocks_;
  Comparison comparison_;
};

}  // namespace

Comparison compare(const Graph &reference, const Graph &port, const FactStore &facts, const std::vector<EntryPair> &entries,
                   const MatchResult &match, std::uint64_t budget) {
  return Comparer(reference, port, facts, entries, match, budget).run();
}

}  // namespace tileport::align
