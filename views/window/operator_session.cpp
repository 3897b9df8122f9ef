// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/operator_session.h"

#include <algorithm>

#include "views/window/triage_session.h"

namespace tileport::views {
namespace {

/// A thousand variants may be reviewed in a second: nobody sees each of them come.
constexpr int kPause = 120, kLongestPause = 1000;  // milliseconds
/// To put together what is known must not take most of the time in which more becomes known.
constexpr int kShare = 4;

KeptVariant keptOf(const Result<workspace::ReviewPtr> &review, const workspace::VariantFindings *alike) {
  return {workspace::variantFindings(review, alike), review ? TriageSession::whyNot(review->get()) : QString()};
}

}  // namespace

OperatorSession::OperatorSession(QObject *parent) : QObject(parent), again_(this), keeping_(this), joining_(this) {
  again_.setSingleShot(true);
  again_.setInterval(kPause);
  connect(&again_, &QTimer::timeout, this, &OperatorSession::join);
}

void OperatorSession::setWorkspace(workspace::WorkspacePtr workspace) {
  for (Job *job : {&keeping_, &joining_}) job->cancel();
  again_.stop();
  waiting_.clear();
  kept_.clear();
  shown_.reset();
  workspace_ = std::move(workspace);
  if (!std::exchange(rows_, nullptr)) return;
  Q_EMIT changed();
}

void OperatorSession::add(VariantId id, const Result<workspace::ReviewPtr> &review) {
  if (!workspace_) return;
  waiting_.push_back({id, review});
  if (!keeping_.running()) keepNext();
}

/// All that waits, at once: reviews hold their programs.
void OperatorSession::keepNext() {
  if (waiting_.empty()) return;
  std::map<std::uint32_t, workspace::VariantFindingsPtr> alike;
  for (const Waiting &each : waiting_)
    if (const auto first = kept_.lower_bound({each.id.op, 0}); first != kept_.end() && first->first.op == each.id.op)
      alike.emplace(each.id.op, first->second.variant.findings);
  keeping_.start(
      [waiting = std::exchange(waiting_, {}), alike](const CancelToken &) -> Result<Keeping> {
        Keeping kept;
        auto known = alike;
        for (const Waiting &each : waiting) {
          workspace::VariantFindingsPtr &like = known[each.id.op];
          kept.emplace_back(each.id, keptOf(each.review, like.get()));
          if (!like) like = kept.back().second.findings;
        }
        return kept;
      },
      [this](const Result<Keeping> &kept) {
        bool concerns = false;
        if (kept) {
          for (const auto &[id, variant] : *kept) {
            kept_.insert_or_assign(id, Kept{variant, false});
            concerns = concerns || id.op == shown_;
          }
        }
        if (concerns) joinSoon();
        keepNext();
      });
}

void OperatorSession::renew(std::uint32_t op) {
  for (auto each = kept_.lower_bound({op, 0}); each != kept_.end() && each->first.op == op; ++each) each->second.stale = true;
  if (op == shown_) joinSoon();
}

void OperatorSession::show(std::optional<std::uint32_t> op) {
  if (op == shown_) return;
  shown_ = op;
  joining_.cancel();
  again_.stop();
  if (std::exchange(rows_, nullptr)) Q_EMIT changed();
  join();
}

void OperatorSession::setCriteria(const FindingCriteria &criteria) {
  if (criteria == criteria_) return;
  criteria_ = criteria;
  join();
}

void OperatorSession::joinSoon() {
  if (!again_.isActive()) again_.start();
}

void OperatorSession::join() {
  if (!workspace_ || !shown_ || *shown_ >= workspace_->operators.size()) return;
  // What is put together is shown before it is put together again.
  if (joining_.running() && joined_ == criteria_) return joinSoon();
  joined_ = criteria_;
  const std::uint32_t op = *shown_;
  OperatorRowsInput input{op, std::vector<KeptVariant>(workspace_->operators[op].variants.size()), 0, criteria_};
  for (auto each = kept_.lower_bound({op, 0}); each != kept_.end() && each->first.op == op; ++each) {
    input.variants[each->first.variant] = each->second.variant;
    if (each->second.stale) ++input.stale;
  }
  sinceJoin_.start();
  joining_.start([input = std::move(input)](const CancelToken &) -> Result<OperatorRowsPtr> { return operatorRows(input); },
                 [this](const Result<OperatorRowsPtr> &rows) {
                   again_.setInterval(std::clamp(kShare * int(sinceJoin_.elapsed()), kPause, kLongestPause));
                   if (!rows) return;
                   rows_ = *rows;
                   Q_EMIT changed();
                 });
}

}  // namespace tileport::views
