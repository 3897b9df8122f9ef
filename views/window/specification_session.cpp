// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/specification_session.h"

namespace tileport::views {

Result<importer::SpecifiedOperator> specifyOperator(const workspace::Operator &op, toolchain::RunLog &log, const CancelToken &cancel) {
  auto all = importer::specifyOperators({&op}, {}, log, cancel);
  if (!all) return std::move(all).error();
  return std::move(all->front());
}

SpecificationSession::SpecificationSession(SpecifyFunction function, QObject *parent)
    : QObject(parent), function_(std::move(function)), job_(this) {}

void SpecificationSession::setWorkspace(workspace::WorkspacePtr workspace) {
  job_.cancel();
  current_.reset();
  known_.clear();
  log_ = std::make_shared<toolchain::RunLog>();
  workspace_ = std::move(workspace);
}

void SpecificationSession::want(std::uint32_t op) {
  if (!workspace_ || op >= workspace_->operators.size()) return;
  if (const auto known = known_.find(op); known != known_.end()) {
    if (known->second) Q_EMIT ready(op, *known->second);
    else Q_EMIT failed(op, known->second.error());
  } else if (current_ == op) {
    if (running()) Q_EMIT started(op);
    else Q_EMIT cancelled(op);
  } else {
    start(op);
  }
}

void SpecificationSession::again(std::uint32_t op) {
  known_.erase(op);
  current_.reset();
  want(op);
}

void SpecificationSession::start(std::uint32_t op) {
  current_ = op;
  Q_EMIT started(op);
  job_.start([function = function_, workspace = workspace_, log = log_,
              op](const CancelToken &cancel) { return function(workspace->operators[op], *log, cancel); },
             [this, op](Result<importer::SpecifiedOperator> specified) {
               current_.reset();
               auto &known =
                   known_
                       .insert_or_assign(
                           op, specified ? Result<SpecifiedPtr>(std::make_shared<const importer::SpecifiedOperator>(std::move(*specified)))
                                         : Result<SpecifiedPtr>(std::move(specified).error()))
                       .first->second;
               if (known) Q_EMIT ready(op, *known);
               else Q_EMIT failed(op, known.error());
             });
}

void SpecificationSession::cancel() {
  if (!running()) return;
  job_.cancel();
  Q_EMIT cancelled(*current_);
}

}  // namespace tileport::views
