// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "align/alignment.h"
#include "align/side_by_side.h"
#include "evidence/compilation.h"
#include "evidence/specialisation_difference.h"
#include "source/source_file.h"
#include "source/source_map.h"
#include "support/cancel.h"
#include "support/result.h"
#include "triage/policy.h"
#include "triage/triage.h"
#include "triage/triage_file.h"
#include "workspace/workspace.h"

namespace tileport::workspace {

/// One side, read.
struct ReviewSide {
  tileir::ProgramPtr program;
  std::filesystem::path programPath;
  std::string frontEnd;
  source::SourceFilePtr source;  ///< null when none is named or it cannot be read: `sourceNote` says why
  std::string sourceNote;
  source::SourceMap map;  ///< empty without a source
  /// How many ops got their location from another export of the same source, which the workspace names, and what made that. Zero: none.
  std::size_t carriedLocations = 0;
  std::string carriedFrom;
};

using ReviewSidePtr = std::shared_ptr<const ReviewSide>;

/// What the two sides are called for people: two versions of one program are no reference and port.
struct SideNames {
  std::string reference = "reference";
  std::string port = "port";
};

/// Everything that the window, the terminal and a report show of one pair of programs. Immutable.
struct Review {
  std::string title;  ///< "softmax / f16-1x1024" or the two file names
  SideNames names;
  ReviewSide reference;
  ReviewSide port;
  /// What the two sides are specialised to differently: to be told before anything else. Empty where the workspace names no launches;
  /// `specialisationNote` says why when they cannot be read.
  std::vector<evidence::SpecialisationDifference> specialisation;
  std::string specialisationNote;
  bool specialisationCompared = false;  ///< both sides say what they are launched with, and it could be read
  align::AlignmentPtr alignment;
  align::SideBySide sideBySide;
  /// What each divergence means and the verdict on the pair. Null where neither side is the other's port: two versions of one program.
  triage::TriagePtr triage;
  /// Why a person's triage could not be read; empty: it could, or there is none.
  std::string triageNote;
  /// What tileiras made of both programs, where somebody asked for that. Null: nothing was run.
  evidence::CompiledPairPtr compiled;

  struct Counts {
    std::size_t differs = 0, missing = 0, extra = 0;
    std::size_t total() const { return differs + missing + extra; }
  };
  Counts counts() const;

  /// The same program for the same launch. Two programs that are the same say little of a port that is not launched like its
  /// reference, or where it cannot be told: there it is false, and `undecidedWhy` has the reason. A parameter that only one
  /// side's source has is told, but decides nothing: what it does to the programs was compared. Nor is it so where a compiler was asked
  /// and takes the two differently, or it is not known whether it does.
  bool same() const;
  /// A compiler was asked, and fails on one of the two alone.
  bool compiledApart() const;
  /// Why it is not decided whether the sides are the same; empty where it is.
  std::string undecidedWhy() const;

  /// Those that come from the variants or the sources themselves, not from a rule that holds in every pair of two front ends.
  std::vector<evidence::SpecialisationDifference> ownSpecialisation() const;
};

using ReviewPtr = std::shared_ptr<const Review>;

/// Where in a source file something comes from.
struct SourcePlace {
  std::string file;          ///< the source's displayName, or as the program names it when the file is not at hand
  std::uint32_t line = 0;    ///< one-based
  std::uint32_t column = 0;  ///< one-based; 0 = not known
};

/// The place of a divergence's subject: in the side's source where it lies there, else the innermost place that the
/// program's debug locations give. Absent when there are none.
std::optional<SourcePlace> sourcePlace(const ReviewSide &side, const align::Subject &subject);

/// Reads one side, with the locations that it carries over. Errors name the program's file: it cannot be read, breaks a rule of Tile IR or
/// has no entry. A source that cannot be read is no error.
Result<ReviewSide> readSide(const SideFiles &files, const CancelToken &cancel = {});

/// Reads both sides, aligns them, lays them out and triages them. Pure but for reading the files; errors name the file.
Result<ReviewPtr> review(const Operator &op, const Variant &variant, const CancelToken &cancel = {});

/// The same for two bare program files, one of which may be "-", standard input.
Result<ReviewPtr> reviewFiles(const std::filesystem::path &reference, const std::filesystem::path &port, const CancelToken &cancel = {});

/// Both with another policy than the program's own; files with what is known of them.
Result<ReviewPtr> reviewBy(const triage::Policy &policy, const Operator &op, const Variant &variant, const CancelToken &cancel = {});
Result<ReviewPtr> reviewFilesBy(const triage::Policy &policy, const SideFiles &reference, const SideFiles &port,
                                const CancelToken &cancel = {});

/// The same review with what a compiler made of its two programs, triaged again.
Result<ReviewPtr> withCompilation(const triage::Policy &policy, const Review &review, evidence::CompiledPairPtr compiled,
                                  const CancelToken &cancel = {});

/// The file that a person's triage of this port lies in: beside its source, else beside its program. Absent for standard input.
std::optional<std::filesystem::path> triageFileOf(const ReviewSide &port);

/// Keeps a person's word on every finding of the review that bears the anchor, in the triage.json beside the port's source (its program,
/// where it has none). `entry` says who, when, why; what it covers is filled in. The result is how many findings that are; none is an
/// error.
Result<std::size_t> acceptFindings(const Review &review, triage::TriageEntry entry);

/// The same for two versions of one side, the earlier one in the place of the reference.
Result<ReviewPtr> reviewVersions(const std::string &title, const SideFiles &before, const SideFiles &after, const SideNames &names,
                                 const CancelToken &cancel = {});

}  // namespace tileport::workspace
