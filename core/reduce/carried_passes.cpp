// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "reduce/editor.h"
#include "reduce/passes.h"

namespace tileport::reduce {

using namespace tileir;

namespace {

enum class Part : std::uint8_t {
  Carried,  ///< a value that a loop hands from turn to turn; of a for also its result
  Result,   ///< of a loop or an if
  Folded,   ///< an operand of reduce or scan, with its result
};

struct Site {
  TreeOp *op;
  Part part;
  std::size_t n;
};

/// Those of one op from the last to the first.
std::vector<Site> sitesOf(Tree &tree) {
  std::vector<Site> found;
  const auto add = [&](TreeOp &op, Part part, std::size_t count) {
    for (std::size_t n = 0; n < count; ++n) found.push_back({&op, part, n});
  };
  tree.walk([&](TreeOp &op) {
    if (op.kind == OpKind::For) add(op, Part::Carried, op.results.size());
    if (op.kind == OpKind::Loop) add(op, Part::Carried, op.operands[0].size());
    if (op.kind == OpKind::If || op.kind == OpKind::Loop) add(op, Part::Result, op.results.size());
    if ((op.kind == OpKind::Reduce || op.kind == OpKind::Scan) && op.results.size() > 1) add(op, Part::Folded, op.results.size());
  });
  std::reverse(found.begin(), found.end());
  return found;
}

bool dropResult(Editor &editor, TreeOp &op, std::size_t n, Instead instead) {
  if (!editor.used(op.result(n))) return true;
  TreeValue *other = editor.substitute(op.result(n), op, instead);
  if (!other) return false;
  editor.replaceUses(op.result(n), other);
  return true;
}

void eraseGiven(Editor &editor, const std::vector<TreeOp *> &terminators, std::size_t n) {
  for (TreeOp *each : terminators)
    if (n < each->operands[0].size()) editor.eraseOperand(*each, 0, n);
}

bool dropCarriedValue(Editor &editor, TreeOp &op, std::size_t n, Instead instead) {
  const std::size_t list = op.kind == OpKind::For ? 3 : 0;
  TreeBlock &body = *op.regions[0].blocks[0];
  const std::size_t argument = n + (op.kind == OpKind::For ? 1 : 0);
  if (n >= op.operands[list].size() || argument >= body.arguments.size()) return false;
  if (op.kind == OpKind::For && !dropResult(editor, op, n, instead)) return false;
  editor.replaceUses(body.arguments[argument].get(), op.operands[list][n]);
  eraseGiven(editor, terminatorsOf(op, OpKind::Continue), n);
  editor.eraseArgument(body, argument);
  editor.eraseOperand(op, list, n);
  if (op.kind == OpKind::For) editor.eraseResult(op, n);
  return true;
}

bool dropGivenResult(Editor &editor, TreeOp &op, std::size_t n, Instead instead) {
  if (!dropResult(editor, op, n, instead)) return false;
  std::vector<TreeOp *> givers = op.kind == OpKind::Loop ? terminatorsOf(op, OpKind::Break) : std::vector<TreeOp *>();
  if (op.kind == OpKind::If)
    for (const TreeRegion &region : op.regions)
      for (const auto &block : region.blocks)
        if (block->ops.back()->kind == OpKind::Yield) givers.push_back(block->ops.back().get());
  eraseGiven(editor, givers, n);
  editor.eraseResult(op, n);
  return true;
}

bool dropFolded(Editor &editor, TreeOp &op, std::size_t n, Instead instead) {
  TreeBlock &body = *op.regions[0].blocks[0];
  Tree &tree = editor.tree();
  Attribute identities = tree.attribute(tree.get(op, "identities"));
  if (op.results.size() < 2 || body.arguments.size() != 2 * op.results.size() || identities.items.size() != op.results.size()) return false;
  // The arguments of another operand of the same elements stand for those that go.
  const std::size_t other = n == 0 ? 1 : 0;
  for (const std::size_t side : {0, 1}) {
    const TreeValue *argument = body.arguments[2 * n + side].get();
    const std::size_t given = body.ops.back()->operand(0, n) == argument ? 1 : 0;  // by the yield, which gives one less
    if (editor.uses(argument) > given && argument->type != body.arguments[2 * other + side]->type) return false;
  }
  if (!dropResult(editor, op, n, instead)) return false;
  eraseGiven(editor, {body.ops.back().get()}, n);
  for (const std::size_t side : {1, 0}) {
    editor.replaceUses(body.arguments[2 * n + side].get(), body.arguments[2 * other + side].get());
    editor.eraseArgument(body, 2 * n + side);
  }
  identities.items.erase(identities.items.begin() + static_cast<std::ptrdiff_t>(n));
  tree.set(op, "identities", tree.attribute(std::move(identities)));
  editor.eraseOperand(op, 0, n);
  editor.eraseResult(op, n);
  return true;
}

bool apply(Tree &tree, std::size_t, std::size_t first, std::size_t count, unsigned variant) {
  const std::vector<Site> sites = sitesOf(tree);
  Editor editor(tree);
  const Instead instead = variant < 2 ? Instead::Operand : Instead::Earlier;
  bool any = false;
  for (std::size_t n = first; n < first + count; ++n) {
    const Site &site = sites[n];
    switch (site.part) {
      case Part::Carried: any |= dropCarriedValue(editor, *site.op, site.n, instead); break;
      case Part::Result: any |= dropGivenResult(editor, *site.op, site.n, instead); break;
      case Part::Folded: any |= dropFolded(editor, *site.op, site.n, instead); break;
    }
  }
  if (!any) return false;
  if (variant == 0) editor.dropUnneeded();
  editor.finish();
  return true;
}

}  // namespace

Pass dropCarried() {
  return {"drop carried values", 3, [](Tree &tree, std::size_t) { return sitesOf(tree).size(); }, apply};
}

}  // namespace tileport::reduce
