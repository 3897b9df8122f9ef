// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/needs.h"

namespace tileport::certificate {

using tileir::OpId;
using tileir::OpKind;
using tileir::ValueId;

bool acts(OpKind kind) {
  const tileir::OpInfo &info = tileir::info(kind);
  return !info.pure && !info.recursiveEffects && kind != OpKind::Assume;
}

Needs::Needs(const tileir::Program &program)
    : program_(program), ops_(program.opCount()), values_(program.valueCount()), targets_(program.opCount()), exits_(program.opCount()) {
  findTargets();
  find();
}

void Needs::findTargets() {
  std::vector<OpId> around;
  for (std::size_t i = 0; i < program_.opCount(); ++i) {
    const OpId op(i);
    while (!around.empty() && program_.op(around.back()).subtreeEnd <= op) around.pop_back();
    const OpKind kind = program_.op(op).kind;
    OpId &target = targets_[i];
    if (kind == OpKind::Yield && !around.empty()) target = around.back();
    if (kind == OpKind::Break || kind == OpKind::Continue)
      for (auto it = around.rbegin(); it != around.rend() && !target.valid(); ++it)
        if (program_.op(*it).kind == OpKind::For || program_.op(*it).kind == OpKind::Loop) target = *it;
    if (target.valid()) exits_[target.index()].push_back(op);
    if (program_.op(op).regions.count != 0) around.push_back(op);
  }
}

void Needs::need(OpId op) {
  if (ops_[op.index()]) return;
  ops_[op.index()] = true;
  const OpKind kind = program_.op(op).kind;
  std::size_t count = program_.op(op).operands.count;
  if (kind == OpKind::For) count = 3;
  if (kind == OpKind::If) count = 1;
  if (kind == OpKind::Loop || kind == OpKind::Yield || kind == OpKind::Continue || kind == OpKind::Break) count = 0;
  for (std::size_t i = 0; i < count; ++i) need(program_.operands(op)[i]);
  for (const OpId exit : exits_[op.index()]) {
    need(exit);
    if (kind == OpKind::Reduce || kind == OpKind::Scan)
      for (const ValueId operand : program_.operands(exit)) need(operand);
  }
  if (const OpId around = owner(program_.op(op).block); around.valid()) need(around);
}

void Needs::need(ValueId value) {
  if (values_[value.index()]) return;
  values_[value.index()] = true;
  pending_.push_back(value);
}

void Needs::needSlot(OpId op, std::size_t slot) {
  const std::size_t initial = slot + (program_.op(op).kind == OpKind::For ? 3 : 0);
  if (initial < program_.operands(op).size()) need(program_.operands(op)[initial]);
  for (const OpId exit : exits_[op.index()])
    if (program_.op(exit).kind == OpKind::Continue && slot < program_.operands(exit).size()) need(program_.operands(exit)[slot]);
}

void Needs::find() {
  for (std::size_t i = 0; i < program_.opCount(); ++i) {
    const OpId op(i);
    const OpKind kind = program_.op(op).kind;
    const bool jumps = kind == OpKind::Break || (kind == OpKind::Continue && owner(program_.op(op).block) != target(op));
    if ((acts(kind) && kind != OpKind::Yield && kind != OpKind::Continue) || jumps || kind == OpKind::Loop) need(op);
  }
  while (!pending_.empty()) {
    const tileir::Value value = program_.value(pending_.back());
    pending_.pop_back();
    const OpId op = value.op.valid() ? value.op : owner(value.block);
    if (!op.valid()) continue;
    need(op);
    const OpKind kind = program_.op(op).kind;
    if (kind == OpKind::For) {
      if (value.op.valid()) needSlot(op, value.index);
      else if (value.index > 0) needSlot(op, value.index - 1);
    } else if (kind == OpKind::Loop && !value.op.valid()) {
      needSlot(op, value.index);
    } else if (kind == OpKind::Loop || kind == OpKind::If) {
      const OpKind leaver = kind == OpKind::Loop ? OpKind::Break : OpKind::Yield;
      for (const OpId exit : exits_[op.index()])
        if (program_.op(exit).kind == leaver && value.index < program_.operands(exit).size()) need(program_.operands(exit)[value.index]);
    }
  }
}

}  // namespace tileport::certificate
