// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QPlainTextEdit>
#include <QTableView>
#include <QTest>

#include "sample_review.h"
#include "views/models/run_model.h"
#include "views/models/specialisation_model.h"
#include "views/window/divergence_panel.h"
#include "views/window/header_bar.h"
#include "views/window/main_window.h"
#include "views/window/notice_bar.h"
#include "views/window/review_tabs.h"
#include "views/window/runs_panel.h"
#include "views/window/specialisation_panel.h"
#include "window_test.h"

using namespace tileport;
using namespace tileport::views;

/// The lists below the panes, and what is said above them.
class TestReviewTabs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { views::test::useScratchSettings(); }
  void specialisation();
  void specialisationNotes();
  void tabsSayHowMuch();
  void noticeComesFirst();
  void durations();
  void runs();
  void runsGrow();
  void runsOfTheWorkspace();
};

namespace {

toolchain::RunRecord runOf(const char *purpose, bool succeeded) {
  toolchain::RunRecord run;
  run.purpose = purpose;
  run.program = "/tools/my python";
  run.arguments = {"export.py", "job"};
  run.environment = {{"PYTHONPATH", std::nullopt}, {"LANG", "C.UTF-8"}};
  run.took = std::chrono::milliseconds(4321);
  run.ending = succeeded ? "exited with 0" : "exited with 4";
  run.succeeded = succeeded;
  run.errors = succeeded ? "" : "cuda-tile is not there\n";
  return run;
}

}  // namespace

void TestReviewTabs::specialisation() {
  SpecialisationModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  model.setReview(views::test::specialisedReview());
  QCOMPARE(model.rowCount(), 2);
  // What is somebody's doing stands before what every pair has.
  QCOMPARE(model.index(0, SpecialisationModel::OriginColumn).data().toString(), QStringLiteral("! variant"));
  QCOMPARE(model.index(0, SpecialisationModel::ReferenceColumn).data().toString(), QStringLiteral("64"));
  QCOMPARE(model.index(0, SpecialisationModel::PortColumn).data().toString(), QStringLiteral("128"));
  QCOMPARE(model.index(1, SpecialisationModel::OriginColumn).data().toString(), QStringLiteral("· front end"));
  QCOMPARE(model.index(1, SpecialisationModel::KindColumn).data().toString(), QStringLiteral("stride divisor"));
  model.setReview(nullptr);
  QCOMPARE(model.rowCount(), 0);
}

void TestReviewTabs::specialisationNotes() {
  SpecialisationPanel panel;
  panel.setReview(views::test::specialisedReview());
  QVERIFY(panel.note().isEmpty());
  // Not to know is not to be alike.
  panel.setReview(views::test::sameReview());
  QVERIFY(panel.note().startsWith(QLatin1String("Not compared")));
  auto review = std::make_shared<workspace::Review>(*views::test::sameReview());
  review->specialisationCompared = true;
  panel.setReview(review);
  QVERIFY(panel.note().contains(QLatin1String("alike")));
  review = std::make_shared<workspace::Review>(*review);
  review->specialisationNote = "launch.json:3: member grid is missing";
  panel.setReview(review);
  QVERIFY(panel.note().startsWith(QLatin1String("! Not compared: launch.json:3")));
}

void TestReviewTabs::tabsSayHowMuch() {
  ReviewTabs tabs;
  tabs.setReview(views::test::sampleReview());
  QCOMPARE(tabs.tabText(0), QStringLiteral("Divergences · 3"));
  QCOMPARE(tabs.tabText(1), QStringLiteral("Specialisation"));
  tabs.setReview(views::test::specialisedReview());
  QCOMPARE(tabs.tabText(0), QStringLiteral("Divergences · none"));
  QCOMPARE(tabs.tabText(1), QStringLiteral("Specialisation · ! 1"));
}

void TestReviewTabs::noticeComesFirst() {
  ReviewFunctions functions = views::test::sampleFunctions();
  functions.review = [](const workspace::Operator &op, const workspace::Variant &, const CancelToken &) -> Result<workspace::ReviewPtr> {
    return op.name == "softmax" ? views::test::specialisedReview() : views::test::sameReview();
  };
  MainWindow window(functions);
  window.show();
  window.open({"/sample", {}, {}});
  QTRY_VERIFY(!window.session()->busy());
  QVERIFY(window.notice()->isVisible());
  QVERIFY(window.header()->pill()->text().endsWith(QLatin1String("UNDECIDED: same tile program, specialised differently")));
  QVERIFY(window.notice()->text().contains(QLatin1String("64 in the reference, 128 in the port")));
  QVERIFY(window.notice()->mapTo(&window, QPoint()).y() < window.tabs()->mapTo(&window, QPoint()).y());
  window.actions().showTabs->setChecked(false);
  Q_EMIT window.notice()->moreAsked();
  QVERIFY(window.tabs()->isVisible());
  QCOMPARE(window.tabs()->currentWidget(), window.tabs()->specialisation());
  window.resize(1400, 800);
  views::test::keepPicture(&window, QStringLiteral("specialised-differently"));
  // The next review has nothing of the kind.
  window.session()->select({1, 0});
  QTRY_VERIFY(!window.notice()->isVisible());
}

void TestReviewTabs::durations() {
  using std::chrono::milliseconds;
  QCOMPARE(durationText(milliseconds(0)), QStringLiteral("0 ms"));
  QCOMPARE(durationText(milliseconds(999)), QStringLiteral("999 ms"));
  QCOMPARE(durationText(milliseconds(1000)), QStringLiteral("1.0 s"));
  QCOMPARE(durationText(milliseconds(59'940)), QStringLiteral("59.9 s"));
  QCOMPARE(durationText(milliseconds(187'000)), QStringLiteral("3 min 07 s"));
}

void TestReviewTabs::runs() {
  RunsPanel panel;
  panel.setRuns({runOf("export 2 programs", true), runOf("export 1 program", false)});
  QCOMPARE(panel.failed(), std::size_t(1));
  QAbstractItemModel *model = panel.list()->model();
  QCOMPARE(model->index(0, RunModel::EndingColumn).data().toString(), QStringLiteral("✓ exited with 0"));
  QCOMPARE(model->index(1, RunModel::EndingColumn).data().toString(), QStringLiteral("✕ exited with 4"));
  panel.list()->selectRow(1);
  const QString details = panel.details()->toPlainText();
  for (const char *part :
       {"'/tools/my python' export.py job", "PYTHONPATH", "LANG=C.UTF-8", "exited with 4 after 4.3 s", "cuda-tile is not there"})
    QVERIFY2(details.contains(QLatin1String(part)), qPrintable(QString::fromLatin1(part) + u'\n' + details));
  panel.setRuns({});
  QVERIFY(panel.details()->toPlainText().isEmpty());
}

void TestReviewTabs::runsGrow() {
  RunModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  model.setRuns({runOf("a", true)});
  const QPersistentModelIndex first(model.index(0, 0));
  model.setRuns({runOf("a", true), runOf("b", true), runOf("c", false)});
  QVERIFY(first.isValid());
  QCOMPARE(model.rowCount(), 3);
}

void TestReviewTabs::runsOfTheWorkspace() {
  ReviewFunctions functions = views::test::sampleFunctions();
  Result<std::vector<toolchain::RunRecord>> answer = std::vector<toolchain::RunRecord>{runOf("a", true), runOf("b", false)};
  functions.readRuns = [&](const std::filesystem::path &) { return answer; };
  MainWindow window(functions);
  window.show();
  const ReviewTabs &tabs = *window.tabs();
  const int at = tabs.indexOf(tabs.runs());
  QVERIFY(!tabs.isTabVisible(at));
  window.open({"/sample", {}, {}});
  QTRY_COMPARE(tabs.tabText(at), QStringLiteral("Runs · ! 1 of 2"));
  QVERIFY(tabs.isTabVisible(at));
  window.resize(1400, 800);
  window.tabs()->setCurrentIndex(at);
  window.tabs()->runs()->list()->selectRow(1);
  views::test::keepPicture(&window, QStringLiteral("runs"));
  answer = Error{ErrorKind::Malformed, "it is not JSON", {.file = "runs.json", .line = 1}, {}};
  window.actions().reload->trigger();
  QTRY_VERIFY(tabs.runs()->note().contains(QLatin1String("it is not JSON")));
  QCOMPARE(tabs.runs()->count(), std::size_t(0));
  QVERIFY(tabs.isTabVisible(at));
}

QTEST_MAIN(TestReviewTabs)
#include "tst_review_tabs.moc"
