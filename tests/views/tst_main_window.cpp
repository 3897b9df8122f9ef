// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QDialog>
#include <QDropEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QSemaphore>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include "sample_review.h"
#include "views/panes/code_view.h"
#include "views/panes/pane_frame.h"
#include "views/review/find_bar.h"
#include "views/review/review_view.h"
#include "views/window/divergence_panel.h"
#include "views/window/error_panel.h"
#include "views/window/header_bar.h"
#include "views/window/help.h"
#include "views/window/main_window.h"
#include "views/window/operator_panel.h"
#include "views/window/recent.h"
#include "views/window/start_panel.h"
#include "views/window/status_line.h"
#include "window_test.h"

using namespace tileport;
using namespace tileport::views;

class TestMainWindow : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup() { window_.reset(); }
  void invitesAtFirst();
  void showsTheFirstVariant();
  void showsTheVariantAskedFor();
  void selectionThatIsNotThere();
  void listAndPanesGoTogether();
  void keysOfDivergences();
  void operatorsAndVariants();
  void filter();
  void errorsAreShownInside();
  void twoPrograms();
  void dropOpens();
  void dropOfSomethingElse();
  void cancelButton();
  void themes();
  void settingsComeBack();
  void recentList();
  void paneShortcuts();
  void copyAndFindByMenu();
  void help();
  void everyControlHasAName();

 private:
  void open(const OpenTarget &target = {"/sample", {}, {}}) {
    window_->open(target);
    QTRY_VERIFY(!window_->session()->busy());
  }
  void drop(const QList<QUrl> &urls) {
    QMimeData data;
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window_.get(), &enter);
    QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window_.get(), &event);
  }

  std::unique_ptr<MainWindow> window_;
};

void TestMainWindow::init() {
  views::test::useScratchSettings();
  window_ = std::make_unique<MainWindow>(views::test::sampleFunctions());
  window_->show();
  QVERIFY(QTest::qWaitForWindowActive(window_.get()));
}

void TestMainWindow::invitesAtFirst() {
  QCOMPARE(window_->page(), window_->start());
  QVERIFY(window_->start()->text().contains(QLatin1String("drop")));
}

void TestMainWindow::showsTheFirstVariant() {
  open();
  QCOMPARE(window_->page(), window_->reviewView());
  QCOMPARE(window_->header()->placeText(), QStringLiteral("sample  ▸  softmax  ▸  f16"));
  QVERIFY(window_->header()->pill()->text().contains(QLatin1String("3 divergences: 1 differs, 1 missing, 1 extra")));
  QVERIFY(window_->status()->text().contains(QLatin1String("cuTile Rust 0.5.0")));
  QVERIFY(window_->windowTitle().startsWith(QLatin1String("softmax / f16")));
  QCOMPARE(window_->operators()->current(), std::optional(VariantId{0, 0}));
}

void TestMainWindow::showsTheVariantAskedFor() {
  window_->setFirstSelection(QStringLiteral("matmul/f16"));
  open();
  QVERIFY(window_->header()->pill()->text().contains(QLatin1String("Same tile program")));
}

void TestMainWindow::selectionThatIsNotThere() {
  window_->setFirstSelection(QStringLiteral("softmax/f8"));
  open();
  QCOMPARE(window_->page(), window_->errors());
  QVERIFY(window_->errors()->text().contains(QLatin1String("softmax/f8")));
}

void TestMainWindow::listAndPanesGoTogether() {
  open();
  QTableView *list = window_->divergences()->list();
  QCOMPARE(list->currentIndex().row(), 0);
  const QRect second = list->visualRect(list->model()->index(1, DivergenceModel::OpColumn));
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, second.center());
  QCOMPARE(window_->reviewView()->selectedDivergence(), std::optional<std::uint32_t>(1));
  QCOMPARE(window_->divergences()->details()->model()->rowCount(), 1);
  window_->reviewView()->selectDivergence(0);
  QCOMPARE(list->currentIndex().row(), 0);
  QCOMPARE(window_->divergences()->details()->model()->rowCount(), 2);
}

void TestMainWindow::keysOfDivergences() {
  open();
  window_->reviewView()->pane(Pane::PortIr)->setFocus();
  QTest::keyClick(window_.get(), Qt::Key_F8);
  QCOMPARE(window_->reviewView()->selectedDivergence(), std::optional<std::uint32_t>(1));
  QTest::keyClick(window_.get(), Qt::Key_F8, Qt::ShiftModifier);
  QCOMPARE(window_->reviewView()->selectedDivergence(), std::optional<std::uint32_t>(0));
  QTest::keyClick(window_.get(), Qt::Key_Escape);
  QVERIFY(!window_->reviewView()->selectedDivergence());
}

void TestMainWindow::operatorsAndVariants() {
  open();
  window_->actions().nextVariant->trigger();
  QCOMPARE(window_->session()->current(), std::optional(VariantId{0, 1}));
  window_->actions().nextOperator->trigger();
  QCOMPARE(window_->session()->current(), std::optional(VariantId{1, 0}));
  window_->actions().nextVariant->trigger();
  QCOMPARE(window_->session()->current(), std::optional(VariantId{0, 0}));
  window_->actions().previousOperator->trigger();
  QCOMPARE(window_->session()->current(), std::optional(VariantId{1, 0}));
}

void TestMainWindow::filter() {
  open();
  window_->actions().filterOperators->trigger();
  QVERIFY(window_->operators()->filter()->hasFocus());
  QTest::keyClicks(window_->operators()->filter(), QStringLiteral("mat"));
  QCOMPARE(window_->operators()->tree()->model()->rowCount(), 1);
  window_->operators()->filter()->clear();
  QCOMPARE(window_->operators()->tree()->model()->rowCount(), 2);
}

void TestMainWindow::errorsAreShownInside() {
  open({"/broken", {}, {}});
  QCOMPARE(window_->page(), window_->errors());
  const QString text = window_->errors()->text();
  for (const char *part : {"operators", "/broken", "line 3", "Mend workspace.json."}) QVERIFY2(text.contains(QLatin1String(part)), part);
  QVERIFY(QApplication::activeModalWidget() == nullptr);
  // Everything else still works.
  open();
  QCOMPARE(window_->page(), window_->reviewView());
}

void TestMainWindow::twoPrograms() {
  open({{}, "/a.tileirbc", "/b.tileirbc"});
  QVERIFY(window_->header()->pill()->text().contains(QLatin1String("UNDECIDED")));
  QVERIFY(window_->status()->text().contains(QLatin1String("budget")));
  open({{}, "/broken.tileirbc", "/b.tileirbc"});
  QVERIFY(window_->errors()->text().contains(QLatin1String("section func, byte 0x1a")));
}

void TestMainWindow::dropOpens() {
  drop({QUrl::fromLocalFile(QStringLiteral("/x/port.tileirbc")), QUrl::fromLocalFile(QStringLiteral("/x/reference.tileirbc"))});
  QTRY_COMPARE(window_->page(), window_->reviewView());
  QCOMPARE(window_->session()->target()->port, std::filesystem::path("/x/port.tileirbc"));
}

void TestMainWindow::dropOfSomethingElse() {
  drop({QUrl::fromLocalFile(QStringLiteral("/x/picture.png"))});
  QCOMPARE(window_->page(), window_->errors());
  QVERIFY(window_->errors()->text().contains(QLatin1String("two programs")));
}

void TestMainWindow::cancelButton() {
  QSemaphore entered;
  ReviewFunctions functions = views::test::sampleFunctions();
  functions.review = [&](const workspace::Operator &, const workspace::Variant &,
                         const CancelToken &cancel) -> Result<workspace::ReviewPtr> {
    entered.release();
    while (!cancel.cancelled()) QThread::yieldCurrentThread();
    return Error{ErrorKind::Cancelled, "cancelled", {}, {}};
  };
  window_ = std::make_unique<MainWindow>(functions);
  window_->show();
  window_->open({"/sample", {}, {}});
  QTRY_VERIFY(entered.available() > 0);
  entered.acquire();
  QVERIFY(window_->start()->text().contains(QLatin1String("Reading and aligning")));
  Q_EMIT window_->start()->cancelAsked();
  QVERIFY(!window_->session()->busy());
  QVERIFY(!window_->start()->text().contains(QLatin1String("Reading")));
  // Closed in the middle of work, it waits and does not crash.
  window_->open({"/sample", {}, {}});
  QTRY_VERIFY(entered.available() > 0);
  entered.acquire();
  window_.reset();
}

void TestMainWindow::themes() {
  open();
  window_->actions().themeDark->trigger();
  QVERIFY(window_->themes()->theme()->dark);
  QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < 100);
  window_->actions().themeLight->trigger();
  QVERIFY(!window_->themes()->theme()->dark);
  QVERIFY(QApplication::palette().color(QPalette::Window).lightness() > 150);
}

void TestMainWindow::settingsComeBack() {
  window_->actions().themeDark->trigger();
  window_->actions().hideNoise->setChecked(true);
  window_->reviewView()->setFontSize(14);
  window_->resize(1000, 700);
  window_->close();
  window_ = std::make_unique<MainWindow>(views::test::sampleFunctions());
  QVERIFY(window_->themes()->theme()->dark);
  QVERIFY(window_->actions().themeDark->isChecked());
  QVERIFY(window_->actions().hideNoise->isChecked());
  QVERIFY(window_->reviewView()->displayOptions().hideNoise);
  QCOMPARE(window_->reviewView()->fontSize(), 14.0);
  QSettings().clear();
}

void TestMainWindow::recentList() {
  QVERIFY(!window_->actions().recent->isEnabled());
  open();
  QVERIFY(window_->actions().recent->isEnabled());
  QCOMPARE(window_->actions().recent->actions().size(), 3);  // the workspace, a line, Clear
  window_->actions().clearRecent->trigger();
  QVERIFY(RecentTargets().list().isEmpty());
}

void TestMainWindow::paneShortcuts() {
  open();
  PaneFrame *frame = window_->reviewView()->frame(Pane::PortSource);
  QTest::keyClick(window_.get(), Qt::Key_4, Qt::ControlModifier);
  QVERIFY(frame->collapsed());
  QVERIFY(!window_->actions().panes[3]->isChecked());
  QTest::keyClick(window_.get(), Qt::Key_4, Qt::ControlModifier);
  QVERIFY(!frame->collapsed());
}

void TestMainWindow::copyAndFindByMenu() {
  open();
  CodeView *pane = window_->reviewView()->pane(Pane::PortSource);
  pane->setFocus();
  window_->actions().selectAll->trigger();
  window_->actions().copy->trigger();
  QVERIFY(QGuiApplication::clipboard()->text().startsWith(QLatin1String("pub fn softmax")));
  pane->clearSelection();
  QTest::keyClick(window_.get(), Qt::Key_F, Qt::ControlModifier);
  QVERIFY(window_->reviewView()->findBar()->isVisible());
  QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("constant"));
  QTRY_COMPARE(pane->matches().size(), std::size_t(3));
  QTest::keyClick(window_.get(), Qt::Key_F3);
  QVERIFY(pane->currentMatch() >= 0);
}

void TestMainWindow::help() {
  const QString keys = shortcutsHtml(window_.get());
  for (const char *part : {"F8", "Next Divergence", "Ctrl+F", "Ctrl+wheel"}) QVERIFY2(keys.contains(QLatin1String(part)), part);
  QVERIFY(aboutHtml().contains(QLatin1String("General Public License, version 3 or later")));
  window_->actions().about->trigger();
  QTRY_VERIFY(window_->findChild<QDialog *>() != nullptr);
  window_->findChild<QDialog *>()->close();
}

void TestMainWindow::everyControlHasAName() {
  open();
  for (const QWidget *widget : window_->findChildren<QWidget *>()) {
    if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible()) continue;
    const auto *view = qobject_cast<const QAbstractScrollArea *>(widget);
    const auto *edit = qobject_cast<const QLineEdit *>(widget);
    if (view != nullptr || edit != nullptr) QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
  }
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
