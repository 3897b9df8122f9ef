// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/compare.h"

#include <algorithm>
#include <map>
#include <set>

#include "align/assumptions.h"
#include "align/certify.h"
#include "align/op_comparer.h"
#include "align/order.h"
#include "align/points.h"
#include "align/reach.h"
#include "align/sequence.h"

namespace tileport::align {

namespace {

using tileir::OpId;
using tileir::OpKind;
using tileir::SpanKind;

/// Reading an id that nobody looks at has no effect whatsoever, nor has an `if` that holds nothing; a dead computation is
/// still said, since someone wrote it for a purpose.
bool idleWhenDead(const tileir::Program &program, OpId op) {
  const OpKind kind = program.op(op).kind;
  if (kind == OpKind::GetTileBlockId || kind == OpKind::GetNumTileBlocks || kind == OpKind::Yield) return true;
  if (kind != OpKind::If) return false;
  for (OpId inside{op.index() + 1}; inside < program.op(op).subtreeEnd; inside = OpId(inside.index() + 1))
    if (program.op(inside).kind != OpKind::Yield) return false;
  return true;
}

/// What the name of an op ends in that nothing uses.
constexpr std::string_view kUnused = " (unused)";

bool leavesOutElements(const tileir::Program &program) {
  const auto &attributes = program.data().attributes;
  return std::any_of(attributes.begin(), attributes.end(), [](const tileir::Attribute &attribute) { return attribute.elided; });
}

/// Rules are about values: what else differs, differs.
bool mayBeEqualByRules(const Comparison &comparison) {
  return std::any_of(comparison.divergences.begin(), comparison.divergences.end(), [](const Divergence &divergence) {
    return std::any_of(divergence.differences.begin(), divergence.differences.end(), [](const Difference &difference) {
      return difference.aspect == Aspect::Operation || difference.aspect == Aspect::Operand || difference.aspect == Aspect::Attribute ||
             difference.aspect == Aspect::Type || difference.aspect == Aspect::Region;
    });
  });
}

/// Whether what differs, if anything, changes nothing that is computed where the promises of both sides hold: what nobody uses is
/// computed for nothing, and what may fail in it a certificate has to prove.
bool isSameButForPromises(const Comparison &comparison) {
  return std::all_of(comparison.divergences.begin(), comparison.divergences.end(), [](const Divergence &divergence) {
    if (divergence.name.ends_with(kUnused)) return true;
    return std::all_of(divergence.differences.begin(), divergence.differences.end(), [](const Difference &difference) {
      return difference.aspect == Aspect::Hint || difference.aspect == Aspect::Fact || difference.aspect == Aspect::Argument;
    });
  });
}

class Comparer {
 public:
  Comparer(const Graph &reference, const Graph &port, const FactStore &facts, const std::vector<EntryPair> &entries,
           const MatchResult &match, const Reach *reach, std::uint64_t budget, const CancelToken &cancel)
      : left_(reference),
        right_(port),
        match_(match),
        entries_(entries),
        cancel_(cancel),
        effort_{steps_, budget, cancel_},
        confidence_(reference.program().opCount(), 1.0f),
        reach_(reach),
        ops_(reference, port, facts, match.matching, reach),
        points_(reference, port, match),
        order_(reference, port, match.matching, points_, ops_.leftText(), ops_.rightText()) {}

  Comparison run() {
    compareFunctions();
    compareGlobals();
    comparePairs();
    if (cancel_.cancelled()) return {};
    reportUnmatched(left_, Side::Reference);
    reportUnmatched(right_, Side::Port);
    compareLeaves();
    compareAssumptions();
    pairUp();
    sortByText();
    if (comparison_.undecided.empty()) comparison_.undecided = order_.undecided();
    if (reach_) comparison_.equivalences = reach_->equivalences();
    if (comparison_.undecided.empty() && effort_.spent())
      comparison_.undecided = "the budget was used up while comparing the order of memory ops";
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

  void alone(Side side, Subject subject, std::string name, Aspect aspect, std::string what, std::string value,
             std::vector<TextMark> marks) {
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
    for (const PartDifference &part : compareHints(left_.program(), l.hints, right_.program(), r.hints, ops_.hintScope()))
      divergence.differences.push_back({Aspect::Hint, part.what, part.reference, part.port,
                                        ops_.leftText().marks(entry.reference, SpanKind::Hints, 0, part.referenceNeedle),
                                        ops_.rightText().marks(entry.port, SpanKind::Hints, 0, part.portNeedle)});
    if (l.isPrivate != r.isPrivate)
      divergence.differences.push_back(
          {Aspect::Symbol, "visibility", l.isPrivate ? "private" : "public", r.isPrivate ? "private" : "public", {}, {}});
    if (!divergence.differences.empty()) comparison_.divergences.push_back(std::move(divergence));
    // What calls the entry passes arguments by position: pairs that cross are another contract.
    std::vector<IndexPair> positions;
    for (const ArgumentPair &pair : entry.arguments)
      if (pair.reference && pair.port) positions.emplace_back(*pair.reference, *pair.port);
    const std::vector<IndexPair> kept = risingChain(positions);
    const auto count = [](const tileir::Program &p, tileir::FunctionId f) { return p.block(p.bodyOf(f)).arguments.count; };
    const bool asMany = count(left_.program(), entry.reference) == count(right_.program(), entry.port);
    for (const ArgumentPair &pair : entry.arguments) {
      // Of as many arguments each keeps its place, or some are exchanged; where there are more or fewer, those are told and shift the rest.
      const bool crosses =
          pair.reference && pair.port &&
          (asMany ? *pair.reference != *pair.port : !std::binary_search(kept.begin(), kept.end(), IndexPair(*pair.reference, *pair.port)));
      compareArgument(entry, pair, crosses);
    }
  }

  void compareArgument(const EntryPair &entry, const ArgumentPair &pair, bool crosses) {
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
      return alone(Side::Reference, subject(ops_.leftText(), entry.reference, *pair.reference),
                   "argument " + std::to_string(*pair.reference), Aspect::Argument, role, ops_.leftText().type(lp.value(v).type),
                   ops_.leftText().marks(entry.reference, SpanKind::Argument, *pair.reference));
    }
    if (!pair.reference) {
      const auto v = valueOf(rp, entry.port, *pair.port);
      return alone(Side::Port, subject(ops_.rightText(), entry.port, *pair.port), "argument " + std::to_string(*pair.port),
                   Aspect::Argument, role, ops_.rightText().type(rp.value(v).type),
                   ops_.rightText().marks(entry.port, SpanKind::Argument, *pair.port));
    }
    const auto l = valueOf(lp, entry.reference, *pair.reference), r = valueOf(rp, entry.port, *pair.port);
    Divergence divergence;
    divergence.name = "argument " + std::to_string(*pair.reference);
    divergence.reference = subject(ops_.leftText(), entry.reference, *pair.reference);
    divergence.port = subject(ops_.rightText(), entry.port, *pair.port);
    const auto mark = [&](const Describer &text, tileir::FunctionId f, std::uint32_t n) { return text.marks(f, SpanKind::Argument, n); };
    for (const PartDifference &part : compareTypes(lp, lp.value(l).type, rp, rp.value(r).type))
      divergence.differences.push_back({Aspect::Argument, part.what + " of " + role, part.reference, part.port,
                                        mark(ops_.leftText(), entry.reference, *pair.reference),
                                        mark(ops_.rightText(), entry.port, *pair.port)});
    if (crosses)
      divergence.differences.push_back({Aspect::Argument, "position of " + role, std::to_string(*pair.reference),
                                        std::to_string(*pair.port), mark(ops_.leftText(), entry.reference, *pair.reference),
                                        mark(ops_.rightText(), entry.port, *pair.port)});
    const tileir::AttributeId lid = argumentAttributes(lp, entry.reference, *pair.reference),
                              rid = argumentAttributes(rp, entry.port, *pair.port);
    const std::string la = ops_.leftText().attribute(lid), ra = ops_.rightText().attribute(rid);
    if (lid.valid() != rid.valid() || (lid.valid() && left_.keys().attribute(lid) != right_.keys().attribute(rid)))
      divergence.differences.push_back({Aspect::Argument, "attributes of " + role, la, ra,
                                        mark(ops_.leftText(), entry.reference, *pair.reference),
                                        mark(ops_.rightText(), entry.port, *pair.port)});
    if (!divergence.differences.empty()) comparison_.divergences.push_back(std::move(divergence));
  }

  /// Invalid when there are none or they are empty.
  static tileir::AttributeId argumentAttributes(const tileir::Program &program, tileir::FunctionId function, std::uint32_t argument) {
    const auto &list = program.function(function).argumentAttributes;
    if (argument >= list.size() || !list[argument].valid() || program.attribute(list[argument]).items.empty()) return {};
    return list[argument];
  }

  void compareGlobals() {
    // By content: names carry no meaning, and what reads a global is compared at the op that does.
    std::map<Key, std::vector<std::uint32_t>> open;
    const auto key = [](const Graph &graph, std::uint32_t i) { return graph.keys().globalAt(i); };
    const auto &lg = left_.program().data().globals, &rg = right_.program().data().globals;
    for (std::uint32_t i = 0; i < rg.size(); ++i) open[key(right_, i)].push_back(i);
    std::vector<std::uint32_t> lost, gained;
    for (std::uint32_t i = 0; i < lg.size(); ++i) {
      std::vector<std::uint32_t> &candidates = open[key(left_, i)];
      if (candidates.empty()) lost.push_back(i);
      else candidates.pop_back();
    }
    for (const auto &[content, rest] : open) gained.insert(gained.end(), rest.begin(), rest.end());
    for (std::uint32_t i : lost) {
      const auto other = std::find_if(gained.begin(), gained.end(), [&](std::uint32_t k) { return ops_.mayBeSame(lg[i], rg[k]); });
      if (other != gained.end()) gained.erase(other);
      else reportGlobal(left_.program(), i, Side::Reference);
    }
    for (std::uint32_t i : gained) reportGlobal(right_.program(), i, Side::Port);
  }

  void reportGlobal(const tileir::Program &program, std::uint32_t index, Side side) {
    const tileir::Global &global = program.data().globals[index];
    Subject subject;
    subject.global = index;
    subject.lines = program.listing().globalLines[index];
    const Describer text(program);
    const std::string content = (global.isPrivate ? "private " : "") + text.attribute(global.value) + " : " + text.type(global.type);
    alone(side, subject, "global @" + global.name, Aspect::Symbol, "global", content, {});
  }

  // -- ops -----------------------------------------------------------------------------------------------------------

  void comparePairs() {
    for (std::size_t i = 0; i < left_.classCount() && !cancel_.cancelled(); ++i) {
      const ClassId l{i}, r = match_.matching.portOf(l);
      if (!r.valid() || left_[l].kind != ClassKind::Op) continue;
      if (reach_ && !reach_->reached(true, l)) continue;
      OpComparer::Outcome outcome = ops_.compare(l, r);
      if (reach_ && reach_->equivalent(l, r)) outcome.differences.clear();
      order_.compare(l, r, effort_, outcome.differences);
      confidence_[left_[l].op.index()] = outcome.differences.empty() ? 1.0f : std::min(outcome.confidence, 0.95f);
      if (outcome.differences.empty()) continue;
      Divergence divergence;
      divergence.reference = ops_.leftText().subject(left_[l].op);
      divergence.port = ops_.rightText().subject(right_[r].op);
      divergence.name = std::string(tileir::info(left_.program().op(left_[l].op).kind).mnemonic);
      divergence.differences = std::move(outcome.differences);
      comparison_.divergences.push_back(std::move(divergence));
    }
  }

  /// What is known of what equal values are made of.
  void compareLeaves() {
    if (!reach_) return;
    for (const Reach::UnlikeFacts &unlike : reach_->unlikeFacts()) {
      Divergence divergence;
      divergence.differences = ops_.compareFactsOf(unlike.reference, unlike.port, unlike.referenceUse, unlike.portUse, "an operand");
      if (divergence.differences.empty()) continue;
      divergence.reference = ops_.leftText().subject(left_[unlike.reference].op);
      divergence.port = ops_.rightText().subject(right_[unlike.port].op);
      divergence.name = std::string(tileir::info(left_.program().op(left_[unlike.reference].op).kind).mnemonic);
      comparison_.divergences.push_back(std::move(divergence));
    }
  }

  void compareAssumptions() {
    // What nobody knows may be a bound that bears out a fact, and the answer is undecided already.
    if (leavesOutElements(left_.program()) || leavesOutElements(right_.program())) return;
    const auto told = [this](ClassId value, std::uint32_t result, const std::string &fact) { return ops_.told(value, result, fact); };
    AssumptionComparer assumptions(left_, right_, match_.matching, points_, ops_.leftText(), ops_.rightText(), reach_);
    for (Divergence &divergence : assumptions.compare(told, !comparison_.divergences.empty()))
      comparison_.divergences.push_back(std::move(divergence));
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
      if (!graph[id].live && idleWhenDead(program, op)) continue;
      if (reach_ && !reach_->reached(left, id)) continue;
      if (program.op(op).kind == OpKind::Yield && graph[id].operands.empty()) continue;  // the end of a block that does nothing
      if (!seen.count(program.functionOf(op))) continue;                                 // reported as an entry
      if (!reported.insert(id).second) continue;
      coveredUntil = program.op(op).subtreeEnd.value;
      const std::string mnemonic(tileir::info(program.op(op).kind).mnemonic);
      alone(side, text.subject(op), graph[id].live ? mnemonic : mnemonic + std::string(kUnused), Aspect::Operation, mnemonic,
            text.headLine(op), text.marks(op, SpanKind::Mnemonic));
    }
  }

  // -- the result ----------------------------------------------------------------------------------------------------

  void pairUp() {
    for (const auto &[l, r] : pairOps(left_, right_, match_.matching)) {
      const ClassId id = left_.classOf(l);
      comparison_.pairs.push_back({l, r, id.valid() ? confidence_[left_[id].op.index()] : 1.0f});
    }
    std::sort(comparison_.pairs.begin(), comparison_.pairs.end(),
              [](const OpPair &a, const OpPair &b) { return a.reference < b.reference; });
  }

  /// In the order of the reference's text; what only the port has stands behind the counterpart of the op before it.
  void sortByText() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> anchors;  // port line, reference line
    for (const OpPair &pair : comparison_.pairs)
      anchors.emplace_back(right_.program().listing().opLines[pair.port.index()].first,
                           left_.program().listing().opLines[pair.reference.index()].first);
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
  const CancelToken &cancel_;
  std::uint64_t steps_ = 0;
  Effort effort_;
  const Reach *reach_;             ///< null: no rules are asked
  std::vector<float> confidence_;  ///< by reference op; 1 where nothing was compared
  OpComparer ops_;
  Points points_;
  OrderComparer order_;
  std::set<tileir::FunctionId> leftSeen_, rightSeen_;
  Comparison comparison_;
};

}  // namespace

Comparison compare(const Graph &reference, const Graph &port, FactStore &facts, const std::vector<EntryPair> &entries,
                   const MatchResult &match, Interner &interner, const AlignOptions &options, const CancelToken &cancel) {
  Comparison comparison = Comparer(reference, port, facts, entries, match, nullptr, options.budget, cancel).run();
  const bool byRules = mayBeEqualByRules(comparison);
  if (cancel.cancelled() || (!byRules && !options.certify)) return comparison;
  using Trust = NormalForm::Trust;
  const auto compareBy = [&](const Reach &reach) {
    return Comparer(reference, port, facts, entries, match, &reach, options.budget, cancel).run();
  };
  auto normal = std::make_unique<const NormalForm>(reference, port, match.matching, interner, byRules ? Trust::NoOverflow : Trust::Nothing);
  auto reach = std::make_unique<const Reach>(reference, port, facts, match.matching, *normal);
  if (byRules) comparison = compareBy(*reach);
  const auto isSame = [&](const Comparison &found) {
    return found.undecided.empty() && !cancel.cancelled() && isSameButForPromises(found);
  };
  // What is the same without anything that is taken for granted is so without a condition.
  if (byRules && normal->assumes() && isSame(comparison)) {
    auto strict = std::make_unique<const NormalForm>(reference, port, match.matching, interner, Trust::Nothing);
    auto strictReach = std::make_unique<const Reach>(reference, port, facts, match.matching, *strict);
    Comparison again = compareBy(*strictReach);
    if (isSame(again) && again.divergences.size() <= comparison.divergences.size()) {
      comparison = std::move(again);
      reach = std::move(strictReach);
      normal = std::move(strict);
    }
  }
  if (options.certify && isSame(comparison))
    comparison.certificate =
        std::make_shared<const certificate::Certificate>(certify(reference, port, entries, match.matching, *normal, *reach));
  return comparison;
}

}  // namespace tileport::align
