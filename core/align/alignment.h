// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "certificate/certificate.h"
#include "support/cancel.h"
#include "support/ranges.h"
#include "support/result.h"
#include "tileir/program.h"

/// The op-by-op correspondence of two programs and what remains different. Works on values: names, numbering, the order
/// of independent pure ops, dead constants and the spelling of assume chains do not matter; operands, types, attributes,
/// regions, tokens, entry arguments and hints do.
namespace tileport::align {

enum class Side : std::uint8_t { Reference, Port };

enum class Status : std::uint8_t {
  Differs,  ///< paired, with differences
  Missing,  ///< in the reference only
  Extra,    ///< in the port only
};

/// What part of a pair differs.
enum class Aspect : std::uint8_t {
  Operation,  ///< another op, or a whole op is missing or extra
  Operand,    ///< another value
  Attribute,
  Hint,  ///< of an entry, a load or a store; "sm_100.latency"
  Type,
  Region,    ///< number or shape of regions
  Token,     ///< another order of memory operations
  Argument,  ///< of an entry
  Fact,      ///< something assumed of a value
  Symbol,    ///< entries or globals without a partner, a global's content
};

/// One difference of a divergence.
struct Difference {
  Aspect aspect = Aspect::Operation;
  std::string what;       ///< the part by its standard name: "padding_value", "operand rhs", "sm_100.latency", "div_by"
  std::string reference;  ///< as text; empty = absent there
  std::string port;
  std::vector<TextMark> referenceMarks;  ///< where it stands in the side's listing; may be empty
  std::vector<TextMark> portMarks;
};

/// What a divergence is about, on one side.
struct Subject {
  tileir::OpId op;                        ///< invalid when it is about an entry, one of its arguments or a global
  tileir::FunctionId function;            ///< the entry; with `op`, the one around it. Invalid for a global
  std::optional<std::uint32_t> argument;  ///< of the entry
  std::optional<std::uint32_t> global;    ///< position in ProgramData::globals
  LineRange lines;                        ///< in the side's listing: the head line of an op with regions
};

struct Divergence {
  Status status = Status::Differs;
  std::optional<Subject> reference;     ///< absent for Extra
  std::optional<Subject> port;          ///< absent for Missing
  std::string name;                     ///< what a list shows: mnemonic, "entry @softmax", "argument 3"
  std::vector<Difference> differences;  ///< never empty
};

struct OpPair {
  tileir::OpId reference;
  tileir::OpId port;
  float confidence = 1;  ///< 0 to 1; 1 = equal in every respect, operands included
};

/// An op that computes once more what another op of its side does, which has a partner: of the port's, that partner is split up into
/// several; of the reference's, several are merged into one.
struct Copy {
  Side side = Side::Reference;
  tileir::OpId op;
  tileir::OpId counterpart;  ///< the partner, on the other side
};

/// A condition of an equivalence that is about sizes: without it a step of index arithmetic might overflow.
struct Condition {
  std::string text;  ///< "%3 + 255 does not exceed i32"
  Side side = Side::Reference;
  tileir::OpId op;  ///< the op that the condition is about, on that side
};

/// Different ops that compute the same, seen through by a rule.
struct Equivalence {
  std::string rule;                     ///< "ceil_div": its name in docs/rules.md
  std::vector<tileir::OpId> reference;  ///< the ops that stand for it on that side; empty: none are needed there
  std::vector<tileir::OpId> port;
  std::vector<Condition> conditions;  ///< those that nothing proves; empty: it holds always
};

/// What an entry argument is to the tensor that it describes.
struct ArgumentRole {
  enum class Kind : std::uint8_t { Base, Extent, Stride, Scalar };
  Kind kind = Kind::Scalar;
  std::uint32_t tensor = 0;     ///< which tensor (or scalar), counted from 0 in the order of the arguments
  std::uint32_t dimension = 0;  ///< Extent, Stride

  std::string toString() const;  ///< "base of tensor 0", "extent 1 of tensor 0"
  auto operator<=>(const ArgumentRole &) const = default;
};

struct ArgumentPair {
  std::optional<std::uint32_t> reference;  ///< position; absent = the side has no such argument
  std::optional<std::uint32_t> port;
  std::optional<ArgumentRole> role;
};

struct EntryPair {
  tileir::FunctionId reference;
  tileir::FunctionId port;
  std::vector<ArgumentPair> arguments;
};

/// Result of aligning two programs. Ops that are in no pair and no divergence are noise on their side: assume ops (their
/// facts are compared on the values), dead constants, and copies of a value that is paired.
struct Alignment {
  tileir::ProgramPtr reference;
  tileir::ProgramPtr port;
  std::vector<EntryPair> entries;
  std::vector<OpPair> pairs;              ///< sorted by reference op; an op is in at most one pair
  std::vector<Copy> copies;               ///< by side and op
  std::vector<Divergence> divergences;    ///< in the order of the text, reference first
  std::vector<Equivalence> equivalences;  ///< in the order of the reference's text
  /// Why the programs are the same, to be checked by certificate::check. Null unless it was asked for and they are, but perhaps for hints,
  /// facts and arguments.
  std::shared_ptr<const certificate::Certificate> certificate;
  std::vector<tileir::OpId> portOf;       ///< by reference OpId; invalid = none
  std::vector<tileir::OpId> referenceOf;  ///< by port OpId
  /// A budget was hit, or a text leaves out elements of a constant: the answer is not complete and must not be taken for equal.
  bool undecided = false;
  std::string undecidedWhy;
  /// Not empty: hints were compared for these architectures alone. One side has hints under `default`, which hold for every
  /// other architecture too, and the other side names only these: it says nothing of others, as an export for one target.
  std::vector<std::string> hintArchitectures;

  /// The only way to ask for equality: no divergence, nothing left undecided, no condition that nothing proves.
  bool same() const { return divergences.empty() && !undecided && !conditional(); }
  /// Some equivalence holds under conditions that nothing in the programs proves.
  bool conditional() const;
};

using AlignmentPtr = std::shared_ptr<const Alignment>;

struct AlignOptions {
  std::uint64_t budget = 50'000'000;  ///< elementary comparisons; beyond it the answer is `undecided`
  bool certify = false;               ///< write a certificate where the programs are the same
};

/// Never fails but by cancellation. Pure: same input, same result.
Result<AlignmentPtr> align(tileir::ProgramPtr reference, tileir::ProgramPtr port, const AlignOptions &options = {},
                           const CancelToken &cancel = {});

std::string_view toText(Status status);  ///< "DIFFERS", "MISSING", "EXTRA"
std::string_view toText(Aspect aspect);  ///< "operand", "hint", ...

}  // namespace tileport::align
