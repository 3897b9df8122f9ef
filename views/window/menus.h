// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <array>

#include "views/review/counterparts.h"

class QMainWindow;
class QMenu;

namespace tileport::views {

/// Every action of the window, in its menus. Who listens to them is the window's affair.
struct Actions {
  QAction *openWorkspace, *openPrograms, *importKernels, *saveRound, *compareRound, *stopComparing, *reload, *clearRecent, *quit;
  QMenu *recent;
  QAction *undo, *redo, *copy, *selectAll, *find, *findNext, *findPrevious, *filterOperators;
  QAction *hideUnchanged, *hideNoise, *zoomIn, *zoomOut, *zoomReset, *showOperators, *showTabs;
  std::array<QAction *, kPanes> panes;  ///< checked = open
  QAction *themeSystem, *themeLight, *themeDark;
  QAction *nextDivergence, *previousDivergence, *nextOperator, *previousOperator, *nextVariant, *previousVariant;
  QAction *nextPane, *previousPane, *clearSelection;
  QAction *shortcuts, *about;
};

/// Makes the actions as children of the window and fills its menu bar.
Actions makeMenus(QMainWindow *window);

}  // namespace tileport::views
