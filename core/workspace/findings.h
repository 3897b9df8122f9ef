// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workspace/review.h"

/// What a review found, in a form that outlives edits elsewhere, so that the findings of two rounds can be compared.
namespace tileport::workspace {

/// One part that differs. No member holds a name or number of a value, a number of an op or a line: a value is written as what it is
/// ("load_view_tko", "stride 0 of tensor 1", a constant's content).
struct FindingPart {
  std::string aspect;  ///< "hint", "operand", ... (align::Aspect); of a specialisation its kind
  std::string what;    ///< "sm_100.latency", "operand lhs"
  std::string reference;
  std::string port;  ///< empty: absent there

  auto operator<=>(const FindingPart &) const = default;
};

/// A thing that a reviewer has to look at. Two with the same members, `places` aside, are the same finding; a variant may have several of
/// one. It stays the same when values or the only entry are renamed, values are renumbered, lines move, or other ops come or go beside it.
/// It is another one when what differs changes on either side, or the op moves into or out of a loop or branch.
struct Finding {
  enum class Kind : std::uint8_t {
    Divergence,
    Specialisation,  ///< the two sides are compiled for different things
    Unpaired,        ///< a program without a partner
    Refused,         ///< the variant could not be compared: a file cannot be read, or breaks a rule of Tile IR
  };
  Kind kind = Kind::Divergence;
  std::string status;   ///< Divergence: "DIFFERS", "MISSING", "EXTRA". Unpaired: "reference", "port". Specialisation: origin
  std::string name;     ///< Divergence: mnemonic, "entry", "argument", "global". Specialisation: subject. Unpaired: its name
  std::string regions;  ///< Divergence of an op: what it stands in, "for/if else"; where a program has several entries, its entry first
  std::vector<FindingPart> parts;   ///< one; of an unpaired program none
  std::vector<std::string> places;  ///< for people: source and line on each side that has one, at the time of the round

  bool isSameAs(const Finding &other) const;
  /// One line: "DIFFERS load_view_tko in for: hint sm_100.latency: 3 -> 7". Texts may be long and hold any character.
  std::string text() const;
};

std::string_view toText(Finding::Kind kind);  ///< "divergence", "specialisation", "unpaired", "refused"

/// A total order of what is the same, in which equal ones stand together.
std::strong_ordering compareFindings(const Finding &a, const Finding &b);

/// Of a review: specialisation first, then each difference of each divergence, in the order of the text.
std::vector<Finding> findingsOf(const Review &review);

/// That the variant could not be reviewed, for `error`.
Finding refusal(const Variant &variant, const Error &error);

Finding unpairedFinding(const Unpaired &unpaired);

}  // namespace tileport::workspace
