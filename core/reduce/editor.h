// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tileir/tree.h"

namespace tileport::reduce {

using tileir::Tree;
using tileir::TreeBlock;
using tileir::TreeFunction;
using tileir::TreeOp;
using tileir::TreeRegion;
using tileir::TreeValue;

/// What is looked for first in the place of a result that goes away.
enum class Instead : std::uint8_t { Operand, Constant, Earlier };

/// Takes parts out of a tree and keeps the rest whole, in time that does not grow with the tree at each step. Values that
/// were there in the beginning stay alive until the editor ends; the tree is right again after `finish`.
class Editor {
 public:
  explicit Editor(Tree &tree);

  Tree &tree() { return tree_; }
  std::size_t uses(const TreeValue *value) const;
  bool used(const TreeValue *value) const { return uses(value) > 0; }
  bool dead(const TreeOp &op) const { return dead_.contains(&op); }

  /// Something of the same type that is seen where `op`, whose result it is, stands; absent when there is nothing. May add a constant.
  TreeValue *substitute(const TreeValue *result, TreeOp &op, Instead instead);
  void replaceUses(TreeValue *from, TreeValue *to);

  /// Takes the op out with its regions; false, and nothing done, when a result is needed that nothing can stand for.
  bool drop(TreeOp &op, Instead instead);
  void eraseOperand(TreeOp &op, std::size_t list, std::size_t n);
  /// Of a result or argument that nothing uses.
  void eraseResult(TreeOp &op, std::size_t n);
  void eraseArgument(TreeBlock &block, std::size_t n);

  /// Whatever has no effect and lost its last user by what was taken out, or by `loses`.
  void dropUnneeded();
  void loses(TreeValue *value) { orphans_.push_back(value); }
  /// Brings the tree to what was decided.
  void finish();

 private:
  struct Place {
    TreeBlock *function = nullptr;  ///< the body of the entry
    std::size_t position = 0;       ///< in its block
  };
  struct Defined {
    std::size_t position = 0;  ///< of the op in its block, counted from 1; 0 for an argument
    TreeValue *value = nullptr;
  };
  using ByType = std::unordered_map<std::uint32_t, std::vector<Defined>>;

  void index(TreeBlock &block, TreeBlock *function);
  bool alive(const TreeValue *value) const { return !gone_.contains(value) && (!value->op || !dead(*value->op)); }
  TreeValue *operandFor(const TreeValue *result, const TreeOp &op) const;
  TreeValue *constantFor(tileir::TypeId type, const TreeOp &op);
  TreeValue *earlier(tileir::TypeId type, const TreeOp &op, bool constantsOnly) const;
  void kill(TreeOp &op);
  void forget(TreeValue *value, const TreeOp &user);
  bool isFree(const TreeOp &op) const;
  void sweep(TreeBlock &block);

  Tree &tree_;
  std::unordered_map<const TreeOp *, Place> places_;
  std::unordered_map<const TreeBlock *, ByType> values_;
  std::unordered_map<const TreeValue *, std::vector<TreeOp *>> users_;
  std::unordered_set<const TreeOp *> dead_;
  std::unordered_set<const TreeValue *> gone_;
  std::vector<std::unique_ptr<TreeValue>> kept_;  ///< what `gone_` points to
  std::vector<TreeValue *> orphans_;
  std::map<std::pair<const TreeBlock *, std::uint32_t>, TreeValue *> added_;
  std::unordered_map<const TreeBlock *, std::vector<std::unique_ptr<TreeOp>>> additions_;  ///< at the beginning of a body
};

}  // namespace tileport::reduce
