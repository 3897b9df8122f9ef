// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/tokens.h"

#include <unordered_set>

#include "align/graph.h"

namespace tileport::align {

using tileir::OpId;
using tileir::OpKind;
using tileir::ValueId;

void TokenOrder::sourcesOf(ValueId value, std::vector<ValueId> &next, std::set<OpId> &found) const {
  const tileir::Value &v = program_.value(value);
  const OpId op = v.op.valid() ? v.op : program_.region(program_.block(v.block).region).op;
  if (!op.valid()) return;  // an argument of an entry
  const OpKind kind = program_.op(op).kind;
  const auto operand = [&](std::size_t n) {
    if (n < program_.operands(op).size()) next.push_back(program_.operands(op)[n]);
  };
  const auto exits = [&](OpKind leaver, std::size_t n) {
    for (OpId exit : liveness_.exits(op))
      if (program_.op(exit).kind == leaver && n < program_.operands(exit).size()) next.push_back(program_.operands(exit)[n]);
  };
  if (v.op.valid()) {
    if (kind == OpKind::MakeToken) return;
    if (kind == OpKind::JoinTokens) {
      for (std::size_t i = 0; i < program_.operands(op).size(); ++i) operand(i);
    } else if (kind == OpKind::For) {
      operand(3 + v.index);
      exits(OpKind::Continue, v.index);
    } else if (kind == OpKind::Loop) {
      exits(OpKind::Break, v.index);
    } else if (kind == OpKind::If) {
      exits(OpKind::Yield, v.index);
    } else {
      found.insert(op);
    }
    return;
  }
  if (kind == OpKind::For && v.index == 0) return;
  const std::size_t slot = kind == OpKind::For ? v.index - 1 : v.index;
  operand(kind == OpKind::For ? 3 + slot : slot);
  exits(OpKind::Continue, slot);
}

std::set<OpId> TokenOrder::before(OpId op, std::uint64_t &steps) const {
  std::set<OpId> found;
  std::vector<ValueId> next;
  std::unordered_set<ValueId> seen;
  // A join orders nothing by itself, and a loop only carries tokens round.
  for (ValueId value : program_.operands(op))
    if (isToken(program_, value)) next.push_back(value);
  while (!next.empty()) {
    const ValueId value = next.back();
    next.pop_back();
    ++steps;
    if (seen.insert(value).second) sourcesOf(value, next, found);
  }
  return found;
}

std::set<OpId> TokenOrder::allBefore(OpId op, std::uint64_t &steps) const {
  std::set<OpId> all;
  std::vector<OpId> next{op};
  while (!next.empty()) {
    const OpId current = next.back();
    next.pop_back();
    for (OpId earlier : before(current, steps))
      if (all.insert(earlier).second) next.push_back(earlier);
  }
  return all;
}

}  // namespace tileport::align
