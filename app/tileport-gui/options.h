// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>

#include "views/window/review_session.h"

namespace tileport::gui {

/// What the command line asks for.
struct Options {
  std::optional<views::OpenTarget> target;
  QString select;          ///< "OPERATOR/VARIANT" or "OPERATOR"; empty = the first variant
  QString theme;           ///< "dark", "light", or empty for what the settings say
  QString screenshot;      ///< a file; empty = none
  QString since;           ///< the file of a review round; empty = none
  std::optional<int> tab;  ///< position of the list below the panes that is in front
  QSize size;              ///< of the window; empty = as the settings say
  bool bench = false;

  /// Shows one picture of a fresh window, untouched by anybody's settings.
  bool leavesSettingsAlone() const { return bench || !screenshot.isEmpty(); }
};

/// What to do instead of opening the window: print `text` and exit with `code`.
struct Reply {
  QString text;
  int code = 0;
};

/// `arguments` as QCoreApplication::arguments gives them.
std::variant<Options, Reply> parse(const QStringList &arguments);

}  // namespace tileport::gui
