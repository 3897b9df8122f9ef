// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is passed on by continue, break and yield ops, and what follows of it for loops and ifs as a whole.
#include <algorithm>

#include "certificate/replay.h"

namespace tileport::certificate {

using tileir::OpId;
using tileir::OpKind;
using tileir::ValueId;

std::string Replay::exit(const Step &step, const Ops &ops) {
  const OpKind kind = program(0).op(ops[0]).kind;
  if (std::string refusal = compareSlots(ops, step.slots, 0); !refusal.empty()) return refusal;
  const OpId target = structure(0).target(ops[0]);
  const auto at = std::find_if(frames_.rbegin(), frames_.rend(), [&](const Frame &frame) { return frame.ops[0] == target; });
  if (!target.valid() || at == frames_.rend() || at->ops[1] != structure(1).target(ops[1]))
    return "the two do not end the same loop or region";
  Frame &frame = *at;
  record(frame, ops);
  if (kind == OpKind::Break) return {};  // the results of the loop are compared when it is left
  if (frame.kind == OpKind::Reduce || frame.kind == OpKind::Scan) {
    const auto left = program(0).operands(ops[0]), right = program(1).operands(ops[1]);
    if (left.size() != right.size()) return "the two yield different numbers of values";
    for (std::size_t n = 0; n < left.size(); ++n)
      if (std::string refusal = compareOperand(ops, left[n], right[n]); !refusal.empty()) return refusal;
    return {};
  }
  if (std::string refusal = compareSlots(ops, frame.slots, 0); !refusal.empty()) return refusal;
  if (kind != OpKind::Continue) return {};
  frame.continued = true;
  return keepInvariants(frame, ops);
}

std::string Replay::keepInvariants(const Frame &frame, const Ops &ops) {
  for (const Invariant &invariant : frame.invariants) {
    world_.effort.spend(1);
    const std::size_t side = static_cast<std::size_t>(invariant.side);
    const auto operands = program(side).operands(ops[side]);
    if (invariant.slot >= operands.size() || !classes_.equal(node(side, operands[invariant.slot]), invariant.outside))
      return "a value that was taken to stay as it is does not";
  }
  return {};
}

void Replay::record(Frame &frame, const Ops &ops) {
  Exit exit;
  exit.kind = program(0).op(ops[0]).kind;
  for (std::size_t side = 0; side < 2; ++side) recordSide(exit, frame, side, ops[side]);
  frame.exits.push_back(std::move(exit));
}

void Replay::recordSide(Exit &exit, const Frame &frame, std::size_t side, OpId op) {
  const tileir::Program &from = program(side);
  const bool carries = frame.kind == OpKind::For || frame.kind == OpKind::Loop;
  const tileir::BlockId body = from.block(from.region(frame.ops[side], 0), 0);
  const std::size_t first = carries ? firstCarried(side, frame.ops[side]) : 0;
  std::size_t slot = 0;
  for (const ValueId operand : from.operands(op)) {
    const Node passed = node(side, operand);
    exit.roots[side].push_back(classes_.find(passed));
    exit.outermost[side].push_back(classes_.outermost(passed));
    const bool isCarried = carries && exit.kind == OpKind::Continue && first + slot < from.block(body).arguments.count;
    exit.itself[side].push_back(isCarried && classes_.equal(passed, node(side, from.argument(body, first + slot))));
    ++slot;
  }
}

std::string Replay::unchanged(Node a, Node b) {
  a = nodes_.root(a);
  if (!nodes_.isValue(a) || nodes_.type(a) != nodes_.type(b)) return "only a value can stay as it is, and only one of the same type";
  return nodes_.op(a).valid() ? unchangedResult(a, b) : unchangedArgument(a, b);
}

std::string Replay::unchangedArgument(Node a, Node b) {
  const Side side = nodes_.side(a);
  const std::size_t s = static_cast<std::size_t>(side);
  Frame &frame = frames_.back();
  const tileir::Value &value = program(s).value(nodes_.value(a));
  const bool carries = frame.kind == OpKind::For || frame.kind == OpKind::Loop;
  if (!carries || !frame.ops[s].valid() || !scopes_.top().open || value.block != scopes_.top().blocks[s])
    return "the value is not carried by the loop that is open";
  if (countingArgument(s, frame.ops[s]) == value.index) return "the value that a loop counts does change";
  if (frame.continued) return "a turn was ended before";
  if (!scopes_.visible(b) || scopes_.depth(b) >= scopes_.depth(a)) return "the other value is not from outside of the loop";
  const bool isFor = program(s).op(frame.ops[s]).kind == OpKind::For;
  const std::size_t slot = value.index - (isFor ? 1 : 0), initial = slot + (isFor ? 3 : 0);
  const auto operands = program(s).operands(frame.ops[s]);
  if (initial >= operands.size() || !classes_.equal(node(s, operands[initial]), b)) return "the value does not come in as the other one";
  frame.invariants.push_back({side, slot, b});
  return unite(a, b) ? std::string() : "the two have different types";
}

std::string Replay::unchangedResult(Node a, Node b) {
  const std::size_t s = static_cast<std::size_t>(nodes_.side(a));
  const OpId op = nodes_.op(a);
  const OpKind kind = program(s).op(op).kind;
  const bool counts = kind == OpKind::For || structure(s).counted(op);
  const auto carried = counts ? slotOfResult(s, op, program(s).value(nodes_.value(a)).index) : std::nullopt;
  if (counts && !carried) return "the loop does not give what it carries";
  const std::size_t n = counts ? *carried : program(s).value(nodes_.value(a)).index;
  const Frame &frame = frames_.back();
  const bool here = frame.ops[s] == op && op.valid() && !scopes_.top().open;
  const auto left = left_.find({s, op});
  if (!here && (left == left_.end() || !scopes_.visible(a))) return "the value is no result of a loop or an if that is done";
  if (kind != OpKind::For && kind != OpKind::Loop && kind != OpKind::If) return "the value is no result of a loop or an if";
  if (!scopes_.visible(b)) return "the other value is not seen here";
  const std::uint32_t depth = structure(s).depth(program(s).op(op).block);
  if (counts) {
    const auto operands = program(s).operands(op);
    const std::size_t initial = n + (kind == OpKind::For ? 3 : 0);
    if (initial >= operands.size() || !classes_.equal(node(s, operands[initial]), b)) return "the value does not come in as the other one";
  }
  for (const Exit &exit : here ? frame.exits : left->second) {
    world_.effort.spend(1);
    if (!counts && kind == OpKind::Loop && exit.kind != OpKind::Break) continue;
    if (n >= exit.roots[s].size()) return "the value is not passed on";
    if (counts && exit.itself[s][n]) continue;
    const Node outermost = exit.outermost[s][n];
    if (scopes_.depth(outermost) > depth || !classes_.equal(outermost, b)) return "the value is not always the other one";
  }
  return unite(a, b) ? std::string() : "the two have different types";
}

}  // namespace tileport::certificate
