// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "align/alignment.h"
#include "triage/front_ends.h"

namespace tileport::triage {

struct TriageInput;

/// How what the port assumes of a value stands to what the reference assumes.
enum class Relation : std::uint8_t {
  Weaker,         ///< the reference knows more: follows from what it assumes
  Stronger,       ///< the port promises more than the reference does
  Contradictory,  ///< both cannot hold
  Incomparable,   ///< neither follows from the other
};

enum class Has : std::uint8_t { Both, Reference, Port };
enum class Access : std::uint8_t { Views, Pointers };
/// Whether the tiles cover what they are launched for exactly, so that nothing is masked off or padded.
enum class Cover : std::uint8_t { Unknown, Exact, Ragged };
/// What is known of the two programs for the GPU that both were compiled for.
enum class Programs : std::uint8_t {
  Unknown,    ///< nothing shows that they are the same, and nothing that they differ
  Same,       ///< a certificate was replayed, or what differs is INFO
  Different,  ///< something differs that may matter to a compiler
};
/// What the version table says of the port's front end and this difference.
enum class Saying : std::uint8_t { Unknown, CanSay, CannotSay, Derives };

/// A difference as the rules of a policy see it.
struct Case {
  align::Aspect aspect = align::Aspect::Operation;
  /// Absent: of two programs. Else of what a compiler made of them, and `aspect` says nothing: only rules for "compilation" fit.
  std::optional<Programs> compilation;
  align::Status status = align::Status::Differs;
  std::string subject;    ///< "op", "entry", "argument", "global"; of a compilation also "program"
  std::string op;         ///< mnemonic, the reference's where both have one; empty for what is no op
  std::string name;       ///< for people: the mnemonic, "the entry", "argument 3"
  std::string what;       ///< align::Difference::what
  std::string reference;  ///< its texts
  std::string port;
  Has has = Has::Both;
  std::optional<Relation> relation;  ///< of facts
  Access access = Access::Views;     ///< of the port: pointers, if any op of it takes some
  bool used = true;                  ///< of an op: something depends on it. Of an argument: something but an assume reads it
  bool masked = false;               ///< of an access by pointers: the reference's has a mask
  Cover cover = Cover::Unknown;
  Saying saying = Saying::Unknown;
  const FrontEndRow *row = nullptr;  ///< what `saying` is known from
};

/// Of one difference of one divergence of the input's alignment.
Case caseOf(const TriageInput &input, const FrontEnds &frontEnds, const align::Divergence &divergence, const align::Difference &difference,
            Access access);

/// Whether any op of the program takes pointers.
Access accessOf(const tileir::Program &program);

std::string_view toText(Relation relation);  ///< "weaker", "stronger", "contradictory", "incomparable"
std::string_view toText(Has has);            ///< "both", "reference", "port"
std::string_view toText(Access access);      ///< "views", "pointers"
std::string_view toText(Cover cover);        ///< "unknown", "exact", "ragged"
std::string_view toText(Programs programs);  ///< "unknown", "same", "different"
std::string_view toText(Saying saying);      ///< "unknown", "can_say", "cannot_say", "derives"

}  // namespace tileport::triage
