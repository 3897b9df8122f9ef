// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "evidence/specialisation.h"
#include "evidence/specialisation_difference.h"
#include "source/source_facts.h"
#include "source/source_file.h"
#include "tileir/program.h"

/// The hidden specification of an operator: what the JIT of its front end decides when a variant is launched, and what therefore
/// stands neither in the kernel's source alone nor in its program alone. docs/specification.md describes it for people.
namespace tileport::specification {

/// What bears witness of something.
struct Evidence {
  enum class Kind : std::uint8_t {
    Source,   ///< `file`, `span`
    Launch,   ///< `file`, `member`: of the launch that the program was made with
    Symbol,   ///< `member`: of the mangled name of the entry
    Program,  ///< `file`, `line`, `op`
  };
  Kind kind = Kind::Source;
  std::string file;         ///< as a person would name it
  source::SourceSpan span;  ///< Source
  std::string member;       ///< Launch: "args TILE", "hints occupancy", "generics BM"; Symbol: "parameter 3"
  tileir::OpId op;          ///< Program; invalid: the entry itself
  std::uint32_t line = 0;   ///< Program: of its listing, one-based
};

/// One thing that is decided, or that nobody knows.
struct Item {
  std::string name;
  std::string value;    ///< for people; empty: not known, and `unknown` says why
  std::string unknown;  ///< a clause; empty: known
  std::vector<Evidence> evidence;
};

/// A value that the program was compiled with and that is no argument of its entry.
struct ConstantItem {
  Item item;
  std::string kind;  ///< "constant parameter", "const generic", "type generic"
  std::optional<evidence::Constant> constant;
  /// What host code passes for it, as text, each with its place; none: it is not known, or the source launches nothing.
  std::vector<Item> passed;
};

/// How a program reaches what a tensor parameter points to.
enum class Access : std::uint8_t {
  Unknown,
  View,     ///< through a tensor view: make_tensor_view
  Pointer,  ///< through addresses
  Both,
  Unused,  ///< the program does not use it
};

struct TensorItem {
  std::string name;
  Item elementType;
  Item extents;  ///< as launched, outermost first
  Item strides;  ///< the same, in elements
  Item access;
  Access how = Access::Unknown;
  bool written = false;           ///< by the source's facts
  std::vector<Item> facts;        ///< what the compiler was told: divisors, constants, no aliasing
  std::vector<std::string> used;  ///< "extent 0", "stride 1": what the program itself uses, of a tensor that it reaches by addresses
  std::optional<std::uint32_t> rank;
};

struct LaunchSite {
  std::string function;  ///< host function around it; empty: none
  Item grid;
  std::vector<Item> arguments;  ///< `name` is the kernel's parameter
  std::vector<Item> hints;
  Evidence evidence;
};

/// A branch that constants alone decide.
struct BranchItem {
  enum class Verdict : std::uint8_t {
    OneArm,        ///< `present` is in the program, `vanished` are not
    NoArm,         ///< none is: its condition fails and there is no else
    Unreached,     ///< the branch itself stands in what vanished
    BothArms,      ///< ops of several arms are in the program: the condition is not the same wherever it is compiled
    NotDecidable,  ///< `sentence` says why
  };
  std::string condition;
  std::string function;  ///< kernel or helper in which it stands
  Verdict verdict = Verdict::NotDecidable;
  std::string present;                ///< the label of the arm that is in the program
  std::vector<std::string> vanished;  ///< labels, in the order of the source
  bool isCheck = false;               ///< of a call's bounds, by its argument check_bounds: "checked" and "unchecked" are its arms
  std::string sentence;               ///< all of it for a person; no full stop
  std::vector<Evidence> evidence;

  /// "if TILE > 1", "ct.gather check_bounds=CHECK".
  std::string title() const { return (isCheck ? "" : "if ") + condition; }
};

/// What is hidden of one side of a variant.
struct SideSpecification {
  evidence::Side side = evidence::Side::Reference;
  std::string kernel;                  ///< the function in the source
  Item symbol;                         ///< the entry's name in the program
  std::vector<Item> symbolParameters;  ///< of a mangled symbol, read back
  std::vector<ConstantItem> constants;
  std::vector<TensorItem> tensors;
  std::vector<Item> scalars;  ///< arguments that are no tensors: type, value as launched, divisor
  /// How often the program has each kind of op that makes its structure: memory, matrix products, reductions, loops, branches.
  std::vector<std::pair<std::string, std::size_t>> structure;
  std::vector<std::string> ops;  ///< mnemonics of all kinds of ops in the program, sorted
  std::vector<Item> hints;       ///< of the entry and of ops: what is in the program, and who set it
  std::vector<BranchItem> branches;
  std::vector<LaunchSite> launches;  ///< host code that may launch it
  std::vector<Item> unknown;         ///< whole kinds of things that are not known, each with why
};

using SideSpecificationPtr = std::shared_ptr<const SideSpecification>;

struct VariantSpecification {
  std::string name;
  SideSpecificationPtr reference;  ///< null: there is none
  SideSpecificationPtr port;
  /// What the two are specialised to differently, by evidence::compare.
  std::vector<evidence::SpecialisationDifference> differences;
  std::string differencesUnknown;  ///< why they are not known; empty: they are, or a side is not there
};

/// What of a structural entry a front end needs to be told, and why.
struct EntryReason {
  std::string sentence;  ///< no full stop
  std::vector<Evidence> evidence;
};

struct EntryParameter {
  std::string name;
  std::string type;  ///< as cuTile Rust would write it: "&Tensor<E, { [-1, -1] }>", "*mut E", "i32"
  std::string why;
};

struct EntryGeneric {
  std::string name;
  std::string kind;                 ///< "type generic", "const generic", "literal", "literal type"
  std::vector<std::string> values;  ///< of the variants, each once, in their order
  std::string why;
};

/// An entry that a port needs: variants whose structure is the same can share one, and differ by its generics.
struct StructuralEntry {
  std::string name;    ///< the reference's kernel, numbered where it needs several
  std::string kernel;  ///< of the reference
  std::vector<std::string> variants;
  std::vector<EntryReason> reasons;  ///< why it is an entry of its own
  std::vector<EntryParameter> parameters;
  std::vector<EntryGeneric> generics;
  std::vector<std::string> portEntries;  ///< of the port, that variants of it are paired with
  std::vector<std::string> unknown;      ///< what could not be found out, sentences without full stop
};

struct HiddenSpecification {
  std::string op;
  std::vector<VariantSpecification> variants;
  std::vector<StructuralEntry> entries;  ///< by the references; none where there is no reference
};

using HiddenSpecificationPtr = std::shared_ptr<const HiddenSpecification>;

/// One side as it is at hand. What is null is not known; the text beside it says why.
struct SideInput {
  evidence::Side side = evidence::Side::Reference;
  std::shared_ptr<const evidence::Specialisation> specialisation;
  std::string specialisationName;  ///< of its launch, for evidence
  std::string specialisationUnknown;
  source::SourceFactsPtr facts;
  std::string factsUnknown;
  source::SourceFilePtr source;  ///< joins the program by debug locations
  std::string sourceName;
  tileir::ProgramPtr program;
  std::string programName;
  std::string programUnknown;
};

struct VariantInput {
  std::string name;
  std::optional<SideInput> reference;
  std::optional<SideInput> port;
};

struct OperatorInput {
  std::string op;
  std::vector<VariantInput> variants;
  std::shared_ptr<const evidence::PairingRules> rules;  ///< null: by names
};

/// Pure: of equal inputs equal values. Where there is no launch, the specialisation is read from the entry's mangled symbol.
HiddenSpecificationPtr specify(const OperatorInput &input);

/// "view", "pointer", "view and pointer", "unused", "unknown".
std::string_view toText(Access access);
/// "one arm", "no arm", "unreached", "both arms", "not decidable".
std::string_view toText(BranchItem::Verdict verdict);
/// "kernel.rs:12:3", "launch.json: args TILE", "symbol: parameter 3", "program.tileirbc:31".
std::string toText(const Evidence &evidence);

}  // namespace tileport::specification
