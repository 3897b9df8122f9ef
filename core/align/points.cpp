// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/points.h"

#include <algorithm>

namespace tileport::align {

using tileir::BlockId;
using tileir::OpId;
using tileir::OpKind;
using tileir::Program;

namespace {

bool waitsForTokens(const Program &program, OpId op) {
  const auto operands = program.operands(op);
  return std::any_of(operands.begin(), operands.end(), [&](tileir::ValueId value) { return isToken(program, value); });
}

/// Ops that no op with an effect passes: an assert may end the kernel, and a wait for another kernel that gives its order to
/// nobody by a token must be taken to give it to all.
bool isFence(const Program &program, OpId op) {
  const OpKind kind = program.op(op).kind;
  if (kind == OpKind::GdcWaitTko || kind == OpKind::GdcLaunchDependentsTko) return !waitsForTokens(program, op);
  return kind == OpKind::Assert;
}

bool leavesBlocks(OpKind kind) {
  return kind == OpKind::Return || kind == OpKind::Break || kind == OpKind::Continue || kind == OpKind::Assert;
}

}  // namespace

Points::Points(const Graph &reference, const Graph &port, const MatchResult &match)
    : matching_(match.matching), left_(classify(reference)), right_(classify(port)) {
  for (const BlockPair &pair : match.blocks)
    left_.sharedBlocks[pair.reference.index()] = right_.sharedBlocks[pair.port.index()] = pair.reference;
  findLast(true);
  findLast(false);
}

Points::Side Points::classify(const Graph &graph) {
  const Program &program = graph.program();
  const std::vector<bool> none(program.opCount());
  Side side{graph, none, none, none, {}, {}, std::vector<BlockId>(program.data().blocks.size())};
  const auto ownerOf = [&](OpId op) { return program.region(program.block(program.op(op).block).region).op; };
  for (std::size_t i = 0; i < program.opCount(); ++i) {
    const OpId op{i};
    const OpKind kind = program.op(op).kind;
    const auto passOn = [&](OpId from, std::vector<bool> &what) {
      for (OpId at = from; at.valid() && !what[at.index()]; at = ownerOf(at)) what[at.index()] = true;
    };
    if (leavesBlocks(kind) && !graph.counted().isTest(op))
      for (OpId owner = ownerOf(op), target = graph.liveness().target(op); owner.valid() && owner != target; owner = ownerOf(owner))
        side.leaves[owner.index()] = true;
    if (isFence(program, op)) side.leaves[op.index()] = true;
    if (kind == OpKind::Loop && !graph.counted().of(op)) passOn(op, side.endless);
    // Nothing but the text gives these an order: the tokens of a print may order it after nothing, and what is printed is seen
    // in its order.
    if (kind == OpKind::PrintTko || isFence(program, op)) passOn(op, side.speaks);
  }
  return side;
}

ClassId Points::shared(bool left, OpId op) const {
  if (!op.valid()) return {};
  const ClassId id = side(left).graph.classOf(op);
  if (!id.valid()) return {};
  if (!left) return matching_.referenceOf(id);
  return matching_.portOf(id).valid() ? id : ClassId();
}

/// Whether what stands behind an op may not run, as far as the two sides agree on it.
bool Points::stopsBoth(bool left, OpId op) const {
  const Side &own = side(left), &other = side(!left);
  const ClassId reference = shared(left, op);
  if (!reference.valid()) return false;
  if (own.leaves[op.index()]) return true;
  const OpId there = other.graph[left ? matching_.portOf(reference) : reference].op;
  return own.endless[op.index()] && there.valid() && other.endless[there.index()];
}

void Points::findLast(bool left) {
  Side &own = left ? left_ : right_;
  const Program &program = own.graph.program();
  own.lastBefore.resize(program.opCount());
  own.lastStop.resize(program.opCount());
  for (std::size_t b = 0; b < program.data().blocks.size(); ++b) {
    OpId lastStopping, lastSpeaking;
    for (OpId op : program.ops(BlockId(b))) {
      const bool stops = stopsBoth(left, op), speaks = own.speaks[op.index()];
      own.lastStop[op.index()] = lastStopping;
      own.lastBefore[op.index()] = stops || speaks ? lastSpeaking : lastStopping;
      if (stops) lastStopping = op;
      if (stops || (speaks && shared(left, op).valid())) lastSpeaking = op;
    }
  }
}

std::string nameAndLine(const Program &program, OpId op) {
  return std::string(tileir::info(program.op(op).kind).mnemonic) + " in line " +
         std::to_string(program.listing().opLines[op.index()].first + 1);
}

}  // namespace tileport::align
