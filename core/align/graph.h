// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <memory_resource>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "align/facts.h"
#include "align/flat.h"
#include "align/keys.h"
#include "align/liveness.h"
#include "tileir/program.h"

namespace tileport::align {

/// A value class: all ops of one program that compute the same thing from the same things.
using ClassId = Id<struct ClassTag>;

/// The facts that hold where a value is used, numbered for both sides together.
using FactsId = Id<struct FactsTag>;

class FactStore {
 public:
  FactsId intern(const Facts &facts);
  const Facts &operator[](FactsId id) const { return list_[id.index()]; }

 private:
  std::map<std::vector<std::pair<std::string, std::string>>, FactsId> numbers_;
  std::vector<Facts> list_;
};

/// One operand of a class: a result of another class, with the facts assumed there.
struct Use {
  ClassId value;
  std::uint32_t result = 0;  ///< for a loop or an if: counted among its live results that are no tokens
  FactsId facts;
  std::uint32_t operand = 0;  ///< position in the flat operand list of `at`
  tileir::OpId at;            ///< where it is written: the op, but for the bounds of a `loop` that is seen as a `for`
};

enum class ClassKind : std::uint8_t {
  Constant,  ///< by content: whether it is written as one op or as constant, reshape, broadcast
  Argument,  ///< of a block
  Op,
};

/// What it views, its graph owns.
struct ValueClass {
  ClassKind kind = ClassKind::Op;
  bool live = false;                      ///< something with an effect depends on it; Constant: an op uses it
  bool anchor = false;                    ///< effectful, or has regions: stands in the order of its block
  bool commutes = false;                  ///< the order of its two operands does not matter
  bool elided = false;                    ///< Constant: the text left its elements out
  bool mayFail = false;                   ///< undefined for some operands: must not run where it did not run before
  Key content = 0;                        ///< kind, attributes without hints, result types; comparable between sides
  tileir::OpId op;                        ///< the first member; invalid for arguments
  tileir::ValueId argument;               ///< for an argument
  std::span<const tileir::OpId> members;  ///< in pre-order; effectful ops and ops with regions are always alone
  std::span<const Use> operands;          ///< without tokens, and without what a loop carries in vain
  std::string_view splat;                 ///< Constant: the bytes of its one element; empty when its elements differ
};

/// The normal form of a program: its values as classes, seen through assume ops, copies and splat spellings. Every op of
/// the program is in it but those that only order memory (tokens) or only state facts.
class Graph {
 public:
  /// `counted`: the loops that are seen as `for` ops.
  Graph(const tileir::Program &program, Interner &interner, FactStore &facts, CountedLoops counted = {});
  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;

  const tileir::Program &program() const { return program_; }
  const ContentKeys &keys() const { return keys_; }
  const Liveness &liveness() const { return liveness_; }

  std::size_t classCount() const { return classes_.size(); }
  const ValueClass &operator[](ClassId id) const { return classes_[id.index()]; }
  /// Invalid for tokens. `result` tells which result of the class the value is.
  ClassId classOf(tileir::ValueId value) const { return values_[value.index()].value; }
  /// The value under the chain of assume ops and copies that end in `value`.
  tileir::ValueId rootOf(tileir::ValueId value) const { return values_[value.index()].root; }
  std::uint32_t resultOf(tileir::ValueId value) const { return values_[value.index()].result; }
  /// What the chain of assume ops says that ends in `value`. Not of tokens.
  FactsId factsOf(tileir::ValueId value) const { return values_[value.index()].facts; }
  /// Invalid for ops that were folded away (assume, token ops, spellings of constants that no live op uses directly).
  ClassId classOf(tileir::OpId op) const { return opClasses_[op.index()]; }
  const CountedLoops &counted() const { return counted_; }
  /// The operand that a use is.
  tileir::ValueId written(const Use &use) const { return program_.operands(use.at)[use.operand]; }
  /// Whether the body of a loop surely runs whenever the loop does.
  bool runsAtLeastOnce(tileir::OpId op) const;
  /// Whether anything is known of a value by what it is.
  bool knownAnyway(tileir::ValueId value) const;
  /// What an assume says that does not hold of its value anyway.
  Facts assumedBy(tileir::OpId assume) const;
  /// The anchors of a block in order, terminator last.
  std::span<const ClassId> anchors(tileir::BlockId block) const { return anchors_[block.index()]; }
  /// The classes that use a class, with the position in their operands; a user counts once a use.
  struct User {
    ClassId user;
    std::uint32_t position;
  };
  std::span<const User> users(ClassId id) const { return users_[id.index()]; }

 private:
  struct Reference {
    ClassId value;
    std::uint32_t result = 0;
    FactsId facts;         ///< of the assume chain down to here
    tileir::ValueId root;  ///< the value at the end of that chain
  };

  void addArguments();
  void visit(tileir::OpId op);
  bool fold(tileir::OpId op);
  bool foldAssume(tileir::OpId op);
  FactsId assumed(FactsId below, tileir::AttributeId predicate, tileir::TypeId type);
  bool foldSplat(tileir::OpId op);
  Key splatContent(Key type, std::string_view element);
  ValueClass &addConstant(tileir::OpId op, Key content, std::string_view splat);
  Key contentOf(tileir::OpId op);
  ClassId addClass(const ValueClass &added);
  ClassId number(const ValueClass &made);
  void spellPure(const ValueClass &made);
  ClassId findNumbered() const;
  ClassId findAround(tileir::BlockId block);
  bool mayFail(tileir::OpId op, const ValueClass &made) const;
  void setResults(tileir::OpId op, ClassId id);
  Use useOf(tileir::OpId op, std::uint32_t operand);
  Facts implied(tileir::ValueId value) const;
  std::span<const Use> usesOf(tileir::OpId op);
  void keepDirectMembers();
  void passOnFailing();
  void collectMembersAndUsers();

  const tileir::Program &program_;
  Interner &interner_;
  FactStore &facts_;
  FactsId noFacts_;
  CountedLoops counted_;
  ContentKeys keys_;
  Liveness liveness_;
  std::pmr::monotonic_buffer_resource views_;  ///< what the classes view
  std::vector<ValueClass> classes_;
  std::vector<Reference> values_;        ///< by ValueId
  std::vector<ClassId> opClasses_;       ///< by OpId
  std::vector<bool> usedDirectly_;       ///< by ValueId: an op that is not folded names it, or an assume or copy of it
  ListIndex numbering_;                  ///< pure classes by all that they are
  std::vector<std::uint32_t> spelling_;  ///< what is looked up in numbering_
  std::vector<Use> uses_;                ///< those of the op that is visited
  std::string content_;                  ///< what is interned
  std::unordered_map<Key, ClassId> constants_;
  std::map<std::tuple<FactsId, tileir::AttributeId, tileir::TypeId>, FactsId> assumed_;  ///< facts and one more predicate
  std::vector<std::vector<ClassId>> anchors_;
  FlatLists<tileir::OpId> members_;
  FlatLists<User> users_;
};

}  // namespace tileport::align
