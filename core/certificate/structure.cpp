// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/structure.h"

#include <algorithm>

namespace tileport::certificate {

using tileir::BlockId;
using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::TypeKind;
using tileir::ValueId;

namespace {

bool isToken(const Program &program, ValueId value) { return program.type(program.value(value).type).kind == TypeKind::Token; }

/// A wait for another kernel, or a release of one, that tells its order to nobody by a token must be taken to tell it to all.
bool isFence(const Program &program, OpId op) {
  const OpKind kind = program.op(op).kind;
  if (kind != OpKind::GdcWaitTko && kind != OpKind::GdcLaunchDependentsTko) return false;
  const auto operands = program.operands(op);
  return std::none_of(operands.begin(), operands.end(), [&](ValueId value) { return isToken(program, value); });
}

bool isBoundless(OpKind kind) { return kind == OpKind::Extract || kind == OpKind::Insert; }

}  // namespace

Structure::Structure(const Canonical &canonical, const Nodes &nodes, const Needs &needs, Intervals &intervals, Side side,
                     const std::vector<OpId> &counting)
    : program_(canonical.program(side)), nodes_(nodes), needs_(needs), intervals_(intervals), side_(side), ops_(program_.opCount()) {
  depths_.resize(program_.data().blocks.size());
  places_.resize(program_.valueCount());
  for (const OpId loop : counting) {
    auto counted = countedLoop(program_, needs_, loop);
    if (!counted) continue;
    for (std::size_t i = counted->test.index(); i < program_.op(counted->test).subtreeEnd.index(); ++i) ops_[i].inTest = true;
    counted_.emplace(loop, *std::move(counted));
  }
  classify();
  number();
  place();
  collectSaid();
}

const CountedLoop *Structure::counted(OpId op) const {
  const auto found = counted_.find(op);
  return found != counted_.end() ? &found->second : nullptr;
}

bool Structure::needsPair(OpId op) const {
  if (ops_[op.index()].inTest) return false;
  return acts(op) || tileir::info(program_.op(op).kind).terminator || program_.op(op).regions.count != 0;
}

bool Structure::isDivision(OpId op) const {
  const OpKind kind = program_.op(op).kind;
  return kind == OpKind::DivI || kind == OpKind::RemI;
}

bool Structure::cannotOverflow(OpId op) const {
  const auto sign = nodes_.ordinal(nodes_.of(side_, program_.result(op, 0)), "signedness");
  if (sign && *sign == static_cast<std::uint64_t>(tileir::Signedness::Unsigned)) return true;
  const ValueId dividend = program_.operands(op)[0], divisor = program_.operands(op)[1];
  const Interval x = strict(dividend), y = strict(divisor), range = rangeOfWidth(nodes_.width(nodes_.of(side_, dividend)));
  return x.low > range.low || y.low > -1 || y.high < -1;
}

bool Structure::canFail(OpId op) const {
  if (!isDivision(op)) return false;
  const Interval y = strict(program_.operands(op)[1]);
  return (y.low <= 0 && y.high >= 0) || !cannotOverflow(op);
}

bool Structure::turns(OpId op) const {
  if (program_.op(op).kind == OpKind::Loop) return !counted(op);
  if (program_.op(op).kind != OpKind::For) return false;
  const Interval from = strict(program_.operands(op)[0]), to = strict(program_.operands(op)[1]);
  const bool readable = !program_.attribute(op, "unsignedCmp").valid() || (from.low >= 0 && to.low >= 0);
  return readable && from.high < to.low;
}

void Structure::classify() {
  for (std::size_t i = 0; i < program_.opCount(); ++i) {
    const OpId op(i);
    const OpKind kind = program_.op(op).kind;
    About &about = ops_[i];
    about.mayFail = canFail(op);
    about.turns = turns(op);
    about.speaks = kind == OpKind::PrintTko;
  }
  // Backwards, so that what a region holds is known before the op that has it.
  for (std::size_t i = program_.opCount(); i-- > 0;) {
    const OpId op(i);
    const OpKind kind = program_.op(op).kind;
    About &about = ops_[i];
    const bool jumps = kind == OpKind::Break || kind == OpKind::Continue;
    about.hard = kind == OpKind::Return || kind == OpKind::Assert || (kind == OpKind::Loop && !counted(op)) || isFence(program_, op);
    about.stops = about.hard || jumps;
    if (jumps) about.farthest = target(op).valid() ? target(op) : OpId(0);
    about.quiet = !acts(op) && !about.mayFail && !isBoundless(kind);
    if (kind == OpKind::Yield) about.quiet = true;
    if (kind == OpKind::Continue) about.quiet = true;  // of a `for` itself: checked where that is
    if (program_.op(op).regions.count != 0) classifyRegions(op);
  }
}

void Structure::classifyRegions(OpId op) {
  About &about = ops_[op.index()];
  const OpKind kind = program_.op(op).kind;
  if (kind == OpKind::Loop) about.quiet = false;
  if (kind == OpKind::For && strict(program_.operands(op)[2]).low < 1) about.quiet = false;
  for (std::uint32_t r = 0; r < program_.op(op).regions.count; ++r) {
    const Slice blocks = program_.region(program_.region(op, r)).blocks;
    for (std::uint32_t b = 0; b < blocks.count; ++b)
      for (const OpId inner : program_.ops(BlockId(blocks.first + b))) {
        const About &within = ops_[inner.index()];
        if (within.inTest) continue;
        about.speaks = about.speaks || within.speaks;
        about.hard = about.hard || within.hard;
        about.farthest = std::min(about.farthest, within.farthest);
        about.quiet = about.quiet && within.quiet;
      }
  }
  // A continue or break that is for a loop in here, or for this one, stops nothing behind it.
  about.stops = about.hard || about.farthest < op;
  if (about.stops) about.quiet = false;
  if (about.inTest) about.stops = false;
}

bool Structure::isAbsorbable(OpId op) const {
  if (program_.op(op).kind != OpKind::If || program_.op(op).results.count == 0) return false;
  for (std::uint32_t r = 0; r < 2; ++r) {
    const Slice blocks = program_.region(program_.region(op, r)).blocks;
    if (blocks.count != 1) return false;
    for (const OpId inner : program_.ops(BlockId(blocks.first))) {
      const OpKind kind = program_.op(inner).kind;
      if (kind == OpKind::Yield) continue;
      if (!tileir::info(kind).pure || program_.op(inner).regions.count != 0 || ops_[inner.index()].mayFail || isBoundless(kind))
        return false;
      for (std::uint32_t n = 0; n < program_.op(inner).results.count; ++n) {
        const Node result = nodes_.of(side_, program_.result(inner, n));
        if (nodes_.typeInfo(result).kind != TypeKind::Tile || !nodes_.typeInfo(result).shape.empty() || nodes_.flagged(result))
          return false;
        if (kind != OpKind::ShLI && kind != OpKind::ShRI) continue;
        const Interval by = strict(program_.operands(inner)[1]);
        if (by.low < 0 || by.high >= Wide(nodes_.width(result))) return false;
      }
    }
    const OpId last = program_.ops(BlockId(blocks.first)).back();
    if (program_.op(last).kind != OpKind::Yield || program_.operands(last).size() != program_.op(op).results.count) return false;
  }
  return true;
}

void Structure::number() {
  for (std::size_t b = 0; b < program_.data().blocks.size(); ++b) {
    std::uint32_t segment = 0, speaking = 0;
    for (const OpId op : program_.ops(BlockId(b))) {
      About &about = ops_[op.index()];
      about.segment = segment;
      about.speakNumber = speaking;
      if (about.stops) ++segment;
      if (about.speaks) ++speaking;
      about.absorbable = isAbsorbable(op);
    }
  }
}

void Structure::place() {
  // Ops are numbered in pre-order, so that the op around a block has its place before what the block holds.
  std::vector<Place> ofBlocks(program_.data().blocks.size());  // where what stands in a block stands; op invalid: in it
  const auto add = [&](BlockId block, OpId owner) {
    Place &place = ofBlocks[block.index()];
    if (owner.valid()) {
      const BlockId outer = program_.op(owner).block;
      depths_[block.index()] = depths_[outer.index()] + 1;
      if (absorbable(owner)) place = ofBlocks[outer.index()].op.valid() ? ofBlocks[outer.index()] : Place{outer, owner};
    }
    const Slice arguments = program_.block(block).arguments;
    for (std::uint32_t n = 0; n < arguments.count; ++n) places_[arguments.first + n] = {block, {}};
  };
  for (std::size_t f = 0; f < program_.functionCount(); ++f) add(program_.bodyOf(tileir::FunctionId(f)), {});
  for (std::size_t i = 0; i < program_.opCount(); ++i) {
    const OpId op(i);
    const Place &around = ofBlocks[program_.op(op).block.index()];
    for (std::uint32_t n = 0; n < program_.op(op).results.count; ++n)
      places_[program_.result(op, n).index()] = around.op.valid() ? around : Place{program_.op(op).block, op};
    for (std::uint32_t r = 0; r < program_.op(op).regions.count; ++r) {
      const Slice blocks = program_.region(program_.region(op, r)).blocks;
      for (std::uint32_t b = 0; b < blocks.count; ++b) add(BlockId(blocks.first + b), op);
    }
  }
}

std::span<const Structure::Said> Structure::said(BlockId block, std::uint32_t segment) const {
  const std::size_t at = firstSaid_[block.index()] + segment;
  if (at >= firstSaid_[block.index() + 1]) return {};
  return said_[at];
}

void Structure::collectSaid() {
  const std::size_t blocks = program_.data().blocks.size();
  firstSaid_.push_back(0);
  for (std::size_t b = 0; b < blocks; ++b) {
    const auto ops = program_.ops(BlockId(b));
    firstSaid_.push_back(firstSaid_.back() + (ops.empty() ? 1 : segment(ops.back()) + 1));
  }
  said_.resize(firstSaid_.back());
  // Backwards: what a body says in its first segment is known before the loop around it is met. How far out it may go is bounded,
  // so that each is looked at a bounded number of times.
  constexpr unsigned kFarthest = 8;
  std::vector<std::uint32_t> segments(program_.opCount());
  for (std::size_t i = program_.opCount(); i-- > 0;) {
    const OpId op(i);
    if (program_.op(op).kind != OpKind::Assume && !isDivision(op)) continue;
    BlockId block = program_.op(op).block;
    said_[firstSaid_[block.index()] + segment(op)].push_back({op, true});
    bool first = segment(op) == 0;
    for (unsigned n = 0; n < kFarthest && first; ++n) {
      const OpId loop = owner(block);
      if (!loop.valid() || !surelyTurns(loop)) break;
      const auto operands = program_.operands(op);
      const bool outside = std::all_of(operands.begin(), operands.end(), [&](ValueId operand) {
        const ValueId root = nodes_.value(nodes_.root(nodes_.of(side_, operand)));
        return depth(blockOf(root)) < depth(block);
      });
      if (!outside) break;
      block = program_.op(loop).block;
      said_[firstSaid_[block.index()] + segment(loop)].push_back({op, false});
      first = segment(loop) == 0;
    }
  }
}

}  // namespace tileport::certificate
