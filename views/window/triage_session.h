// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QUndoStack>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "triage/triage_file.h"
#include "views/job.h"
#include "workspace/operator_findings.h"

namespace tileport::views {

/// What one act of triage did to files, so that it can be undone.
struct TriageEdit {
  struct OfFile {
    std::filesystem::path file;
    std::vector<triage::TriageChange> changes;
  };
  std::vector<OfFile> files;
};

using ReviewWork = std::function<Result<workspace::ReviewPtr>(const CancelToken &)>;

/// A person's words on findings: written off the GUI thread, one act at a time, each of which can be undone and done again.
class TriageSession final : public QObject {
  Q_OBJECT

 public:
  explicit TriageSession(QObject *parent = nullptr);

  /// Why the findings of a review cannot be triaged, in a sentence; empty: they can.
  static QString whyNot(const workspace::Review *review);

  /// `op` is what to review again when it is done. `entry` says who, when, why. It is said of the review's findings of these anchors, and
  /// of those that `others` show: what reviews the operator's other variants.
  void accept(std::uint32_t op, workspace::ReviewPtr review, std::vector<std::string> anchors, triage::TriageEntry entry,
              std::vector<ReviewWork> others = {});
  void withdraw(std::uint32_t op, const workspace::ReviewPtr &review, std::vector<std::string> anchors);
  /// The same of an operator's findings, by their positions, in all variants that have them: what was seen there is what is covered. All of
  /// it is written or nothing, to the file of each variant.
  void acceptEverywhere(std::uint32_t op, workspace::OperatorFindingsPtr findings, std::vector<std::uint32_t> positions,
                        triage::TriageEntry entry);
  void withdrawEverywhere(std::uint32_t op, workspace::OperatorFindingsPtr findings, std::vector<std::uint32_t> positions);
  void undo();
  void redo();
  /// Another workspace is opened: nothing of this one is undone any more.
  void clear();

  bool running() const { return job_.running(); }
  QUndoStack *stack() { return &stack_; }

 Q_SIGNALS:
  /// A file has changed: the variants of the operator are to be reviewed again.
  void changed(std::uint32_t op);
  void failed(const QString &what, const tileport::Error &error);
  void runningChanged(bool running);

 private:
  class Command;
  using Work = std::function<Result<TriageEdit>(const CancelToken &)>;
  void start(std::uint32_t op, const QString &text, Work work);
  /// What the stack asks for: the edit, or the edit backwards.
  void apply(std::uint32_t op, const TriageEdit &edit, bool isBackwards);

  QUndoStack stack_;
  Job job_;
};

}  // namespace tileport::views
