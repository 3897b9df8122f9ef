// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QMainWindow;

namespace tileport::views {

/// A table of every action of the menus that has a key, and of the keys of the panes, as HTML.
QString shortcutsHtml(const QMainWindow *window);

/// Version, licences, and the libraries of this build, as HTML.
QString aboutHtml();

/// Both show a window of their own that blocks nothing.
void showShortcuts(QMainWindow *window);
void showAbout(QMainWindow *window);

}  // namespace tileport::views
