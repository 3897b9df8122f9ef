// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>
#include <memory>
#include <new>
#include <utility>

#include "support/cancel.h"
#include "support/result.h"

namespace tileport::views {

/// Runs one pure function at a time off the GUI thread. Starting another cancels the one before and drops its result,
/// as does `cancel`. Destruction cancels and waits, so that work never outlives what it was started for.
class Job final : public QObject {
  Q_OBJECT

 public:
  explicit Job(QObject *parent = nullptr);
  ~Job() override;

  bool running() const { return running_; }

  /// `work(const CancelToken &)` returns a Result and runs on a pool thread; `done(Result)` runs on this object's thread,
  /// unless the job was cancelled or started anew in between. Lack of memory in `work` becomes an error.
  template <class Work, class Done>
  void start(Work work, Done done) {
    using Answer = decltype(work(std::declval<const CancelToken &>()));
    const quint64 id = begin();
    pool_.start([this, id, work = std::move(work), done = std::move(done), token = source_.token()]() mutable {
      const auto answer = std::make_shared<Answer>(guarded<Answer>(work, token));
      // Queued even when the work is over at once: whoever started it is never called back from `start`.
      QMetaObject::invokeMethod(
          this,
          [this, id, answer, done = std::move(done)]() mutable {
            if (end(id)) done(std::move(*answer));
          },
          Qt::QueuedConnection);
    });
  }

  void cancel();

 Q_SIGNALS:
  void runningChanged(bool running);

 private:
  template <class Answer, class Work>
  static Answer guarded(Work &work, const CancelToken &token) {
    try {
      return work(token);
    } catch (const std::bad_alloc &) {
      return Error{ErrorKind::Limit, "there is not enough memory", {}, "Close other programs or open a smaller file."};
    }
  }
  quint64 begin();
  bool end(quint64 id);
  void setRunning(bool running);

  QThreadPool pool_;
  CancelSource source_;
  quint64 current_ = 0;
  bool running_ = false;
};

}  // namespace tileport::views
