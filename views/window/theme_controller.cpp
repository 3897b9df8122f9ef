// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/theme_controller.h"

#include <QApplication>
#include <QStyle>
#include <QStyleHints>

namespace tileport::views {

ThemeController::ThemeController(QObject *parent)
    : QObject(parent), platformWasDark_(QApplication::palette().color(QPalette::Window).lightness() < 128), theme_(builtInTheme(false)) {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
  connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, [this] {
    if (mode_ == Mode::System) apply();
  });
#endif
  apply();
}

void ThemeController::setMode(Mode mode) {
  if (mode_ == mode) return;
  mode_ = mode;
  apply();
}

bool ThemeController::systemIsDark() const {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
  const Qt::ColorScheme scheme = QGuiApplication::styleHints()->colorScheme();
  if (scheme != Qt::ColorScheme::Unknown) return scheme == Qt::ColorScheme::Dark;
#endif
  return platformWasDark_;
}

void ThemeController::apply() {
  theme_ = builtInTheme(mode_ == Mode::System ? systemIsDark() : mode_ == Mode::Dark);
  QApplication::setPalette(paletteOf(*theme_));
  qApp->setStyleSheet(styleSheetOf(*theme_));
  Q_EMIT changed(theme_);
}

ThemeController::Mode ThemeController::modeOf(const QString &name) {
  if (name == QLatin1String("light")) return Mode::Light;
  if (name == QLatin1String("dark")) return Mode::Dark;
  return Mode::System;
}

QString ThemeController::nameOf(Mode mode) {
  switch (mode) {
    case Mode::System: return QStringLiteral("system");
    case Mode::Light: return QStringLiteral("light");
    case Mode::Dark: return QStringLiteral("dark");
  }
  return {};
}

}  // namespace tileport::views
