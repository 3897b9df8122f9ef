// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/result.h"
#include "workspace/findings.h"

/// Review rounds: what was found at one time, kept to tell at another what is gone, what remains and what is new (docs/rounds.md).
namespace tileport::workspace {

struct RoundVariant {
  std::string name;
  std::vector<Finding> findings;
  /// Why not all of it was compared: a budget was hit, a file was refused. Empty: everything was.
  std::string undecided;
  /// Why it is not known what the two sides are specialised to: no launches are named, or they cannot be read. Empty: it is known.
  std::string specialisationUnknown;
  /// align::Alignment::hintArchitectures: empty, hints were compared for all.
  std::vector<std::string> hintArchitectures;
};

struct RoundOperator {
  std::string manifest;  ///< in a review of commits: the file of the repository that names the operator; otherwise empty
  std::string name;
  std::vector<RoundVariant> variants;
  std::vector<Finding> unpaired;
};

struct Round {
  std::string workspace;  ///< its name, or the repository's
  std::string label;      ///< what the user calls the round, or the commit; may be empty
  std::string day;        ///< "2026-11-30"
  std::string tool;       ///< "tileport 0.1.0"
  std::vector<RoundOperator> operators;
};

/// What is to be kept of a review of a variant, or of its failure.
RoundVariant roundVariant(const Variant &variant, const Result<ReviewPtr> &review);

/// Of a workspace and today. `variants` has what is kept of each operator's variants, in the workspace's order.
Round roundOf(const Workspace &workspace, std::vector<std::vector<RoundVariant>> variants, std::string label, std::string tool);

/// "2026-11-30", of today, UTC.
std::string today();

/// What a round is called for people: "first look (2026-11-30)".
std::string shownName(const Round &round);

struct ComparedFinding {
  enum class Fate : std::uint8_t {
    Gone,       ///< in the earlier round, and not in the later one, which looked
    Remaining,  ///< in both
    New,        ///< in the later round, and not in the earlier one, which looked
    Undecided,  ///< one of the rounds could not look: the variant is not in it, or was not compared to the end
  };
  Fate fate = Fate::Remaining;
  Finding finding;  ///< of the later round where it is in both
  std::string why;  ///< Undecided: a clause
};

std::string_view toText(ComparedFinding::Fate fate);  ///< "gone", "remaining", "new", "undecided"

struct ComparedVariant {
  std::string manifest, op, variant;  ///< `variant` is empty for the operator's unpaired programs
  /// All of the later round, in its order, and then those that only the earlier one has.
  std::vector<ComparedFinding> findings;
  /// Why nothing can be said of what was found before, or what is new; empty: both rounds looked at everything.
  std::vector<std::string> notes;

  std::size_t count(ComparedFinding::Fate fate) const;
};

/// Every operator and variant of either round that has findings or notes: those of the later round in its order, then those that only the
/// earlier one has.
struct RoundComparison {
  std::vector<ComparedVariant> variants;
  std::size_t count(ComparedFinding::Fate fate) const;
};

/// Operators belong together by manifest and name, variants by name. Equal findings of a variant are counted. Nothing is gone that the
/// later round did not look for.
RoundComparison compareRounds(const Round &before, const Round &after);

/// The text of a round's file, schema tileport-round/1 (docs/json.md).
std::string writeRound(const Round &round);

/// `file` names the text in errors, which say line, column and member.
Result<Round> readRound(std::string_view text, const std::string &file);

/// Both from and to a file, which is written as a whole.
Result<Round> readRoundFile(const std::filesystem::path &file);
Result<void> writeRoundFile(const std::filesystem::path &file, const Round &round);

}  // namespace tileport::workspace
