// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is assumed and what may fail must be so on both sides: in the same segment (Structure) or before.
#include <algorithm>

#include "certificate/replay.h"

namespace tileport::certificate {

using tileir::OpId;
using tileir::OpKind;

/// From here on both sides have said what they say in the segment that begins.
void Replay::activate() {
  const OpenBlock &top = scopes_.top();
  for (std::size_t side = 0; side < 2; ++side)
    for (const Structure::Said &said : structure(side).said(top.blocks[side], top.segment)) {
      const auto operands = program(side).operands(said.op);
      const bool divides = structure(side).isDivision(said.op);
      if (divides || structure(side).needed(said.op)) classes_.say(static_cast<Side>(side), node(side, operands[divides ? 1 : 0]), said.op);
    }
}

std::string Replay::checkSegment() {
  const OpenBlock &top = scopes_.top();
  for (std::size_t side = 0; side < 2; ++side)
    for (const Structure::Said &said : structure(side).said(top.blocks[side], top.segment)) {
      if (!said.own) continue;
      if (!structure(side).isDivision(said.op)) {
        if (structure(side).needed(said.op)) checkAssume(static_cast<Side>(side), said.op);
      } else if (structure(side).mayFail(said.op) && !failsThere(static_cast<Side>(side), said.op)) {
        return nameAndLine(program(side), said.op) + " of the " + (side == 0 ? "reference" : "port") +
               " may fail, and nothing fails alike on the other side at that point or before";
      }
    }
  return {};
}

void Replay::checkAssume(Side side, OpId op) {
  const std::size_t own = static_cast<std::size_t>(side), other = 1 - own;
  const Node value = node(own, program(own).operands(op)[0]), root = nodes_.root(value);
  const Node constant = classes_.constantOf(value);
  std::optional<std::int64_t> number;
  if (constant != kNoNode) number = static_cast<std::int64_t>(world_.intervals.of(constant).strict.low);
  Facts wanted;
  wanted.add(program(own), op);
  if (nodes_.width(root) != 0) wanted.drop(world_.intervals.of(root).strict, number);
  if (wanted.empty()) return;
  Facts said;
  const bool found = classes_.anySaid(static_cast<Side>(other), value, [&](OpId there) {
    if (!world_.effort.spend(1)) return true;
    if (program(other).op(there).kind == OpKind::Assume) said.add(program(other), there);
    return said.implies(wanted);
  });
  if (found) return;
  const std::string what = nameAndLine(program(own), op) + " of the " + (own == 0 ? "reference" : "port") + " says " + toText(wanted) +
                           ", the other side " + toText(said) + " up to there";
  except(Exception::Kind::Assume, own == 0 ? op : OpId(), own == 1 ? op : OpId(), what);
}

/// A division of the other side by the same divisor: it fails if this one does. If this one may also fail by its dividend, of the
/// same dividend.
bool Replay::failsThere(Side side, OpId op) {
  const std::size_t own = static_cast<std::size_t>(side), other = 1 - own;
  const auto signOf = [&](std::size_t s, OpId division) { return nodes_.ordinal(node(s, program(s).result(division, 0)), "signedness"); };
  const Node dividend = node(own, program(own).operands(op)[0]), divisor = node(own, program(own).operands(op)[1]);
  const bool byZeroAlone = structure(own).cannotOverflow(op);
  return classes_.anySaid(static_cast<Side>(other), divisor, [&](OpId there) {
    if (!world_.effort.spend(1)) return false;
    if (!structure(other).isDivision(there) || !classes_.equal(node(other, program(other).operands(there)[1]), divisor)) return false;
    if (byZeroAlone) return true;
    return signOf(own, op) == signOf(other, there) && classes_.equal(node(other, program(other).operands(there)[0]), dividend);
  });
}

/// By the assume ops over a value that something needs.
Facts Replay::factsOf(Node node, const Interval &known, std::optional<std::int64_t> constant) {
  Facts facts;
  while (nodes_.isResult(node) && !nodes_.isTerm(node) && nodes_.kind(node) == OpKind::Assume && world_.effort.spend(1)) {
    const std::size_t side = static_cast<std::size_t>(nodes_.side(node));
    if (structure(side).needed(nodes_.op(node))) facts.add(program(side), nodes_.op(node));
    node = nodes_.operand(node, 0);
  }
  if (!facts.empty()) facts.drop(known, constant);
  return facts;
}

void Replay::compareFacts(Node a, OpId opOfA, Node b, OpId opOfB) {
  // Most operands are no assume ops at all.
  if (nodes_.root(a) == a && nodes_.root(b) == b) return;
  Interval known{INT64_MIN, INT64_MAX};
  std::optional<std::int64_t> constant;
  if (nodes_.width(a) != 0) {
    // Both hold: the two are equal.
    const Interval x = world_.intervals.of(nodes_.root(a)).strict, y = world_.intervals.of(nodes_.root(b)).strict;
    known = {std::max(x.low, y.low), std::min(x.high, y.high)};
    if (const Node number = classes_.constantOf(a); number != kNoNode)
      constant = static_cast<std::int64_t>(world_.intervals.of(number).strict.low);
  }
  Facts x = factsOf(a, known, constant), y = factsOf(b, known, constant);
  if (x == y) return;
  // Where values are equal by a rule, the fact may be said of another one of the same: here or before.
  Facts wholeX = x, wholeY = y;
  for (const auto &[node, facts] : {std::pair{a, &wholeX}, std::pair{b, &wholeY}}) {
    const auto side = nodes_.side(node);
    classes_.anySaid(side, node, [&](OpId there) {
      const tileir::Program &own = program(static_cast<std::size_t>(side));
      if (own.op(there).kind == OpKind::Assume) facts->add(own, there);
      return !world_.effort.spend(1);
    });
    facts->drop(known, constant);
  }
  const Node rootA = nodes_.root(a), rootB = nodes_.root(b);
  const bool alike = (!nodes_.isResult(rootA) && !nodes_.isResult(rootB)) || rewriting_.sameOp(rootA, rootB);
  if (!alike && wholeX == wholeY) return;
  const auto sideText = [&](Node node) { return nodes_.side(node) == Side::Reference ? " in the reference" : " in the port"; };
  const bool swapped = nodes_.side(a) == Side::Port && nodes_.side(b) == Side::Reference;
  const auto opOn = [&](Side side) {
    if (nodes_.side(a) == side && opOfA.valid()) return opOfA;
    return nodes_.side(b) == side ? opOfB : OpId();
  };
  const std::string left = toText(x) + sideText(a), right = toText(y) + sideText(b);
  except(
      Exception::Kind::Fact, opOn(Side::Reference), opOn(Side::Port),
      "of " + nodes_.describe(nodes_.root(swapped ? b : a)) + " is known: " + (swapped ? right : left) + ", " + (swapped ? left : right));
}

void Replay::except(Exception::Kind kind, OpId reference, OpId port, const std::string &what) {
  if (told_.emplace(kind, reference, port, what).second) checked_.exceptions.push_back({kind, reference, port, what});
}

}  // namespace tileport::certificate
