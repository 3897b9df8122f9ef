// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutate/loops.h"

namespace tileport::mutate {

using namespace tileir;

bool canBeLoop(Editing &e, TreeOp &op) {
  if (op.kind != OpKind::For) return false;
  const auto ends = terminatorsOf(op, OpKind::Continue);
  return ends.size() == 1 && ends[0]->block->owner == &op && terminatorsOf(op, OpKind::Return).empty() && e.live(op);
}

TreeOp &forAsLoop(Editing &e, TreeOp &op, std::uint64_t predicate) {
  const TypeId counted = op.operand(0)->type;
  TreeValue *upper = op.operand(1), *step = op.operand(2);
  OpWriter::Values start{op.operand(0)};
  const auto *carried = Editing::operands(op, "initValues");
  start.insert(start.end(), carried->begin(), carried->end());
  std::vector<TypeId> types;
  for (const TreeValue *value : start) types.push_back(value->type);
  const bool isUnsigned = e.tree.get(op, "unsignedCmp").valid();

  OpWriter w = e.before(op);
  TreeOp &loop = w.op(OpKind::Loop, {start}, types);
  // The body moves over as it is; its arguments are already index and carried values.
  loop.regions[0].blocks = std::move(op.regions[0].blocks);
  TreeBlock &body = *loop.regions[0].blocks[0];
  body.owner = &loop;
  TreeOp &end = *body.ops.back();
  OpWriter::Values current;
  for (const auto &argument : body.arguments) current.push_back(argument.get());

  w.at(body, 0);
  TreeValue *over = w.one(OpKind::CmpI, {{current[0]}, {upper}}, e.tree.tile({}, ScalarKind::I1),
                          {{"comparison_predicate", e.tree.enumerator(EnumKind::ComparisonPredicate, predicate)},
                           {"signedness", e.tree.enumerator(EnumKind::Signedness, isUnsigned ? 0 : 1)}});
  TreeOp &leaves = w.op(OpKind::If, {{over}}, {});
  w.enter(leaves, 0, {});
  w.op(OpKind::Break, {current}, {});
  w.leave();
  w.enter(leaves, 1, {});
  w.op(OpKind::Yield, {}, {});
  w.leave();

  w.before(end);
  TreeValue *next = w.one(OpKind::AddI, {{current[0]}, {step}}, counted);
  end.operands[0].insert(end.operands[0].begin(), next);
  std::vector<TreeValue *> results;
  for (std::size_t i = 0; i < op.results.size(); ++i) results.push_back(loop.result(i + 1));
  e.touch(loop);
  e.touch(*over->op);
  e.touch(*next->op);
  e.replace(op, results);
  return loop;
}

}  // namespace tileport::mutate
