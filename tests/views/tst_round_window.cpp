// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSemaphore>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "sample_review.h"
#include "views/review/review_view.h"
#include "views/window/divergence_panel.h"
#include "views/window/main_window.h"
#include "views/window/review_tabs.h"
#include "views/window/round_bar.h"
#include "views/window/specialisation_panel.h"
#include "window_test.h"

using namespace tileport;
using namespace tileport::views;
using Fate = workspace::ComparedFinding::Fate;

/// Review rounds in the window: saved, compared with, shown.
class TestRoundWindow : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { views::test::useScratchSettings(); }
  void savesWhatTheCommandLineReads();
  void comparesAndMarks();
  void differencesOfOneDivergence();
  void notComparedYet();
  void reloadComparesAnew();
  void anotherWorkspaceForgets();
  void stops();
  void fileThatIsNoRound();
  void cannotBeWritten();
  void specialisation();
  void twoProgramsHaveNoRound();
  void pictures();

 private:
  void open(const ReviewFunctions &functions = views::test::sampleFunctions()) {
    window_ = std::make_unique<MainWindow>(functions);
    window_->resize(1400, 900);
    window_->show();
    window_->open({"/sample", {}, {}});
    QTRY_VERIFY(!window_->busy());
    QVERIFY(window_->rounds()->complete());
  }
  QString file() const { return folder_.filePath(QStringLiteral("last.json")); }
  workspace::Round saved() {
    QSignalSpy spy(window_->rounds(), &RoundSession::saved);
    window_->rounds()->save(file(), QStringLiteral("first look"));
    [&] { QTRY_COMPARE(spy.count(), 1); }();
    auto round = workspace::readRoundFile(file().toStdString());
    return round ? *round : workspace::Round();
  }
  void write(const workspace::Round &round) const { QVERIFY(workspace::writeRoundFile(file().toStdString(), round).ok()); }
  void compare() {
    window_->rounds()->compareWith(file());
    QTRY_VERIFY(window_->rounds()->compared() != nullptr);
    QTRY_VERIFY(!window_->busy());
  }
  /// The earlier round of the sample: its second divergence was not there, and two were that are not any more.
  void writeEarlier() {
    workspace::Round round = saved();
    std::vector<workspace::Finding> &findings = round.operators[0].variants[0].findings;
    QCOMPARE(findings.size(), std::size_t(4));
    workspace::Finding gone = findings[0];
    findings.erase(findings.begin() + 2);
    gone.name = "sqrt";
    gone.parts = {{"attribute", "rounding_mode", "zero", "approx"}};
    gone.places = {"softmax/softmax.py:6:9", "softmax/kernel.rs:5:13"};
    findings.push_back(gone);
    gone.name = "tanh";
    gone.status = "EXTRA";
    gone.parts = {{"operation", "", "", "tanh"}};
    gone.places = {"softmax/kernel.rs:9:1"};
    findings.push_back(gone);
    write(round);
  }
  QString cell(int row, DivergenceModel::Column column) const {
    return window_->divergences()->list()->model()->index(row, column).data().toString();
  }

  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;
};

void TestRoundWindow::savesWhatTheCommandLineReads() {
  open();
  QVERIFY(window_->actions().saveRound->isEnabled());
  const workspace::Round round = saved();
  QCOMPARE(round.workspace, std::string("sample"));
  QCOMPARE(round.label, std::string("first look"));
  QVERIFY(round.tool.starts_with("tileport "));
  QCOMPARE(round.operators.size(), std::size_t(2));
  QCOMPARE(round.operators[0].variants.size(), std::size_t(2));
  // In the order of the workspace, whichever was reviewed first.
  QCOMPARE(round.operators[0].variants[0].name, std::string("f16"));
  QCOMPARE(round.operators[0].variants[1].name, std::string("f32"));
  const auto expected = workspace::findingsOf(*views::test::sampleReview());
  QCOMPARE(round.operators[0].variants[0].findings.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) QVERIFY(round.operators[0].variants[0].findings[i].isSameAs(expected[i]));
  QVERIFY(round.operators[1].variants[0].findings.empty());
  QVERIFY(window_->statusBar()->currentMessage().contains(QLatin1String("8 findings")));
}

void TestRoundWindow::comparesAndMarks() {
  open();
  const QTableView *list = window_->divergences()->list();
  QVERIFY(list->isColumnHidden(DivergenceModel::SinceColumn));
  writeEarlier();
  compare();
  QVERIFY(!list->isColumnHidden(DivergenceModel::SinceColumn));
  QStringList since;
  for (int row = 0; row < list->model()->rowCount(); ++row) since << cell(row, DivergenceModel::SinceColumn);
  QCOMPARE(since, (QStringList{"= remaining", "! new", "= remaining", "✓ gone", "✓ gone"}));
  // What is gone says what it was.
  QCOMPARE(cell(3, DivergenceModel::StatusColumn), QStringLiteral("~ differs"));
  QCOMPARE(cell(3, DivergenceModel::OpColumn), QStringLiteral("sqrt"));
  QCOMPARE(cell(3, DivergenceModel::DifferenceColumn), QStringLiteral("rounding_mode: zero → approx"));
  QCOMPARE(cell(3, DivergenceModel::ReferenceColumn), QStringLiteral("softmax.py:6:9"));
  QCOMPARE(cell(3, DivergenceModel::PortColumn), QStringLiteral("kernel.rs:5:13"));
  QCOMPARE(cell(4, DivergenceModel::ReferenceColumn), QString());
  QCOMPARE(cell(4, DivergenceModel::PortColumn), QStringLiteral("kernel.rs:9:1"));
  QVERIFY(list->model()->index(3, DivergenceModel::OpColumn).data(Qt::FontRole).value<QFont>().strikeOut());
  QVERIFY(list->model()->index(3, 0).data(Qt::ToolTipRole).toString().contains(QLatin1String("was at softmax/softmax.py:6:9")));
  // There is nowhere to go from it.
  const auto selected = window_->reviewView()->selectedDivergence();
  QSignalSpy chosen(window_->divergences(), &DivergencePanel::divergenceChosen);
  window_->divergences()->list()->selectRow(3);
  QCOMPARE(chosen.count(), 0);
  QCOMPARE(window_->reviewView()->selectedDivergence(), selected);
  window_->divergences()->list()->selectRow(1);
  QCOMPARE(chosen.count(), 1);
  QVERIFY(window_->roundBar()->isVisible());
  const QString bar = window_->roundBar()->text();
  QVERIFY2(bar.startsWith(QLatin1String("Since first look (")), qPrintable(bar));
  QVERIFY2(bar.contains(QStringLiteral("this variant: ✓ 2 gone = 3 remaining ! 1 new")), qPrintable(bar));
  QVERIFY2(bar.contains(QStringLiteral("workspace: ✓ 2 gone = 7 remaining ! 1 new")), qPrintable(bar));
  // Each variant has its own.
  window_->session()->select({1, 0});
  QTRY_VERIFY(!window_->busy());
  QCOMPARE(list->model()->rowCount(), 0);
  QVERIFY(window_->roundBar()->text().contains(QLatin1String("this variant: nothing found, then or now")));
}

void TestRoundWindow::differencesOfOneDivergence() {
  const workspace::ReviewPtr review = views::test::sampleReview();
  const auto &alignment = review->alignment;
  QCOMPARE(alignment->divergences[0].differences.size(), std::size_t(2));
  workspace::ComparedVariant compared;
  for (const workspace::Finding &finding : workspace::findingsOf(*review)) compared.findings.push_back({Fate::Remaining, finding, {}});
  QCOMPARE(compared.findings.size(), std::size_t(4));
  compared.findings[1].fate = Fate::New;
  compared.findings[3].fate = Fate::Undecided;
  compared.findings.push_back({Fate::Undecided, compared.findings[0].finding, "not known now: a budget was hit"});
  DivergenceModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  model.setReview(review);
  model.setRound(&compared);
  QStringList since;
  for (int row = 0; row < model.rowCount(); ++row) since << model.index(row, DivergenceModel::SinceColumn).data().toString();
  QCOMPARE(since, (QStringList{"! 1 new, = 1 remaining", "= remaining", "? undecided", "? undecided"}));
  // What may be there still is not struck out, and says why.
  QVERIFY(!model.index(3, DivergenceModel::OpColumn).data(Qt::FontRole).value<QFont>().strikeOut());
  QVERIFY(model.index(3, 0).data(Qt::ToolTipRole).toString().contains(QLatin1String("a budget was hit")));
  // Findings of another review than the one that is shown mark nothing.
  compared.findings.resize(2);
  model.setRound(&compared);
  QCOMPARE(model.rowCount(), 3);
  QVERIFY(model.index(0, DivergenceModel::SinceColumn).data().toString().isEmpty());
  model.setReview(nullptr);
  QCOMPARE(model.rowCount(), 0);
}

void TestRoundWindow::notComparedYet() {
  open();
  writeEarlier();
  ReviewFunctions functions = views::test::sampleFunctions();
  QSemaphore leave;
  functions.review = [&](const workspace::Operator &op, const workspace::Variant &, const CancelToken &) -> Result<workspace::ReviewPtr> {
    if (op.name != "softmax") leave.acquire();
    return op.name == "softmax" ? views::test::sampleReview() : views::test::sameReview();
  };
  window_ = std::make_unique<MainWindow>(functions);
  window_->show();
  QSignalSpy shown(window_.get(), &MainWindow::reviewShown), changed(window_->rounds(), &RoundSession::changed);
  window_->open({"/sample", {}, {}});
  QTRY_COMPARE(shown.count(), 1);
  QVERIFY(!window_->actions().saveRound->isEnabled());
  window_->rounds()->compareWith(file());
  QTRY_VERIFY(!window_->rounds()->since().isEmpty());
  // A variant that nobody has looked at is neither mended nor broken.
  QVERIFY(window_->rounds()->compared() == nullptr);
  QVERIFY(window_->roundBar()->text().contains(QLatin1String("when all variants are reviewed")));
  leave.release(10);
  QTRY_VERIFY(window_->rounds()->compared() != nullptr);
  QVERIFY(window_->actions().saveRound->isEnabled());
  QCOMPARE(cell(1, DivergenceModel::SinceColumn), QStringLiteral("! new"));
}

void TestRoundWindow::reloadComparesAnew() {
  ReviewFunctions functions = views::test::sampleFunctions();
  std::atomic<bool> mended = false;
  functions.review = [&](const workspace::Operator &, const workspace::Variant &, const CancelToken &) -> Result<workspace::ReviewPtr> {
    return mended ? views::test::sameReview() : views::test::sampleReview();
  };
  open(functions);
  saved();
  compare();
  QVERIFY(window_->roundBar()->text().contains(QStringLiteral("workspace: ✓ 0 gone = 12 remaining ! 0 new")));
  mended = true;
  window_->actions().reload->trigger();
  QTRY_VERIFY(window_->rounds()->compared() != nullptr && window_->rounds()->compared()->comparison.count(Fate::Gone) == 12);
  QTRY_VERIFY(!window_->busy());
  QCOMPARE(cell(0, DivergenceModel::SinceColumn), QStringLiteral("✓ gone"));
  QCOMPARE(window_->divergences()->list()->model()->rowCount(), 4);
}

void TestRoundWindow::anotherWorkspaceForgets() {
  ReviewFunctions functions = views::test::sampleFunctions();
  functions.openWorkspace = [](const std::filesystem::path &path) -> Result<workspace::WorkspacePtr> {
    auto workspace = std::make_shared<workspace::Workspace>(*views::test::sampleWorkspace());
    workspace->folder = path;
    return workspace::WorkspacePtr(workspace);
  };
  open(functions);
  saved();
  compare();
  window_->open({"/another", {}, {}});
  QTRY_VERIFY(window_->rounds()->complete() && !window_->busy());
  QVERIFY(window_->rounds()->since().isEmpty());
  QVERIFY(!window_->roundBar()->isVisible());
  QVERIFY(window_->divergences()->list()->isColumnHidden(DivergenceModel::SinceColumn));
}

void TestRoundWindow::stops() {
  open();
  QVERIFY(!window_->actions().stopComparing->isEnabled());
  saved();
  compare();
  QVERIFY(window_->actions().stopComparing->isEnabled());
  window_->roundBar()->closeButton()->click();
  QVERIFY(!window_->roundBar()->isVisible());
  QVERIFY(window_->rounds()->compared() == nullptr);
  QVERIFY(window_->divergences()->list()->isColumnHidden(DivergenceModel::SinceColumn));
  QVERIFY(!window_->actions().stopComparing->isEnabled());
}

void TestRoundWindow::fileThatIsNoRound() {
  open();
  saved();
  compare();
  QFile broken(folder_.filePath(QStringLiteral("broken.json")));
  QVERIFY(broken.open(QIODevice::WriteOnly));
  broken.write("{\n  \"schema\": 7\n}\n");
  broken.close();
  window_->rounds()->compareWith(broken.fileName());
  QTRY_VERIFY(window_->roundBar()->showsFailure());
  const QString text = window_->roundBar()->text();
  QVERIFY2(text.startsWith(QStringLiteral("✕ The round cannot be read")) && text.contains(QLatin1String("broken.json:2")),
           qPrintable(text));
  // Closed, the comparison before it is there again.
  window_->roundBar()->closeButton()->click();
  QVERIFY(window_->roundBar()->text().startsWith(QLatin1String("Since first look")));
  QVERIFY(window_->roundBar()->isVisible());
}

void TestRoundWindow::cannotBeWritten() {
  open();
  window_->rounds()->save(folder_.filePath(QStringLiteral("no/such/folder/last.json")), {});
  QTRY_VERIFY(window_->roundBar()->showsFailure());
  QVERIFY(window_->roundBar()->text().contains(QLatin1String("last.json")));
  // It stays when another variant is looked at, and goes when it is closed.
  window_->session()->select({1, 0});
  QTRY_VERIFY(!window_->busy());
  QVERIFY(window_->roundBar()->isVisible());
  window_->roundBar()->closeButton()->click();
  QVERIFY(!window_->roundBar()->isVisible());
}

void TestRoundWindow::specialisation() {
  ReviewFunctions functions = views::test::sampleFunctions();
  functions.review = [](const workspace::Operator &, const workspace::Variant &, const CancelToken &) -> Result<workspace::ReviewPtr> {
    return views::test::specialisedReview();
  };
  open(functions);
  workspace::Round round = saved();
  QCOMPARE(round.operators[0].variants[0].findings.size(), std::size_t(1));
  round.operators[0].variants[0].findings[0].parts[0].port = "256";
  write(round);
  compare();
  const QTableView *list = window_->tabs()->specialisation()->list();
  QVERIFY(!list->isColumnHidden(SpecialisationModel::SinceColumn));
  QCOMPARE(list->model()->index(0, SpecialisationModel::SinceColumn).data().toString(), QStringLiteral("! new"));
  // A rule of a front end is nobody's finding.
  QCOMPARE(list->model()->index(1, SpecialisationModel::SinceColumn).data().toString(), QString());
  QCOMPARE(cell(0, DivergenceModel::StatusColumn), QStringLiteral("· specialisation"));
  QCOMPARE(cell(0, DivergenceModel::SinceColumn), QStringLiteral("✓ gone"));
}

void TestRoundWindow::twoProgramsHaveNoRound() {
  window_ = std::make_unique<MainWindow>(views::test::sampleFunctions());
  window_->show();
  window_->open({{}, "/a.tileirbc", "/b.tileirbc"});
  QTRY_VERIFY(!window_->busy());
  QVERIFY(!window_->actions().saveRound->isEnabled());
  QVERIFY(!window_->actions().compareRound->isEnabled());
}

void TestRoundWindow::pictures() {
  for (const bool dark : {false, true}) {
    open();
    window_->themes()->setMode(dark ? ThemeController::Mode::Dark : ThemeController::Mode::Light);
    writeEarlier();
    compare();
    views::test::keepPicture(window_.get(), QStringLiteral("round-") + (dark ? QStringLiteral("dark") : QStringLiteral("light")));
    const QTableView *list = window_->divergences()->list();
    const QImage picture = views::test::pictureOf(list->viewport());
    const auto rectOf = [&](int row) { return list->visualRect(list->model()->index(row, DivergenceModel::SinceColumn)); };
    QVERIFY(views::test::hasColor(picture, rectOf(1), builtInTheme(dark)->color(ColorRole::Missing)));
    QVERIFY(views::test::hasColor(picture, rectOf(3), builtInTheme(dark)->color(ColorRole::Same)));
  }
}

QTEST_MAIN(TestRoundWindow)
#include "tst_round_window.moc"
