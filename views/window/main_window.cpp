// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/main_window.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QMenu>
#include <QMimeData>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTableView>
#include <QTreeView>
#include <QVBoxLayout>

#include "views/panes/code_view.h"
#include "views/panes/pane_frame.h"
#include "views/review/find_bar.h"
#include "views/review/program_view.h"
#include "views/review/review_view.h"
#include "views/window/divergence_panel.h"
#include "views/window/error_panel.h"
#include "views/window/header_bar.h"
#include "views/window/help.h"
#include "views/window/import_dialog.h"
#include "views/window/notice_bar.h"
#include "views/window/open_dialog.h"
#include "views/window/operator_page.h"
#include "views/window/operator_panel.h"
#include "views/window/recent.h"
#include "views/window/review_tabs.h"
#include "views/window/round_bar.h"
#include "views/window/specialisation_panel.h"
#include "views/window/specification_panel.h"
#include "views/window/start_panel.h"
#include "views/window/status_line.h"

namespace tileport::views {

MainWindow::MainWindow(const ReviewFunctions &functions, QWidget *parent)
    : QMainWindow(parent), session_(functions), specification_(functions.specify) {
  setWindowTitle(tr("Tileport"));
  setAcceptDrops(true);
  actions_ = makeMenus(this);
  layOut();
  connectSession();
  connectPanels();
  connectSpecification();
  connectRounds();
  connectTriage();
  connectOperator();
  connectFileMenu();
  connectEditMenu();
  connectViewMenu();
  connectGoMenu();
  resize(1440, 900);
  readSettings();
  applyTheme(themes_.theme());
  fillRecent();
}

MainWindow::~MainWindow() {
  // Undo stacks tell that they become empty when they go, which is after the widgets.
  triage_.stack()->disconnect(this);
  triage_.disconnect(this);
  findings_.disconnect(this);
  // The tree shows the session's model, which goes with the members.
  delete takeCentralWidget();
}

void MainWindow::layOut() {
  header_ = new HeaderBar;
  header_->addToggle(actions_.hideUnchanged);
  header_->addToggle(actions_.hideNoise);
  review_ = new ReviewView;
  start_ = new StartPanel;
  error_ = new ErrorPanel;
  pages_ = new QStackedWidget;
  program_ = new ProgramView;
  operator_ = new OperatorPage;
  for (QWidget *page : std::initializer_list<QWidget *>{start_, review_, program_, operator_, error_}) pages_->addWidget(page);
  tabs_ = new ReviewTabs;
  notice_ = new NoticeBar;
  roundBar_ = new RoundBar;
  operators_ = new OperatorPanel(session_.model());
  down_ = new QSplitter(Qt::Vertical);
  down_->addWidget(pages_);
  down_->addWidget(tabs_);
  down_->setStretchFactor(0, 1);
  down_->setSizes({570, 290});
  auto *right = new QWidget;
  auto *below = new QVBoxLayout(right);
  below->setContentsMargins(0, 0, 0, 0);
  below->setSpacing(0);
  below->addWidget(roundBar_);
  below->addWidget(notice_);
  below->addWidget(down_, 1);
  across_ = new QSplitter(Qt::Horizontal);
  across_->addWidget(operators_);
  across_->addWidget(right);
  across_->setStretchFactor(1, 1);
  across_->setSizes({340, 1100});
  for (QSplitter *splitter : {down_, across_}) {
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
  }
  auto *central = new QWidget;
  auto *column = new QVBoxLayout(central);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(header_);
  column->addWidget(across_, 1);
  setCentralWidget(central);
  statusBar()->setSizeGripEnabled(false);
  status_ = new StatusLine(statusBar());
  tabs_->setVisible(false);
}

DivergencePanel *MainWindow::divergences() const { return tabs_->divergences(); }

QWidget *MainWindow::page() const { return pages_->currentWidget(); }

// ---- Session ---------------------------------------------------------------------------------------------------------

void MainWindow::open(const OpenTarget &target) { session_.open(target); }

void MainWindow::reload() {
  if (const workspace::WorkspacePtr &workspace = session_.model()->workspace()) {
    const auto selection = [&](std::uint32_t op, const std::string &name) {
      return fromUtf8(workspace->operators[op].name) + u'/' + fromUtf8(name);
    };
    if (const auto id = session_.current()) firstSelection_ = selection(id->op, workspace->operators[id->op].variants[id->variant].name);
    else if (const auto alone = session_.currentUnpaired())
      firstSelection_ = selection(alone->op, session_.model()->unpaired(*alone)->name);
    else if (const auto op = session_.currentOperator()) firstSelection_ = fromUtf8(workspace->operators[*op].name);
  }
  session_.reload();
}

void MainWindow::connectSession() {
  connect(&session_, &ReviewSession::openingStarted, this, [this](const QString &what) {
    showPlace(std::nullopt);
    setReview(nullptr);
    specification_.setWorkspace(nullptr);
    rounds_.setWorkspace(nullptr);
    findings_.setWorkspace(nullptr);
    start_->showProgress(what);
    pages_->setCurrentWidget(start_);
  });
  connect(&session_, &ReviewSession::opened, this, &MainWindow::showOpened);
  connect(&session_, &ReviewSession::openFailed, this,
          [this](const Error &error) { showError(tr("The workspace cannot be opened"), error); });
  connect(&session_, &ReviewSession::reviewStarted, this, [this](VariantId id) {
    showPlace(id);
    // A review that is on the screen stays until the next one is there: no flicker between variants.
    if (page() == review_ || page() == operator_) return;
    start_->showProgress(header_->placeText());
    pages_->setCurrentWidget(start_);
  });
  connect(&session_, &ReviewSession::reviewReady, this, &MainWindow::showReview);
  connect(&session_, &ReviewSession::reviewFailed, this, [this](VariantId id, const Error &error) {
    showPlace(id);
    showError(tr("The variant cannot be reviewed"), error);
  });
  connectUnpaired();
  connect(&session_, &ReviewSession::runsRead, this, [this](const std::vector<toolchain::RunRecord> &runs, const QString &note) {
    runs_ = runs;
    runsNote_ = note;
    showRuns();
  });
  connect(&session_, &ReviewSession::progressed, status_, &StatusLine::setProgress);
  connect(&session_, &ReviewSession::busyChanged, status_, &StatusLine::setBusy);
  connect(&session_, &ReviewSession::cancelled, this, [this] {
    if (page() == start_) start_->showInvitation();
  });
}

void MainWindow::connectUnpaired() {
  connect(&session_, &ReviewSession::unpairedStarted, this, [this](UnpairedId id) {
    showPlace(id);
    if (page() == program_ || page() == review_ || page() == operator_) return;
    start_->showProgress(header_->placeText());
    pages_->setCurrentWidget(start_);
  });
  connect(&session_, &ReviewSession::unpairedReady, this, &MainWindow::showProgram);
  connect(&session_, &ReviewSession::unpairedFailed, this, [this](UnpairedId id, const Error &error) {
    showPlace(id);
    showError(tr("The program cannot be shown"), error);
  });
}

void MainWindow::showOpened() {
  specification_.setWorkspace(session_.model()->workspace());
  findings_.setWorkspace(session_.model()->workspace());
  if (session_.target()->isWorkspace()) rounds_.setWorkspace(session_.model()->workspace());
  RecentTargets().add(*session_.target());
  fillRecent();
  showFirst();
}

/// What was asked for, else the first variant, else the first program without a partner.
void MainWindow::showFirst() {
  const WorkspaceModel &model = *session_.model();
  const std::vector<VariantId> variants = model.variants();
  const QString wanted = std::exchange(firstSelection_, QString());
  if (const auto whole = model.findOperator(wanted)) return operators_->setCurrentOperator(*whole);
  const QString op = wanted.section(u'/', 0, 0), name = wanted.section(u'/', 1);
  if (const auto variant = model.find(op, name)) return operators_->setCurrent(*variant);
  if (const auto unpaired = model.findUnpaired(op, name)) return operators_->setCurrent(*unpaired);
  if (!wanted.isEmpty())
    return showError(tr("The selection is not there"),
                     Error{ErrorKind::Usage, "no variant is named " + wanted.toStdString(), {}, "Choose one in the tree at the left."});
  if (!variants.empty()) return operators_->setCurrent(variants.front());
  if (const auto unpaired = model.firstUnpaired()) return operators_->setCurrent(*unpaired);
  showError(tr("The workspace has no variants"),
            Error{ErrorKind::Malformed, "there is nothing to review", {}, "Add operators and variants to workspace.json."});
}

void MainWindow::setReview(const workspace::ReviewPtr &review) {
  header_->pill()->setReview(review.get());
  status_->setReview(review.get());
  notice_->setReview(review.get());
  tabs_->setReview(review);
  // Whoever shows something says what.
  shownVariant_.reset();
  shownUnpaired_.reset();
  shownWhole_.reset();
  tabs_->specification()->showNothing();
}

void MainWindow::showProgram(UnpairedId id, const workspace::ReviewSidePtr &side) {
  showPlace(id);
  setReview(nullptr);
  const bool fromTree = operators_->isAncestorOf(focusWidget());
  pages_->setCurrentWidget(program_);
  program_->setProgram(*session_.model()->unpaired(id), side);
  if (!fromTree) program_->focusedPane()->setFocus();
  shownUnpaired_ = id;
  findings_.show(std::nullopt);
  wantSpecification();
  showRound();
  Q_EMIT programShown();
}

void MainWindow::showReview(VariantId id, const workspace::ReviewPtr &review) {
  showPlace(id);
  setReview(review);
  const bool first = page() != review_;
  pages_->setCurrentWidget(review_);
  review_->setReview(review);
  if (first && !operators_->isAncestorOf(focusWidget())) review_->focusedPane()->setFocus();
  shownVariant_ = id;
  findings_.show(id.op);
  showOperatorRows();
  wantSpecification();
  showRound();
  updateTriage();
  restoreSelection();
  Q_EMIT reviewShown();
}

void MainWindow::showError(const QString &title, const Error &error) {
  error_->setError(title, error);
  setReview(nullptr);
  pages_->setCurrentWidget(error_);
  Q_EMIT errorShown();
}

void MainWindow::showPlace(std::optional<VariantId> id) {
  const workspace::WorkspacePtr &workspace = session_.model()->workspace();
  if (!workspace || !id) {
    header_->setPlace({}, {}, {});
    header_->pill()->setReview(nullptr);
    setWindowTitle(tr("Tileport"));
    return;
  }
  const workspace::Operator &op = workspace->operators[id->op];
  const QString variant = fromUtf8(op.variants[id->variant].name);
  header_->setPlace(fromUtf8(workspace->name), fromUtf8(op.name), variant);
  setWindowTitle(QStringLiteral("%1 / %2 — Tileport").arg(fromUtf8(op.name), variant));
}

void MainWindow::showPlace(UnpairedId id) {
  const workspace::WorkspacePtr &workspace = session_.model()->workspace();
  const workspace::Operator &op = workspace->operators[id.op];
  const QString name = fromUtf8(op.unpaired[id.unpaired].name);
  header_->setPlace(fromUtf8(workspace->name), fromUtf8(op.name), tr("%1 (without a partner)").arg(name));
  setWindowTitle(QStringLiteral("%1 / %2 — Tileport").arg(fromUtf8(op.name), name));
}

// ---- Panels ----------------------------------------------------------------------------------------------------------

void MainWindow::connectPanels() {
  connect(operators_, &OperatorPanel::variantChosen, &session_, &ReviewSession::select);
  connect(operators_, &OperatorPanel::unpairedChosen, &session_, &ReviewSession::selectUnpaired);
  connect(divergences(), &DivergencePanel::divergenceChosen, review_, &ReviewView::selectDivergence);
  review_->setStepper([this](std::optional<std::uint32_t> from, int step) { return divergences()->beside(from, step); });
  connect(review_, &ReviewView::divergenceSelected, divergences(), &DivergencePanel::setCurrent);
  connect(notice_, &NoticeBar::moreAsked, this, [this] {
    actions_.showTabs->setChecked(true);
    tabs_->setCurrentWidget(tabs_->specialisation());
  });
  connect(program_, &ProgramView::zoomAsked, review_, &ReviewView::zoom);
  connect(review_, &ReviewView::fontSizeChanged, this, [this] { program_->setTextFont(review_->pane(Pane::ReferenceIr)->textFont()); });
  connect(status_, &StatusLine::cancelAsked, &session_, &ReviewSession::cancel);
  connect(start_, &StartPanel::cancelAsked, &session_, &ReviewSession::cancel);
  connect(start_, &StartPanel::openWorkspaceAsked, this, &MainWindow::askWorkspace);
  connect(start_, &StartPanel::importAsked, this, &MainWindow::askImport);
  connect(start_, &StartPanel::openProgramsAsked, this, &MainWindow::askPrograms);
  connect(error_, &ErrorPanel::retryAsked, this, &MainWindow::reload);
  connect(error_, &ErrorPanel::openAsked, this, &MainWindow::askWorkspace);
  connect(&themes_, &ThemeController::changed, this, &MainWindow::applyTheme);
}

void MainWindow::applyTheme(const ThemePtr &theme) {
  review_->setTheme(theme);
  operators_->setTheme(theme);
  program_->setTheme(theme);
  operator_->setTheme(theme);
  notice_->setTheme(theme);
  roundBar_->setTheme(theme);
  tabs_->setTheme(theme);
  header_->pill()->setTheme(theme);
  status_->setTheme(theme);
}

// ---- Menus -----------------------------------------------------------------------------------------------------------

void MainWindow::connectFileMenu() {
  connect(actions_.openWorkspace, &QAction::triggered, this, &MainWindow::askWorkspace);
  connect(actions_.openPrograms, &QAction::triggered, this, &MainWindow::askPrograms);
  connect(actions_.importKernels, &QAction::triggered, this, &MainWindow::askImport);
  connect(actions_.reload, &QAction::triggered, this, &MainWindow::reload);
  connect(actions_.clearRecent, &QAction::triggered, this, [this] {
    RecentTargets().clear();
    fillRecent();
  });
  connect(actions_.quit, &QAction::triggered, this, &QWidget::close);
}

void MainWindow::askWorkspace() {
  // Qt's own dialog blocks nothing when it is opened rather than run.
  auto *dialog = new QFileDialog(this, tr("Open a workspace"), QString(), tr("Workspace (workspace.json)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
    if (const auto target = targetOf(QStringList{file})) open(*target);
  });
  dialog->open();
}

void MainWindow::askPrograms() {
  auto *dialog = new OpenProgramsDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog] { open(dialog->target()); });
  dialog->open();
}

void MainWindow::askImport() {
  auto *dialog = new ImportDialog(import_, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog] { open({dialog->session()->request().out, {}, {}}); });
  dialog->open();
}

void MainWindow::fillRecent() {
  actions_.recent->clear();
  const QList<OpenTarget> targets = RecentTargets().list();
  for (const OpenTarget &target : targets) {
    QAction *action = actions_.recent->addAction(titleOf(target).replace(u'&', QStringLiteral("&&")));
    connect(action, &QAction::triggered, this, [this, target] { open(target); });
  }
  actions_.recent->addSeparator();
  actions_.recent->addAction(actions_.clearRecent);
  actions_.recent->setEnabled(!targets.isEmpty());
}

void MainWindow::connectEditMenu() {
  connect(actions_.copy, &QAction::triggered, this, [this] {
    if (divergences()->isAncestorOf(focusWidget())) divergences()->copy();
    else if (page() == operator_) operator_->copy();
    else if (tabs_->specification()->isAncestorOf(focusWidget())) tabs_->specification()->copy();
    else focusedPane()->copy();
  });
  connect(actions_.selectAll, &QAction::triggered, this, [this] { focusedPane()->selectAll(); });
  connect(actions_.find, &QAction::triggered, this, [this] { findBar()->open(); });
  connect(actions_.findNext, &QAction::triggered, this, [this] { findBar()->next(); });
  connect(actions_.findPrevious, &QAction::triggered, this, [this] { findBar()->previous(); });
  connect(actions_.filterOperators, &QAction::triggered, this, [this] {
    actions_.showOperators->setChecked(true);
    operators_->focusFilter();
  });
}

void MainWindow::connectViewMenu() {
  connect(actions_.hideUnchanged, &QAction::toggled, review_, &ReviewView::setHideUnchanged);
  connect(actions_.hideNoise, &QAction::toggled, review_, &ReviewView::setHideNoise);
  connect(actions_.showOperators, &QAction::toggled, operators_, &QWidget::setVisible);
  connect(actions_.showTabs, &QAction::toggled, this, &MainWindow::updateTabs);
  connect(actions_.zoomIn, &QAction::triggered, review_, [this] { review_->zoom(1); });
  connect(actions_.zoomOut, &QAction::triggered, review_, [this] { review_->zoom(-1); });
  connect(actions_.zoomReset, &QAction::triggered, review_, &ReviewView::resetZoom);
  for (const Pane pane : kAllPanes) {
    QAction *action = actions_.panes[std::size_t(pane)];
    PaneFrame *frame = review_->frame(pane);
    connect(action, &QAction::toggled, frame, [frame](bool open) { frame->setCollapsed(!open); });
    connect(frame, &PaneFrame::collapsedChanged, action, [action](bool collapsed) { action->setChecked(!collapsed); });
  }
  using Mode = ThemeController::Mode;
  const std::array<std::pair<QAction *, Mode>, 3> modes = {
      {{actions_.themeSystem, Mode::System}, {actions_.themeLight, Mode::Light}, {actions_.themeDark, Mode::Dark}}};
  for (const auto &[action, mode] : modes) connect(action, &QAction::triggered, this, [this, chosen = mode] { themes_.setMode(chosen); });
}

void MainWindow::connectGoMenu() {
  connect(actions_.nextDivergence, &QAction::triggered, this, [this] { stepFinding(1); });
  connect(actions_.previousDivergence, &QAction::triggered, this, [this] { stepFinding(-1); });
  connect(actions_.nextOperator, &QAction::triggered, this, [this] { operators_->stepOperator(1); });
  connect(actions_.previousOperator, &QAction::triggered, this, [this] { operators_->stepOperator(-1); });
  connect(actions_.nextVariant, &QAction::triggered, this, [this] { operators_->stepVariant(1); });
  connect(actions_.previousVariant, &QAction::triggered, this, [this] { operators_->stepVariant(-1); });
  connect(actions_.nextPane, &QAction::triggered, this, [this] { stepPane(1); });
  connect(actions_.previousPane, &QAction::triggered, this, [this] { stepPane(-1); });
  connect(actions_.clearSelection, &QAction::triggered, this, [this] {
    if (findBar()->isVisible()) findBar()->close();
    else review_->clearSelection();
  });
  connect(actions_.shortcuts, &QAction::triggered, this, [this] { showShortcuts(this); });
  connect(actions_.about, &QAction::triggered, this, [this] { showAbout(this); });
}

CodeView *MainWindow::focusedPane() const { return page() == program_ ? program_->focusedPane() : review_->focusedPane(); }

FindBar *MainWindow::findBar() const { return page() == program_ ? program_->findBar() : review_->findBar(); }

void MainWindow::stepPane(int step) {
  // F6 goes round the panes, the list and the tree, as it does elsewhere.
  QList<QWidget *> stops;
  for (const Pane pane : kAllPanes) stops << review_->pane(pane);
  stops << program_->source() << program_->ir() << static_cast<QWidget *>(divergences()->list())
        << static_cast<QWidget *>(tabs_->specification()->tree()) << static_cast<QWidget *>(operators_->tree());
  const qsizetype at = std::max<qsizetype>(0, stops.indexOf(focusWidget()));
  for (qsizetype i = 1; i <= stops.size(); ++i) {
    QWidget *next = stops[(at + step * i + i * stops.size()) % stops.size()];
    if (next->isVisible()) return next->setFocus();
  }
}

// ---- Drop, settings --------------------------------------------------------------------------------------------------

void MainWindow::dragEnterEvent(QDragEnterEvent *event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event) {
  event->acceptProposedAction();
  if (const auto target = targetOf(*event->mimeData())) return open(*target);
  showError(tr("This cannot be opened"),
            Error{ErrorKind::Usage,
                  "what was dropped is neither a workspace nor two programs",
                  {},
                  "Drop a workspace's folder or its workspace.json, or two programs: .tileirbc, .mlir or .cubin files."});
}

void MainWindow::readSettings() {
  const QSettings settings;
  restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
  for (const auto &[key, splitter] : {std::pair("window/across", across_), std::pair("window/down", down_)}) {
    const QByteArray state = settings.value(QLatin1String(key)).toByteArray();
    if (!state.isEmpty()) splitter->restoreState(state);
  }
  review_->restoreState(settings.value(QStringLiteral("window/panes")).toByteArray());
  const qreal size = settings.value(QStringLiteral("view/fontSize")).toDouble();
  if (size > 0) review_->setFontSize(size);
  actions_.hideUnchanged->setChecked(settings.value(QStringLiteral("view/hideUnchanged")).toBool());
  divergences()->restoreFilter(settings);
  actions_.hideNoise->setChecked(settings.value(QStringLiteral("view/hideNoise")).toBool());
  themes_.setMode(ThemeController::modeOf(settings.value(QStringLiteral("view/theme")).toString()));
  using Mode = ThemeController::Mode;
  QAction *theme = themes_.mode() == Mode::Light  ? actions_.themeLight
                   : themes_.mode() == Mode::Dark ? actions_.themeDark
                                                  : actions_.themeSystem;
  theme->setChecked(true);
}

void MainWindow::writeSettings() const {
  QSettings settings;
  settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
  settings.setValue(QStringLiteral("window/across"), across_->saveState());
  settings.setValue(QStringLiteral("window/down"), down_->saveState());
  settings.setValue(QStringLiteral("window/panes"), review_->saveState());
  settings.setValue(QStringLiteral("view/fontSize"), review_->fontSize());
  settings.setValue(QStringLiteral("view/hideUnchanged"), actions_.hideUnchanged->isChecked());
  settings.setValue(QStringLiteral("view/hideNoise"), actions_.hideNoise->isChecked());
  divergences()->saveFilter(settings);
  settings.setValue(QStringLiteral("view/theme"), ThemeController::nameOf(themes_.mode()));
}

void MainWindow::closeEvent(QCloseEvent *event) {
  session_.cancel();
  specification_.cancel();
  writeSettings();
  event->accept();
}

}  // namespace tileport::views
