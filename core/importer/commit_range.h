// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "importer/tilegym.h"
#include "workspace/review.h"
#include "workspace/rounds.h"
#include "workspace/workspace.h"

/// The review of what changed between two commits of a git repository (docs/review-range.md).
namespace tileport::importer {

struct RangeRequest {
  std::filesystem::path repository;  ///< a checkout, a folder in one, or a bare repository. It is only read
  std::string range;                 ///< "BASE..HEAD", "BASE...HEAD" from their common ancestor, "HEAD" from its first parent
  /// The user said that code of both commits may run: that of operators with a launches.json, to make their programs. Without it
  /// these are not made, and said to be undecided; programs that are committed are reviewed.
  bool trusted = false;
  plugin::Folders folders;
  /// What reviews a variant, of both commits alike: another one classifies by another policy.
  std::function<Result<workspace::ReviewPtr>(const workspace::Operator &, const workspace::Variant &, const CancelToken &)> review =
      workspace::review;
};

struct ReviewedVariant {
  const workspace::Operator *op = nullptr;
  const workspace::Variant *variant = nullptr;
  Result<workspace::ReviewPtr> review;
};

/// The programs of one side at BASE and at HEAD, where they are not the same bytes: BASE as the reference, HEAD as the port.
struct ProgramChange {
  std::string op, variant;
  workspace::Side side = workspace::Side::Port;
  Result<workspace::ReviewPtr> review;
};

/// What became of one manifest: a workspace with committed programs, or an operator whose programs are made.
struct ReviewedManifest {
  std::string path;           ///< of the workspace.json or launches.json, in the repository
  bool isMade = false;        ///< from a launches.json
  std::size_t operators = 0;  ///< that it names at HEAD
  /// Those operators of HEAD that the change reaches; null when nothing of it was reviewed. Its files are gone, what was read of
  /// them is in the reviews.
  workspace::WorkspacePtr workspace;
  std::vector<ReviewedVariant> variants;                                  ///< at HEAD
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;  ///< by operator of `workspace`: why it was reviewed
  workspace::RoundComparison findings;                                    ///< BASE against HEAD
  std::vector<ProgramChange> changes;
  std::vector<std::string> added, removed, untouched;  ///< names of operators
  /// Why not everything that the change reaches was compared, sentences; with any the answer is undecided at least.
  std::vector<std::string> undecided;
  std::string note;                     ///< a sentence that decides nothing; may be empty
  std::vector<ImportFailure> failures;  ///< programs of HEAD that could not be made; each is in `undecided` too
  std::optional<Error> error;           ///< the manifest of HEAD cannot be read, or nothing could be made from it
};

struct RangeReview {
  std::string base, head;  ///< commits in full; `base` is empty where HEAD has no parent
  std::size_t changedFiles = 0;
  std::vector<ReviewedManifest> manifests;  ///< of either commit, by path; those that the change reaches, and those it does not
  std::vector<std::string> leftOut;         ///< files of HEAD that were not written, with the reason: links, submodules
  workspace::Round round;                   ///< HEAD's findings; day and tool are the caller's to fill in
};

/// Both commits are written to folders of ours in the cache, which are gone afterwards; an interrupted review leaves them, and goes on with
/// what is there of them. Two may run at once. The error is that nothing could be reviewed: no repository, no such commit, no
/// workspace and no operator in either commit.
Result<RangeReview> reviewRange(const RangeRequest &request, const toolchain::FrontEnds &frontEnds, const toolchain::Store &store,
                                toolchain::RunLog &log, const CancelToken &cancel = {}, const ImportReporter &report = {});

}  // namespace tileport::importer
