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
#include "tileport/spool.h"
#include "toolchain/folders.h"
#include "toolchain/store.h"

namespace tileport::cli {

namespace {

constexpr std::size_t kManyVariants = 100;  // fewer are there at once: no progress is shown

/// A workspace's review of which no program stays: of ten thousand pairs it takes little more memory than of ten.
struct SpooledReview {
  WorkspaceReview review;
  Spool spool;
  std::vector<Spool::Piece> pieces;                        ///< the text or JSON of each variant
  std::vector<std::vector<workspace::RoundVariant>> kept;  ///< of each operator, where a round is wanted
};

Result<SpooledReview> reviewAll(const workspace::WorkspacePtr &workspace, const triage::Policy &policy, const Compiling &compiling,
                                const Output &output, bool keepRound) {
  auto spool = Spool::open();
  if (!spool) return spool.error();
  SpooledReview all{{workspace, {}}, std::move(*spool), {}, {}};
  std::size_t total = 0, done = 0;
  for (const workspace::Operator &op : workspace->operators) total += op.variants.size();
  ProgressLine progress;
  for (const workspace::Operator &op : workspace->operators) {
    all.kept.emplace_back();
    for (const workspace::Variant &variant : op.variants) {
      const std::string name = op.name + " / " + variant.name;
      auto result = workspace::reviewBy(policy, op, variant, compiling.token());
      if (result) result = compiling.add(policy, std::move(*result));
      if (compiling.token().cancelled()) return Error{ErrorKind::Cancelled, "interrupted", {}, ""};
      if (!result) fail(name + ": " + result.error().toString(), kCannotRead);
      if (keepRound) all.kept.back().push_back(workspace::roundVariant(variant, result));
      VariantReview &entry = all.review.variants.emplace_back(&op, &variant, std::move(result));
      const auto piece = all.spool.append(output.json ? variantJson(entry) : variantText(entry, output.terminal));
      if (!piece) return piece.error();
      all.pieces.push_back(*piece);
      entry.review.reset();
      if (total > kManyVariants || compiling.isWanted())
        progress.say("reviewed " + std::to_string(++done) + " of " + std::to_string(total) + ": " + name);
    }
  }
  return all;
}

int print(SpooledReview &all, const std::optional<Since> &since, const Output &output) {
  Answer answer(all.spool, writeOut);
  if (output.json) {
    const std::vector<std::string> parts = reviewJson(all.review, since);
    for (std::size_t i = 0; i < all.pieces.size(); ++i) {
      answer.add(parts[i]);
      answer.add(all.pieces[i]);
    }
    answer.add(parts.back());
  } else {
    answer.add(overviewText(all.review, output.terminal));
    for (const Spool::Piece &piece : all.pieces) answer.add(piece);
    if (since) answer.add("\n" + roundText(since->comparison, workspace::shownName(since->round), output.terminal));
  }
  if (answer.error()) return fail(answer.error()->toString(), kCannotRead);
  return answer.going() ? finish("", exitCode(all.review.outcome())) : cannotWrite();
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
int reviewCommits(const ReviewOptions &options, const triage::Policy &policy, const Output &output) {
  if (options.range->empty()) return fail("RANGE is empty: give BASE..HEAD. See tileport review --help.", kUsageError);
  if (!options.since.empty())
    return fail("--since is for a workspace; of a range of commits BASE says since when. See tileport review --help.", kUsageError);
  auto places = findPlaces();
  if (!places) return fail(places.error().toString(), kCannotRead);
  toolchain::RunLog log;
  const InterruptGuard interrupt;
  std::optional<ProgressLine> progress(std::in_place);
  const auto report = [&](const importer::ImportProgress &each) { progress->show(each.what, each.done, each.total, each.text); };
  const importer::RangeRequest request{.repository = options.workspace,
                                       .range = *options.range,
                                       .trusted = options.trusted,
                                       .folders = places->folders,
                                       .review = [&policy](const auto &op, const auto &variant, const CancelToken &cancel) {
                                         return workspace::reviewBy(policy, op, variant, cancel);
                                       }};
  auto range = importer::reviewRange(request, places->frontEnds, places->store, log, interrupt.token(), report);
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
  if (options.range && options.compile.isWanted)
    return fail("--compile is for a workspace; commits are reviewed without it. See tileport review --help.", kUsageError);
  if (!options.range && (options.trusted || options.runs))
    return fail("--trust and --runs are for a range of commits; nothing of a workspace is run. See tileport review --help.", kUsageError);
  triage::Policy own;
  if (!options.policy.empty()) {
    auto read = triage::readPolicyFile(options.policy);
    if (!read) return fail(read.error().toString(), kCannotRead);
    own = std::move(*read);
  }
  const triage::Policy &policy = options.policy.empty() ? triage::defaultPolicy() : own;
  if (options.range) return reviewCommits(options, policy, output);
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
  const bool keepRound = since || !options.saveRound.empty();
  Compiling compiling(options.compile);
  if (const auto found = compiling.open(); !found) return fail(found.error().toString(), exitCodeOf(found.error()));
  auto all = reviewAll(*opened, policy, compiling, output, keepRound);
  if (!all) return fail(all.error().toString(), kCannotRead);
  Result<void> saved;
  if (keepRound) {
    const workspace::Round round =
        workspace::roundOf(**opened, std::move(all->kept), options.label, std::string("tileport ") + TILEPORT_VERSION);
    if (since) since->comparison = workspace::compareRounds(since->round, round);
    if (!options.saveRound.empty()) saved = workspace::writeRoundFile(options.saveRound, round);
  }
  const int code = print(*all, since, output);
  return saved ? code : fail(saved.error().toString(), kCannotRead);
}

}  // namespace tileport::cli
