// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/import_session.h"

#include <map>
#include <mutex>
#include <utility>

namespace tileport::views {

struct ImportSession::Mailbox {
  std::mutex mutex;
  std::map<std::string, importer::ImportProgress> words;
  bool announced = false;  ///< the window knows that there is something

  /// True when the window has to be told.
  bool put(const importer::ImportProgress &progress) {
    const std::lock_guard lock(mutex);
    words[progress.what] = progress;
    return !std::exchange(announced, true);
  }

  std::map<std::string, importer::ImportProgress> take() {
    const std::lock_guard lock(mutex);
    announced = false;
    return std::exchange(words, {});
  }
};

ImportSession::ImportSession(ImportFunction function, QObject *parent) : QObject(parent), function_(std::move(function)), job_(this) {}

void ImportSession::start(importer::ImportRequest request) {
  request_ = std::move(request);
  log_ = std::make_shared<toolchain::RunLog>();
  mailbox_ = std::make_shared<Mailbox>();
  const auto report = [this, mailbox = mailbox_](const importer::ImportProgress &progress) {
    if (mailbox->put(progress)) QMetaObject::invokeMethod(this, &ImportSession::collect, Qt::QueuedConnection);
  };
  job_.start([function = function_, request = request_, log = log_,
              report](const CancelToken &cancel) { return function(request, *log, cancel, report); },
             [this](const Result<importer::ImportSummary> &summary) {
               deliver();
               if (summary) Q_EMIT finished(*summary);
               else Q_EMIT failed(summary.error());
             });
}

void ImportSession::collect() {
  // What a cancelled import still says is not for the next one.
  if (running()) deliver();
}

void ImportSession::deliver() {
  for (const auto &[what, progress] : mailbox_->take()) Q_EMIT progressed(progress);
}

void ImportSession::cancel() {
  if (!running()) return;
  job_.cancel();
  Q_EMIT cancelled();
}

}  // namespace tileport::views
