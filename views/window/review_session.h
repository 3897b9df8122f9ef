// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <variant>

#include "toolchain/run_file.h"
#include "views/job.h"
#include "views/models/workspace_model.h"
#include "views/window/specification_session.h"

namespace tileport::views {

/// What a person can open: a workspace, or two programs.
struct OpenTarget {
  std::filesystem::path workspace;
  std::filesystem::path reference;
  std::filesystem::path port;

  bool isWorkspace() const { return !workspace.empty(); }
  auto operator<=>(const OpenTarget &) const = default;
};

/// One program by itself, as a review would read it: refused like there.
Result<workspace::ReviewSidePtr> readAlone(const workspace::SideFiles &files, const CancelToken &cancel);

/// The work behind the window, replaced in tests.
struct ReviewFunctions {
  std::function<Result<workspace::WorkspacePtr>(const std::filesystem::path &)> openWorkspace = workspace::openWorkspace;
  std::function<Result<workspace::ReviewPtr>(const workspace::Operator &, const workspace::Variant &, const CancelToken &)> review =
      workspace::review;
  std::function<Result<workspace::ReviewPtr>(const std::filesystem::path &, const std::filesystem::path &, const CancelToken &)>
      reviewFiles = workspace::reviewFiles;
  std::function<Result<workspace::ReviewSidePtr>(const workspace::SideFiles &, const CancelToken &)> readAlone = views::readAlone;
  std::function<Result<std::vector<toolchain::RunRecord>>(const std::filesystem::path &)> readRuns = toolchain::runsOfWorkspace;
  SpecifyFunction specify = specifyOperator;
};

using ReviewResult = Result<workspace::ReviewPtr>;

/// One opened workspace and its reviews. All reading and aligning runs off the GUI thread: the variant that a person
/// looks at first, the others one after the other behind it. A few reviews are kept; the counts of all are.
class ReviewSession final : public QObject {
  Q_OBJECT

 public:
  explicit ReviewSession(ReviewFunctions functions = {}, QObject *parent = nullptr);

  WorkspaceModel *model() { return &model_; }
  const std::optional<OpenTarget> &target() const { return target_; }
  /// The variant that is shown or asked for; absent also while a program without a partner is.
  std::optional<VariantId> current() const { return current_; }
  std::optional<UnpairedId> currentUnpaired() const { return currentUnpaired_; }
  /// The operator that is shown as a whole.
  std::optional<std::uint32_t> currentOperator() const { return currentOperator_; }
  bool busy() const { return opening_.running() || selected_.running() || others_.running(); }

  /// Drops what is open. Two programs become a workspace of one variant.
  void open(const OpenTarget &target);
  void reload();
  /// Asks for the variant's review: `reviewReady` or `reviewFailed` answers, at once when it is kept.
  void select(VariantId id);
  /// The same of a program without a partner: `unpairedReady` or `unpairedFailed` answers.
  void selectUnpaired(UnpairedId id);
  /// An operator as a whole: its variants that wait are reviewed first, also after `cancel`.
  void selectOperator(std::uint32_t op);
  /// The operator's variants anew: something beside its files has changed. The one that is shown comes first.
  void reviewAgain(std::uint32_t op);
  /// What reviews a variant, for work that needs more than what is kept.
  std::function<Result<workspace::ReviewPtr>(const CancelToken &)> workFor(VariantId id) const;
  /// Stops all work. What was not reviewed stays so until it is selected.
  void cancel();

 Q_SIGNALS:
  void openingStarted(const QString &what);
  void opened();
  void openFailed(const tileport::Error &error);
  void reviewStarted(tileport::views::VariantId id);
  void reviewReady(tileport::views::VariantId id, const tileport::workspace::ReviewPtr &review);
  void reviewFailed(tileport::views::VariantId id, const tileport::Error &error);
  /// Of every variant, once its review or error is there; again when it is reviewed anew.
  void reviewed(tileport::views::VariantId id, const tileport::views::ReviewResult &review);
  void unpairedStarted(tileport::views::UnpairedId id);
  void unpairedReady(tileport::views::UnpairedId id, const tileport::workspace::ReviewSidePtr &side);
  void unpairedFailed(tileport::views::UnpairedId id, const tileport::Error &error);
  /// What was run to make the workspace that is open: after `opened`, once. `note` says why it cannot be read.
  void runsRead(const std::vector<tileport::toolchain::RunRecord> &runs, const QString &note);
  /// `done` of `total` variants are reviewed or failed.
  void progressed(int done, int total);
  void busyChanged(bool busy);
  void cancelled();

 private:
  void adopt(workspace::WorkspacePtr workspace);
  void readRuns();
  void reviewNextOther();
  std::optional<VariantId> nextToReview() const;
  void finish(VariantId id, const Result<workspace::ReviewPtr> &review);
  void leaveCurrent(std::optional<VariantId> next);
  void keep(VariantId id, workspace::ReviewPtr review);
  workspace::ReviewPtr kept(VariantId id) const;
  void report();

  ReviewFunctions functions_;
  WorkspaceModel model_;
  std::optional<OpenTarget> target_;
  std::optional<VariantId> current_;
  std::optional<UnpairedId> currentUnpaired_;
  std::optional<std::uint32_t> currentOperator_;
  std::deque<std::pair<VariantId, workspace::ReviewPtr>> kept_;
  bool stopped_ = false;
  Job opening_, selected_, others_, runs_;
};

}  // namespace tileport::views
