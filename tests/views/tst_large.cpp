// SPDX-License-Identifier: GPL-3.0-or-later
#include <QIdentityProxyModel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <atomic>
#include <set>

#include "mutate/synthetic.h"
#include "views/panes/code_view.h"
#include "views/panes/connector_strip.h"
#include "views/panes/overview_ruler.h"
#include "views/review/review_view.h"
#include "views/window/divergence_panel.h"
#include "views/window/review_session.h"
#include "window_test.h"

using namespace tileport;
using namespace tileport::views;

namespace {

Result<workspace::ReviewPtr> reviewOf(const tileir::ProgramPtr &reference, const tileir::ProgramPtr &port, const CancelToken &cancel = {}) {
  auto alignment = align::align(reference, port, {}, cancel);
  if (!alignment) return std::move(alignment).error();
  auto review = std::make_shared<workspace::Review>();
  review->title = "large";
  review->reference.program = reference;
  review->port.program = port;
  review->alignment = *alignment;
  review->sideBySide = align::sideBySide(**alignment);
  return workspace::ReviewPtr(review);
}

/// Counts what a view asks of its model.
class CountingModel final : public QIdentityProxyModel {
 public:
  QVariant data(const QModelIndex &index, int role) const override {
    if (role == Qt::DisplayRole) rows.insert(index.row());
    return QIdentityProxyModel::data(index, role);
  }
  mutable std::set<int> rows;
};

}  // namespace

/// A review of 10,000 ops: what is painted costs what is in sight. Counts, no times.
class TestLarge : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init();
  void cleanup() { view_.reset(); }
  void laysOutWhatIsInSight();
  void goesFarAway();
  void joinsWhatIsInSight();
  void listAsksForWhatItShows();
  void cancelStopsTheWork();

 private:
  CodeView *pane(Pane which) const { return view_->pane(which); }
  std::uint64_t visibleRows() const {
    return std::uint64_t(pane(Pane::PortIr)->viewport()->height() / pane(Pane::PortIr)->rowHeight() + 2);
  }
  std::uint64_t laidOut() const { return pane(Pane::ReferenceIr)->linesLaidOut() + pane(Pane::PortIr)->linesLaidOut(); }

  workspace::ReviewPtr edited_, unlike_;
  std::unique_ptr<ReviewView> view_;
};

void TestLarge::initTestCase() {
  const auto reference = mutate::synthetic(10'000, 1);
  edited_ = *reviewOf(reference, mutate::editPercent(reference, 1, 2));
  unlike_ = *reviewOf(mutate::synthetic(4'000, 1), mutate::synthetic(4'000, 2));
  QVERIFY(edited_->alignment->divergences.size() > 50);
  QVERIFY(unlike_->sideBySide.links.size() > 1'000);
}

void TestLarge::init() {
  view_ = std::make_unique<ReviewView>();
  view_->resize(1600, 900);
  view_->setTheme(builtInTheme(false));
  view_->setReview(edited_);
  view_->show();
  QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
}

void TestLarge::laysOutWhatIsInSight() {
  (void)test::pictureOf(view_.get());
  QVERIFY(laidOut() > 0);
  QVERIFY2(laidOut() <= 4 * visibleRows(), qPrintable(QString::number(laidOut())));
  QScrollBar *bar = pane(Pane::PortIr)->verticalScrollBar();
  for (int i = 1; i <= 20; ++i) {
    const std::uint64_t before = laidOut();
    bar->setValue(int(qint64(bar->maximum()) * i / 20));
    (void)test::pictureOf(view_.get());
    QVERIFY2(laidOut() - before <= 2 * visibleRows(), qPrintable(QString::number(laidOut() - before)));
  }
}

void TestLarge::goesFarAway() {
  (void)test::pictureOf(view_.get());
  const std::uint64_t before = laidOut();
  view_->selectDivergence(std::uint32_t(edited_->alignment->divergences.size() - 1));
  (void)test::pictureOf(view_.get());
  QVERIFY(laidOut() - before <= 2 * visibleRows() + 8);
  view_->selectLine(Pane::ReferenceIr, LineIndex(std::size_t(10)));
  (void)test::pictureOf(view_.get());
  QVERIFY(laidOut() - before <= 4 * visibleRows() + 16);
}

void TestLarge::joinsWhatIsInSight() {
  // Nothing in common: thousands of pairs whose ends lie far apart.
  view_->setReview(unlike_);
  QScrollBar *bar = pane(Pane::PortIr)->verticalScrollBar();
  std::uint64_t most = 0;
  for (int i = 0; i <= 10; ++i) {
    bar->setValue(int(qint64(bar->maximum()) * i / 10));
    (void)test::pictureOf(view_.get());
    most = std::max<std::uint64_t>(most, std::uint64_t(view_->connectors()->paintedBands()));
  }
  QVERIFY(most > 0);
  QVERIFY2(most <= 4 * visibleRows(), qPrintable(QString::number(most)));
  QVERIFY(view_->connectors()->bands().size() > 10 * most);
}

void TestLarge::listAsksForWhatItShows() {
  DivergencePanel panel;
  panel.resize(1000, 300);
  CountingModel counting;
  panel.setReview(unlike_);
  counting.setSourceModel(panel.list()->model());
  panel.list()->setModel(&counting);
  panel.show();
  QVERIFY(QTest::qWaitForWindowExposed(&panel));
  (void)test::pictureOf(&panel);
  QVERIFY(counting.rowCount() > 1'000);
  QVERIFY(!counting.rows.empty());
  QVERIFY2(counting.rows.size() <= 150, qPrintable(QString::number(counting.rows.size())));
  panel.list()->scrollToBottom();
  (void)test::pictureOf(&panel);
  QVERIFY2(counting.rows.size() <= 250, qPrintable(QString::number(counting.rows.size())));
}

void TestLarge::cancelStopsTheWork() {
  const auto reference = mutate::synthetic(30'000, 1), port = mutate::synthetic(30'000, 2);
  std::atomic<bool> begun = false, stopped = false;
  ReviewFunctions functions;
  functions.reviewFiles = [&](const std::filesystem::path &, const std::filesystem::path &, const CancelToken &cancel) {
    begun = true;
    auto review = reviewOf(reference, port, cancel);
    stopped = !review && review.error().kind == ErrorKind::Cancelled;
    return review;
  };
  ReviewSession session(functions);
  connect(&session, &ReviewSession::opened, &session, [&] { session.select({0, 0}); });
  QSignalSpy cancelled(&session, &ReviewSession::cancelled), ready(&session, &ReviewSession::reviewReady);
  session.open({{}, "reference", "port"});
  QTRY_VERIFY(begun);
  session.cancel();
  QVERIFY(cancelled.count() == 1 || cancelled.wait(200));
  QVERIFY(!session.busy());
  // The work notices by itself, long before it would have ended.
  QTRY_VERIFY(stopped);
  QCOMPARE(ready.count(), 0);
}

QTEST_MAIN(TestLarge)
#include "tst_large.moc"
