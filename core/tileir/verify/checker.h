// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tileir/bytecode/types.h"
#include "tileir/verifier.h"
#include "tileir/verify/op_constraints.h"

namespace tileport::tileir::verification {

/// What is wrong with a type.
struct TypeProblem {
  std::string_view rule;
  std::string what;
};

/// What all rules share: the program, its types made comparable, and the violations found so far.
class Checker {
 public:
  Checker(const Program &program, std::size_t limit);

  const Program &program() const { return program_; }
  bool full() const { return violations_.size() >= limit_; }
  /// Whether the program is judged as the 13.5 tools do.
  bool newest() const { return program_.version() >= Version{13, 5}; }

  /// Whether two types are one; files may hold a type more than once.
  bool same(TypeId a, TypeId b) const { return canonical_[a.index()] == canonical_[b.index()]; }

  /// Null when the type keeps the rules of section 2.
  const TypeProblem *problemOf(TypeId type) const;
  /// Whether dense elements stand somewhere inside of an array, dictionary or hints.
  bool holdsDense(AttributeId attribute) const { return attribute.valid() && holdsDense_[attribute.index()]; }
  /// Null when no global has the name.
  const Global *global(std::string_view name) const;
  /// The subprogram that a location lies in, the first of equal ones; invalid when it has no scope.
  LocationId subprogramOf(LocationId location) const { return location.valid() ? subprograms_[location.index()] : LocationId(); }

  void fail(OpId op, std::string_view rule, const std::string &what);
  void fail(FunctionId function, std::string_view rule, const std::string &what);
  void failGlobal(std::uint32_t global, std::string_view rule, const std::string &what);

  std::vector<Violation> take() { return std::move(violations_); }

 private:
  void makeCanonical();
  void findTypeProblems();  // types.cpp
  void findTypeProblem(TypeId id, const Type &type);
  void findDense();
  void resolveSubprograms();  // locations.cpp

  const Program &program_;
  std::size_t limit_;
  std::vector<std::uint32_t> canonical_;                         ///< by TypeId: the first equal type
  std::unordered_map<std::uint32_t, TypeProblem> typeProblems_;  ///< by TypeId
  std::unordered_map<std::string_view, std::uint32_t> globals_;  ///< by name
  std::vector<bool> holdsDense_;                                 ///< by AttributeId
  std::vector<LocationId> subprograms_;                          ///< by LocationId
  std::vector<Violation> violations_;
};

/// One op under check. `fail` reports and is false, so that a rule reads `return condition || op.fail(...)`.
class OpView {
 public:
  OpView(Checker &checker, OpId id) : checker_(checker), program_(checker.program()), id_(id), op_(program_.op(id)) {}

  Checker &checker() const { return checker_; }
  const Program &program() const { return program_; }
  OpId id() const { return id_; }
  OpKind kind() const { return op_.kind; }
  const Op &op() const { return op_; }

  /// Values of a declared operand, by its position in OpInfo.
  std::span<const ValueId> operands(std::size_t position) const { return program_.operands(id_, position); }
  bool has(std::size_t position) const { return !operands(position).empty(); }
  /// The type of a declared operand's first value; it must be there.
  TypeId operand(std::size_t position) const { return typeOf(operands(position).front()); }
  TypeId result(std::size_t n) const { return typeOf(program_.result(id_, n)); }
  std::size_t resultCount() const { return op_.results.count; }
  TypeId typeOf(ValueId value) const { return program_.value(value).type; }
  const Type &type(TypeId id) const { return program_.type(id); }

  const std::vector<std::int64_t> &shape(TypeId tile) const { return type(tile).shape; }
  std::size_t rank(TypeId tile) const { return shape(tile).size(); }
  TypeId elementId(TypeId tile) const { return type(tile).element; }
  const Type &element(TypeId tile) const { return type(elementId(tile)); }
  /// Absent for pointers.
  std::optional<ScalarKind> scalar(TypeId tile) const;
  bool isScalar(TypeId tile, std::initializer_list<ScalarKind> kinds) const;
  bool sameElement(TypeId a, TypeId b) const { return checker_.same(elementId(a), elementId(b)); }
  bool sameShape(TypeId a, TypeId b) const { return shape(a) == shape(b); }
  bool same(TypeId a, TypeId b) const { return checker_.same(a, b); }

  /// Null when the op does not have the attribute.
  const Attribute *attribute(std::string_view name) const;
  bool hasFlag(std::string_view name) const { return attribute(name) != nullptr; }
  template <class Enum>
  std::optional<Enum> enumerator(std::string_view name) const {
    const auto bits = number(name);
    return bits ? std::optional(static_cast<Enum>(*bits)) : std::nullopt;
  }
  /// Bits of an enum, integer or bool; the default of the ODS where the op has none.
  std::optional<std::uint64_t> number(std::string_view name) const;

  /// The type as it prints.
  std::string text(TypeId type) const;
  std::string typesText(std::span<const ValueId> values) const;
  bool fail(std::string_view rule, const std::string &what) const;

 private:
  Checker &checker_;
  const Program &program_;
  OpId id_;
  const Op &op_;
};

unsigned widthOf(ScalarKind kind);
bool isFloat(ScalarKind kind);
using bytecode::isInteger;
bool isView(TypeKind kind);
bool isPowerOfTwo(std::uint64_t number);
std::string shapeText(std::span<const std::int64_t> shape);

// Each family of ops in its file: false when a violation was reported. They are called for ops that satisfy the ODS.
bool checkModifiers(const OpView &op);      ///< modifiers.cpp: rounding, flush_to_zero, overflow of element by element ops
bool checkConversion(const OpView &op);     ///< conversions.cpp
bool checkMatrix(const OpView &op);         ///< matrix.cpp
bool checkShape(const OpView &op);          ///< shapes.cpp
bool checkFold(const OpView &op);           ///< folds.cpp: reduce, scan
bool checkControl(const OpView &op);        ///< control.cpp
bool checkView(const OpView &op);           ///< views.cpp: making views, asking for shapes
bool checkViewAccess(const OpView &op);     ///< view_access.cpp
bool checkMultimem(const OpView &op);       ///< multimem.cpp
bool checkPointerAccess(const OpView &op);  ///< pointer_access.cpp: loads, stores, atomics, alloca
bool checkFact(const OpView &op);           ///< facts.cpp: assume, constant, tokens, print, globals

// Shared by the families that access memory.
bool checkLoadOrdering(const OpView &op);
bool checkStoreOrdering(const OpView &op);
bool checkAtomicMode(const OpView &op, TypeId elements);
/// `view` is the position of the view operand, `index` of its indices.
bool checkViewIndices(const OpView &op, std::size_t view, std::size_t index);
bool checkViewTile(const OpView &op, std::size_t view, TypeId tile);
bool checkInbounds(const OpView &op, std::size_t index);

/// functions.cpp: what does not hang on one op.
void checkFunctions(Checker &checker);
void checkGlobals(Checker &checker);

/// locations.cpp
bool checkOpLocation(const OpView &op);
void checkFunctionLocation(Checker &checker, FunctionId id);

/// structure.cpp: counts, attributes, constraints of the ODS.
bool checkParts(const OpView &op);
bool checkConstraints(const OpView &op);

}  // namespace tileport::tileir::verification
