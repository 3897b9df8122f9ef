// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/job.h"

namespace tileport::views {

Job::Job(QObject *parent) : QObject(parent) {
  // Two, so that work which is slow to notice its cancellation does not hold up its successor.
  pool_.setMaxThreadCount(2);
}

Job::~Job() {
  source_.cancel();
  pool_.clear();
  pool_.waitForDone();
}

void Job::cancel() {
  source_.cancel();
  ++current_;
  setRunning(false);
}

quint64 Job::begin() {
  source_.cancel();
  source_ = CancelSource();
  setRunning(true);
  return ++current_;
}

bool Job::end(quint64 id) {
  if (id != current_) return false;
  setRunning(false);
  return true;
}

void Job::setRunning(bool running) {
  if (running_ == running) return;
  running_ = running;
  Q_EMIT runningChanged(running);
}

}  // namespace tileport::views
