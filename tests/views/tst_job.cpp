// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <atomic>

#include "views/job.h"

using namespace tileport;
using views::Job;

class TestJob : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void answersOnThisThread();
  void errorIsAnAnswer();
  void lackOfMemoryIsAnError();
  void laterStartDropsTheEarlierResult();
  void cancelDropsTheResult();
  void destructionCancelsAndWaits();
};

void TestJob::answersOnThisThread() {
  Job job;
  QSignalSpy running(&job, &Job::runningChanged);
  int answer = 0;
  QThread *worker = nullptr;
  job.start(
      [&](const CancelToken &) -> Result<int> {
        worker = QThread::currentThread();
        return 7;
      },
      [&](Result<int> result) {
        answer = *result;
        QCOMPARE(QThread::currentThread(), thread());
      });
  QVERIFY(job.running());
  QTRY_COMPARE(answer, 7);
  QVERIFY(worker != thread());
  QVERIFY(!job.running());
  QCOMPARE(running.count(), 2);
}

void TestJob::errorIsAnAnswer() {
  Job job;
  std::string message;
  job.start([](const CancelToken &) -> Result<int> { return Error{ErrorKind::CannotRead, "no such file", {}, {}}; },
            [&](Result<int> result) { message = result.error().message; });
  QTRY_COMPARE(message, std::string("no such file"));
}

void TestJob::lackOfMemoryIsAnError() {
  Job job;
  std::optional<ErrorKind> kind;
  job.start([](const CancelToken &) -> Result<int> { throw std::bad_alloc(); }, [&](Result<int> result) { kind = result.error().kind; });
  QTRY_VERIFY(kind.has_value());
  QCOMPARE(int(*kind), int(ErrorKind::Limit));
}

void TestJob::laterStartDropsTheEarlierResult() {
  Job job;
  QSemaphore entered, leave;
  QList<int> answers;
  bool sawCancel = false;
  job.start(
      [&](const CancelToken &cancel) -> Result<int> {
        entered.release();
        leave.acquire();
        sawCancel = cancel.cancelled();
        return 1;
      },
      [&](Result<int> result) { answers << *result; });
  entered.acquire();
  job.start([](const CancelToken &) -> Result<int> { return 2; }, [&](Result<int> result) { answers << *result; });
  QTRY_COMPARE(answers, QList<int>{2});
  leave.release();
  // Once another round trip through the pool is over, the first answer would be here.
  job.start([](const CancelToken &) -> Result<int> { return 3; }, [&](Result<int> result) { answers << *result; });
  QTRY_COMPARE(answers, (QList<int>{2, 3}));
  QVERIFY(sawCancel);
}

void TestJob::cancelDropsTheResult() {
  Job job;
  QSemaphore entered, leave;
  int answers = 0;
  job.start(
      [&](const CancelToken &) -> Result<int> {
        entered.release();
        leave.acquire();
        return 1;
      },
      [&](Result<int>) { ++answers; });
  entered.acquire();
  job.cancel();
  QVERIFY(!job.running());
  leave.release();
  job.start([](const CancelToken &) -> Result<int> { return 2; }, [&](Result<int>) { answers += 10; });
  QTRY_COMPARE(answers, 10);
}

void TestJob::destructionCancelsAndWaits() {
  std::atomic<bool> left = false;
  QSemaphore entered;
  {
    Job job;
    job.start(
        [&](const CancelToken &cancel) -> Result<int> {
          entered.release();
          while (!cancel.cancelled()) QThread::yieldCurrentThread();
          left = true;
          return 1;
        },
        [](Result<int>) { QFAIL("the owner is gone"); });
    entered.acquire();
  }
  QVERIFY(left);
  QCoreApplication::processEvents();
}

QTEST_GUILESS_MAIN(TestJob)
#include "tst_job.moc"
