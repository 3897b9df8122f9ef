// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/liveness.h"

namespace tileport::align {

using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::ValueId;

namespace {

/// How many operands of a `for` come before its initial values.
std::uint32_t controlOperands(OpKind kind) { return kind == OpKind::For ? 3 : kind == OpKind::If ? 1 : 0; }

}  // namespace

bool isToken(const Program &program, ValueId value) { return program.type(program.value(value).type).kind == tileir::TypeKind::Token; }

Liveness::Liveness(const Program &program, const CountedLoops &counted)
    : program_(program),
      counted_(counted),
      ops_(program.opCount()),
      values_(program.valueCount()),
      effectful_(program.opCount()),
      targets_(program.opCount()) {
  findExits();
  findEffects();
  for (std::size_t i = 0; i < program.opCount(); ++i)
    if (effectful_[i]) mark(OpId(i));
  propagate();
}

void Liveness::findExits() {
  std::vector<OpId> around;  // the ops whose regions the current op is in, innermost last
  for (std::size_t i = 0; i < program_.opCount(); ++i) {
    const OpId op{i};
    while (!around.empty() && program_.op(around.back()).subtreeEnd <= op) around.pop_back();
    if (counted_.isTest(op)) continue;  // no exit of what is seen as a `for`
    const OpKind kind = program_.op(op).kind;
    if (kind == OpKind::Yield && !around.empty()) targets_[i] = around.back();
    if (kind == OpKind::Break || kind == OpKind::Continue)
      for (auto it = around.rbegin(); it != around.rend() && !targets_[i].valid(); ++it)
        if (isLoop(program_.op(*it).kind)) targets_[i] = *it;
    if (program_.op(op).regions.count != 0) around.push_back(op);
  }
  exits_ = FlatLists<OpId>(program_.opCount(), [this](auto emit) {
    for (std::size_t i = 0; i < targets_.size(); ++i)
      if (targets_[i].valid()) emit(targets_[i].index(), OpId(i));
  });
}

void Liveness::findEffects() {
  // Backwards, so that the ops in a region are known before the op that owns it.
  for (std::size_t i = program_.opCount(); i-- > 0;) {
    const OpId op{i};
    const tileir::OpInfo &info = tileir::info(program_.op(op).kind);
    const OpKind kind = program_.op(op).kind;
    if (kind == OpKind::Yield || kind == OpKind::Continue || kind == OpKind::Assume || counted_.isTest(op)) continue;
    if (!info.pure && !info.recursiveEffects) effectful_[i] = true;
    if (!effectful_[i]) continue;
    const OpId owner = program_.region(program_.block(program_.op(op).block).region).op;
    if (owner.valid()) effectful_[owner.index()] = true;
  }
  // A continue in the middle of a body decides what runs: the ifs around it have that effect.
  for (std::size_t i = 0; i < program_.opCount(); ++i) {
    if (program_.op(OpId(i)).kind != OpKind::Continue || !targets_[i].valid()) continue;
    OpId owner = program_.region(program_.block(program_.op(OpId(i)).block).region).op;
    while (owner.valid() && owner != targets_[i]) {
      effectful_[owner.index()] = true;
      owner = program_.region(program_.block(program_.op(owner).block).region).op;
    }
  }
}

void Liveness::mark(OpId op) {
  if (ops_[op.index()]) return;
  ops_[op.index()] = true;
  const OpKind kind = program_.op(op).kind;
  std::uint32_t count = program_.op(op).operands.count;
  if (isLoop(kind) || kind == OpKind::If) count = controlOperands(kind);
  if (kind == OpKind::Yield || kind == OpKind::Continue || kind == OpKind::Break) count = 0;  // by slot, on demand
  for (std::uint32_t i = 0; i < count; ++i) mark(program_.operands(op)[i]);
  if (const CountedLoop *counted = counted_.of(op)) markCounted(*counted);
  // What ends its regions is as alive as the op itself; a reduction needs all that its region yields.
  for (OpId exit : exits_[op.index()]) {
    mark(exit);
    if (kind == OpKind::Reduce || kind == OpKind::Scan)
      for (ValueId operand : program_.operands(exit)) mark(operand);
  }
  const OpId owner = program_.region(program_.block(program_.op(op).block).region).op;
  if (owner.valid()) mark(owner);
}

void Liveness::mark(ValueId value) {
  if (values_[value.index()] || isToken(program_, value)) return;
  values_[value.index()] = true;
  pending_.push_back(value);
}

/// What takes the place of the bounds and the step of a `for`.
void Liveness::markCounted(const CountedLoop &counted) {
  mark(program_.operands(counted.loop)[counted.index]);
  mark(program_.result(counted.compare, 0));
  for (const OpId addition : counted.additions) mark(program_.result(addition, 0));
}

std::optional<std::uint32_t> Liveness::slotOfResult(OpId op, std::uint32_t result) const {
  const CountedLoop *counted = counted_.of(op);
  return counted ? counted->given[result] : std::optional(result);
}

/// What a loop that counts gives is what it carries, or came in.
void Liveness::markResult(OpId op, std::uint32_t result) {
  if (const auto slot = slotOfResult(op, result)) return markSlot(op, *slot);
  mark(program_.operands(counted_.of(op)->leave)[result]);
}

void Liveness::markSlot(OpId op, std::uint32_t slot) {
  const tileir::Op &loop = program_.op(op);
  const std::uint32_t init = controlOperands(loop.kind) + slot;
  if (init < loop.operands.count) mark(program_.operands(op)[init]);
  for (OpId exit : exits_[op.index()])
    if ((loop.kind == OpKind::For || program_.op(exit).kind == OpKind::Continue) && slot < program_.operands(exit).size())
      mark(program_.operands(exit)[slot]);
}

void Liveness::propagate() {
  while (!pending_.empty()) {
    const tileir::Value value = program_.value(pending_.back());
    pending_.pop_back();
    const OpId op = value.op.valid() ? value.op : program_.region(program_.block(value.block).region).op;
    if (!op.valid()) continue;  // an argument of an entry
    mark(op);
    const OpKind kind = program_.op(op).kind;
    const OpKind leaver = kind == OpKind::Loop ? OpKind::Break : OpKind::Yield;
    if (value.op.valid()) {
      if (counts(op)) markResult(op, value.index);
      else if (kind == OpKind::Loop || kind == OpKind::If)
        for (OpId exit : exits_[op.index()])
          if (program_.op(exit).kind == leaver && value.index < program_.operands(exit).size()) mark(program_.operands(exit)[value.index]);
    } else if (kind == OpKind::Loop) {
      markSlot(op, value.index);
    } else if (kind == OpKind::For && value.index > 0) {
      markSlot(op, value.index - 1);
    }
  }
}

std::vector<std::uint32_t> Liveness::liveSlots(OpId op) const {
  const tileir::Op &loop = program_.op(op);
  std::vector<std::uint32_t> slots;
  if (loop.kind == OpKind::If) return liveResults(op);
  if (!isLoop(loop.kind)) return slots;
  // Readers check neither that a loop's body takes what the loop carries nor that it yields as much.
  const tileir::BlockId body = program_.block(program_.region(op, 0), 0);
  const std::uint32_t first = loop.kind == OpKind::For ? 1 : 0;
  const std::uint32_t arguments = program_.block(body).arguments.count;
  for (std::uint32_t slot = 0; slot + controlOperands(loop.kind) < loop.operands.count && first + slot < arguments; ++slot) {
    const ValueId argument = program_.argument(body, first + slot);
    if (counted_.of(op) && counted_.of(op)->index == slot) continue;
    bool resultLive = false;
    for (std::uint32_t i = 0; counts(op) && i < loop.results.count; ++i)
      resultLive |= slotOfResult(op, i) == slot && live(program_.result(op, i));
    if (!isToken(program_, argument) && (live(argument) || resultLive)) slots.push_back(slot);
  }
  return slots;
}

std::vector<std::uint32_t> Liveness::liveResults(OpId op) const {
  std::vector<std::uint32_t> list;
  for (std::uint32_t i = 0; i < program_.op(op).results.count; ++i)
    if (const ValueId result = program_.result(op, i); !isToken(program_, result) && live(result)) list.push_back(i);
  return list;
}

}  // namespace tileport::align
