// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileir/program.h"

/// A program as a tree that can be edited: ops own their regions, blocks own their ops, operands point at values. A
/// program cannot be edited itself, since its ids count in pre-order; the tree knows no ids and numbers everything anew.
namespace tileport::tileir {

struct TreeOp;
struct TreeBlock;

/// The result of an op or the argument of a block. Its owner keeps it alive; an operand that points at a value whose owner
/// was deleted breaks the tree.
struct TreeValue {
  TypeId type;
  TreeOp *op = nullptr;        ///< absent for a block argument
  TreeBlock *block = nullptr;  ///< of a block argument
};

struct TreeRegion {
  std::vector<std::unique_ptr<TreeBlock>> blocks;  ///< one; none for an `else` that was left out
};

struct TreeOp {
  OpKind kind{};
  LocationId location;
  std::vector<std::vector<TreeValue *>> operands;  ///< one list a declared operand
  std::vector<NamedAttribute> attributes;          ///< in slot order; values in Tree::tables
  std::vector<std::unique_ptr<TreeValue>> results;
  std::vector<TreeRegion> regions;
  TreeBlock *block = nullptr;
  OpId origin;  ///< the op of the program that the tree was made of; invalid for one that was added

  TreeValue *operand(std::size_t position, std::size_t n = 0) const {
    return position < operands.size() && n < operands[position].size() ? operands[position][n] : nullptr;
  }
  TreeValue *result(std::size_t n = 0) const { return results[n].get(); }
  const OpInfo &info() const { return tileir::info(kind); }
};

struct TreeBlock {
  std::vector<std::unique_ptr<TreeValue>> arguments;
  std::vector<std::unique_ptr<TreeOp>> ops;
  TreeOp *owner = nullptr;  ///< absent for the body of a function
};

struct TreeFunction {
  Function head;  ///< its body is not used, its signature follows from the arguments of the body
  std::unique_ptr<TreeBlock> body;
};

/// What Tree::build made of what.
struct Numbering {
  std::map<const TreeOp *, OpId> ops;  ///< only those that were asked for
};

class Tree {
 public:
  Tree() = default;
  explicit Tree(const Program &program);

  /// Types, attributes, locations, globals, version and producer; they keep the ids of the program. The other arrays are
  /// empty. Append to types and attributes by the functions below.
  ProgramData tables;
  std::vector<TreeFunction> functions;

  /// The same program when nothing was edited: same print, same structure, same ids as a reader gives. `wanted` are ops
  /// whose new ids are put into `numbering`.
  ProgramPtr build(Numbering *numbering = nullptr, const std::vector<const TreeOp *> &wanted = {}) const;
  /// The same before it is made a program: for who is not sure that the edits kept what program.h promises.
  ProgramData data(Numbering *numbering = nullptr, const std::vector<const TreeOp *> &wanted = {}) const;

  // ---- Types and attributes: equal ones share an id ----------------------------------------------------------------
  TypeId type(Type type);
  AttributeId attribute(Attribute attribute);
  const Type &type(TypeId id) const { return tables.types[id.index()]; }
  const Type &type(const TreeValue *value) const { return type(value->type); }
  const Attribute &attribute(AttributeId id) const { return tables.attributes[id.index()]; }

  TypeId scalar(ScalarKind kind);
  TypeId token();
  TypeId tile(std::vector<std::int64_t> shape, ScalarKind element);
  TypeId tile(std::vector<std::int64_t> shape, TypeId element);
  TypeId pointer(ScalarKind pointee);
  AttributeId enumerator(EnumKind kind, std::uint64_t ordinal);
  AttributeId integer(std::uint64_t value, ScalarKind type = ScalarKind::I32);
  AttributeId unit();
  AttributeId boolean(bool value);
  AttributeId divBy(std::uint64_t divisor);
  AttributeId bounded(std::optional<std::int64_t> lower, std::optional<std::int64_t> upper);
  /// A splat of `bits` for a tile type.
  AttributeId splat(TypeId tile, std::uint64_t bits);

  /// The bytes of an element of a constant: 1 for what is smaller.
  static std::size_t elementBytes(ScalarKind kind);
  /// The scalar kind of a tile's elements; absent for pointers, tokens and views.
  std::optional<ScalarKind> elementOf(const TreeValue *value) const;

  // ---- An op's attributes --------------------------------------------------------------------------------------------
  /// Invalid when the op does not have it.
  AttributeId get(const TreeOp &op, std::string_view name) const;
  /// Sets, or with an invalid value removes.
  void set(TreeOp &op, std::string_view name, AttributeId value);

  // ---- Walking and moving --------------------------------------------------------------------------------------------
  /// Every op in pre-order.
  void walk(const std::function<void(TreeOp &)> &visit);
  static void walk(TreeBlock &block, const std::function<void(TreeOp &)> &visit);
  std::vector<TreeOp *> ops();
  /// The position of the op in its block.
  static std::size_t position(const TreeOp &op);
  static TreeOp &insert(TreeBlock &block, std::size_t at, std::unique_ptr<TreeOp> op);
  /// Takes the op out of its block.
  static std::unique_ptr<TreeOp> take(TreeOp &op);
  /// A copy with its regions; what it defines inside is its own, what it uses from outside stays. Not yet in a block.
  static std::unique_ptr<TreeOp> copy(const TreeOp &op);
  /// Every operand that is `from` becomes `to`, in all functions.
  void replaceUses(const TreeValue *from, TreeValue *to);
  /// The same, but not in `except` itself.
  void replaceUses(const TreeValue *from, TreeValue *to, const TreeOp *except);
  std::size_t uses(const TreeValue *value);

 private:
  std::map<std::string, TypeId> typeIds_;
  std::map<std::string, AttributeId> attributeIds_;
};

/// The terminators of one kind that belong to the loop, not to one inside of it.
std::vector<TreeOp *> terminatorsOf(TreeOp &loop, OpKind kind);

}  // namespace tileport::tileir
