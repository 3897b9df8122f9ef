// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "mutate/edits.h"
#include "mutate/op_writer.h"
#include "mutate/random.h"
#include "mutate/tree.h"

namespace tileport::mutate {

/// One edit under way: the tree of the program, choices from the seed, and what was touched.
class Editing {
 public:
  using Suits = std::function<bool(TreeOp &)>;

  Editing(const tileir::Program &program, std::uint64_t seed);

  Tree tree;
  Random random;

  tileir::Version version() const { return tree.tables.version; }

  /// One of the ops that suit and on which a result or an effect of the program depends; absent when there is none.
  TreeOp *pick(const Suits &suits);
  /// The same among all ops.
  TreeOp *pickAny(const Suits &suits);
  TreeOp *pick(std::initializer_list<tileir::OpKind> kinds);

  bool live(const TreeOp &op) const { return liveOps_.contains(&op); }
  bool live(const TreeValue *value) const { return liveValues_.contains(value); }
  /// Surely computed alike: through assumes, copies of pure ops and the spellings of a splat.
  bool sameValue(const TreeValue *a, const TreeValue *b) const { return classOf(a) == classOf(b); }
  /// An earlier op's result in the same block, or an argument of it, of the same type and not the same value; absent if none.
  TreeValue *another(const TreeOp &before, const TreeValue *value);

  /// Remembers the op as edited, and the first time what is said of it.
  void touch(const TreeOp &op);
  /// The same for one that is about to be deleted.
  void removed(const TreeOp &op);
  bool done(std::string words) {
    what_ = std::move(words);
    return true;
  }
  /// "addf in line 12".
  std::string name(const TreeOp &op) const;

  // ---- Small changes that many edits are made of ---------------------------------------------------------------------
  OpWriter before(TreeOp &op);
  OpWriter after(TreeOp &op);
  /// The op's results are `instead`; deletes it.
  void replace(TreeOp &op, const std::vector<TreeValue *> &instead);
  /// Deletes an op that gives a token: its users wait for what it waited for.
  void unthread(TreeOp &op);
  /// The list of the operand by its declared name; absent when the op has none of it.
  static std::vector<TreeValue *> *operands(TreeOp &op, std::string_view name);
  static TreeValue *operand(TreeOp &op, std::string_view name);
  /// The number of an attribute of enum, integer or bool form; absent when there is none.
  std::optional<std::uint64_t> bits(const TreeOp &op, std::string_view name) const;
  void setBits(TreeOp &op, std::string_view name, std::uint64_t bits);
  static bool declares(const TreeOp &op, std::string_view attribute);
  bool toggleUnit(TreeOp &op, std::string_view name);
  /// The elements of the first result, or of the first operand.
  std::optional<tileir::ScalarKind> element(const TreeOp &op) const;
  tileir::TypeId with(const TreeValue *tile, tileir::ScalarKind element);

  Edited finish();

 private:
  friend struct Edit;
  void findLive();
  void needOp(TreeOp &op);
  void needValue(TreeValue *value);
  void follow(TreeValue *value);
  void needCarried(TreeOp &loop, std::size_t n);
  void number(TreeBlock &block);
  void number(TreeOp &op);
  std::size_t classOf(const TreeValue *value) const;
  TreeOp *choose(const Suits &suits, bool onlyLive);

  const tileir::Program &base_;
  std::string what_;
  std::vector<const TreeOp *> touched_;
  std::vector<tileir::OpId> baseOps_;
  std::unordered_set<const TreeOp *> liveOps_;
  std::unordered_set<const TreeValue *> liveValues_;
  std::vector<TreeValue *> open_;
  std::unordered_map<const TreeValue *, std::size_t> classes_;
  std::map<std::string, std::size_t> classIds_;
};

/// Whether the op stands in a region of `owner`, however deep.
bool isInside(const TreeOp &op, const TreeOp &owner);

// One list a file of edits.
std::span<const Edit> attributeEdits();
std::span<const Edit> valueEdits();
std::span<const Edit> typeEdits();
std::span<const Edit> memoryEdits();
std::span<const Edit> entryEdits();
std::span<const Edit> opEdits();
std::span<const Edit> loopEdits();
std::span<const Edit> hintEdits();
std::span<const Edit> sameOpEdits();
std::span<const Edit> sameEntryEdits();
std::span<const Edit> equalNumberEdits();
std::span<const Edit> equalChoiceEdits();
std::span<const Edit> equalShapeEdits();
std::span<const Edit> invalidTypeEdits();
std::span<const Edit> invalidShapeEdits();
std::span<const Edit> invalidControlEdits();
std::span<const Edit> invalidMemoryEdits();

}  // namespace tileport::mutate
