// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/menus.h"

#include <QActionGroup>
#include <QMainWindow>
#include <QMenuBar>

namespace tileport::views {
namespace {

struct Maker {
  QMainWindow *window;
  QMenu *menu = nullptr;

  void begin(const QString &title) { menu = window->menuBar()->addMenu(title); }
  void line() { menu->addSeparator(); }

  QAction *add(const QString &text, const QList<QKeySequence> &keys = {}) {
    auto *action = new QAction(text, window);
    action->setShortcuts(keys);
    menu->addAction(action);
    return action;
  }
  QAction *check(const QString &text, bool checked, const QList<QKeySequence> &keys = {}) {
    QAction *action = add(text, keys);
    action->setCheckable(true);
    action->setChecked(checked);
    return action;
  }
};

QString tr(const char *text) { return QMainWindow::tr(text); }

QList<QKeySequence> keys(QKeySequence::StandardKey standard) { return QKeySequence::keyBindings(standard); }
QList<QKeySequence> keys(QKeyCombination combination) { return {QKeySequence(combination)}; }

void fileMenu(Maker make, Actions &actions) {
  make.begin(tr("&File"));
  actions.openWorkspace = make.add(tr("&Open Workspace…"), keys(QKeySequence::Open));
  actions.openPrograms = make.add(tr("Open &Two Programs…"), keys(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
  actions.importKernels = make.add(tr("&Import…"), keys(Qt::CTRL | Qt::Key_I));
  actions.recent = make.menu->addMenu(tr("Open &Recent"));
  actions.clearRecent = new QAction(tr("&Clear This List"), make.window);
  make.line();
  actions.saveRound = make.add(tr("&Save Review Round…"), keys(QKeySequence::Save));
  actions.compareRound = make.add(tr("&Compare with Round…"), keys(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
  actions.stopComparing = make.add(tr("Sto&p Comparing"));
  make.line();
  actions.reload = make.add(tr("Re&load"), keys(Qt::Key_F5));
  make.line();
  actions.quit = make.add(tr("&Quit"), keys(QKeySequence::Quit));
  actions.quit->setMenuRole(QAction::QuitRole);
}

void editMenu(Maker make, Actions &actions) {
  make.begin(tr("&Edit"));
  actions.undo = make.add(tr("&Undo"), keys(QKeySequence::Undo));
  actions.redo = make.add(tr("&Redo"), keys(QKeySequence::Redo));
  make.line();
  actions.copy = make.add(tr("&Copy"), keys(QKeySequence::Copy));
  actions.selectAll = make.add(tr("Select &All"), keys(QKeySequence::SelectAll));
  make.line();
  actions.find = make.add(tr("&Find in Pane…"), keys(QKeySequence::Find));
  actions.findNext = make.add(tr("Find &Next"), keys(Qt::Key_F3));
  actions.findPrevious = make.add(tr("Find &Previous"), keys(Qt::SHIFT | Qt::Key_F3));
  make.line();
  actions.filterOperators = make.add(tr("Filter &Operators"), keys(Qt::CTRL | Qt::Key_L));
}

void viewMenu(Maker make, Actions &actions) {
  make.begin(tr("&View"));
  actions.hideUnchanged = make.check(tr("Hide &Unchanged"), false, keys(Qt::CTRL | Qt::Key_U));
  actions.hideNoise = make.check(tr("Hide &Noise"), false, keys(Qt::CTRL | Qt::SHIFT | Qt::Key_U));
  make.line();
  const std::array names = {tr("Reference &Source"), tr("Reference Tile &IR"), tr("Port Tile I&R"), tr("&Port Source")};
  for (std::size_t i = 0; i < kPanes; ++i)
    actions.panes[i] = make.check(names[i], true, {QKeySequence(QStringLiteral("Ctrl+%1").arg(i + 1))});
  actions.showOperators = make.check(tr("&Operators"), true, keys(Qt::CTRL | Qt::Key_B));
  actions.showTabs = make.check(tr("&Lists Below the Panes"), true, keys(Qt::CTRL | Qt::Key_J));
  make.line();
  QList<QKeySequence> larger = keys(QKeySequence::ZoomIn);
  larger << QKeySequence(Qt::CTRL | Qt::Key_Equal);
  actions.zoomIn = make.add(tr("&Larger Text"), larger);
  actions.zoomOut = make.add(tr("S&maller Text"), keys(QKeySequence::ZoomOut));
  actions.zoomReset = make.add(tr("&Usual Text Size"), keys(Qt::CTRL | Qt::Key_0));
  make.line();
  auto *themes = new QActionGroup(make.window);
  actions.themeSystem = make.check(tr("System &Theme"), true);
  actions.themeLight = make.check(tr("Li&ght Theme"), false);
  actions.themeDark = make.check(tr("Dar&k Theme"), false);
  for (QAction *action : {actions.themeSystem, actions.themeLight, actions.themeDark}) themes->addAction(action);
}

void goMenu(Maker make, Actions &actions) {
  make.begin(tr("&Go"));
  actions.nextDivergence = make.add(tr("&Next Divergence"), keys(Qt::Key_F8));
  actions.previousDivergence = make.add(tr("&Previous Divergence"), keys(Qt::SHIFT | Qt::Key_F8));
  make.line();
  actions.nextVariant = make.add(tr("Next &Variant"), keys(Qt::ALT | Qt::Key_Down));
  actions.previousVariant = make.add(tr("Previous V&ariant"), keys(Qt::ALT | Qt::Key_Up));
  actions.nextOperator = make.add(tr("Next &Operator"), keys(Qt::ALT | Qt::SHIFT | Qt::Key_Down));
  actions.previousOperator = make.add(tr("Previous O&perator"), keys(Qt::ALT | Qt::SHIFT | Qt::Key_Up));
  make.line();
  actions.nextPane = make.add(tr("Next Pan&e"), keys(Qt::Key_F6));
  actions.previousPane = make.add(tr("Previous Pane"), keys(Qt::SHIFT | Qt::Key_F6));
  actions.clearSelection = make.add(tr("Select Nothin&g"), keys(Qt::Key_Escape));
}

void helpMenu(Maker make, Actions &actions) {
  make.begin(tr("&Help"));
  actions.shortcuts = make.add(tr("&Keyboard Shortcuts"), keys(Qt::Key_F1));
  actions.about = make.add(tr("&About Tileport"));
  actions.about->setMenuRole(QAction::AboutRole);
}

}  // namespace

Actions makeMenus(QMainWindow *window) {
  Actions actions{};
  const Maker make{window};
  fileMenu(make, actions);
  editMenu(make, actions);
  viewMenu(make, actions);
  goMenu(make, actions);
  helpMenu(make, actions);
  return actions;
}

}  // namespace tileport::views
