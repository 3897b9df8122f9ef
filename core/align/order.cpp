// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/order.h"

#include <algorithm>
#include <iterator>

namespace tileport::align {

using tileir::BlockId;
using tileir::OpId;
using tileir::OpKind;
using tileir::SpanKind;

namespace {

/// Stands for the exit of a loop that no turn came before.
constexpr std::uint32_t kBeginning = UINT32_MAX - 1;

std::vector<TextMark> tokenMarks(const Graph &graph, const Describer &text, OpId op) {
  const auto operands = graph.program().operands(op);
  for (std::uint32_t i = 0; i < operands.size(); ++i)
    if (isToken(graph.program(), operands[i])) return text.marks(op, SpanKind::Operand, i);
  return text.marks(op, SpanKind::Mnemonic);
}

std::string place(const tileir::Program &program, OpId op, const char *side) { return nameAndLine(program, op) + " of the " + side; }

}  // namespace

OrderComparer::OrderComparer(const Graph &reference, const Graph &port, const Matching &matching, const Points &points,
                             const Describer &referenceText, const Describer &portText)
    : matching_(matching),
      points_(points),
      left_{reference, referenceText, TokenOrder(reference.program(), reference.liveness())},
      right_{port, portText, TokenOrder(port.program(), port.liveness())},
      keys_(reference, left_.tokens.graph(), port, right_.tokens.graph(), matching) {}

void OrderComparer::compare(ClassId reference, ClassId port, const Effort &effort, std::vector<Difference> &list) {
  const OpId l = left_.graph[reference].op, r = right_.graph[port].op;
  const tileir::Program &lp = left_.graph.program(), &rp = right_.graph.program();
  const bool effectful = left_.graph.liveness().effectful(l);
  const bool endless = points_.mayNotEnd(true, l) && points_.mayNotEnd(false, r);
  if (!effectful && !endless && !left_.graph[reference].mayFail && !right_.graph[port].mayFail) return;
  // An op with an effect must do it as often, and not to end is one: its block must be the counterpart of the other's.
  if (const BlockId there = points_.shared(false, rp.op(r).block); !there.valid() || there != lp.op(l).block) {
    list.push_back({Aspect::Region, "block", "in another region", "", {}, {}});
  } else if (const OpId a = points_.lastBefore(true, l), b = points_.lastBefore(false, r);
             lp.op(l).kind != OpKind::Alloca && !tileir::info(lp.op(l).kind).terminator && shared(true, a) != shared(false, b)) {
    list.push_back({Aspect::Token, "order", a.valid() ? "after " + place(lp, a, "reference") : "",
                    b.valid() ? "after " + place(rp, b, "port") : "", left_.text.marks(l, SpanKind::Mnemonic),
                    right_.text.marks(r, SpanKind::Mnemonic)});
  }
  if (effectful && lp.op(l).regions.count == 0 && !effort.spent() && !keys_.sameOrder(l, r)) compareTokens(l, r, effort, list);
}

OrderComparer::Turns OrderComparer::translate(bool left, const std::vector<Turn> &turns) const {
  Turns translated;
  for (const Turn &turn : turns) translated.insert(translated.end(), {shared(left, turn.loop).value, turn.back, turn.fromEnd});
  return translated;
}

OrderComparer::Earlier OrderComparer::translate(bool left, const Predecessor &p) const {
  Earlier earlier{shared(left, p.op), translate(left, p.turns), {}};
  for (const Choice &choice : p.choices) {
    // An exit without a counterpart is none of the other side's, and is not the beginning either.
    const std::uint32_t exit = choice.exit.valid() ? shared(left, choice.exit).value : kBeginning;
    Turns made{shared(left, choice.owner).value, exit};
    const Turns turns = translate(left, choice.turns);
    made.insert(made.end(), turns.begin(), turns.end());
    earlier.choices.push_back(std::move(made));
  }
  std::sort(earlier.choices.begin(), earlier.choices.end());
  return earlier;
}

/// The counterparts of ops that have one. The others are reported as missing or extra, with all that hangs on them.
std::set<OrderComparer::Earlier> OrderComparer::translate(bool left, const std::set<Predecessor> &list) const {
  std::set<Earlier> translated;
  for (const Predecessor &p : list)
    if (Earlier earlier = translate(left, p); earlier.op.valid()) translated.insert(std::move(earlier));
  return translated;
}

/// What holds under fewer conditions holds under these.
bool OrderComparer::isIn(const std::set<Earlier> &all, const Earlier &earlier) {
  for (auto at = all.lower_bound({earlier.op, earlier.turns, {}}); at != all.end(); ++at) {
    if (at->op != earlier.op || at->turns != earlier.turns) return false;
    if (std::includes(earlier.choices.begin(), earlier.choices.end(), at->choices.begin(), at->choices.end())) return true;
  }
  return false;
}

/// The turn that the waiting op itself is in, of each loop.
bool OrderComparer::isInPlace(const Earlier &earlier) const {
  for (std::size_t i = 0; i + 2 < earlier.turns.size(); i += 3)
    if (earlier.turns[i + 1] != 0 || earlier.turns[i + 2] != 0) return false;
  return true;
}

/// Each op need only be shown to wait for what the other waits for at once, at once or by way of others: when that holds
/// of all pairs, all that is before one is before the other.
void OrderComparer::compareTokens(OpId l, OpId r, const Effort &effort, std::vector<Difference> &list) {
  const Predecessors &before = left_.tokens.before(l, effort), &after = right_.tokens.before(r, effort);
  if (!before.complete || !after.complete) {
    if (undecided_.empty())
      undecided_ = "what " + place(left_.graph.program(), l, "reference") + " waits for is passed on through too many turns or branches";
    return;
  }
  const std::set<Earlier> a = translate(true, before.list), b = translate(false, after.list);
  if (a == b) return;
  std::vector<Earlier> lost, gained;
  std::set<Earlier> kept;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(lost));
  std::set_difference(b.begin(), b.end(), a.begin(), a.end(), std::back_inserter(gained));
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(kept, kept.end()));
  dropIndirect(lost, false, r, effort);
  dropIndirect(gained, true, l, effort);
  report(lost, kept, true, l, r, list);
  report(gained, kept, false, l, r, list);
}

/// Removes what happens before `op` by way of others.
void OrderComparer::dropIndirect(std::vector<Earlier> &list, bool left, OpId op, const Effort &effort) {
  Side &side = left ? left_ : right_;
  const auto opOf = [&](const Earlier &earlier) { return side.graph[left ? earlier.op : matching_.portOf(earlier.op)].op; };
  // What cannot be found need not be looked for: to look costs as much as there is before the op.
  std::set<Earlier> open;
  std::erase_if(list, [&](const Earlier &earlier) {
    if (!side.tokens.mayFollow(op, opOf(earlier), effort.steps)) return false;
    if (isInPlace(earlier) && side.tokens.alwaysBefore(op, opOf(earlier), effort)) return true;
    open.insert(earlier);
    return false;
  });
  if (open.empty()) return;
  std::set<Earlier> wanted = open;
  const auto enough = [&](const Predecessor &found) {
    const std::set<Earlier> one = translate(left, std::set{found});
    std::erase_if(wanted, [&](const Earlier &earlier) { return isIn(one, earlier); });
    return wanted.empty();
  };
  const std::set<Earlier> all = translate(left, side.tokens.allBefore(op, effort, enough));
  std::erase_if(list, [&](const Earlier &earlier) { return open.count(earlier) != 0 && isIn(all, earlier); });
}

std::string OrderComparer::name(const Earlier &earlier) const {
  std::string text = place(right_.graph.program(), right_.graph[matching_.portOf(earlier.op)].op, "port");
  for (std::size_t i = 0; i + 2 < earlier.turns.size(); i += 3)
    if (earlier.turns[i + 2] == 0 && earlier.turns[i + 1] != 0)
      text += ", " + std::to_string(earlier.turns[i + 1]) + (earlier.turns[i + 1] == 1 ? " turn" : " turns") + " before";
  if (earlier.choices.empty()) return text;
  return text + (std::any_of(earlier.choices.begin(), earlier.choices.end(), [](const Turns &choice) { return choice[1] == kBeginning; })
                     ? ", at the beginning of a loop"
                     : " in one branch");
}

void OrderComparer::report(const std::vector<Earlier> &which, const std::set<Earlier> &kept, bool lost, OpId l, OpId r,
                           std::vector<Difference> &list) {
  std::map<ClassId, std::set<ClassId>> &seen = lost ? lost_ : gained_;
  const ClassId self = left_.graph.classOf(l);
  // What an earlier op that is still ordered before this one has lost, this one has lost with it: said there.
  std::set<ClassId> known;
  for (const Earlier &earlier : kept)
    if (const auto it = seen.find(earlier.op); it != seen.end() && it->first != self) known.insert(it->second.begin(), it->second.end());
  std::string names;
  for (const Earlier &earlier : which)
    if (!known.count(earlier.op)) names += (names.empty() ? "after " : "; ") + name(earlier);
  for (const Earlier &earlier : which) seen[self].insert(earlier.op);
  if (names.empty()) return;
  list.push_back({Aspect::Token, "token", lost ? names : "", lost ? "" : names, tokenMarks(left_.graph, left_.text, l),
                  tokenMarks(right_.graph, right_.text, r)});
}

}  // namespace tileport::align
