// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/order.h"

#include <algorithm>
#include <iterator>

namespace tileport::align {

using tileir::OpId;
using tileir::OpKind;
using tileir::SpanKind;

namespace {

bool waitsForTokens(const tileir::Program &program, OpId op) {
  const auto operands = program.operands(op);
  return std::any_of(operands.begin(), operands.end(), [&](tileir::ValueId value) { return isToken(program, value); });
}

/// Ops whose order among themselves nothing but the text gives.
bool ordersByText(const tileir::Program &program, OpId op) {
  switch (program.op(op).kind) {
    case OpKind::Assert: return true;
    case OpKind::PrintTko:
    case OpKind::GdcWaitTko:
    case OpKind::GdcLaunchDependentsTko: return !waitsForTokens(program, op);
    default: return false;
  }
}

std::vector<TextMark> tokenMarks(const Graph &graph, const Describer &text, OpId op) {
  const auto operands = graph.program().operands(op);
  for (std::uint32_t i = 0; i < operands.size(); ++i)
    if (isToken(graph.program(), operands[i])) return text.marks(op, SpanKind::Operand, i);
  return text.marks(op, SpanKind::Mnemonic);
}

std::string place(const tileir::Program &program, OpId op, const char *side) {
  return std::string(tileir::info(program.op(op).kind).mnemonic) + " in line " +
         std::to_string(program.listing().opLines[op.index()].first + 1) + " of the " + side;
}

}  // namespace

OrderComparer::OrderComparer(const Graph &reference, const Graph &port, const MatchResult &match, const Describer &referenceText,
                             const Describer &portText)
    : matching_(match.matching),
      left_{reference, referenceText, TokenOrder(reference.program(), reference.liveness()), {}},
      right_{port, portText, TokenOrder(port.program(), port.liveness()), {}},
      keys_(reference, port, match.matching) {
  for (const BlockPair &pair : match.blocks) blocks_.insert({pair.reference, pair.port});
  findLast(left_, true);
  findLast(right_, false);
}

ClassId OrderComparer::shared(bool left, OpId op) const {
  if (!op.valid()) return {};
  const ClassId id = (left ? left_ : right_).graph.classOf(op);
  if (!id.valid()) return {};
  if (!left) return matching_.referenceOf(id);
  return matching_.portOf(id).valid() ? id : ClassId();
}

/// For each op that has an effect or may fail: the last op before it in its block that may leave the block; for those
/// that only the text orders, also the last one of them. Ops that one side lacks are reported by themselves.
void OrderComparer::findLast(Side &side, bool left) {
  const tileir::Program &program = side.graph.program();
  std::vector<bool> leaves(program.opCount()), speaks(program.opCount());
  const auto ownerOf = [&](OpId op) { return program.region(program.block(program.op(op).block).region).op; };
  for (std::size_t i = 0; i < program.opCount(); ++i) {
    const OpId op{i};
    const OpKind kind = program.op(op).kind;
    const OpId target = side.graph.liveness().target(op);
    if (kind == OpKind::Return || kind == OpKind::Break || kind == OpKind::Continue)
      for (OpId owner = ownerOf(op); owner.valid() && owner != target; owner = ownerOf(owner)) leaves[owner.index()] = true;
    if (!ordersByText(program, op)) continue;
    for (OpId at = op; at.valid() && !speaks[at.index()]; at = ownerOf(at)) speaks[at.index()] = true;
  }
  side.lastBefore.resize(program.opCount());
  for (std::size_t b = 0; b < program.data().blocks.size(); ++b) {
    OpId lastLeaving, lastSpeaking;
    for (OpId op : program.ops(tileir::BlockId(b))) {
      const bool ordered = leaves[op.index()] || speaks[op.index()];
      side.lastBefore[op.index()] = ordered ? lastSpeaking : lastLeaving;
      if (!ordered || !shared(left, op).valid()) continue;
      lastSpeaking = op;
      if (leaves[op.index()]) lastLeaving = op;
    }
  }
}

void OrderComparer::compare(ClassId reference, ClassId port, std::uint64_t &steps, std::uint64_t budget, std::vector<Difference> &list) {
  const OpId l = left_.graph[reference].op, r = right_.graph[port].op;
  const tileir::Program &lp = left_.graph.program(), &rp = right_.graph.program();
  const bool effectful = left_.graph.liveness().effectful(l);
  if (!effectful && !left_.graph[reference].mayFail) return;
  // An op with an effect must do it as often: its block must be the counterpart of the other's.
  if (!blocks_.count({lp.op(l).block, rp.op(r).block})) {
    list.push_back({Aspect::Region, "block", "in another region", "", {}, {}});
  } else if (const OpId a = left_.lastBefore[l.index()], b = right_.lastBefore[r.index()];
             lp.op(l).kind != OpKind::Alloca && !tileir::info(lp.op(l).kind).terminator && shared(true, a) != shared(false, b)) {
    list.push_back({Aspect::Token, "order", a.valid() ? "after " + place(lp, a, "reference") : "",
                    b.valid() ? "after " + place(rp, b, "port") : "", left_.text.marks(l, SpanKind::Mnemonic),
                    right_.text.marks(r, SpanKind::Mnemonic)});
  }
  if (effectful && lp.op(l).regions.count == 0 && steps <= budget && !keys_.sameOrder(l, r)) compareTokens(l, r, steps, budget, list);
}

/// The counterparts of ops that have one. The others are reported as missing or extra, with all that hangs on them.
std::set<OrderComparer::Earlier> OrderComparer::translate(bool left, const std::set<Predecessor> &list) const {
  std::set<Earlier> translated;
  for (const Predecessor &p : list) {
    const ClassId id = shared(left, p.op);
    if (!id.valid()) continue;
    std::vector<std::uint32_t> turns;
    for (const Turn &turn : p.turns) turns.insert(turns.end(), {shared(left, turn.loop).value, turn.back, turn.fromEnd});
    translated.emplace(id, std::move(turns), shared(left, p.choice));
  }
  return translated;
}

/// Each op need only be shown to wait for what the other waits for at once, at once or by way of others: when that holds
/// of all pairs, all that is before one is before the other.
void OrderComparer::compareTokens(OpId l, OpId r, std::uint64_t &steps, std::uint64_t budget, std::vector<Difference> &list) {
  const std::set<Earlier> a = translate(true, left_.tokens.before(l, steps)), b = translate(false, right_.tokens.before(r, steps));
  if (a == b) return;
  std::vector<Earlier> lost, gained;
  std::set<Earlier> kept;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(lost));
  std::set_difference(b.begin(), b.end(), a.begin(), a.end(), std::back_inserter(gained));
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(kept, kept.end()));
  dropIndirect(lost, false, r, steps, budget);
  dropIndirect(gained, true, l, steps, budget);
  report(lost, kept, true, l, r, list);
  report(gained, kept, false, l, r, list);
}

/// Removes what happens before `op` by way of others.
void OrderComparer::dropIndirect(std::vector<Earlier> &list, bool left, OpId op, std::uint64_t &steps, std::uint64_t budget) {
  Side &side = left ? left_ : right_;
  const auto opOf = [&](const Earlier &earlier) {
    const ClassId id = std::get<0>(earlier);
    return side.graph[left ? id : matching_.portOf(id)].op;
  };
  // What cannot be found need not be looked for: to look costs as much as there is before the op.
  std::set<Earlier> open;
  for (const Earlier &earlier : list)
    if (side.tokens.mayFollow(op, opOf(earlier), steps)) open.insert(earlier);
  if (open.empty()) return;
  const auto isIn = [](const std::set<Earlier> &all, const Earlier &earlier) {
    const auto &[id, turns, choice] = earlier;
    return all.count(earlier) != 0 || all.count({id, turns, ClassId()}) != 0;  // what always happens before does so in a branch
  };
  std::set<Earlier> wanted = open;
  const auto enough = [&](const Predecessor &found) {
    const std::set<Earlier> one = translate(left, {found});
    std::erase_if(wanted, [&](const Earlier &earlier) { return isIn(one, earlier); });
    return wanted.empty();
  };
  const std::set<Earlier> all = translate(left, side.tokens.allBefore(op, steps, budget, enough));
  std::erase_if(list, [&](const Earlier &earlier) { return open.count(earlier) != 0 && isIn(all, earlier); });
}

std::string OrderComparer::name(const Earlier &earlier) const {
  const auto &[id, turns, choice] = earlier;
  std::string text = place(right_.graph.program(), right_.graph[matching_.portOf(id)].op, "port");
  for (std::size_t i = 0; i + 2 < turns.size(); i += 3)
    if (turns[i + 2] == 0 && turns[i + 1] != 0)
      return text + ", " + std::to_string(turns[i + 1]) + (turns[i + 1] == 1 ? " turn" : " turns") + " before";
  return choice.valid() ? text + " in one branch" : text;
}

void OrderComparer::report(const std::vector<Earlier> &which, const std::set<Earlier> &kept, bool lost, OpId l, OpId r,
                           std::vector<Difference> &list) {
  std::map<ClassId, std::set<ClassId>> &seen = lost ? lost_ : gained_;
  const ClassId self = left_.graph.classOf(l);
  // What an earlier op that is still ordered before this one has lost, this one has lost with it: said there.
  std::set<ClassId> known;
  for (const Earlier &earlier : kept)
    if (const auto it = seen.find(std::get<0>(earlier)); it != seen.end() && it->first != self)
      known.insert(it->second.begin(), it->second.end());
  std::string names;
  for (const Earlier &earlier : which)
    if (!known.count(std::get<0>(earlier))) names += (names.empty() ? "after " : "; ") + name(earlier);
  for (const Earlier &earlier : which) seen[self].insert(std::get<0>(earlier));
  if (names.empty()) return;
  list.push_back({Aspect::Token, "token", lost ? names : "", lost ? "" : names, tokenMarks(left_.graph, left_.text, l),
                  tokenMarks(right_.graph, right_.text, r)});
}

}  // namespace tileport::align
