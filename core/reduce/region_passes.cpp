// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <iterator>

#include "reduce/passes.h"

namespace tileport::reduce {

using namespace tileir;

namespace {

/// If and loops, the innermost first.
std::vector<TreeOp *> regionOps(Tree &tree) {
  std::vector<TreeOp *> found;
  tree.walk([&](TreeOp &op) {
    if (op.kind == OpKind::If || op.kind == OpKind::For || op.kind == OpKind::Loop) found.push_back(&op);
  });
  std::reverse(found.begin(), found.end());
  return found;
}

/// What the arguments of a loop's body are in its first turn.
std::vector<TreeValue *> firstTurn(const TreeOp &op) {
  if (op.kind == OpKind::If) return {};
  std::vector<TreeValue *> values;
  if (op.kind == OpKind::For) values.push_back(op.operand(0));
  const auto &initial = op.operands[op.kind == OpKind::For ? 3 : 0];
  values.insert(values.end(), initial.begin(), initial.end());
  return values;
}

/// Whether control goes on behind the op when it comes to the end of its region.
bool goesOn(OpKind owner, OpKind terminator) {
  switch (owner) {
    case OpKind::If: return terminator == OpKind::Yield;
    case OpKind::For: return terminator == OpKind::Continue;
    case OpKind::Loop: return terminator == OpKind::Break;
    default: return false;
  }
}

bool anyUsed(Tree &tree, const TreeOp &op) {
  return std::any_of(op.results.begin(), op.results.end(), [&](const auto &result) { return tree.uses(result.get()) > 0; });
}

/// The block in the place of its owner: one arm of an if, one turn of a loop. Where the block ends in what leads elsewhere, that
/// becomes the end of the block around, and what stood behind goes.
bool inlineBlock(Tree &tree, TreeOp &op, std::size_t region) {
  if (region >= op.regions.size() || op.regions[region].blocks.empty()) return false;
  TreeBlock &block = *op.regions[region].blocks.front();
  TreeBlock &around = *op.block;
  if (block.ops.empty()) return false;
  const auto initial = firstTurn(op);
  if (initial.size() != block.arguments.size()) return false;
  std::unique_ptr<TreeOp> last = Tree::take(*block.ops.back());
  const bool on = goesOn(op.kind, last->kind);
  const bool endless = op.kind == OpKind::Loop && last->kind == OpKind::Continue;
  if ((on && last->operands[0].size() != op.results.size()) || (endless && anyUsed(tree, op))) {
    Tree::insert(block, block.ops.size(), std::move(last));
    return false;
  }
  // The end of the block, which is in no block now, may give an argument.
  if (on)
    for (std::size_t n = 0; n < op.results.size(); ++n) tree.replaceUses(op.result(n), last->operand(0, n));
  std::vector<std::unique_ptr<TreeOp>> inner = std::move(block.ops);
  block.ops.clear();
  const std::size_t at = Tree::position(op);
  if (!on && !endless) {
    around.ops.resize(at + 1);
    Tree::insert(around, around.ops.size(), std::move(last));
  }
  for (auto &each : inner) each->block = &around;
  around.ops.insert(around.ops.begin() + static_cast<std::ptrdiff_t>(at + 1), std::make_move_iterator(inner.begin()),
                    std::make_move_iterator(inner.end()));
  for (std::size_t n = 0; n < initial.size(); ++n) tree.replaceUses(block.arguments[n].get(), initial[n]);
  Tree::take(op);
  return true;
}

bool dropElse(TreeOp &op) {
  if (op.kind != OpKind::If || !op.results.empty() || op.regions[1].blocks.empty()) return false;
  op.regions[1].blocks.clear();
  return true;
}

/// An arm that leads out of a loop or entry gives nothing instead, so that what is around it can go.
bool endsInYield(TreeOp &op, std::size_t region) {
  if (op.kind != OpKind::If || !op.results.empty() || op.regions[region].blocks.empty()) return false;
  TreeOp &last = *op.regions[region].blocks.front()->ops.back();
  if (last.kind == OpKind::Yield) return false;
  last.kind = OpKind::Yield;
  last.operands.assign(1, {});
  return true;
}

enum Way : unsigned { kFirstRegion, kElseRegion, kNoElse, kThenYields, kElseYields, kWays };

bool flatten(Tree &tree, std::size_t, std::size_t first, std::size_t, unsigned variant) {
  TreeOp &op = *regionOps(tree)[first];
  switch (variant) {
    case kNoElse: return dropElse(op);
    case kThenYields: return endsInYield(op, 0);
    case kElseYields: return endsInYield(op, 1);
    default: return inlineBlock(tree, op, variant);
  }
}

}  // namespace

Pass flattenRegions() {
  return {"flatten regions", kWays, [](Tree &tree, std::size_t) { return regionOps(tree).size(); }, flatten, 0, false};
}

}  // namespace tileport::reduce
