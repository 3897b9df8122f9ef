// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>
#include <optional>

#include "importer/commit_range.h"
#include "tileport/commands.h"
#include "tileport/front_ends.h"
#include "tileport/json_text.h"
#include "tileport/progress.h"
#include "tileport/range_text.h"
#include "tileport/review_text.h"
#include "tileport/round_text.h"
#include "toolchain/folders.h"
#include "toolchain/store.h"

namespace tileport::cli {

namespace {

WorkspaceReview reviewAll(const workspace::WorkspacePtr &workspace, const triage::Policy &policy) {
  WorkspaceReview review{workspace, {}};
  for (const workspace::Operator &op : workspace->operators) {
    for (const workspace::Variant &variant : op.variants) {
      VariantReview &entry = review.variants.emplace_back(VariantReview{&op, &variant, nullptr, std::nullopt});
      auto result = workspace::reviewBy(policy, op, variant);
      if (result) {
        entry.review = std::move(*result);
      } else {
        entry.error = std::move(result).error();
        fail(op.name + " / " + variant.name + ": " + entry.error->toString(), kCannotRead);
      }
    }
  }
  return review;
}

/// Where front ends are, and what they work with.
struct Places {
  toolchain::FrontEnds frontEnds;
  toolchain::Store store;
  plugin::Folders folders;
};

Result<Places> findPlaces() {
  auto tools = toolchain::toolsFolder();
  if (!tools) return tools.error();
  auto cache = toolchain::cacheFolder();
  if (!cache) return cache.error();
  auto store = toolchain::Store::open(*cache / "store");
  if (!store) return store.error();
  return Places{toolchain::FrontEnds::load(toolchain::pluginFolders()), std::move(*store), {"", *tools, *cache}};
}

/// A range of commits.
int reviewCommits(const ReviewOptions &options, const Output &output) {
  if (options.range->empty()) return fail("RANGE is empty: give BASE..HEAD. See tileport review --help.", kUsageError);
  if (!options.since.empty())
    return fail("--since is for a workspace; of a range of commits BASE says since when. See tileport review --help.", kUsageError);
  auto places = findPlaces();
  if (!places) return fail(places.error().toString(), kCannotRead);
  toolchain::RunLog log;
  const InterruptGuard interrupt;
  std::optional<ProgressLine> progress(std::in_place);
  const auto report = [&](const importer::ImportProgress &each) { progress->show(each.what, each.done, each.total, each.text); };
  auto range = importer::reviewRange(
      {.repository = options.workspace, .range = *options.range, .trusted = options.trusted, .folders = places->folders}, places->frontEnds,
      places->store, log, interrupt.token(), report);
  progress.reset();
  if (options.runs) std::fputs(runsText(log.records(), output.terminal).c_str(), stderr);
  if (!range) return fail(range.error().toString(), kCannotRead);
  range->round.day = workspace::today();
  range->round.tool = std::string("tileport ") + TILEPORT_VERSION;
  if (!options.label.empty()) range->round.label = options.label;
  const Result<void> saved = options.saveRound.empty() ? Result<void>() : workspace::writeRoundFile(options.saveRound, range->round);
  const std::string repository = options.workspace.string();
  const std::string text = output.json ? rangeJson(*range, repository) : rangeText(*range, repository, output.terminal);
  const int code = finish(text, exitCode(outcomeOf(manifestReviews(*range))));
  return saved ? code : fail(saved.error().toString(), kCannotRead);
}

}  // namespace

int review(const ReviewOptions &options, const Output &output) {
  if (!options.label.empty() && options.saveRound.empty())
    return fail("--label names the round that --save-round keeps. See tileport review --help.", kUsageError);
  if (options.range && !options.policy.empty())
    return fail("--policy is for a workspace; commits are reviewed by the default policy. See tileport review --help.", kUsageError);
  if (options.range) return reviewCommits(options, output);
  if (options.trusted || options.runs)
    return fail("--trust and --runs are for a range of commits; nothing of a workspace is run. See tileport review --help.", kUsageError);
  // Before the work, and before the same file is written.
  std::optional<Since> since;
  if (!options.since.empty()) {
    auto earlier = workspace::readRoundFile(options.since);
    if (!earlier) return fail(earlier.error().toString(), kCannotRead);
    since = Since{std::move(*earlier), {}};
  }
  const auto opened = workspace::openWorkspace(options.workspace);
  if (!opened) return fail(opened.error().toString(), kCannotRead);
  // Nothing compared is not the same as nothing different.
  if (std::all_of((*opened)->operators.begin(), (*opened)->operators.end(),
                  [](const workspace::Operator &op) { return op.variants.empty() && op.unpaired.empty(); }))
    return fail(options.workspace.string() +
                    ": the workspace names no variant, so there is nothing to compare. Add one to its workspace.json; docs/workspace.md "
                    "describes it.",
                kCannotRead);
  triage::Policy own;
  if (!options.policy.empty()) {
    auto policy = triage::readPolicyFile(options.policy);
    if (!policy) return fail(policy.error().toString(), kCannotRead);
    own = std::move(*policy);
  }
  const WorkspaceReview review = reviewAll(*opened, options.policy.empty() ? triage::defaultPolicy() : own);
  const workspace::Round round = roundOf(review, options.label);
  if (since) since->comparison = workspace::compareRounds(since->round, round);
  const Result<void> saved = options.saveRound.empty() ? Result<void>() : workspace::writeRoundFile(options.saveRound, round);
  std::string text = output.json ? reviewJson(review, since) : workspaceText(review, output.terminal);
  if (since && !output.json) text += "\n" + roundText(since->comparison, workspace::shownName(since->round), output.terminal);
  const int code = finish(text, exitCode(review.outcome()));
  return saved ? code : fail(saved.error().toString(), kCannotRead);
}

}  // namespace tileport::cli
