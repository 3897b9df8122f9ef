// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include "views/panes/code_view.h"
#include "views/review/review_view.h"
#include "views/window/main_window.h"
#include "window_test.h"

using namespace tileport;
using namespace tileport::views;

/// The whole window on the workspace that the first command opens.
class TestDemoWindow : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyVariantIsShown();
};

void TestDemoWindow::everyVariantIsShown() {
  views::test::useScratchSettings();
  MainWindow window;
  window.resize(1400, 900);
  window.show();
  QSignalSpy shown(&window, &MainWindow::reviewShown), errors(&window, &MainWindow::errorShown);
  QElapsedTimer timer;
  timer.start();
  window.open({TILEPORT_SOURCE_DIR "/resources/demo", {}, {}});
  QTRY_COMPARE(shown.count(), 1);
  qInfo("the demo's first review after %lld ms", static_cast<long long>(timer.elapsed()));
  QTRY_VERIFY_WITH_TIMEOUT(!window.session()->busy(), 30'000);
  const std::vector<VariantId> variants = window.session()->model()->variants();
  QVERIFY(variants.size() >= 4);
  std::size_t divergences = 0;
  for (const VariantId id : variants) {
    const VariantStatus *status = window.session()->model()->status(id);
    QVERIFY2(status->state == VariantStatus::State::Done, status->error ? status->error->toString().c_str() : "not reviewed");
    divergences += status->counts.total();
    const auto count = shown.count();
    window.session()->select(id);
    QTRY_VERIFY(shown.count() > count);
    // Every divergence can be gone to, and every line be chosen.
    ReviewView *view = window.reviewView();
    for (std::size_t i = 0; i < status->counts.total(); ++i) view->nextDivergence();
    for (const Pane pane : kAllPanes)
      for (int line = 0; line < view->pane(pane)->text().count(); ++line) view->selectLine(pane, LineIndex(std::size_t(line)));
    view->setHideUnchanged(true);
    view->setHideNoise(true);
    views::test::pictureOf(&window);
    view->setHideUnchanged(false);
    view->setHideNoise(false);
  }
  QVERIFY2(divergences > 0, "the demo plants mistakes");
  QCOMPARE(errors.count(), 0);
}

QTEST_MAIN(TestDemoWindow)
#include "tst_demo_window.moc"
