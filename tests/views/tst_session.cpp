// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>

#include "sample_review.h"
#include "views/window/review_session.h"
#include "window_test.h"

using namespace tileport;
using namespace tileport::views;
using State = VariantStatus::State;

class TestSession : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void reviewsEverything();
  void selectedFirst();
  void keptReviewComesAtOnce();
  void errorsOfTheWorkspace();
  void errorsOfAVariant();
  void twoPrograms();
  void lateResultOfAnotherSelection();
  void lateResultOfAnotherWorkspace();
  void cancelStops();
};

namespace {

const OpenTarget kWorkspace{"/sample", {}, {}};

}  // namespace

void TestSession::reviewsEverything() {
  ReviewSession session(views::test::sampleFunctions());
  QSignalSpy progressed(&session, &ReviewSession::progressed);
  session.open(kWorkspace);
  QTRY_VERIFY(!session.busy());
  for (const VariantId id : session.model()->variants()) QCOMPARE(int(session.model()->status(id)->state), int(State::Done));
  QCOMPARE(session.model()->status({0, 0})->counts.total(), std::size_t(3));
  QCOMPARE(progressed.back()[0].toInt(), 3);
  QCOMPARE(progressed.back()[1].toInt(), 3);
}

void TestSession::selectedFirst() {
  ReviewFunctions functions = views::test::sampleFunctions();
  QStringList order;
  QMutex mutex;
  functions.review = [&](const workspace::Operator &op, const workspace::Variant &variant,
                         const CancelToken &) -> Result<workspace::ReviewPtr> {
    const QMutexLocker lock(&mutex);
    order << QString::fromStdString(op.name + "/" + variant.name);
    return views::test::sameReview();
  };
  ReviewSession session(functions);
  connect(&session, &ReviewSession::opened, &session, [&] { session.select({1, 0}); });
  session.open(kWorkspace);
  QTRY_COMPARE(order.size(), 3);
  QTRY_VERIFY(!session.busy());
  QCOMPARE(order, (QStringList{QStringLiteral("matmul/f16"), QStringLiteral("softmax/f16"), QStringLiteral("softmax/f32")}));
}

void TestSession::keptReviewComesAtOnce() {
  ReviewSession session(views::test::sampleFunctions());
  session.open(kWorkspace);
  QTRY_VERIFY(!session.busy());
  QSignalSpy ready(&session, &ReviewSession::reviewReady), started(&session, &ReviewSession::reviewStarted);
  session.select({0, 1});
  QCOMPARE(ready.count(), 1);
  QCOMPARE(started.count(), 0);
}

void TestSession::errorsOfTheWorkspace() {
  ReviewSession session(views::test::sampleFunctions());
  QSignalSpy failed(&session, &ReviewSession::openFailed);
  session.open({"/broken", {}, {}});
  QTRY_COMPARE(failed.count(), 1);
  QCOMPARE(failed[0][0].value<Error>().place.line, 3U);
}

void TestSession::errorsOfAVariant() {
  ReviewFunctions functions = views::test::sampleFunctions();
  functions.review = [](const workspace::Operator &, const workspace::Variant &, const CancelToken &) -> Result<workspace::ReviewPtr> {
    return Error{ErrorKind::CannotRead, "no such file", {}, {}};
  };
  ReviewSession session(functions);
  session.open(kWorkspace);
  QTRY_VERIFY(!session.busy());
  QCOMPARE(int(session.model()->status({0, 0})->state), int(State::Failed));
  QSignalSpy failed(&session, &ReviewSession::reviewFailed);
  session.select({0, 0});
  QTRY_COMPARE(failed.count(), 1);
}

void TestSession::twoPrograms() {
  ReviewSession session(views::test::sampleFunctions());
  connect(&session, &ReviewSession::opened, &session, [&] { session.select({0, 0}); });
  QSignalSpy ready(&session, &ReviewSession::reviewReady), failed(&session, &ReviewSession::reviewFailed);
  session.open({{}, "/a.tileirbc", "/b.tileirbc"});
  QTRY_COMPARE(ready.count(), 1);
  QCOMPARE(session.model()->variants().size(), std::size_t(1));
  session.open({{}, "/broken.tileirbc", "/b.tileirbc"});
  QTRY_COMPARE(failed.count(), 1);
  QCOMPARE(failed[0][1].value<Error>().place.section, std::string("func"));
}

void TestSession::lateResultOfAnotherSelection() {
  ReviewFunctions functions = views::test::sampleFunctions();
  QSemaphore entered, leave;
  functions.review = [&](const workspace::Operator &op, const workspace::Variant &variant,
                         const CancelToken &) -> Result<workspace::ReviewPtr> {
    if (op.name == "softmax" && variant.name == "f16") {
      entered.release();
      leave.acquire();
    }
    return views::test::sameReview();
  };
  ReviewSession session(functions);
  QSignalSpy ready(&session, &ReviewSession::reviewReady);
  connect(&session, &ReviewSession::opened, &session, [&] { session.select({0, 0}); });
  session.open(kWorkspace);
  QTRY_VERIFY(entered.available() > 0);
  entered.acquire();
  session.select({1, 0});
  QTRY_COMPARE(ready.count(), 1);
  QCOMPARE(ready[0][0].value<VariantId>(), (VariantId{1, 0}));
  leave.release(2);
  QTRY_VERIFY(!session.busy());
  QCOMPARE(ready.count(), 1);
  // What was dropped is reviewed again behind the others.
  QCOMPARE(int(session.model()->status({0, 0})->state), int(State::Done));
}

void TestSession::lateResultOfAnotherWorkspace() {
  ReviewFunctions functions = views::test::sampleFunctions();
  QSemaphore entered, leave;
  functions.openWorkspace = [&](const std::filesystem::path &path) -> Result<workspace::WorkspacePtr> {
    if (path == "/slow") {
      entered.release();
      leave.acquire();
    }
    return views::test::sampleWorkspace();
  };
  ReviewSession session(functions);
  QSignalSpy opened(&session, &ReviewSession::opened);
  session.open({"/slow", {}, {}});
  entered.acquire();
  session.open(kWorkspace);
  QTRY_COMPARE(opened.count(), 1);
  leave.release();
  QTRY_VERIFY(!session.busy());
  QCOMPARE(opened.count(), 1);
  QCOMPARE(session.target()->workspace, kWorkspace.workspace);
}

void TestSession::cancelStops() {
  ReviewFunctions functions = views::test::sampleFunctions();
  QSemaphore entered;
  functions.review = [&](const workspace::Operator &, const workspace::Variant &,
                         const CancelToken &cancel) -> Result<workspace::ReviewPtr> {
    entered.release();
    while (!cancel.cancelled()) QThread::yieldCurrentThread();
    return Error{ErrorKind::Cancelled, "cancelled", {}, {}};
  };
  ReviewSession session(functions);
  QSignalSpy cancelled(&session, &ReviewSession::cancelled);
  session.open(kWorkspace);
  QTRY_VERIFY(entered.available() > 0);
  entered.acquire();
  session.cancel();
  QCOMPARE(cancelled.count(), 1);
  QVERIFY(!session.busy());
  for (const VariantId id : session.model()->variants()) QCOMPARE(int(session.model()->status(id)->state), int(State::Pending));
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
