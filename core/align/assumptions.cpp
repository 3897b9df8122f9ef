// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/assumptions.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace tileport::align {

using tileir::BlockId;
using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::SpanKind;
using tileir::ValueId;

namespace {

OpId ownerOf(const Program &program, BlockId block) { return program.region(program.block(block).region).op; }

/// By value, of equal ones in the order in which they are: keys that are numbers sort several times faster.
template <class Assumption>
void sortByValue(std::vector<Assumption> &list) {
  std::vector<std::uint64_t> order;
  order.reserve(list.size());
  for (const Assumption &a : list) order.push_back(std::uint64_t{a.value.value} << 32 | order.size());
  std::sort(order.begin(), order.end());
  std::vector<Assumption> sorted;
  sorted.reserve(list.size());
  for (const std::uint64_t key : order) sorted.push_back(list[key & UINT32_MAX]);
  list = std::move(sorted);
}

/// Adds a later one of the same block, unless it says no more than the last.
template <class Assumption>
void addStep(std::vector<Assumption> &steps, std::size_t first, const Assumption &a) {
  if (steps.size() == first) return steps.push_back(a);
  if (steps.back().strength >= a.strength) return;
  if (steps.back().after == a.after) steps.back() = a;
  else steps.push_back(a);
}

}  // namespace

std::vector<Divergence> AssumptionComparer::compare(const Told &told, bool more) {
  const List left = collect(left_), right = collect(right_);
  const auto onOneSide = [&](const List &own, const List &other) {
    std::vector<const Assumption *> list;
    for (const Assumption &a : own) {
      const auto at = std::lower_bound(other.begin(), other.end(), a, [](const auto &x, const auto &y) { return x.whole() < y.whole(); });
      const bool found = a.point != kNowhere && at != other.end() && at->whole() == a.whole();
      if (!found && !told(a.value, a.result, factNames_[a.fact])) list.push_back(&a);
    }
    return list;
  };
  std::vector<const Assumption *> lost = onOneSide(left, right), gained = onOneSide(right, left);
  std::vector<Divergence> divergences;
  tellPairs(lost, gained, [](const Assumption &a) { return a.saying(); }, divergences);
  // What is assumed once more, or more or less, on one side is so for an op that the other lacks or for a fact that differs
  // where it is used: that is told, if anything is.
  if (more || !divergences.empty()) return divergences;
  tellPairs(lost, gained, [](const Assumption &a) { return a.about(); }, divergences);
  for (const Assumption *l : lost) divergences.push_back(tell(l, nullptr));
  for (const Assumption *g : gained) divergences.push_back(tell(nullptr, g));
  return divergences;
}

/// Tells and takes away those of equal keys, by which both lists are sorted.
template <class Key>
void AssumptionComparer::tellPairs(std::vector<const Assumption *> &lost, std::vector<const Assumption *> &gained, Key key,
                                   std::vector<Divergence> &divergences) const {
  auto r = gained.begin();
  for (const Assumption *&l : lost) {
    r = std::find_if(r, gained.end(), [&](const Assumption *a) { return key(*a) >= key(*l); });
    if (r == gained.end()) break;
    if (key(**r) != key(*l)) continue;
    divergences.push_back(tell(l, *r));
    l = *r++ = nullptr;
  }
  std::erase(lost, nullptr);
  std::erase(gained, nullptr);
}

AssumptionComparer::List AssumptionComparer::collect(Side &side) {
  List all, kept;
  const Program &program = side.graph.program();
  all.reserve(program.opCount() / 4);
  for (std::size_t i = 0; i < program.opCount(); ++i)
    if (const OpId op{i}; program.op(op).kind == OpKind::Assume && side.graph.liveness().live(op)) add(side, op, all);
  sortByValue(all);
  const auto endOf = [&](auto at, auto key) {
    return std::find_if(at, all.end(), [&](const Assumption &a) { return key(a) != key(*at); });
  };
  for (auto at = all.begin(); at != all.end();) {
    const auto end = endOf(at, [](const Assumption &a) { return a.value; });
    std::sort(at, end, [](const Assumption &a, const Assumption &b) { return std::tuple(a.about(), a.op) < std::tuple(b.about(), b.op); });
    while (at != end) {
      const auto next = endOf(at, [](const Assumption &a) { return a.about(); });
      keepFirst(side, {at, next}, kept);
      at = next;
    }
  }
  number(side, kept);
  const auto less = [](const Assumption &a, const Assumption &b) { return a.whole() < b.whole(); };
  if (!std::is_sorted(kept.begin(), kept.end(), less)) std::sort(kept.begin(), kept.end(), less);
  return kept;
}

void AssumptionComparer::add(Side &side, OpId assume, List &list) {
  const ValueId result = side.graph.program().result(assume, 0);
  if (!side.graph.classOf(result).valid() || side.graph.classOf(assume).valid()) return;  // of a token, or no assume at all
  Assumption assumption;
  assumption.value = side.graph.classOf(result);
  assumption.result = side.graph.resultOf(result);
  assumption.block = side.graph.program().op(assume).block;
  assumption.after = points_.lastStop(side.left, assume);
  assumption.op = assume;
  moveOutOfLoops(side, assumption);
  const auto addAll = [&](const std::vector<Said> &all) {
    for (const Said &said : all) {
      assumption.fact = said.fact;
      assumption.strength = said.strength;
      list.push_back(assumption);
    }
  };
  // What is known of the value anyway makes it a list of its own; most are those of the predicate.
  if (side.graph.knownAnyway(result)) return addAll(number(claimed(side, assume)));
  const Program &program = side.graph.program();
  const auto [said, added] = side.said.try_emplace({program.attribute(assume, "predicate"), program.value(result).type});
  if (added) said->second = number(claims(side.graph.assumedBy(assume)));
  if (reach_ && claimed(side, assume).size() != said->second.size()) return addAll(number(claimed(side, assume)));
  addAll(said->second);
}

/// What an assume says that does not hold anyway.
std::vector<Claim> AssumptionComparer::claimed(const Side &side, OpId assume) const {
  std::vector<Claim> list = claims(side.graph.assumedBy(assume));
  const ValueId value = side.graph.rootOf(side.graph.program().result(assume, 0));
  if (reach_) std::erase_if(list, [&](const Claim &claim) { return reach_->holdsAnyway(side.left, value, claim); });
  return list;
}

std::vector<AssumptionComparer::Said> AssumptionComparer::number(const std::vector<Claim> &list) {
  std::vector<Said> all;
  for (const Claim &claim : list) {
    const auto [entry, added] = facts_.try_emplace(claim.name, static_cast<std::uint32_t>(facts_.size()));
    if (added) factNames_.push_back(claim.fact);
    all.push_back({entry->second, claim.strength});
  }
  return all;
}

/// To before the loops that surely reach it in their first turn, as long as the value is there.
void AssumptionComparer::moveOutOfLoops(const Side &side, Assumption &assumption) const {
  const Program &program = side.graph.program();
  const BlockId defined = program.value(side.graph.rootOf(program.result(assumption.op, 0))).block;
  while (!assumption.after.valid() && assumption.block != defined) {
    const OpId owner = ownerOf(program, assumption.block);
    if (!owner.valid() || !side.graph.runsAtLeastOnce(owner)) return;
    assumption.block = program.op(owner).block;
    assumption.after = points_.lastStop(side.left, owner);
  }
}

/// Of what is assumed of one value, in the order of the text: what is not assumed at the same point or before.
void AssumptionComparer::keepFirst(const Side &side, std::span<const Assumption> all, List &kept) const {
  const BlockId only = all[0].block;
  if (std::all_of(all.begin(), all.end(), [&](const Assumption &a) { return a.block == only; })) {
    const std::size_t first = kept.size();
    for (const Assumption &a : all) addStep(kept, first, a);
    return;
  }
  std::map<BlockId, List> stairs;  // each step is at a later point of the block, and says more, than the one before
  for (const Assumption &a : all) addStep(stairs[a.block], 0, a);
  const Program &program = side.graph.program();
  const auto point = [](OpId after) { return after.valid() ? after.index() + 1 : 0; };
  const auto isKnown = [&](const Assumption &a) {
    for (OpId owner = ownerOf(program, a.block); owner.valid(); owner = ownerOf(program, program.op(owner).block)) {
      const auto around = stairs.find(program.op(owner).block);
      if (around == stairs.end()) continue;
      const auto behind = std::upper_bound(around->second.begin(), around->second.end(), point(points_.lastStop(side.left, owner)),
                                           [&](std::size_t here, const Assumption &step) { return here < point(step.after); });
      if (behind != around->second.begin() && std::prev(behind)->strength >= a.strength) return true;
    }
    return false;
  };
  for (const auto &[block, steps] : stairs)
    for (const Assumption &step : steps)
      if (!isKnown(step)) kept.push_back(step);
}

/// Puts values and points into the numbers of both sides. A value that only one side has is told as such.
void AssumptionComparer::number(const Side &side, List &list) {
  for (Assumption &a : list) a.value = shared(side, a);
  std::erase_if(list, [&](const Assumption &a) { return !a.value.valid(); });
  if (list.empty()) return;
  const Program &program = side.graph.program();
  std::vector<std::uint32_t> around(program.data().blocks.size(), kOutermost);  // the point of the op around, by block
  for (std::size_t i = 0; i < program.opCount(); ++i) {
    const OpId op{i};
    for (std::uint32_t k = 0; k < program.op(op).regions.count; ++k) {
      const auto blocks = program.region(program.region(op, k)).blocks;
      for (std::uint32_t b = 0; b < blocks.count; ++b)
        around[blocks.first + b] = pointOf(side, program.op(op).block, points_.lastStop(side.left, op), around);
    }
  }
  for (Assumption &a : list) a.point = pointOf(side, a.block, a.after, around);
}

/// The value in the reference's numbers, one behind those where only the port has it. Invalid when it is told that only one side has it.
ClassId AssumptionComparer::shared(const Side &side, const Assumption &a) const {
  const ClassId partner = side.left ? matching_.portOf(a.value) : matching_.referenceOf(a.value);
  if (partner.valid()) return side.left ? a.value : partner;
  if (!reach_ || reach_->reached(side.left, a.value)) return {};
  // An equal value by rules bears the fact as well; what nobody has on the other side is assumed here alone.
  const ClassId equal = reach_->counterpart(side.left, a.value, a.result);
  if (side.left) return a.value;
  return equal.valid() && !matching_.portOf(equal).valid() ? equal : ClassId(left_.graph.classCount() + a.value.index());
}

std::uint32_t AssumptionComparer::pointOf(const Side &side, BlockId block, OpId after, const std::vector<std::uint32_t> &around) {
  const BlockId shared = points_.shared(side.left, block);
  if (!shared.valid() || around[block.index()] == kNowhere) return kNowhere;
  const std::array<std::uint32_t, 3> point{shared.value, points_.shared(side.left, after).value, around[block.index()]};
  return pointNumbers_.try_emplace(point, static_cast<std::uint32_t>(pointNumbers_.size()) + kOutermost + 1).first->second;
}

/// "in if in line 7"; where another says more or less, with how much this one says.
std::string AssumptionComparer::text(const Side &side, const Assumption &assumption, const Assumption *other) const {
  const Program &program = side.graph.program();
  const OpId owner = ownerOf(program, assumption.block);
  std::string block = owner.valid() ? "in " + nameAndLine(program, owner) : "in the entry";
  if (other && other->strength != assumption.strength)
    for (const auto &[fact, value] : describe(side.graph.assumedBy(assumption.op)))
      if (fact == factNames_[assumption.fact]) block = value + ' ' + block;
  return assumption.after.valid() ? block + ", behind " + nameAndLine(program, assumption.after) : block;
}

Divergence AssumptionComparer::tell(const Assumption *reference, const Assumption *port) const {
  Divergence divergence;
  divergence.status = !reference ? Status::Extra : !port ? Status::Missing : Status::Differs;
  divergence.name = "assume";
  const Side &side = reference ? left_ : right_;
  const Assumption &told = reference ? *reference : *port;
  Difference difference;
  difference.aspect = Aspect::Fact;
  difference.what = "where " + factNames_[told.fact] + " of " + side.text.value(side.graph.program().operands(told.op)[0]) + " is assumed";
  if (reference) {
    divergence.reference = left_.text.subject(reference->op);
    difference.reference = text(left_, *reference, port);
    difference.referenceMarks = left_.text.marks(reference->op, SpanKind::Mnemonic);
  }
  if (port) {
    divergence.port = right_.text.subject(port->op);
    difference.port = text(right_, *port, reference);
    difference.portMarks = right_.text.marks(port->op, SpanKind::Mnemonic);
  }
  divergence.differences.push_back(std::move(difference));
  return divergence;
}

}  // namespace tileport::align
