// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/round_session.h"

#include <algorithm>

namespace tileport::views {
namespace {

using Kept = std::map<VariantId, std::shared_ptr<const workspace::RoundVariant>>;

/// `kept` has every variant of the workspace.
workspace::Round roundOf(const workspace::Workspace &workspace, const Kept &kept, const std::string &label) {
  std::vector<std::vector<workspace::RoundVariant>> variants(workspace.operators.size());
  for (const auto &[id, variant] : kept) variants[id.op].push_back(*variant);
  return workspace::roundOf(workspace, std::move(variants), label, "tileport " TILEPORT_VERSION);
}

std::size_t countOf(const workspace::Round &round) {
  std::size_t count = 0;
  for (const workspace::RoundOperator &op : round.operators) {
    count += op.unpaired.size();
    for (const workspace::RoundVariant &variant : op.variants) count += variant.findings.size();
  }
  return count;
}

}  // namespace

const workspace::ComparedVariant *ComparedRound::find(const std::string &op, const std::string &variant) const {
  const auto found = std::find_if(comparison.variants.begin(), comparison.variants.end(),
                                  [&](const auto &each) { return each.op == op && each.variant == variant; });
  return found == comparison.variants.end() ? nullptr : &*found;
}

RoundSession::RoundSession(QObject *parent) : QObject(parent), keeping_(this), comparing_(this), files_(this) {}

void RoundSession::setWorkspace(workspace::WorkspacePtr workspace) {
  for (Job *job : {&keeping_, &comparing_}) job->cancel();
  waiting_.clear();
  kept_.clear();
  compared_.reset();
  workspace_ = std::move(workspace);
  if (workspace_ && !folder_.empty() && workspace_->folder != folder_) before_.reset();
  if (workspace_) folder_ = workspace_->folder;
  announce();
  Q_EMIT changed();
  compare();
}

void RoundSession::add(VariantId id, const Result<workspace::ReviewPtr> &review) {
  if (!workspace_) return;
  waiting_.push_back({id, review});
  if (!keeping_.running()) keepNext();
}

void RoundSession::keepNext() {
  if (waiting_.empty()) {
    announce();
    return compare();
  }
  const Waiting next = std::move(waiting_.front());
  waiting_.pop_front();
  keeping_.start(
      [workspace = workspace_, next](const CancelToken &) -> Result<KeptVariant> {
        const workspace::Variant &variant = workspace->operators[next.id.op].variants[next.id.variant];
        return std::make_shared<const workspace::RoundVariant>(workspace::roundVariant(variant, next.review));
      },
      [this, id = next.id](const Result<KeptVariant> &kept) {
        if (kept) kept_.insert_or_assign(id, *kept);
        else Q_EMIT failed(tr("The findings of a variant cannot be kept"), kept.error());
        keepNext();
      });
}

bool RoundSession::complete() const {
  if (!workspace_ || !waiting_.empty() || keeping_.running()) return false;
  std::size_t variants = 0;
  for (const workspace::Operator &op : workspace_->operators) variants += op.variants.size();
  return kept_.size() == variants;
}

void RoundSession::announce() {
  if (complete() == announced_) return;
  announced_ = !announced_;
  Q_EMIT completeChanged(announced_);
}

QString RoundSession::since() const { return before_ ? fromUtf8(workspace::shownName(*before_)) : QString(); }

void RoundSession::save(const QString &file, const QString &label) {
  if (!complete()) return;
  files_.start(
      [workspace = workspace_, kept = kept_, path = std::filesystem::path(file.toStdString()),
       name = label.toStdString()](const CancelToken &) -> Result<std::size_t> {
        const workspace::Round round = roundOf(*workspace, kept, name);
        if (auto written = workspace::writeRoundFile(path, round); !written) return std::move(written).error();
        return countOf(round);
      },
      [this, file](const Result<std::size_t> &findings) {
        if (findings) Q_EMIT saved(file, *findings);
        else Q_EMIT failed(tr("The round cannot be saved"), findings.error());
      });
}

void RoundSession::compareWith(const QString &file) {
  files_.start(
      [path = std::filesystem::path(file.toStdString())](const CancelToken &) -> Result<std::shared_ptr<const workspace::Round>> {
        auto round = workspace::readRoundFile(path);
        if (!round) return std::move(round).error();
        return std::make_shared<const workspace::Round>(std::move(*round));
      },
      [this](const Result<std::shared_ptr<const workspace::Round>> &round) {
        if (!round) {
          Q_EMIT failed(tr("The round cannot be read"), round.error());
          return;
        }
        before_ = *round;
        compared_.reset();
        Q_EMIT changed();
        compare();
      });
}

void RoundSession::compare() {
  if (!before_ || !complete()) return;
  comparing_.start(
      [workspace = workspace_, kept = kept_, before = before_](const CancelToken &) -> Result<ComparedRoundPtr> {
        return std::make_shared<const ComparedRound>(
            ComparedRound{workspace::shownName(*before), workspace::compareRounds(*before, roundOf(*workspace, kept, {}))});
      },
      [this](const Result<ComparedRoundPtr> &compared) {
        if (compared) compared_ = *compared;
        else Q_EMIT failed(tr("The rounds cannot be compared"), compared.error());
        Q_EMIT changed();
      });
}

void RoundSession::stopComparing() {
  comparing_.cancel();
  before_.reset();
  compared_.reset();
  Q_EMIT changed();
}

}  // namespace tileport::views
