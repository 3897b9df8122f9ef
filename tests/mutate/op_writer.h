// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "mutate/tree.h"

namespace tileport::mutate {

/// Writes ops at a place of a tree, one behind the other. Attributes that an op requires and that are not given take their
/// default or the first enumerator; optional ones are left out.
class OpWriter {
 public:
  using Values = std::vector<TreeValue *>;
  using Operands = std::vector<Values>;  ///< one list a declared operand; those at the end may be left out
  using Attributes = std::vector<std::pair<std::string_view, tileir::AttributeId>>;

  explicit OpWriter(Tree &tree) : tree_(tree) {}
  /// Behind everything in the block.
  OpWriter(Tree &tree, TreeBlock &block) : tree_(tree) { atEnd(block); }

  Tree &tree() { return tree_; }
  void atEnd(TreeBlock &block) { at(block, block.ops.size()); }
  void at(TreeBlock &block, std::size_t position) { block_ = &block, position_ = position; }
  void before(TreeOp &op) { at(*op.block, Tree::position(op)), location = op.location; }
  void after(TreeOp &op) { at(*op.block, Tree::position(op) + 1), location = op.location; }
  TreeBlock &block() { return *block_; }

  TreeOp &op(tileir::OpKind kind, Operands operands, const std::vector<tileir::TypeId> &results, const Attributes &attributes = {});
  TreeValue *one(tileir::OpKind kind, Operands operands, tileir::TypeId result, const Attributes &attributes = {}) {
    return op(kind, std::move(operands), {result}, attributes).result();
  }
  /// Gives the n-th region of the op its block and goes there; the caller goes back by `at` or `leave`.
  TreeBlock &enter(TreeOp &op, std::size_t n, const std::vector<tileir::TypeId> &arguments);
  /// Behind the op that owns the block.
  void leave();

  TreeValue *constant(tileir::TypeId tile, std::uint64_t bits) {
    return one(tileir::OpKind::Constant, {}, tile, {{"value", tree_.splat(tile, bits)}});
  }
  TreeValue *assume(TreeValue *value, tileir::AttributeId predicate) {
    return one(tileir::OpKind::Assume, {{value}}, value->type, {{"predicate", predicate}});
  }

  tileir::LocationId location;  ///< of the ops to come
  std::size_t written = 0;      ///< ops so far

 private:
  void complete(TreeOp &op);

  Tree &tree_;
  TreeBlock *block_ = nullptr;
  std::size_t position_ = 0;
};

}  // namespace tileport::mutate
