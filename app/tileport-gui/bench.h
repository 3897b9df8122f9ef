// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <vector>

#include "views/window/main_window.h"

namespace tileport::gui {

/// How long the GUI thread did not come back to its event loop: a timer that should tick every few milliseconds is asked how
/// late it was. `busy` is what the thread itself computed in that time; the rest it waited for the machine.
class Heartbeat final : public QObject {
 public:
  struct Stall {
    double elapsed = 0;  ///< milliseconds
    double busy = 0;
  };

  Heartbeat();
  /// The longest stall since the last call or the start.
  Stall takeLongest();

 private:
  void beat();
  QTimer timer_;
  QElapsedTimer sinceBeat_;
  double busyAtBeat_ = 0;
  Stall longest_;
};

/// Measures the window with the review that it opens, prints a line a figure and ends the program.
class Bench final : public QObject {
 public:
  Bench(views::MainWindow &window, const QElapsedTimer &sinceStart);

 private:
  bool eventFilter(QObject *watched, QEvent *event) override;
  void run();
  void printOpening();
  void measureScrolling();
  void measureList();
  void measureDivergences();
  void measureSelecting();
  void measureFinding();
  void measureFolding();
  void measureReopening();
  /// Milliseconds from `act` to its picture.
  template <class Act>
  double frame(Act act);
  template <class Act>
  void report(const char *what, int count, Act act);

  views::MainWindow &window_;
  QElapsedTimer sinceStart_;
  Heartbeat heartbeat_;
};

}  // namespace tileport::gui
