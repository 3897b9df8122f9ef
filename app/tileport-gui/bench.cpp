// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench.h"

#include <QApplication>
#include <QEvent>
#include <QEventLoop>
#include <QLineEdit>
#include <QScrollBar>
#include <QTableView>
#include <algorithm>
#include <cstdio>
#include <ctime>

#include "views/panes/code_view.h"
#include "views/review/find_bar.h"
#include "views/review/review_view.h"
#include "views/window/divergence_panel.h"

namespace tileport::gui {
namespace {

constexpr int kBeat = 2;

double threadMilliseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * double(time.tv_sec) + 1e-6 * double(time.tv_nsec);
}

}  // namespace

Heartbeat::Heartbeat() {
  timer_.setTimerType(Qt::PreciseTimer);
  timer_.setInterval(kBeat);
  connect(&timer_, &QTimer::timeout, this, &Heartbeat::beat);
  sinceBeat_.start();
  busyAtBeat_ = threadMilliseconds();
  timer_.start();
}

void Heartbeat::beat() {
  const double elapsed = double(sinceBeat_.nsecsElapsed()) / 1e6 - kBeat, busy = threadMilliseconds();
  if (busy - busyAtBeat_ > longest_.busy) longest_ = {std::max(0.0, elapsed), busy - busyAtBeat_};
  busyAtBeat_ = busy;
  sinceBeat_.start();
}

Heartbeat::Stall Heartbeat::takeLongest() {
  beat();
  return std::exchange(longest_, Stall{});
}

Bench::Bench(views::MainWindow &window, const QElapsedTimer &sinceStart) : window_(window), sinceStart_(sinceStart) {
  window.resize(1920, 1080);
  QWidget *pane = window.reviewView()->pane(views::Pane::PortIr)->viewport();
  connect(&window, &views::MainWindow::reviewShown, this, [this, pane] { pane->installEventFilter(this); });
}

bool Bench::eventFilter(QObject *watched, QEvent *event) {
  if (event->type() == QEvent::Paint) {
    watched->removeEventFilter(this);
    // Queued: the painting itself counts.
    QTimer::singleShot(0, this, &Bench::run);
  }
  return false;
}

void Bench::run() {
  printOpening();
  std::printf("of the GUI thread's own time, painted at %d x %d:\n", window_.width(), window_.height());
  // The other variants of a workspace are not to be measured with.
  while (window_.session()->busy()) QApplication::processEvents(QEventLoop::WaitForMoreEvents);
  (void)heartbeat_.takeLongest();
  measureScrolling();
  measureDivergences();
  measureSelecting();
  measureList();
  measureFinding();
  measureFolding();
  measureReopening();
  QCoreApplication::exit(0);
}

void Bench::printOpening() {
  const Heartbeat::Stall stall = heartbeat_.takeLongest();
  std::printf("%9lld ms  from the start to the first picture\n", static_cast<long long>(sinceStart_.elapsed()));
  std::printf("%9.1f ms  the longest stall until then (%.1f ms elapsed)\n", stall.busy, stall.elapsed);
  std::fflush(stdout);
}

template <class Act>
double Bench::frame(Act act) {
  const double start = threadMilliseconds();
  act();
  QCoreApplication::sendPostedEvents();
  // Paints at once what the window system would be asked to paint with the next frame.
  QEvent update(QEvent::UpdateRequest);
  QCoreApplication::sendEvent(&window_, &update);
  return threadMilliseconds() - start;
}

template <class Act>
void Bench::report(const char *what, int count, Act act) {
  std::vector<double> times;
  for (int i = 0; i < count; ++i) times.push_back(frame([&] { act(i); }));
  std::sort(times.begin(), times.end());
  const auto at = [&](double share) { return times[std::min(times.size() - 1, std::size_t(share * double(times.size())))]; };
  std::printf("%9.1f ms  %s: median of %d; 99 %% %.1f, worst %.1f\n", at(0.5), what, count, at(0.99), times.back());
  std::fflush(stdout);
}

void Bench::measureScrolling() {
  constexpr int kFrames = 400;
  QScrollBar *bar = window_.reviewView()->pane(views::Pane::PortIr)->verticalScrollBar();
  report("a frame while scrolling through the whole text", kFrames,
         [bar](int i) { bar->setValue(int(qint64(bar->maximum()) * i / kFrames)); });
}

void Bench::measureDivergences() {
  report("to the next divergence (F8)", 200, [this](int) { window_.actions().nextDivergence->trigger(); });
  const auto count = window_.reviewView()->review()->alignment->divergences.size();
  if (count > 0)
    report("to a divergence far away", 100,
           [this, count](int i) { window_.reviewView()->selectDivergence(std::uint32_t(std::size_t(i) * 7919 % count)); });
}

void Bench::measureSelecting() {
  views::ReviewView *review = window_.reviewView();
  const int lines = review->pane(views::Pane::PortIr)->text().count();
  report("to an op far away", 100, [review, lines](int i) {
    const LineIndex line{std::size_t(qint64(i) * 104'729 % lines)};
    review->pane(views::Pane::PortIr)->goTo(line);
    review->selectLine(views::Pane::PortIr, line);
  });
}

void Bench::measureList() {
  QScrollBar *bar = window_.divergences()->list()->verticalScrollBar();
  report("a frame while scrolling the list of divergences", 200, [bar](int i) { bar->setValue(int(qint64(bar->maximum()) * i / 200)); });
}

/// Types a word: what each key costs the GUI thread, and how long the answer takes.
void Bench::measureFinding() {
  views::FindBar *find = window_.reviewView()->findBar();
  find->open();
  auto *edit = find->findChild<QLineEdit *>();
  double slowest = 0;
  (void)heartbeat_.takeLongest();
  for (const QChar key : QStringLiteral("load_view_tko")) {
    QEventLoop answered;
    connect(find, &views::FindBar::searched, &answered, &QEventLoop::quit);
    QElapsedTimer clock;
    clock.start();
    edit->insert(key);
    QTimer::singleShot(5'000, &answered, &QEventLoop::quit);
    answered.exec();
    slowest = std::max(slowest, double(clock.nsecsElapsed()) / 1e6);
    QApplication::processEvents();
  }
  const Heartbeat::Stall stall = heartbeat_.takeLongest();
  std::printf("%9.1f ms  the slowest answer while typing in the find bar; the longest stall %.1f ms\n", slowest, stall.busy);
  find->close();
}

/// The review that is on the screen goes while the same one is made anew.
void Bench::measureReopening() {
  QEventLoop shown;
  connect(&window_, &views::MainWindow::reviewShown, &shown, &QEventLoop::quit);
  (void)heartbeat_.takeLongest();
  window_.actions().reload->trigger();
  shown.exec();
  QApplication::processEvents();
  const Heartbeat::Stall stall = heartbeat_.takeLongest();
  std::printf("%9.1f ms  the longest stall while it is opened anew (%.1f ms elapsed)\n", stall.busy, stall.elapsed);
}

void Bench::measureFolding() {
  report("to hide what is unchanged and to show it again", 10, [this](int) { window_.actions().hideUnchanged->trigger(); });
}

}  // namespace tileport::gui
