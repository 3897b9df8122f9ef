// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QElapsedTimer>
#include <QIcon>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <cstdio>
#include <memory>

#include "bench.h"
#include "options.h"
#include "views/window/main_window.h"
#include "views/window/review_tabs.h"

namespace {

using namespace tileport;
using views::MainWindow;

/// A script that asked for a figure or a picture is told by the exit code, as tileport tells it, that there was nothing to show.
constexpr int kNothingToShow = 3;

void exitOnError(MainWindow &window) {
  QObject::connect(
      &window, &MainWindow::errorShown, &window,
      [] {
        std::fputs("tileport-gui: what was asked for cannot be shown; tileport review or tileport diff says why\n", stderr);
        QCoreApplication::exit(kNothingToShow);
      },
      Qt::QueuedConnection);
}

/// Writes the picture when all variants have been reviewed and nothing moves any more.
void takeScreenshot(MainWindow &window, const QString &file) {
  auto *settled = new QTimer(&window);
  settled->setInterval(150);
  const auto failed = std::make_shared<bool>(false);
  const auto still = std::make_shared<int>(0);
  QObject::connect(&window, &MainWindow::errorShown, &window, [failed] { *failed = true; });
  QObject::connect(settled, &QTimer::timeout, &window, [&window, file, failed, still] {
    // A whole tick later: what was shown just now is laid out by then.
    *still = window.busy() || window.session()->target() == std::nullopt ? 0 : *still + 1;
    if (*still < 2) return;
    const bool written = window.grab().save(file);
    if (!written) std::fprintf(stderr, "tileport-gui: cannot write %s\n", qPrintable(file));
    else if (*failed) std::fputs("tileport-gui: the picture shows an error, not a review\n", stderr);
    QCoreApplication::exit(written && !*failed ? 0 : kNothingToShow);
  });
  settled->start();
}

void present(MainWindow &window, const gui::Options &options) {
  if (!options.theme.isEmpty()) window.themes()->setMode(views::ThemeController::modeOf(options.theme));
  if (!options.size.isEmpty()) window.resize(options.size);
  window.setFirstSelection(options.select);
  if (options.tab) window.tabs()->setCurrentIndex(*options.tab);
  window.show();
  if (!options.since.isEmpty()) window.rounds()->compareWith(options.since);
  if (options.target) window.open(*options.target);
  if (!options.screenshot.isEmpty()) takeScreenshot(window, options.screenshot);
}

}  // namespace

int main(int argc, char **argv) {
  QElapsedTimer sinceStart;
  sinceStart.start();
  // Help and version need no display.
  QStringList arguments;
  for (int i = 0; i < argc; ++i) arguments << QString::fromLocal8Bit(argv[i]);
  const auto parsed = gui::parse(arguments);
  if (const auto *reply = std::get_if<gui::Reply>(&parsed)) {
    std::fputs(qPrintable(reply->text), reply->code == 0 ? stdout : stderr);
    return reply->code;
  }
  const auto &options = std::get<gui::Options>(parsed);

  QApplication application(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("Tileport"));
  QApplication::setApplicationName(QStringLiteral("tileport-gui"));
  QApplication::setApplicationDisplayName(QStringLiteral("Tileport"));
  QApplication::setApplicationVersion(QStringLiteral(TILEPORT_VERSION));
  QGuiApplication::setDesktopFileName(QStringLiteral("tileport"));
  QIcon icon(QStringLiteral(":/tileport/icons/tileport-64.png"));
  icon.addFile(QStringLiteral(":/tileport/icons/tileport-256.png"));
  QApplication::setWindowIcon(icon);
  QTemporaryDir scratch;
  if (options.leavesSettingsAlone()) {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, scratch.path());
  }

  MainWindow window;
  std::optional<gui::Bench> bench;
  if (options.bench) {
    bench.emplace(window, sinceStart);
    exitOnError(window);
  }
  present(window, options);
  return QApplication::exec();
}
