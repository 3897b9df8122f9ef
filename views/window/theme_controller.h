// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "views/theme/theme.h"

namespace tileport::views {

/// Which theme is on, by a person's choice or by the system's. Sets the application's palette and style sheet.
class ThemeController final : public QObject {
  Q_OBJECT

 public:
  enum class Mode { System, Light, Dark };

  explicit ThemeController(QObject *parent = nullptr);

  Mode mode() const { return mode_; }
  void setMode(Mode mode);
  const ThemePtr &theme() const { return theme_; }

  /// "system", "light", "dark": in settings and on the command line. Anything else is the system's.
  static Mode modeOf(const QString &name);
  static QString nameOf(Mode mode);

 Q_SIGNALS:
  void changed(const tileport::views::ThemePtr &theme);

 private:
  void apply();
  bool systemIsDark() const;

  Mode mode_ = Mode::System;
  bool platformWasDark_;  ///< as the platform's own palette said before ours replaced it
  ThemePtr theme_;
};

}  // namespace tileport::views
