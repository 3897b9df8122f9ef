// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutate/respelling.h"

namespace tileport::mutate {

using namespace tileir;

Use pickUse(Editing &e, const std::function<bool(const TreeValue &)> &suits) {
  std::vector<Use> found;
  e.tree.walk([&](TreeOp &op) {
    const TreeOp *owner = op.block->owner;
    if (!e.live(op) || op.kind == OpKind::Assume || (owner && (owner->kind == OpKind::Reduce || owner->kind == OpKind::Scan))) return;
    for (std::size_t list = 0; list < op.operands.size(); ++list)
      for (std::size_t n = 0; n < op.operands[list].size(); ++n)
        if (e.live(op.operand(list, n)) && suits(*op.operand(list, n))) found.push_back({&op, list, n});
  });
  return found.empty() ? Use{} : e.random.pick(found);
}

bool respellUse(Editing &e, const std::function<bool(const TreeValue &)> &suits,
                const std::function<TreeValue *(Respelling &, TreeValue *)> &respell, const std::string &words) {
  const Use use = pickUse(e, suits);
  if (!use.op) return false;
  Respelling r(e, *use.op);
  use.op->operands[use.list][use.n] = respell(r, use.value());
  e.touch(*use.op);
  return e.done("operand " + std::to_string(use.list) + " of " + e.name(*use.op) + ": " + words);
}

bool respellOp(Editing &e, const Editing::Suits &suits, const std::function<TreeValue *(Respelling &, TreeOp &)> &respell,
               const std::string &words) {
  TreeOp *op = e.pick([&](TreeOp &o) { return o.results.size() == 1 && e.live(o.result()) && suits(o); });
  if (!op) return false;
  const std::string was = e.name(*op);
  Respelling r(e, *op);
  e.replace(*op, {respell(r, *op)});
  return e.done(was + ": " + words);
}

bool holdsIntegers(Editing &e, const TreeValue &value) {
  const auto kind = e.tree.elementOf(&value);
  return kind == ScalarKind::I8 || kind == ScalarKind::I16 || kind == ScalarKind::I32 || kind == ScalarKind::I64;
}

bool holdsBools(Editing &e, const TreeValue &value) { return e.tree.elementOf(&value) == ScalarKind::I1; }

bool isFree(Editing &e, const TreeOp &op) { return e.bits(op, "overflow").value_or(0) == 0; }

}  // namespace tileport::mutate
