// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>
#include <QUndoStack>
#include <filesystem>
#include <fstream>

#include "sample_review.h"
#include "triage/triage_file.h"
#include "views/panes/code_view.h"
#include "views/review/review_view.h"
#include "views/window/accept_dialog.h"
#include "views/window/divergence_panel.h"
#include "views/window/finding_filter_bar.h"
#include "views/window/finding_panel.h"
#include "views/window/header_bar.h"
#include "views/window/main_window.h"
#include "views/window/round_bar.h"
#include "views/window/status_line.h"
#include "window_test.h"

using namespace tileport;
using namespace tileport::views;

/// Triage in the whole window: of samples, and of a copy of the demo, where it writes files.
class TestTriageWindow : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup() { window_.reset(); }
  void saysTheVerdict();
  void equivalencesAreMarkedInThePanes();
  void evidenceJumps();
  void severalRowsStaySelected();
  void folderThatCannotBeWritten();
  void filterComesBack();
  void stepsThroughWhatIsShown();
  void acceptDialog();
  void acceptUndoRedoWithdraw();
  void undoOfWhatSomebodyElseChanged();
  void inBothThemes();

 private:
  void openSample();
  /// A copy of the demo, at its first variant with a finding that is CRITICAL.
  void openDemo();
  void accept(const QString &note);
  void settle() { QTRY_VERIFY_WITH_TIMEOUT(!window_->busy(), 60'000); }
  const triage::Triage &shownTriage() const { return *window_->reviewView()->review()->triage; }
  const triage::Finding *finding(const std::string &anchor) const {
    for (const triage::Finding &each : shownTriage().findings)
      if (each.anchor == anchor) return &each;
    return nullptr;
  }
  std::filesystem::path triageFile() const { return *workspace::triageFileOf(window_->reviewView()->review()->port); }

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<MainWindow> window_;
};

void TestTriageWindow::init() {
  views::test::useScratchSettings();
  folder_ = std::make_unique<QTemporaryDir>();
}

void TestTriageWindow::openSample() {
  ReviewFunctions functions = views::test::sampleFunctions();
  functions.review = [](const workspace::Operator &op, const workspace::Variant &, const CancelToken &) -> Result<workspace::ReviewPtr> {
    return op.name == "softmax" ? views::test::triagedReview() : views::test::judgedReview(triage::Verdict::Blocked);
  };
  window_ = std::make_unique<MainWindow>(functions);
  window_->resize(1600, 960);
  window_->show();
  window_->open({"/sample", {}, {}});
  settle();
}

void TestTriageWindow::openDemo() {
  const std::filesystem::path demo = folder_->path().toStdString() + "/demo";
  std::filesystem::copy(TILEPORT_SOURCE_DIR "/resources/demo", demo, std::filesystem::copy_options::recursive);
  window_ = std::make_unique<MainWindow>();
  window_->resize(1600, 960);
  window_->show();
  window_->open({demo, {}, {}});
  settle();
  for (const VariantId id : window_->session()->model()->variants()) {
    if (window_->reviewView()->review() && shownTriage().count(triage::Severity::Critical) > 0) break;
    QSignalSpy shown(window_.get(), &MainWindow::reviewShown);
    window_->session()->select(id);
    QTRY_VERIFY(shown.count() > 0);
  }
  QVERIFY(shownTriage().count(triage::Severity::Critical) > 0);
}

void TestTriageWindow::accept(const QString &note) {
  window_->divergences()->finding()->acceptButton()->click();
  QTRY_VERIFY(window_->findChild<AcceptDialog *>() != nullptr);
  auto *dialog = window_->findChild<AcceptDialog *>();
  dialog->note()->setPlainText(note);
  dialog->author()->setText(QStringLiteral("A. Reviewer"));
  QSignalSpy changed(window_->triage(), &TriageSession::changed);
  dialog->buttons()->button(QDialogButtonBox::Ok)->click();
  QTRY_COMPARE(changed.count(), 1);
  settle();
}

void TestTriageWindow::saysTheVerdict() {
  openSample();
  QVERIFY(window_->header()->pill()->text().startsWith(QStringLiteral("✕  FAIL_FIXABLE · owner kernel")));
  QVERIFY(window_->header()->pill()->toolTip().contains(QLatin1String("addf rounds to zero")));
  QVERIFY(window_->status()->text().startsWith(QStringLiteral("✕ FAIL_FIXABLE")));
  window_->actions().nextOperator->trigger();
  settle();
  QVERIFY(window_->header()->pill()->text().startsWith(QStringLiteral("?  BLOCKED: UNDECIDED")));
}

void TestTriageWindow::equivalencesAreMarkedInThePanes() {
  openSample();
  DivergencePanel *panel = window_->divergences();
  panel->filter()->equivalences()->click();
  panel->list()->selectRow(3);
  const ReviewView *view = window_->reviewView();
  QCOMPARE(view->selectedEquivalence(), std::optional<std::uint32_t>(0));
  QVERIFY(!view->selectedDivergence());
  const auto line = [](const workspace::ReviewSide &side, int op) { return std::vector{views::test::lineOfOp(side, op)}; };
  QVERIFY(view->pane(Pane::ReferenceIr)->highlights() == line(view->review()->reference, views::test::reference::Exp));
  QVERIFY(view->pane(Pane::PortIr)->highlights() == line(view->review()->port, views::test::port::Exp));
  QVERIFY(view->pane(Pane::PortSource)->highlights() == std::vector{LineIndex(5u)});
  // The list stays where it is, and the panel tells of it.
  QCOMPARE(panel->list()->currentIndex().row(), 3);
  QVERIFY(panel->finding()->text()->toPlainText().contains(QLatin1String("SEMANTIC_EQUIV")));
  window_->actions().nextDivergence->trigger();
  QCOMPARE(view->selectedDivergence(), std::optional<std::uint32_t>(0));
  QVERIFY(!view->selectedEquivalence());
}

void TestTriageWindow::evidenceJumps() {
  openSample();
  window_->reviewView()->selectDivergence(0);
  Q_EMIT window_->divergences()->finding()->text()->anchorClicked(QUrl(QStringLiteral("evidence:0")));
  QVERIFY(window_->reviewView()->pane(Pane::PortSource)->highlights() == std::vector{LineIndex(4u)});
}

void TestTriageWindow::severalRowsStaySelected() {
  openSample();
  QTableView *list = window_->divergences()->list();
  const auto click = [&](int row, Qt::KeyboardModifiers modifiers) {
    const QRect cell = list->visualRect(list->model()->index(row, DivergenceModel::OpColumn));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, modifiers, cell.center());
  };
  click(0, {});
  click(1, Qt::ControlModifier);
  QCOMPARE(list->selectionModel()->selectedRows().size(), 2);
  QCOMPARE(window_->reviewView()->selectedDivergence(), std::optional<std::uint32_t>(1));
  QCOMPARE(window_->divergences()->selectedFindings().size(), std::size_t(3));
  click(2, {});
  QCOMPARE(list->selectionModel()->selectedRows().size(), 1);
}

void TestTriageWindow::folderThatCannotBeWritten() {
  // The sample's files are nowhere.
  openSample();
  const QToolButton *button = window_->divergences()->finding()->acceptButton();
  window_->reviewView()->selectDivergence(0);
  QVERIFY(TriageSession::whyNot(nullptr).contains(QLatin1String("No variant")));
  auto review = std::make_shared<workspace::Review>(*views::test::triagedReview());
  review->port.source = nullptr;
  review->port.programPath = "/nowhere/port.tileirbc";
  QVERIFY(TriageSession::whyNot(review.get()).contains(QLatin1String("/nowhere cannot be written")));
  review->triageNote = "triage.json: line 3: is no list";
  QVERIFY(TriageSession::whyNot(review.get()).contains(QLatin1String("line 3")));
  review->triage.reset();
  QVERIFY(TriageSession::whyNot(review.get()).contains(QLatin1String("have no triage")));
  window_->divergences()->setTriageBlocked(QStringLiteral("no"));
  QVERIFY(!button->isEnabled());
}

void TestTriageWindow::filterComesBack() {
  openSample();
  window_->divergences()->filter()->severity()->setCurrentIndex(2);
  QCOMPARE(window_->divergences()->list()->model()->rowCount(), 2);
  window_->close();
  openSample();
  QCOMPARE(window_->divergences()->list()->model()->rowCount(), 2);
  QSettings().clear();
}

void TestTriageWindow::stepsThroughWhatIsShown() {
  openSample();
  const auto selected = [this] { return window_->reviewView()->selectedDivergence(); };
  const auto steps = [&](QAction *action, int count) {
    std::vector<std::uint32_t> seen;
    for (int i = 0; i < count; ++i) {
      action->trigger();
      seen.push_back(selected().value_or(99));
    }
    return seen;
  };
  using Seen = std::vector<std::uint32_t>;
  QCOMPARE(steps(window_->actions().nextDivergence, 3), (Seen{1, 2, 0}));
  // The extra op is INFO.
  window_->divergences()->filter()->severity()->setCurrentIndex(2);
  QCOMPARE(steps(window_->actions().nextDivergence, 3), (Seen{1, 0, 1}));
  QCOMPARE(steps(window_->actions().previousDivergence, 3), (Seen{0, 1, 0}));
  // From one that is hidden to the next that is not, either way.
  window_->reviewView()->selectDivergence(2);
  QCOMPARE(steps(window_->actions().previousDivergence, 1), (Seen{1}));
  window_->reviewView()->selectDivergence(2);
  QCOMPARE(steps(window_->actions().nextDivergence, 1), (Seen{0}));
  window_->divergences()->filter()->all()->click();
  window_->divergences()->filter()->text()->setText(QStringLiteral("<1.0>"));
  QCOMPARE(steps(window_->actions().nextDivergence, 2), (Seen{1, 1}));
  // Nothing to go to: what is selected stays, and the window says why.
  window_->divergences()->filter()->text()->setText(QStringLiteral("no such text"));
  QCOMPARE(steps(window_->actions().nextDivergence, 1), (Seen{1}));
  QVERIFY(window_->statusBar()->currentMessage().contains(QLatin1String("hides all 3 divergences")));
  // Another variant begins at the first that is shown.
  window_->divergences()->filter()->text()->setText(QStringLiteral("<2.0>"));
  window_->actions().nextVariant->trigger();
  settle();
  QCOMPARE(selected(), std::optional<std::uint32_t>(2));
}

void TestTriageWindow::acceptDialog() {
  QSettings().setValue(QStringLiteral("triage/author"), QStringLiteral("B. Reviewer"));
  AcceptDialog dialog({QStringLiteral("✕ CRITICAL  addf: rounding_mode: nearest_even → zero")}, 5);
  const QPushButton *ok = dialog.buttons()->button(QDialogButtonBox::Ok);
  QCOMPARE(dialog.author()->text(), QStringLiteral("B. Reviewer"));
  QVERIFY(!ok->isEnabled());
  dialog.note()->setPlainText(QStringLiteral("  measured "));
  QVERIFY(ok->isEnabled());
  dialog.author()->setText(QStringLiteral(" "));
  QVERIFY(!ok->isEnabled());
  dialog.author()->setText(QStringLiteral("C. Reviewer"));
  dialog.classification()->setCurrentIndex(2);
  views::test::keepPicture(&dialog, QStringLiteral("accept"));
  const triage::TriageEntry entry = dialog.entry();
  QCOMPARE(entry.classification, std::string("dsl_limitation"));
  QCOMPARE(entry.note, std::string("measured"));
  dialog.accept();
  QCOMPARE(QSettings().value(QStringLiteral("triage/author")).toString(), QStringLiteral("C. Reviewer"));
}

void TestTriageWindow::acceptUndoRedoWithdraw() {
  openDemo();
  window_->reviewView()->nextDivergence();
  const std::vector<const triage::Finding *> selected = window_->divergences()->selectedFindings();
  QVERIFY(!selected.empty());
  const std::string anchor = selected.front()->anchor;
  const auto selection = window_->reviewView()->selectedDivergence();
  QVERIFY(!window_->actions().undo->isEnabled());
  accept(QStringLiteral("measured: no difference"));
  QVERIFY(std::filesystem::exists(triageFile()));
  QVERIFY(finding(anchor)->waived());
  // Said of both variants at once.
  QCOMPARE(triage::readTriageFile(triageFile())->entries.front().covers.size(), std::size_t(2));
  QCOMPARE(finding(anchor)->waiver->author, std::string("A. Reviewer"));
  QCOMPARE(window_->reviewView()->selectedDivergence(), selection);
  QVERIFY(window_->divergences()->finding()->text()->toPlainText().contains(QLatin1String("WAIVED by A. Reviewer")));
  // By the window's keys, and as they are shown.
  QVERIFY(window_->actions().undo->text().contains(QLatin1String("accept")));
  const auto changesBy = [&](QAction *action) {
    QSignalSpy changed(window_->triage(), &TriageSession::changed);
    action->trigger();
    QTRY_COMPARE(changed.count(), 1);
    settle();
  };
  changesBy(window_->actions().undo);
  QVERIFY(!finding(anchor)->waiver);
  QVERIFY2(!std::filesystem::exists(triageFile()), "nothing is left of what was taken back");
  changesBy(window_->actions().redo);
  QVERIFY(finding(anchor)->waived());
  QSignalSpy changed(window_->triage(), &TriageSession::changed);
  window_->divergences()->finding()->withdrawButton()->click();
  QTRY_COMPARE(changed.count(), 1);
  settle();
  QVERIFY(!finding(anchor)->waiver);
  changesBy(window_->actions().undo);
  QVERIFY(finding(anchor)->waived());
  QCOMPARE(finding(anchor)->waiver->note, std::string("measured: no difference"));
}

void TestTriageWindow::undoOfWhatSomebodyElseChanged() {
  openDemo();
  window_->reviewView()->nextDivergence();
  accept(QStringLiteral("mine"));
  auto file = triage::readTriageFile(triageFile());
  QVERIFY(file.ok() && !file->entries.empty());
  file->entries.front().note = "somebody else's";
  std::ofstream(triageFile()) << triage::writeTriage(*file);
  QSignalSpy failed(window_->triage(), &TriageSession::failed);
  window_->actions().undo->trigger();
  QTRY_COMPARE(failed.count(), 1);
  QVERIFY(window_->roundBar()->text().contains(QLatin1String("has changed in the meantime")));
  QCOMPARE(triage::readTriageFile(triageFile())->entries.front().note, std::string("somebody else's"));
  QVERIFY(!window_->actions().undo->isEnabled());
}

void TestTriageWindow::inBothThemes() {
  openSample();
  window_->divergences()->filter()->equivalences()->click();
  for (const bool dark : {true, false}) {
    window_->themes()->setMode(dark ? ThemeController::Mode::Dark : ThemeController::Mode::Light);
    views::test::keepPicture(window_.get(), QStringLiteral("triage-") + (dark ? QStringLiteral("dark") : QStringLiteral("light")));
    const QTableView *list = window_->divergences()->list();
    const QImage picture = views::test::pictureOf(list->viewport());
    const auto rectOf = [&](int row) { return list->visualRect(list->model()->index(row, DivergenceModel::SeverityColumn)); };
    QVERIFY(views::test::hasColor(picture, rectOf(0), builtInTheme(dark)->color(ColorRole::Missing)));
    QVERIFY(views::test::hasColor(picture, rectOf(4), builtInTheme(dark)->color(ColorRole::Warning)));
    QVERIFY(!views::test::hasColor(picture, rectOf(4), builtInTheme(dark)->color(ColorRole::Missing)));
  }
}

QTEST_MAIN(TestTriageWindow)
#include "tst_triage_window.moc"
