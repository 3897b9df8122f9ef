// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reduce/reduce.h"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include "reduce/cost.h"
#include "reduce/passes.h"
#include "tileir/bytecode_writer.h"
#include "tileir/consistency.h"
#include "tileir/printer.h"
#include "tileir/tree.h"
#include "tileir/verifier.h"

namespace tileport::reduce {

using namespace tileir;

namespace {

bool hasLocations(const ProgramData &data) {
  const auto located = [](const auto &each) { return each.location.valid(); };
  return std::any_of(data.ops.begin(), data.ops.end(), located) || std::any_of(data.functions.begin(), data.functions.end(), located);
}

/// Candidates that were asked about and are not interesting, by all that they are. What does not fit is asked about again.
class Known {
 public:
  bool has(const std::string &content) const { return contents_.contains(content); }
  void add(std::string content) {
    if (bytes_ + content.size() > kMost) return;
    bytes_ += content.size();
    contents_.insert(std::move(content));
  }

 private:
  static constexpr std::size_t kMost = std::size_t{256} << 20;
  std::unordered_set<std::string> contents_;
  std::size_t bytes_ = 0;
};

/// Where a pass is: sites [at, at + chunk) are taken out in one of the ways.
struct Cursor {
  std::size_t chunk = 0, at = 0;
  unsigned variant = 0;
};

/// A candidate, and where its pass goes on when it is taken.
struct Proposal {
  Candidate candidate;
  Cost cost;
  Cursor cursor;
};

class Reducer {
 public:
  Reducer(const Predicate &predicate, const Options &options, const CancelToken &cancel,
          const std::function<void(const Progress &)> &progress)
      : predicate_(predicate), options_(options), cancel_(cancel), progress_(progress) {}

  Result<Reduction> run(const ProgramPtr &program);

 private:
  std::optional<Error> begin(const ProgramPtr &program);
  bool stopped() const { return stop_ || cancel_.cancelled(); }
  /// Tries the passes until a round of them changes nothing.
  void toFixpoint(const std::vector<Pass> &passes);
  void sweep(const Pass &pass, bool inChunks);
  bool advance(const Pass &pass, Cursor &cursor) const;
  std::optional<Proposal> propose(const Pass &pass, const Cursor &cursor);
  /// The position of the first that is interesting.
  std::optional<std::size_t> ask(const std::vector<Proposal> &proposals, std::string_view pass);
  void report(std::string_view pass) const;

  const Predicate &predicate_;
  const Options &options_;
  const CancelToken &cancel_;
  const std::function<void(const Progress &)> &progress_;
  Reduction reduction_;
  Cost cost_{};
  Known known_;
  std::size_t sites_ = 0;  ///< of the pass under way, in the best program so far
  std::size_t steps_ = 0;  ///< that were taken
  bool stop_ = false;
};

std::optional<Error> invalid(const ProgramPtr &program) {
  if (const auto consistent = checkConsistency(program->data()); !consistent) return consistent.error();
  const auto violations = verify(*program, 1);
  if (violations.empty()) return std::nullopt;
  return Error{ErrorKind::Malformed,
               "the program breaks the rule " + violations[0].rule + ": " + violations[0].message,
               {},
               "Only valid programs are reduced; tileport check lists all violations."};
}

std::optional<Error> Reducer::begin(const ProgramPtr &program) {
  if (const auto error = invalid(program)) return error;
  auto content = contentOf(*program, options_.form);
  if (!content) return content.error();
  reduction_.best = {program, std::move(*content)};
  Tree tree(*program);
  cost_ = costOf(tree);
  return std::nullopt;
}

void Reducer::report(std::string_view pass) const {
  if (progress_) progress_({pass, reduction_.runs, reduction_.best.program->opCount()});
}

std::optional<std::size_t> Reducer::ask(const std::vector<Proposal> &proposals, std::string_view pass) {
  std::vector<Candidate> candidates;
  for (const Proposal &proposal : proposals) candidates.push_back(proposal.candidate);
  const auto answer = predicate_(candidates);
  if (!answer) {
    stop_ = true;
    if (answer.error().kind != ErrorKind::Cancelled) reduction_.error = answer.error();
    return std::nullopt;
  }
  // An answer that was interrupted is none.
  if (stopped()) return std::nullopt;
  const std::size_t dull = answer->value_or(proposals.size());
  for (std::size_t n = 0; n < dull; ++n) known_.add(std::move(candidates[n].content));
  reduction_.runs += answer->has_value() ? dull + 1 : dull;
  stop_ = reduction_.runs >= options_.mostRuns;
  report(pass);
  return *answer;
}

std::optional<Proposal> Reducer::propose(const Pass &pass, const Cursor &cursor) {
  Tree tree(*reduction_.best.program);
  const std::size_t count = std::min(cursor.chunk, sites_ - cursor.at);
  if (!pass.apply(tree, pass.level, cursor.at, count, cursor.variant)) return std::nullopt;
  const Cost cost = costOf(tree);
  if (cost >= cost_) return std::nullopt;
  ProgramData data = tree.data();
  const bool consistent = checkConsistency(data).ok();
  const ProgramPtr program = consistent ? Program::make(std::move(data)) : nullptr;
  auto content = program && verify(*program, 1).empty() ? contentOf(*program, options_.form)
                                                        : Result<std::string>(Error{ErrorKind::Malformed, "not valid", {}, ""});
  if (!content) {
    ++reduction_.invalid;
    return std::nullopt;
  }
  if (known_.has(*content)) {
    ++reduction_.known;
    return std::nullopt;
  }
  return Proposal{{program, std::move(*content)}, cost, cursor};
}

/// To the next way, place or size of chunk; false at the end.
bool Reducer::advance(const Pass &pass, Cursor &cursor) const {
  if (cursor.chunk == 1 && ++cursor.variant < pass.variants) return true;
  cursor.variant = 0;
  cursor.at += cursor.chunk;
  if (cursor.at < sites_) return true;
  if (cursor.chunk == 1) return false;
  cursor.chunk = std::min(cursor.chunk, sites_) / 2;
  cursor.chunk = std::max<std::size_t>(cursor.chunk, 1);
  cursor.at = 0;
  return sites_ > 0;
}

void Reducer::sweep(const Pass &pass, bool inChunks) {
  const auto countSites = [&] {
    Tree tree(*reduction_.best.program);
    sites_ = pass.sites(tree, pass.level);
  };
  countSites();
  if (sites_ == 0) return;
  Cursor cursor{inChunks && pass.several ? sites_ : 1, 0, 0};
  bool more = true;
  while (more && !stopped()) {
    std::vector<Proposal> proposals;
    std::unordered_set<std::string> contents;
    for (; more && proposals.size() < std::max<std::size_t>(options_.batch, 1) && !cancel_.cancelled(); more = advance(pass, cursor)) {
      auto proposal = propose(pass, cursor);
      if (proposal && contents.insert(proposal->candidate.content).second) proposals.push_back(std::move(*proposal));
    }
    if (proposals.empty() || cancel_.cancelled()) continue;
    const auto taken = ask(proposals, pass.name);
    if (!taken) continue;
    Proposal &step = proposals[*taken];
    reduction_.best = std::move(step.candidate);
    cost_ = step.cost;
    ++steps_;
    // What was kept before this place keeps its number; the place itself holds what came next.
    cursor = step.cursor;
    cursor.variant = 0;
    countSites();
    more = sites_ > 0;
    if (more && cursor.at >= sites_) {
      cursor.variant = pass.variants;
      more = advance(pass, cursor);
    }
    report(pass.name);
  }
}

void Reducer::toFixpoint(const std::vector<Pass> &passes) {
  // A pass that found nothing in the very program that is the best so far is not tried again.
  std::vector<std::size_t> exhausted(passes.size(), SIZE_MAX);
  for (bool changed = true, first = true; changed && !stopped(); first = false) {
    ++reduction_.rounds;
    const std::size_t before = steps_;
    for (std::size_t n = 0; n < passes.size() && !stopped(); ++n) {
      if (exhausted[n] == steps_) continue;
      const std::size_t entered = steps_;
      sweep(passes[n], first);
      if (steps_ == entered) exhausted[n] = steps_;
    }
    changed = steps_ != before;
  }
}

Result<Reduction> Reducer::run(const ProgramPtr &program) {
  if (auto error = begin(program)) return std::move(*error);
  const auto isInteresting = [&]() -> std::optional<bool> {
    const auto answer = predicate_(std::span(&reduction_.best, 1));
    if (!answer) {
      if (answer.error().kind != ErrorKind::Cancelled) reduction_.error = answer.error();
      return std::nullopt;
    }
    ++reduction_.runs;
    return cancel_.cancelled() ? std::nullopt : std::optional(answer->has_value());
  };
  const auto ending = [&](Ending how) {
    reduction_.ending = how;
    return std::move(reduction_);
  };
  report("first run");
  const auto first = isInteresting();
  if (!first) return ending(Ending::Stopped);
  if (!*first) return ending(Ending::NotInteresting);
  Tree tree(*program);
  toFixpoint(structurePasses(depthOf(tree)));
  toFixpoint(locationPasses());
  if (stopped()) return ending(Ending::Stopped);
  const auto last = isInteresting();
  if (!last) return ending(Ending::Stopped);
  return ending(*last ? Ending::Complete : Ending::Unsteady);
}

}  // namespace

Result<std::string> contentOf(const Program &program, ProgramForm form) {
  if (form == ProgramForm::Bytecode) return writeBytecode(program, program.version());
  std::string text = print(program, {.locations = hasLocations(program.data()), .readableHints = true}).text;
  if (text.empty()) return Error{ErrorKind::Unsupported, "a program without entries has no text", {}, ""};
  return text;
}

Predicate oneByOne(std::function<bool(const Program &)> isInteresting) {
  return [isInteresting = std::move(isInteresting)](std::span<const Candidate> candidates) -> Result<std::optional<std::size_t>> {
    for (std::size_t n = 0; n < candidates.size(); ++n)
      if (isInteresting(*candidates[n].program)) return std::optional<std::size_t>(n);
    return std::optional<std::size_t>();
  };
}

Result<Reduction> reduce(const ProgramPtr &program, const Predicate &predicate, const Options &options, const CancelToken &cancel,
                         const std::function<void(const Progress &)> &progress) {
  return Reducer(predicate, options, cancel, progress).run(program);
}

}  // namespace tileport::reduce
