// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tileir/program.h"

/// A proof that two programs are the same tile program, as a script that is replayed step by step over the ops of both. Whoever
/// compares two programs writes one; the checker (check.h) shares no code with it and believes nothing but the rules.
namespace tileport::certificate {

enum class Side : std::uint8_t { Reference, Port };

/// A value of one of the programs, or a term that stands in neither: what a rule makes of values.
struct Ref {
  enum class Kind : std::uint8_t { Reference, Port, Term };
  Kind kind = Kind::Reference;
  std::uint32_t number = 0;  ///< a ValueId of that side, or a position in Certificate::terms

  auto operator<=>(const Ref &) const = default;
};

inline Ref refOf(Side side, tileir::ValueId value) {
  return {side == Side::Reference ? Ref::Kind::Reference : Ref::Kind::Port, value.value};
}

/// An op on integers that neither program has as it stands, of one result, without overflow flags. Its type is that of a value that is
/// there.
struct Term {
  tileir::OpKind kind{};
  /// The op's enum and integer attributes by name, as ordinals: ("rounding", 1), ("signedness", 1), ("comparison_predicate", 2).
  std::vector<std::pair<std::string, std::uint64_t>> attributes;
  std::vector<Ref> operands;
  Ref typeOf;
  /// Of a constant alone: the bits of its one element, zero-extended.
  std::uint64_t bits = 0;
};

/// Positions among what two paired ops carry or yield that are counterparts, tokens like all else; of a turned load or store those of
/// dimensions.
struct SlotPair {
  std::uint32_t reference = 0;
  std::uint32_t port = 0;
};

/// One line of the script.
struct Step {
  enum class Kind : std::uint8_t {
    /// `reference` and `port` are counterparts: ops that act on memory or on more than their results (info(kind).pure is false and no
    /// token op), that end a block, or that have regions. Same kind, same attributes (hints aside), same result types; operands are
    /// equal one by one, but of ops that pass values to a loop, an if or out of one only those of `slots`. What they give is equal
    /// from here on. A load or store by a view with `slots` is turned: the dimensions of tile, view, index and inbounds are counterparts by
    /// `slots`, each in one, the views are otherwise the same, and so is what is stored; what is loaded is known to rule permuted. A `for`
    /// may be paired with a `loop` that counts (docs/rules.md): bounds and step are equal, the index is no slot. With regions: `slots` are
    /// what a loop carries from turn to turn (positions in its operands behind the bounds),
    /// or an `if` yields; of `reduce` and `scan` everything is a slot. Until the matching Leave the script is inside of the regions,
    /// whose blocks and arguments (of `slots`) are counterparts.
    Pair,
    /// The regions of `reference` and `port`, the last Pair with regions that is open, are done. `slots` of a `loop` are the results, by
    /// what its breaks pass, and so of a `for` and a `loop` those that are what both carry; of a `for` and an `if` empty: those of its Pair
    /// hold.
    Leave,
    /// Results of two ops (of one side or of both) or terms are equal: the same op, same attributes, same result types, no effect, no
    /// regions, equal operands. `a` and `b` are one result each; all results of their ops become equal.
    Congruent,
    /// The same where the two operands are exchanged: an op whose operands commute.
    Commuted,
    /// `a` is the same constant as `b`: `constant`, or `reshape` and `broadcast` of a constant whose elements are all equal.
    Constant,
    /// `a` is the result of a reshape or broadcast to the type that its operand has: it equals that operand.
    Identity,
    /// `a` equals `b` by `rule` (rules.h), applied to the definition of `a` or of a value equal to it. `bindings` are what the letters
    /// of the rule stand for, in their order. `witnesses` are values of the side of `a` that are seen where `a` is, each equal to the
    /// binding of the same position, and known (by what is assumed of them, by what they are) to keep the rule's conditions; where the
    /// position has none, the Ref equals the binding.
    Rewrite,
    /// Token rules. `a` is a token that a make_token gives, or a join of none but such: it orders nothing.
    NoOrder,
    /// `a` is the result of a join_tokens: it equals `b`, as each of its operands equals `b`, orders nothing, or is what the op that
    /// gives `b` waits for itself.
    JoinOfOne,
    /// `a` and `b` are results of joins whose operands are equal as sets, those left out that order nothing and those that the op
    /// that gives another operand waits for itself.
    JoinOfSame,
    /// `a`, a value that the loop of the last open Pair carries (a block argument) or gives, on one side, equals `b` from outside of the
    /// loop: it comes in equal to `b`, and every turn passes on `b` or `a` itself. Of an `if`: `a` is a result of which every arm yields
    /// `b`.
    Unchanged,
  };
  Kind kind = Kind::Pair;
  tileir::OpId reference, port;  ///< Pair, Leave
  std::vector<SlotPair> slots;   ///< Pair, Leave
  Ref a, b;                      ///< all other kinds
  std::string rule;              ///< Rewrite
  std::vector<Ref> bindings;     ///< Rewrite
  std::vector<Ref> witnesses;    ///< Rewrite
};

/// Two entries that are counterparts, with their arguments by position. An argument that stands in no pair is reported by the checker.
struct EntryPair {
  tileir::FunctionId reference, port;
  std::vector<SlotPair> arguments;
  std::vector<Step> steps;
};

struct Certificate {
  std::vector<EntryPair> entries;
  std::vector<Term> terms;
};

}  // namespace tileport::certificate
