// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "reduce/editor.h"
#include "reduce/passes.h"

namespace tileport::reduce {

using namespace tileir;

namespace {

void collect(TreeBlock &block, std::size_t level, std::vector<TreeOp *> &found) {
  for (auto op = block.ops.rbegin(); op != block.ops.rend(); ++op) {
    if (level == 0) {
      if (!(*op)->info().terminator) found.push_back(op->get());
      continue;
    }
    for (auto region = (*op)->regions.rbegin(); region != (*op)->regions.rend(); ++region)
      for (const auto &inner : region->blocks) collect(*inner, level - 1, found);
  }
}

std::vector<TreeOp *> opsAt(Tree &tree, std::size_t level) {
  std::vector<TreeOp *> found;
  for (auto function = tree.functions.rbegin(); function != tree.functions.rend(); ++function) collect(*function->body, level, found);
  return found;
}

std::vector<TreeOp *> allOps(Tree &tree) {
  std::vector<TreeOp *> found;
  tree.walk([&](TreeOp &op) {
    if (!op.info().terminator) found.push_back(&op);
  });
  std::reverse(found.begin(), found.end());
  return found;
}

bool dropAll(Tree &tree, const std::vector<TreeOp *> &ops, std::size_t first, std::size_t count, Instead instead, bool alsoUnneeded) {
  Editor editor(tree);
  bool any = false;
  for (std::size_t n = first; n < first + count; ++n)
    if (!editor.dead(*ops[n])) any |= editor.drop(*ops[n], instead);
  if (!any) return false;
  if (alsoUnneeded) editor.dropUnneeded();
  editor.finish();
  return true;
}

constexpr Instead kWays[] = {Instead::Operand, Instead::Constant, Instead::Earlier};

std::size_t symbolCount(Tree &tree, std::size_t) { return tree.functions.size() + tree.tables.globals.size(); }

template <class T>
void eraseFrom(std::vector<T> &list, std::size_t n) {
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(n));
}

bool dropSymbolsOf(Tree &tree, std::size_t, std::size_t first, std::size_t count, unsigned) {
  // Globals come behind the entries, which use them; from the end, so that numbers hold.
  for (std::size_t n = first + count; n-- > first;) {
    const std::size_t functions = tree.functions.size();
    if (n < functions) eraseFrom(tree.functions, n);
    else if (n - functions < tree.tables.globals.size()) eraseFrom(tree.tables.globals, n - functions);
  }
  return true;
}

}  // namespace

std::size_t depthOf(Tree &tree) {
  std::size_t depth = 0;
  while (!opsAt(tree, depth).empty()) ++depth;
  return depth;
}

Pass dropSymbols() { return {"drop entries and globals", 1, symbolCount, dropSymbolsOf}; }

Pass dropOps(std::size_t level) {
  return {"drop ops", 3, [](Tree &tree, std::size_t depth) { return opsAt(tree, depth).size(); },
          [](Tree &tree, std::size_t depth, std::size_t first, std::size_t count, unsigned variant) {
            return dropAll(tree, opsAt(tree, depth), first, count, kWays[variant], true);
          },
          level};
}

Pass dropSingleOps() {
  return {"drop single ops",
          3,
          [](Tree &tree, std::size_t) { return allOps(tree).size(); },
          [](Tree &tree, std::size_t, std::size_t first, std::size_t count, unsigned variant) {
            return dropAll(tree, allOps(tree), first, count, kWays[variant], false);
          },
          0,
          false};
}

std::vector<Pass> structurePasses(std::size_t depth) {
  std::vector<Pass> passes{dropSymbols()};
  for (std::size_t level = 0; level < depth; ++level) passes.push_back(dropOps(level));
  for (const Pass &pass : {flattenRegions(), dropCarried(), dropSingleOps(), dropOptionalOperands(), dropArguments(), dropAttributes(),
                           dropHints(), shrinkConstants(), shrinkExtents()})
    passes.push_back(pass);
  return passes;
}

std::vector<Pass> locationPasses() { return {dropLocations(), shortenPaths()}; }

}  // namespace tileport::reduce
