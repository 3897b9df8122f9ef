// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "sample_review.h"
#include "views/panes/code_view.h"
#include "views/panes/connector_strip.h"
#include "views/panes/overview_ruler.h"
#include "views/panes/pane_frame.h"
#include "views/review/find_bar.h"
#include "views/review/review_view.h"
#include "window_test.h"

using namespace tileport;
using namespace tileport::views;
namespace reference = tileport::views::test::reference;
namespace port = tileport::views::test::port;
using views::test::lineOfOp;

class TestReviewView : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup() { view_.reset(); }
  void beginsAtTheFirstDivergence();
  void aClickLightsUpAllFour();
  void nextAndPreviousGoRound();
  void scrollsBothProgramsAsOne();
  void rowsAreLevel();
  void hidesUnchangedAndUnfolds();
  void hidesNoise();
  void findCountsAndGoes();
  void findFollowsTheFocus();
  void findUnfolds();
  void zoomReachesAllPanes();
  void collapses();
  void paneWithoutTextMakesRoom();
  void connectorsAndRulerJump();
  void nothingSelected();

 private:
  CodeView *pane(Pane which) const { return view_->pane(which); }
  void show(const workspace::ReviewPtr &review) { view_->setReview(review); }

  std::unique_ptr<ReviewView> view_;
  workspace::ReviewPtr sample_ = views::test::sampleReview();
};

void TestReviewView::init() {
  view_ = std::make_unique<ReviewView>();
  view_->resize(1200, 500);
  view_->setTheme(builtInTheme(false));
  view_->setReview(sample_);
  view_->show();
  QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
}

void TestReviewView::beginsAtTheFirstDivergence() {
  QCOMPARE(view_->selectedDivergence(), std::optional<std::uint32_t>(0));
  QCOMPARE(pane(Pane::ReferenceIr)->caretLine(), lineOfOp(sample_->reference, reference::Add));
}

void TestReviewView::aClickLightsUpAllFour() {
  CodeView *source = pane(Pane::PortSource);
  QSignalSpy selected(view_.get(), &ReviewView::divergenceSelected);
  QTest::mouseClick(source->viewport(), Qt::LeftButton, {}, {source->gutterWidth() + 20, source->rowTop(7) + 5});  // let f = d * e
  const auto only = [](LineIndex line) { return std::vector<LineIndex>{line}; };
  QCOMPARE(pane(Pane::ReferenceSource)->highlights(), only(LineIndex(7u)));
  QCOMPARE(pane(Pane::ReferenceIr)->highlights(), only(lineOfOp(sample_->reference, reference::Mul)));
  QCOMPARE(pane(Pane::PortIr)->highlights(), only(lineOfOp(sample_->port, port::Mul)));
  QCOMPARE(pane(Pane::PortSource)->highlights(), only(LineIndex(7u)));
  QCOMPARE(selected.count(), 1);
  QVERIFY(!view_->selectedDivergence());
  // The keyboard does the same: one line up is the op that the reference lacks.
  QTest::keyClick(source, Qt::Key_Up);
  QCOMPARE(view_->selectedDivergence(), std::optional<std::uint32_t>(2));
  QVERIFY(pane(Pane::ReferenceIr)->highlights().empty());
}

void TestReviewView::nextAndPreviousGoRound() {
  QList<std::uint32_t> seen;
  connect(view_.get(), &ReviewView::divergenceSelected, this, [&](std::optional<std::uint32_t> divergence) { seen << *divergence; });
  for (int i = 0; i < 3; ++i) view_->nextDivergence();
  view_->previousDivergence();
  QCOMPARE(seen, (QList<std::uint32_t>{1, 2, 0, 2}));
  view_->clearSelection();
}

void TestReviewView::scrollsBothProgramsAsOne() {
  show(views::test::longReview(400));
  CodeView *left = pane(Pane::ReferenceIr), *right = pane(Pane::PortIr);
  right->verticalScrollBar()->setValue(1234);
  QCOMPARE(left->verticalScrollBar()->value(), 1234);
  left->verticalScrollBar()->setValue(77);
  QCOMPARE(right->verticalScrollBar()->value(), 77);
  QTest::keyClick(left, Qt::Key_End, Qt::ControlModifier);
  QCOMPARE(right->verticalScrollBar()->value(), left->verticalScrollBar()->value());
  QVERIFY(left->verticalScrollBar()->value() > 1000);
}

void TestReviewView::rowsAreLevel() {
  const CodeView *left = pane(Pane::ReferenceIr), *right = pane(Pane::PortIr);
  QCOMPARE(left->rows().size(), right->rows().size());
  QCOMPARE(left->viewport()->mapTo(view_.get(), QPoint(0, left->rowTop(4))).y(),
           right->viewport()->mapTo(view_.get(), QPoint(0, right->rowTop(4))).y());
  QCOMPARE(view_->connectors()->mapTo(view_.get(), QPoint()).y(), left->viewport()->mapTo(view_.get(), QPoint()).y());
}

void TestReviewView::hidesUnchangedAndUnfolds() {
  show(views::test::longReview(50));
  view_->setHideUnchanged(true);
  CodeView *left = pane(Pane::ReferenceIr);
  QCOMPARE(left->rows().size(), std::size_t(1));
  QCOMPARE(int(left->rows()[0].kind), int(PaneRow::Kind::Fold));
  QTest::mouseClick(left->viewport(), Qt::LeftButton, {}, {60, left->rowTop(0) + 5});
  QVERIFY(left->rows().size() > 50);
  view_->setHideUnchanged(false);
}

void TestReviewView::hidesNoise() {
  const std::size_t before = pane(Pane::PortIr)->rows().size();
  view_->setHideNoise(true);
  QCOMPARE(pane(Pane::PortIr)->rows().size(), before - 1);
  QCOMPARE(pane(Pane::PortIr)->rowOfLine(lineOfOp(sample_->port, port::Dead)), -1);
  // Selecting what the hidden line comes from brings it back.
  view_->selectLine(Pane::PortSource, LineIndex(2u));
  QVERIFY(pane(Pane::PortIr)->rowOfLine(lineOfOp(sample_->port, port::Dead)) >= 0);
}

void TestReviewView::findCountsAndGoes() {
  pane(Pane::PortIr)->setFocus();
  QSignalSpy searched(view_->findBar(), &FindBar::searched);
  view_->findBar()->open();
  QTest::keyClicks(view_->findBar()->findChild<QLineEdit *>(), QStringLiteral("constant"));
  QTRY_COMPARE(pane(Pane::PortIr)->matches().size(), std::size_t(3));
  QTRY_VERIFY(view_->findBar()->countText().contains(QLatin1String("of 3 in port Tile IR")));
  const int first = pane(Pane::PortIr)->currentMatch();
  view_->findBar()->next();
  QCOMPARE(pane(Pane::PortIr)->currentMatch(), (first + 1) % 3);
  view_->findBar()->previous();
  QCOMPARE(pane(Pane::PortIr)->currentMatch(), first);
  QTest::keyClick(view_->findBar()->findChild<QLineEdit *>(), Qt::Key_Escape);
  QVERIFY(!view_->findBar()->isVisible());
  QVERIFY(pane(Pane::PortIr)->matches().empty());
}

void TestReviewView::findFollowsTheFocus() {
  pane(Pane::ReferenceIr)->setFocus();
  view_->findBar()->open();
  view_->findBar()->findChild<QLineEdit *>()->setText(QStringLiteral("log"));
  QTRY_COMPARE(pane(Pane::ReferenceIr)->matches().size(), std::size_t(1));
  pane(Pane::PortSource)->setFocus();
  QTRY_COMPARE(pane(Pane::PortSource)->matches().size(), std::size_t(1));
  QVERIFY(pane(Pane::ReferenceIr)->matches().empty());
  view_->findBar()->findChild<QLineEdit *>()->setText(QStringLiteral("nowhere"));
  QTRY_COMPARE(view_->findBar()->countText(), QStringLiteral("not in port source"));
}

void TestReviewView::findUnfolds() {
  show(views::test::longReview(60));
  view_->setHideUnchanged(true);
  pane(Pane::ReferenceIr)->setFocus();
  view_->findBar()->open();
  view_->findBar()->findChild<QLineEdit *>()->setText(QStringLiteral("return"));
  QTRY_COMPARE(pane(Pane::ReferenceIr)->matches().size(), std::size_t(1));
  QTRY_COMPARE(pane(Pane::ReferenceIr)->caretLine(), LineIndex(std::size_t(pane(Pane::ReferenceIr)->matches()[0].line)));
}

void TestReviewView::zoomReachesAllPanes() {
  const qreal before = view_->fontSize();
  view_->zoom(3);
  for (const Pane which : kAllPanes) QCOMPARE(pane(which)->textFont().pointSizeF(), before + 3);
  view_->zoom(-500);
  QCOMPARE(view_->fontSize(), 6.0);
  view_->resetZoom();
  QCOMPARE(view_->fontSize(), before);
}

void TestReviewView::collapses() {
  PaneFrame *frame = view_->frame(Pane::ReferenceSource);
  const int before = frame->width();
  frame->setCollapsed(true);
  QTRY_VERIFY(frame->width() < before / 3);
  QVERIFY(!pane(Pane::ReferenceSource)->isVisible());
  view_->selectDivergence(1);  // must not mind
  frame->setCollapsed(false);
  QTRY_VERIFY(pane(Pane::ReferenceSource)->isVisible());
}

void TestReviewView::paneWithoutTextMakesRoom() {
  show(views::test::sameReview());
  QVERIFY(view_->frame(Pane::PortSource)->collapsed());
  show(sample_);
  QVERIFY(!view_->frame(Pane::PortSource)->collapsed());
}

void TestReviewView::connectorsAndRulerJump() {
  const CodeView *left = pane(Pane::ReferenceIr);
  QTest::mouseClick(view_->connectors(), Qt::LeftButton, {}, {20, left->rowTop(6) + left->rowHeight() / 2});
  QCOMPARE(view_->selectedDivergence(), std::optional<std::uint32_t>(1));
  OverviewRuler *ruler = view_->ruler();
  QTest::mouseClick(ruler, Qt::LeftButton, {}, {8, ruler->yOf(8) + 4});
  QCOMPARE(view_->selectedDivergence(), std::optional<std::uint32_t>(2));
}

void TestReviewView::nothingSelected() {
  view_->clearSelection();
  for (const Pane which : kAllPanes) QVERIFY(pane(which)->highlights().empty());
  QVERIFY(!view_->selectedDivergence());
  view_->nextDivergence();
  QCOMPARE(view_->selectedDivergence(), std::optional<std::uint32_t>(0));
}

QTEST_MAIN(TestReviewView)
#include "tst_review_view.moc"
