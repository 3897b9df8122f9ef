// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <memory>

#include "importer/import.h"
#include "views/job.h"

namespace tileport::views {

/// The work behind the dialog, replaced in tests.
using ImportFunction = std::function<Result<importer::ImportSummary>(const importer::ImportRequest &, toolchain::RunLog &,
                                                                     const CancelToken &, const importer::ImportReporter &)>;

/// One import at a time, off the GUI thread.
class ImportSession final : public QObject {
  Q_OBJECT

 public:
  explicit ImportSession(ImportFunction function = importer::runImport, QObject *parent = nullptr);

  bool running() const { return job_.running(); }
  const importer::ImportRequest &request() const { return request_; }
  /// What was run so far.
  std::vector<toolchain::RunRecord> runs() const { return log_ ? log_->records() : std::vector<toolchain::RunRecord>(); }

  void start(importer::ImportRequest request);
  /// Nothing is answered any more. What was made stays in the store, and the next import goes on from there.
  void cancel();

 Q_SIGNALS:
  /// The newest word of each step; words that come faster than the window shows them are passed over.
  void progressed(const tileport::importer::ImportProgress &progress);
  void finished(const tileport::importer::ImportSummary &summary);
  void failed(const tileport::Error &error);
  void cancelled();

 private:
  /// What the threads of the import have said and the window has not yet shown, by step.
  struct Mailbox;
  void collect();
  void deliver();

  ImportFunction function_;
  importer::ImportRequest request_;
  std::shared_ptr<toolchain::RunLog> log_;
  std::shared_ptr<Mailbox> mailbox_;
  Job job_;
};

}  // namespace tileport::views
