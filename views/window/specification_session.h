// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "importer/specifying.h"
#include "views/job.h"

namespace tileport::views {

using SpecifiedPtr = std::shared_ptr<const importer::SpecifiedOperator>;
using SpecifyFunction =
    std::function<Result<importer::SpecifiedOperator>(const workspace::Operator &, toolchain::RunLog &, const CancelToken &)>;

/// All of an operator: its variants in their order, then its programs without a partner.
Result<importer::SpecifiedOperator> specifyOperator(const workspace::Operator &op, toolchain::RunLog &log, const CancelToken &cancel);

/// The hidden specifications of an open workspace, an operator at a time, off the GUI thread and only when somebody wants to see it: what
/// sources say is asked of programs that may have to be built first.
class SpecificationSession final : public QObject {
  Q_OBJECT

 public:
  explicit SpecificationSession(SpecifyFunction function, QObject *parent = nullptr);

  /// Drops everything that is known of the one before.
  void setWorkspace(workspace::WorkspacePtr workspace);
  /// `ready`, `failed` or `cancelled` answers; at once where it is known. What a person has cancelled is not begun again.
  void want(std::uint32_t op);
  /// Reads anew what failed or was cancelled, and also what is there.
  void again(std::uint32_t op);
  void cancel();
  bool running() const { return job_.running(); }
  /// What was run for this workspace.
  std::vector<toolchain::RunRecord> runs() const { return log_->records(); }

 Q_SIGNALS:
  void started(std::uint32_t op);
  void ready(std::uint32_t op, const tileport::views::SpecifiedPtr &specified);
  void failed(std::uint32_t op, const tileport::Error &error);
  void cancelled(std::uint32_t op);

 private:
  void start(std::uint32_t op);

  SpecifyFunction function_;
  workspace::WorkspacePtr workspace_;
  std::map<std::uint32_t, Result<SpecifiedPtr>> known_;
  std::optional<std::uint32_t> current_;  ///< that is being read, or was cancelled
  std::shared_ptr<toolchain::RunLog> log_ = std::make_shared<toolchain::RunLog>();
  Job job_;
};

}  // namespace tileport::views
