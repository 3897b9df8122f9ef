// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <deque>
#include <map>
#include <optional>

#include "views/job.h"
#include "views/models/operator_rows.h"
#include "views/models/workspace_model.h"

namespace tileport::views {

/// What the variants of an operator have in common: keeps the findings of each variant as it is reviewed, and puts those of one operator
/// together, as often as more are known. Off the GUI thread.
class OperatorSession final : public QObject {
  Q_OBJECT

 public:
  explicit OperatorSession(QObject *parent = nullptr);

  /// Null while none is open. Whatever is known goes.
  void setWorkspace(workspace::WorkspacePtr workspace);
  /// Of a variant that was reviewed, for the first time or anew.
  void add(VariantId id, const Result<workspace::ReviewPtr> &review);
  /// The operator's variants are reviewed anew: what is known of them is shown until then, and counts as still to come.
  void renew(std::uint32_t op);
  /// Which operator is put together; absent: none.
  void show(std::optional<std::uint32_t> op);
  void setCriteria(const FindingCriteria &criteria);

  bool running() const { return keeping_.running() || joining_.running() || again_.isActive(); }
  /// Null until it is known. Of the operator that `show` named last.
  const OperatorRowsPtr &rows() const { return rows_; }

 Q_SIGNALS:
  /// `rows` is another one, or none.
  void changed();

 private:
  struct Waiting {
    VariantId id;
    Result<workspace::ReviewPtr> review;
  };
  struct Kept {
    KeptVariant variant;
    bool stale = false;
  };
  using Keeping = std::vector<std::pair<VariantId, KeptVariant>>;
  void keepNext();
  void joinSoon();
  void join();

  workspace::WorkspacePtr workspace_;
  std::deque<Waiting> waiting_;
  std::map<VariantId, Kept> kept_;
  std::optional<std::uint32_t> shown_;
  FindingCriteria criteria_;
  FindingCriteria joined_;  ///< those of what is being put together
  OperatorRowsPtr rows_;
  QTimer again_;  ///< more is known than `rows_` tells
  QElapsedTimer sinceJoin_;
  Job keeping_, joining_;
};

}  // namespace tileport::views
