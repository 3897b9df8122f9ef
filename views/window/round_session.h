// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <deque>
#include <map>
#include <memory>
#include <optional>

#include "views/job.h"
#include "views/models/workspace_model.h"
#include "workspace/rounds.h"

namespace tileport::views {

/// What became of an earlier round's findings.
struct ComparedRound {
  std::string since;  ///< what the earlier round is called
  workspace::RoundComparison comparison;

  /// Null when nothing was found in the variant, then or now. `variant` is empty for the operator's programs without a partner.
  const workspace::ComparedVariant *find(const std::string &op, const std::string &variant) const;
};

using ComparedRoundPtr = std::shared_ptr<const ComparedRound>;

/// The review round of an open workspace (docs/rounds.md): keeps the findings of each variant as it is reviewed, writes them to a file, and
/// compares them with those of an earlier file. Off the GUI thread.
class RoundSession final : public QObject {
  Q_OBJECT

 public:
  explicit RoundSession(QObject *parent = nullptr);

  /// Null while none is open. Findings of the one before go; an earlier round stays while the folder is the same, so that what was mended
  /// is seen after a reload.
  void setWorkspace(workspace::WorkspacePtr workspace);
  /// Of a variant that was reviewed, for the first time or anew.
  void add(VariantId id, const Result<workspace::ReviewPtr> &review);

  /// Every variant was reviewed: there is a whole round to save and to compare.
  bool complete() const;
  bool running() const { return keeping_.running() || comparing_.running() || files_.running(); }
  /// The name of the earlier round; empty: none was read.
  QString since() const;
  /// Null until it is known.
  const ComparedRoundPtr &compared() const { return compared_; }

  /// Only when `complete`. `saved` or `failed` answers.
  void save(const QString &file, const QString &label);
  /// `compared` answers once every variant is reviewed, and again whenever one is anew; or `failed`.
  void compareWith(const QString &file);
  void stopComparing();

 Q_SIGNALS:
  void completeChanged(bool complete);
  void saved(const QString &file, std::size_t findings);
  void failed(const QString &what, const tileport::Error &error);
  /// `since` or `compared` is another one, or none.
  void changed();

 private:
  using KeptVariant = std::shared_ptr<const workspace::RoundVariant>;
  struct Waiting {
    VariantId id;
    Result<workspace::ReviewPtr> review;
  };
  void keepNext();
  void compare();
  void announce();

  workspace::WorkspacePtr workspace_;
  std::filesystem::path folder_;
  std::deque<Waiting> waiting_;
  std::map<VariantId, KeptVariant> kept_;
  std::shared_ptr<const workspace::Round> before_;
  ComparedRoundPtr compared_;
  bool announced_ = false;
  Job keeping_, comparing_, files_;
};

}  // namespace tileport::views
