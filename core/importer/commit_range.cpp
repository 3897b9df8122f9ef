// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/commit_range.h"

#include <algorithm>
#include <set>
#include <system_error>

#include "importer/commit_changes.h"
#include "importer/commit_operators.h"
#include "importer/commit_tree.h"
#include "importer/operators.h"
#include "importer/range_folder.h"
#include "support/file.h"
#include "toolchain/content_hash.h"

namespace tileport::importer {

namespace fs = std::filesystem;
using workspace::ReviewPtr;
using workspace::Side;

namespace {

constexpr std::uint64_t kLargestProgram = std::uint64_t{256} << 20;

/// One of the two commits.
struct Commit {
  CommitTree tree;
  fs::path folder;  ///< with its manifests and what they name
  CommitOperators operators;
};

/// A workspace of one commit: committed, or made.
struct OpenedWorkspace {
  workspace::WorkspacePtr workspace;  ///< null: the commit has none
  std::string error;                  ///< why it cannot be read, where it has one
};

struct Names {
  std::string base, head;
  bool fromAncestor = false;
};

/// "BASE..HEAD". A side that is left out is HEAD, as git reads it. Without dots `base` is empty.
Names parseRange(const std::string &range) {
  const auto orHead = [](std::string name) { return name.empty() ? std::string("HEAD") : name; };
  if (const std::size_t at = range.find("..."); at != std::string::npos)
    return {orHead(range.substr(0, at)), orHead(range.substr(at + 3)), true};
  if (const std::size_t at = range.find(".."); at != std::string::npos)
    return {orHead(range.substr(0, at)), orHead(range.substr(at + 2)), false};
  return {"", orHead(range), false};
}

std::string listed(const std::vector<std::string> &names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < 3; ++i) text += (i == 0 ? "" : ", ") + names[i];
  return names.size() > 3 ? text + " and " + std::to_string(names.size() - 3) + " more" : text;
}

/// The variants of one workspace as a round.
workspace::RoundOperator roundOperator(const std::string &manifest, const workspace::Operator &op) {
  workspace::RoundOperator round{.manifest = manifest, .name = op.name, .variants = {}, .unpaired = {}};
  for (const workspace::Unpaired &each : op.unpaired) round.unpaired.push_back(workspace::unpairedFinding(each));
  return round;
}

class RangeReviewer {
 public:
  RangeReviewer(const RangeRequest &request, const toolchain::FrontEnds &frontEnds, const toolchain::Store &store, toolchain::RunLog &log,
                const CancelToken &cancel, const ImportReporter &report)
      : request_(request),
        frontEnds_(frontEnds),
        store_(store),
        log_(log),
        cancel_(cancel),
        report_(report),
        runner_(request.folders, "review of commits", log, cancel) {}

  Result<RangeReview> run() {
    auto folder = RangeFolder::open(request_.folders.cache, request_.repository);
    if (!folder) return folder.error();
    folder_ = folder->path();
    auto repository = toolchain::GitRepository::open(request_.repository, folder_ / "git", runner_);
    if (!repository) return repository.error();
    if (auto found = findCommits(*repository); !found) return found.error();
    auto base = open(*repository, review_.base);
    if (!base) return base.error();
    auto head = open(*repository, review_.head);
    if (!head) return head.error();
    base_ = &*base;
    head_ = &*head;
    if (auto some = requireSome(); !some) return some.error();
    const CommitChanges changes(base_->tree, head_->tree, base_->operators, head_->operators);
    changes_ = &changes;
    review_.changedFiles = changes.count();
    review_.leftOut = head_->tree.leftOut();
    if (auto reviewed = reviewManifests(); !reviewed) return reviewed.error();
    if (cancel_.cancelled()) return Error{ErrorKind::Cancelled, "the review was cancelled", {}, "Start it again to go on where it was."};
    std::error_code ignored;
    const fs::path name = fs::weakly_canonical(request_.repository, ignored).filename();
    review_.round.workspace = name.empty() ? request_.repository.string() : name.string();
    review_.round.label = review_.head;
    return std::move(review_);
  }

 private:
  Result<void> findCommits(const toolchain::GitRepository &repository) {
    const Names names = parseRange(request_.range);
    const auto head = repository.commit(names.head);
    if (!head) return head.error();
    review_.head = *head;
    if (names.base.empty()) {
      const auto parent = repository.commit(*head + "^");
      if (!parent && parent.error().kind != ErrorKind::Usage) return parent.error();
      if (parent) {
        review_.base = *parent;
        return {};
      }
      const auto named = repository.namesParents(*head);
      if (!named) return named.error();
      isCutOff_ = *named;
      return {};
    }
    const auto base = repository.commit(names.base);
    if (!base) return base.error();
    const auto from = names.fromAncestor ? repository.mergeBase(*base, *head) : base;
    if (!from) return from.error();
    review_.base = *from;
    return {};
  }

  Result<Commit> open(const toolchain::GitRepository &repository, const std::string &commit) {
    auto tree = CommitTree::open(repository, commit);
    if (!tree) return tree.error();
    Commit opened{std::move(*tree), folder_ / "trees" / (commit.empty() ? "none" : commit), {}};
    auto operators = readCommitOperators(opened.tree, opened.folder);
    if (!operators) return operators.error();
    opened.operators = std::move(*operators);
    return opened;
  }

  /// Nothing compared is not the same as nothing different.
  Result<void> requireSome() const {
    for (const Commit *commit : {base_, head_})
      if (!commit->operators.workspaces.empty() || !commit->operators.launches.empty()) return {};
    return Error{ErrorKind::CannotRead,
                 "neither commit holds a workspace.json or launches.json of Tileport, so there is nothing to review",
                 {.file = request_.repository.string()},
                 "docs/workspace.md and docs/launches.md describe them."};
  }

  Result<void> reviewManifests() {
    std::set<std::string> workspaces, launches;
    for (const Commit *commit : {base_, head_}) {
      for (const auto &[path, workspace] : commit->operators.workspaces) workspaces.insert(path);
      for (const auto &[path, launched] : commit->operators.launches) launches.insert(path);
    }
    for (const std::string &path : workspaces) reviewCommitted(path);
    for (const std::string &path : launches) {
      if (auto reviewed = reviewLaunched(path); !reviewed) return reviewed;
    }
    // What changed is not known then, and neither is whether a program is that of an older source.
    for (ReviewedManifest &each : review_.manifests)
      if (isCutOff_)
        each.undecided.push_back(
            "History is cut off at HEAD, so that it is not known what changed. Fetch its parent (git fetch --deepen=1).");
    std::stable_sort(review_.manifests.begin(), review_.manifests.end(),
                     [](const ReviewedManifest &a, const ReviewedManifest &b) { return a.path < b.path; });
    return {};
  }

  // ---- Committed programs ------------------------------------------------------------------------------------------

  void reviewCommitted(const std::string &path) {
    ReviewedManifest made{.path = path};
    const auto before = openedAt(*base_, path), after = openedAt(*head_, path);
    if (!after.error.empty()) {
      // Broken before and since, it says nothing of the change; that its operators were not looked at is said all the same.
      if (base_->tree.idOf(path) == head_->tree.idOf(path)) made.undecided.push_back("It cannot be read: " + after.error);
      else made.error = shown(head_->operators.workspaces.at(path).error());
      review_.manifests.push_back(std::move(made));
      return;
    }
    if (!before.error.empty()) made.undecided.push_back("At BASE it cannot be read: " + before.error);
    compare(before.workspace, after.workspace, made);
    if (made.workspace) findStale(made);
    review_.manifests.push_back(std::move(made));
  }

  OpenedWorkspace openedAt(const Commit &commit, const std::string &path) const {
    const auto found = commit.operators.workspaces.find(path);
    if (found == commit.operators.workspaces.end()) return {};
    if (found->second) return {*found->second, ""};
    return {nullptr, shown(found->second.error()).toString()};
  }

  /// A program that stayed while what it is made from changed may be that of the old source, and then proves nothing of the new one.
  void findStale(ReviewedManifest &made) {
    for (const workspace::Operator &op : made.workspace->operators) {
      const CommitOperator *now = head_->operators.find({.manifest = made.path, .name = op.name});
      if (!now || !base_->operators.find(*now)) continue;
      std::set<std::string> said;
      for (const workspace::Variant &variant : op.variants) {
        for (const Side which : {Side::Reference, Side::Port}) {
          if (isMadeAnew(*now, variant.name, which)) continue;
          const CommittedSide side = committedSide(made.path, which == Side::Port ? variant.port : variant.reference);
          if (head_->tree.idOf(side.program) != base_->tree.idOf(side.program)) continue;
          if (head_->tree.hides(side.source) && said.insert(side.program).second)
            made.undecided.push_back(op.name + " / " + variant.name + ": " + side.source +
                                     " lies behind a link or in a submodule, so that it is not known whether it changed.");
          const auto sources = changes_->sourcesOf(*now, side);
          if (sources.empty() || !said.insert(side.program).second) continue;
          made.undecided.push_back(op.name + " / " + variant.name + ": " + listed(sources) + " changed and " + side.program +
                                   " did not, so that it may be the program of the old source. Make it again.");
        }
      }
    }
  }

  /// Whether the program of that side is made from the sources of HEAD as well, and compared there.
  bool isMadeAnew(const CommitOperator &op, const std::string &variant, Side side) const {
    if (!request_.trusted) return false;
    const auto covers = [&](const auto &launched) {
      if (!launched.second || !standsFor(launched.first, op)) return false;
      const auto *made = find(launched.second->variants, variant);
      if (made == nullptr || (side == Side::Port ? made->port : made->reference).empty()) return false;
      return !changes_->reasons(*head_->operators.find({.manifest = launched.first, .name = launched.second->name})).empty();
    };
    const auto &launches = head_->operators.launches;
    return std::any_of(launches.begin(), launches.end(), covers);
  }

  /// Whether an operator lies in the folder of a launches.json.
  static bool standsFor(const std::string &launches, const CommitOperator &op) {
    const std::string folder = folderOf(launches);
    return !op.isLaunched && !op.folder.empty() && (op.folder == folder || holds(folder, op.folder));
  }

  // ---- Programs to be made -----------------------------------------------------------------------------------------

  Result<void> reviewLaunched(const std::string &path) {
    ReviewedManifest made{.path = path, .isMade = true};
    const auto &launches = head_->operators.launches;
    const auto found = launches.find(path);
    if (found == launches.end()) {
      for (const CommitOperator &op : base_->operators.operators) {
        if (op.manifest != path) continue;
        made.removed.push_back(op.name);
        made.undecided.push_back(op.name + " is there at BASE, and not at HEAD.");
      }
      review_.manifests.push_back(std::move(made));
      return {};
    }
    made.operators = 1;
    if (!found->second) {
      if (base_->tree.idOf(path) == head_->tree.idOf(path))
        made.undecided.push_back("It cannot be read: " + shown(found->second.error()).toString());
      else made.error = shown(found->second.error());
    } else if (const auto reasons = changes_->reasons(*head_->operators.find({.manifest = path, .name = found->second->name}));
               reasons.empty()) {
      made.untouched.push_back(found->second->name);
    } else if (!request_.trusted) {
      sayUntrusted(path, *found->second, reasons, made);
    } else if (auto built = reviewMade(path, made); !built) {
      return built;
    }
    review_.manifests.push_back(std::move(made));
    return {};
  }

  void sayUntrusted(const std::string &path, const OperatorLaunches &launches, const std::vector<std::string> &reasons,
                    ReviewedManifest &made) {
    // What stands for its sources is committed, and was looked at there.
    const auto &operators = head_->operators.operators;
    const auto stands = [&](const CommitOperator &op) { return standsFor(path, op) && wasReviewed(op, launches); };
    if (const auto committed = std::find_if(operators.begin(), operators.end(), stands); committed != operators.end()) {
      made.note =
          launches.name + ": its committed programs were reviewed (" + committed->manifest + "); --trust also makes them from the sources.";
      return;
    }
    made.undecided.push_back(launches.name + ": " + listed(reasons) +
                             ". Its programs are not made without --trust, which runs code of both commits: the " +
                             "reference's module, the macros of the port.");
  }

  /// All variants that the launches have.
  bool wasReviewed(const CommitOperator &op, const OperatorLaunches &launches) const {
    const auto manifest = std::find_if(review_.manifests.begin(), review_.manifests.end(),
                                       [&](const ReviewedManifest &each) { return each.path == op.manifest && each.workspace; });
    if (manifest == review_.manifests.end()) return false;
    const workspace::Operator *reviewed = find(manifest->workspace->operators, op.name);
    return reviewed != nullptr && std::all_of(launches.variants.begin(), launches.variants.end(), [&](const LaunchedVariant &each) {
             return find(reviewed->variants, each.name) != nullptr || find(reviewed->unpaired, each.name) != nullptr;
           });
  }

  Result<void> reviewMade(const std::string &path, ReviewedManifest &made) {
    auto after = make(*head_, path);
    if (!after) {
      if (after.error().kind == ErrorKind::Cancelled) return after.error();
      made.error = shown(after.error());
      return {};
    }
    workspace::WorkspacePtr before;
    if (base_->operators.launches.contains(path)) {
      auto earlier = make(*base_, path);
      if (earlier) before = earlier->workspace;
      else if (earlier.error().kind == ErrorKind::Cancelled) return earlier.error();
      else made.note = "At BASE its programs could not be made: " + shown(earlier.error()).toString();
    }
    for (const ImportFailure &failure : after->failures) {
      made.failures.push_back({failure.subject, shown(failure.error)});
      made.undecided.push_back(failure.subject + " could not be made: " + shown(failure.error).toString());
    }
    compare(before, after->workspace, made);
    return {};
  }

  struct Made {
    workspace::WorkspacePtr workspace;
    std::vector<ImportFailure> failures;
  };

  /// By the front ends, from a folder that holds all of the commit: sources may name any file of it.
  Result<Made> make(const Commit &commit, const std::string &path) {
    const fs::path all = folder_ / "trees" / (commit.tree.commit() + ".all");
    if (written_.insert(all).second) {
      std::vector<std::string> paths;
      for (const auto &[name, file] : commit.tree.files()) paths.push_back(name);
      if (auto written = commit.tree.writeTo(all, paths); !written) return written.error();
    }
    const fs::path out = folder_ / "made" / commit.tree.commit() / toolchain::contentHash(path).substr(0, 16);
    const auto summary = importOperators({.folder = (all / path).parent_path(), .out = out, .folders = request_.folders, .trusted = true},
                                         frontEnds_, store_, log_, cancel_, [&](const ImportProgress &each) {
                                           if (!report_) return;
                                           ImportProgress labelled = each;
                                           labelled.what.insert(0, &commit == head_ ? "HEAD: " : "BASE: ");
                                           withoutFolders(labelled.text);
                                           report_(labelled);
                                         });
    if (!summary) return summary.error();
    auto opened = workspace::openWorkspace(out);
    if (!opened) return opened.error();
    return Made{std::move(*opened), summary->failures};
  }

  // ---- Both ----------------------------------------------------------------------------------------------------------

  /// `made` gets the operators of `after` that a change reaches, their reviews, and what became of the findings in `before`. Either
  /// may be null.
  void compare(const workspace::WorkspacePtr &before, const workspace::WorkspacePtr &after, ReviewedManifest &made) {
    std::set<std::string> names;
    auto chosen = std::make_shared<workspace::Workspace>();
    if (after) {
      *chosen = *after;
      made.operators = after->operators.size();
      std::erase_if(chosen->operators, [&](const workspace::Operator &op) { return !isReached(op, made); });
      for (const workspace::Operator &op : after->operators) names.insert(op.name);
    }
    workspace::Round then, now;
    for (const workspace::Operator &op : chosen->operators) now.operators.push_back(reviewOperator(op, made));
    for (std::size_t i = 0; before && i < before->operators.size(); ++i) {
      const workspace::Operator &op = before->operators[i];
      const bool reviewed =
          std::any_of(now.operators.begin(), now.operators.end(), [&](const auto &other) { return other.name == op.name; });
      if (!names.contains(op.name)) made.removed.push_back(op.name);
      if (reviewed || !names.contains(op.name)) then.operators.push_back(roundOf(op, made.path));
    }
    made.findings = workspace::compareRounds(then, now);
    if (before) sayLost(*before, after ? *after : workspace::Workspace{}, made);
    for (const workspace::Operator &op : chosen->operators) {
      if (op.variants.empty() && op.unpaired.empty()) made.undecided.push_back(op.name + " has no variant, so nothing of it was compared.");
    }
    for (const workspace::Operator &op : chosen->operators) {
      const auto *earlier = before ? find(before->operators, op.name) : nullptr;
      if (earlier) findChanges(*earlier, op, made);
      else made.added.push_back(op.name);
    }
    review_.round.operators.insert(review_.round.operators.end(), now.operators.begin(), now.operators.end());
    if (!chosen->operators.empty()) made.workspace = std::move(chosen);
  }

  /// What BASE compared and HEAD compares with nothing is not equal: a divergence would be gone with it.
  static void sayLost(const workspace::Workspace &before, const workspace::Workspace &after, ReviewedManifest &made) {
    for (const workspace::Operator &op : before.operators) {
      const workspace::Operator *now = find(after.operators, op.name);
      if (!now) made.undecided.push_back(op.name + " was compared at BASE, and HEAD has no operator of that name.");
      for (std::size_t i = 0; now && i < op.variants.size(); ++i) {
        const std::string &name = op.variants[i].name;
        if (!find(now->variants, name))
          made.undecided.push_back(op.name + " / " + name + " was compared at BASE, and HEAD has no variant of that name.");
      }
    }
  }

  bool isReached(const workspace::Operator &op, ReviewedManifest &made) const {
    const CommitOperator *now = head_->operators.find({.manifest = made.path, .name = op.name});
    std::vector<std::string> reasons = now ? changes_->reasons(*now) : std::vector<std::string>{"it is new"};
    if (reasons.empty()) {
      made.untouched.push_back(op.name);
      return false;
    }
    made.reasons.emplace_back(op.name, std::move(reasons));
    return true;
  }

  workspace::RoundOperator reviewOperator(const workspace::Operator &op, ReviewedManifest &made) {
    workspace::RoundOperator round = roundOperator(made.path, op);
    for (const workspace::Variant &variant : op.variants) {
      Result<ReviewPtr> review = request_.review(op, variant, cancel_);
      round.variants.push_back(workspace::roundVariant(variant, review));
      if (!review) review = shown(review.error());
      made.variants.push_back({&op, &variant, std::move(review)});
    }
    return round;
  }

  workspace::RoundOperator roundOf(const workspace::Operator &op, const std::string &manifest) const {
    workspace::RoundOperator round = roundOperator(manifest, op);
    for (const workspace::Variant &variant : op.variants)
      round.variants.push_back(workspace::roundVariant(variant, request_.review(op, variant, cancel_)));
    return round;
  }

  template <class Item>
  static const Item *find(const std::vector<Item> &items, const std::string &name) {
    const auto found = std::find_if(items.begin(), items.end(), [&](const Item &item) { return item.name == name; });
    return found == items.end() ? nullptr : &*found;
  }

  void findChanges(const workspace::Operator &before, const workspace::Operator &after, ReviewedManifest &made) const {
    for (const workspace::Variant &now : after.variants) {
      const workspace::Variant *then = find(before.variants, now.name);
      if (!then) continue;
      findChange(after.name, now.name, Side::Reference, then->reference, now.reference, made);
      findChange(after.name, now.name, Side::Port, then->port, now.port, made);
    }
  }

  void findChange(const std::string &op, const std::string &variant, Side side, const workspace::SideFiles &then,
                  const workspace::SideFiles &now, ReviewedManifest &made) const {
    const auto before = readFile(then.program, kLargestProgram), after = readFile(now.program, kLargestProgram);
    // What cannot be read is said where the variant is reviewed.
    if (!before || !after || *before == *after) return;
    Result<ReviewPtr> review = workspace::reviewVersions(op + " / " + variant, then, now, {"BASE", "HEAD"}, cancel_);
    if (!review) review = shown(review.error());
    made.changes.push_back({op, variant, side, std::move(review)});
  }

  /// With paths as the repository has them: those in our folders are gone when somebody reads of them.
  Error shown(Error error) const {
    for (std::string *text : {&error.place.file, &error.message, &error.advice}) withoutFolders(*text);
    return error;
  }

  void withoutFolders(std::string &text) const {
    for (const std::string &commit : {review_.base, review_.head}) {
      for (const char *ending : {".all/", "/"}) {
        const std::string prefix = (folder_ / "trees" / commit).string() + ending;
        for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at)) text.erase(at, prefix.size());
      }
    }
  }

  const RangeRequest &request_;
  const toolchain::FrontEnds &frontEnds_;
  const toolchain::Store &store_;
  toolchain::RunLog &log_;
  const CancelToken &cancel_;
  const ImportReporter &report_;
  toolchain::Runner runner_;
  fs::path folder_;
  const Commit *base_ = nullptr, *head_ = nullptr;
  const CommitChanges *changes_ = nullptr;
  std::set<fs::path> written_;
  bool isCutOff_ = false;  ///< HEAD has a parent that the repository lacks
  RangeReview review_;
};

}  // namespace

Result<RangeReview> reviewRange(const RangeRequest &request, const toolchain::FrontEnds &frontEnds, const toolchain::Store &store,
                                toolchain::RunLog &log, const CancelToken &cancel, const ImportReporter &report) {
  return RangeReviewer(request, frontEnds, store, log, cancel, report).run();
}

}  // namespace tileport::importer
