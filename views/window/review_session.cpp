// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/review_session.h"

#include <algorithm>

namespace tileport::views {
namespace {

using State = VariantStatus::State;
constexpr std::size_t kKeptReviews = 6;

QString nameOf(const OpenTarget &target) {
  return QString::fromStdString(target.isWorkspace() ? target.workspace.string()
                                                     : target.reference.filename().string() + " | " + target.port.filename().string());
}

/// Two programs as a workspace of one variant, so that the window shows both kinds alike.
workspace::WorkspacePtr workspaceOf(const OpenTarget &target) {
  workspace::Variant variant;
  variant.name = target.port.stem().string();
  variant.description = target.reference.string() + " | " + target.port.string();
  variant.reference.program = target.reference;
  variant.port.program = target.port;
  workspace::Operator op;
  op.name = target.reference.stem().string();
  op.variants.push_back(std::move(variant));
  auto workspace = std::make_shared<workspace::Workspace>();
  workspace->name = "Two programs";
  workspace->operators.push_back(std::move(op));
  return workspace;
}

}  // namespace

Result<workspace::ReviewSidePtr> readAlone(const workspace::SideFiles &files, const CancelToken &cancel) {
  Result<workspace::ReviewSide> side = workspace::readSide(files, cancel);
  if (!side) return std::move(side).error();
  return std::make_shared<const workspace::ReviewSide>(std::move(*side));
}

ReviewSession::ReviewSession(ReviewFunctions functions, QObject *parent) : QObject(parent), functions_(std::move(functions)), model_(this) {
  for (Job *job : {&opening_, &selected_, &others_}) connect(job, &Job::runningChanged, this, [this] { Q_EMIT busyChanged(busy()); });
}

void ReviewSession::open(const OpenTarget &target) {
  for (Job *job : {&opening_, &selected_, &others_, &runs_}) job->cancel();
  target_ = target;
  current_.reset();
  currentUnpaired_.reset();
  currentOperator_.reset();
  kept_.clear();
  stopped_ = false;
  model_.setWorkspace(nullptr);
  Q_EMIT openingStarted(nameOf(target));
  if (!target.isWorkspace()) return adopt(workspaceOf(target));
  opening_.start([open = functions_.openWorkspace, path = target.workspace](const CancelToken &) { return open(path); },
                 [this](Result<workspace::WorkspacePtr> workspace) {
                   if (!workspace) Q_EMIT openFailed(workspace.error());
                   else adopt(std::move(*workspace));
                 });
}

void ReviewSession::reload() {
  if (target_) open(OpenTarget(*target_));
}

void ReviewSession::adopt(workspace::WorkspacePtr workspace) {
  model_.setWorkspace(std::move(workspace));
  Q_EMIT opened();
  report();
  // The one that a person looks at comes first; whoever listens to `opened` has selected it by now.
  if (!selected_.running() && !others_.running()) reviewNextOther();
  readRuns();
}

void ReviewSession::readRuns() {
  using Runs = std::vector<toolchain::RunRecord>;
  if (!target_->isWorkspace()) {
    Q_EMIT runsRead({}, {});
    return;
  }
  runs_.start([read = functions_.readRuns, folder = model_.workspace()->folder](const CancelToken &) { return read(folder); },
              [this](Result<Runs> runs) {
                if (runs) Q_EMIT runsRead(*runs, {});
                else Q_EMIT runsRead({}, fromUtf8(runs.error().toString()));
              });
}

std::function<Result<workspace::ReviewPtr>(const CancelToken &)> ReviewSession::workFor(VariantId id) const {
  if (!target_->isWorkspace())
    return [review = functions_.reviewFiles, target = *target_](const CancelToken &cancel) {
      return review(target.reference, target.port, cancel);
    };
  return [review = functions_.review, workspace = model_.workspace(), id](const CancelToken &cancel) {
    const workspace::Operator &op = workspace->operators[id.op];
    return review(op, op.variants[id.variant], cancel);
  };
}

/// A variant whose review is given up for another goes back among those that wait.
void ReviewSession::leaveCurrent(std::optional<VariantId> next) {
  if (current_ && current_ != next && selected_.running()) model_.setStatus(*current_, {});
  current_ = next;
  currentUnpaired_.reset();
  currentOperator_.reset();
}

void ReviewSession::selectOperator(std::uint32_t op) {
  leaveCurrent(std::nullopt);
  selected_.cancel();
  currentOperator_ = op;
  if (!others_.running()) reviewNextOther();
}

void ReviewSession::selectUnpaired(UnpairedId id) {
  const workspace::Unpaired *unpaired = model_.unpaired(id);
  if (unpaired == nullptr) return;
  leaveCurrent(std::nullopt);
  currentUnpaired_ = id;
  Q_EMIT unpairedStarted(id);
  selected_.start([read = functions_.readAlone, files = unpaired->files](const CancelToken &cancel) { return read(files, cancel); },
                  [this, id](const Result<workspace::ReviewSidePtr> &side) {
                    if (side) Q_EMIT unpairedReady(id, *side);
                    else Q_EMIT unpairedFailed(id, side.error());
                    if (!others_.running()) reviewNextOther();
                  });
}

void ReviewSession::select(VariantId id) {
  const VariantStatus *status = model_.status(id);
  if (status == nullptr) return;
  leaveCurrent(id);
  if (const workspace::ReviewPtr review = kept(id)) {
    selected_.cancel();
    Q_EMIT reviewReady(id, review);
    return;
  }
  Q_EMIT reviewStarted(id);
  model_.setStatus(id, {.state = State::Reviewing, .counts = {}, .error = std::nullopt});
  selected_.start(workFor(id), [this, id](const Result<workspace::ReviewPtr> &review) {
    finish(id, review);
    if (review) Q_EMIT reviewReady(id, *review);
    else Q_EMIT reviewFailed(id, review.error());
    if (!others_.running()) reviewNextOther();
  });
}

void ReviewSession::reviewAgain(std::uint32_t op) {
  std::erase_if(kept_, [op](const auto &each) { return each.first.op == op; });
  // What is being reviewed behind the one that is shown may have read what was there before.
  others_.cancel();
  for (const VariantId id : model_.variants())
    if (id.op == op || (model_.status(id)->state == State::Reviewing && id != current_)) model_.setStatus(id, {});
  stopped_ = false;
  if (current_ && current_->op == op) select(VariantId(*current_));
  else reviewNextOther();
}

/// Of the operator that is looked at before any other's.
std::optional<VariantId> ReviewSession::nextToReview() const {
  const auto firstOf = [this](std::uint32_t op) -> std::optional<VariantId> {
    for (VariantId id{op, 0}; const VariantStatus *status = model_.status(id); ++id.variant)
      if (status->state == State::Pending) return id;
    return std::nullopt;
  };
  const auto shown = currentOperator_ ? currentOperator_ : current_ ? std::optional(current_->op) : std::nullopt;
  if (shown && (currentOperator_ || !stopped_))
    if (const auto next = firstOf(*shown)) return next;
  if (stopped_ || !model_.workspace()) return std::nullopt;
  for (std::uint32_t op = 0; op < model_.workspace()->operators.size(); ++op)
    if (const auto next = firstOf(op)) return next;
  return std::nullopt;
}

void ReviewSession::reviewNextOther() {
  const auto next = nextToReview();
  if (!next) return;
  const VariantId id = *next;
  model_.setStatus(id, {.state = State::Reviewing, .counts = {}, .error = std::nullopt});
  others_.start(workFor(id), [this, id](const Result<workspace::ReviewPtr> &review) {
    finish(id, review);
    reviewNextOther();
  });
}

void ReviewSession::finish(VariantId id, const Result<workspace::ReviewPtr> &review) {
  if (review) {
    keep(id, *review);
    model_.setStatus(id, statusOf(**review));
  } else {
    model_.setStatus(id, {.state = State::Failed, .counts = {}, .error = review.error()});
  }
  Q_EMIT reviewed(id, review);
  report();
}

void ReviewSession::keep(VariantId id, workspace::ReviewPtr review) {
  kept_.push_back({id, std::move(review)});
  if (kept_.size() > kKeptReviews) kept_.pop_front();
}

workspace::ReviewPtr ReviewSession::kept(VariantId id) const {
  for (const auto &[known, review] : kept_)
    if (known == id) return review;
  return nullptr;
}

void ReviewSession::report() {
  int done = 0, total = 0;
  for (const VariantId id : model_.variants()) {
    const State state = model_.status(id)->state;
    ++total;
    if (state == State::Done || state == State::Failed) ++done;
  }
  Q_EMIT progressed(done, total);
}

void ReviewSession::cancel() {
  if (!busy()) return;
  stopped_ = true;
  for (Job *job : {&opening_, &selected_, &others_}) job->cancel();
  for (const VariantId id : model_.variants())
    if (model_.status(id)->state == State::Reviewing) model_.setStatus(id, {});
  Q_EMIT cancelled();
}

}  // namespace tileport::views
