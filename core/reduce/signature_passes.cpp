// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "reduce/editor.h"
#include "reduce/passes.h"

namespace tileport::reduce {

using namespace tileir;

namespace {

struct OptionalOperand {
  TreeOp *op;
  std::size_t list;
};

std::vector<OptionalOperand> optionalOperands(Tree &tree) {
  std::vector<OptionalOperand> found;
  tree.walk([&](TreeOp &op) {
    for (std::size_t list = 0; list < op.operands.size(); ++list)
      if (op.info().operands[list].arity == Arity::Optional && !op.operands[list].empty()) found.push_back({&op, list});
  });
  std::reverse(found.begin(), found.end());
  return found;
}

bool dropOperands(Tree &tree, std::size_t, std::size_t first, std::size_t count, unsigned variant) {
  const auto sites = optionalOperands(tree);
  Editor editor(tree);
  for (std::size_t n = first; n < first + count; ++n) editor.eraseOperand(*sites[n].op, sites[n].list, 0);
  if (variant == 0) editor.dropUnneeded();
  editor.finish();
  return true;
}

struct Argument {
  TreeFunction *function;
  std::size_t n;
};

std::vector<Argument> argumentsOf(Tree &tree) {
  std::vector<Argument> found;
  for (TreeFunction &function : tree.functions)
    for (std::size_t n = 0; n < function.body->arguments.size(); ++n) found.push_back({&function, n});
  std::reverse(found.begin(), found.end());
  return found;
}

/// Another argument of the same type, if there is one.
TreeValue *another(const TreeBlock &body, std::size_t n) {
  for (std::size_t i = 0; i < body.arguments.size(); ++i)
    if (i != n && body.arguments[i]->type == body.arguments[n]->type) return body.arguments[i].get();
  return nullptr;
}

/// Those that nothing uses, and those that another of the same type can stand for.
bool dropArgumentsOf(Tree &tree, std::size_t, std::size_t first, std::size_t count, unsigned variant) {
  const auto sites = argumentsOf(tree);
  Editor editor(tree);
  bool any = false;
  for (std::size_t n = first; n < first + count; ++n) {
    auto &[function, position] = sites[n];
    TreeBlock &body = *function->body;
    TreeValue *value = body.arguments[position].get();
    if (editor.used(value)) {
      TreeValue *other = variant == 1 ? another(body, position) : nullptr;
      if (!other) continue;
      editor.replaceUses(value, other);
    }
    editor.eraseArgument(body, position);
    auto &attributes = function->head.argumentAttributes;
    if (position < attributes.size()) attributes.erase(attributes.begin() + static_cast<std::ptrdiff_t>(position));
    any = true;
  }
  if (any) editor.finish();
  return any;
}

}  // namespace

Pass dropOptionalOperands() {
  return {"drop optional operands", 2, [](Tree &tree, std::size_t) { return optionalOperands(tree).size(); }, dropOperands};
}

Pass dropArguments() {
  return {"drop arguments of entries", 2, [](Tree &tree, std::size_t) { return argumentsOf(tree).size(); }, dropArgumentsOf};
}

}  // namespace tileport::reduce
