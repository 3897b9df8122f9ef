// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>

#include "views/models/specification_rows.h"
#include "views/window/import_session.h"
#include "views/window/menus.h"
#include "views/window/operator_session.h"
#include "views/window/review_session.h"
#include "views/window/round_session.h"
#include "views/window/specification_session.h"
#include "views/window/theme_controller.h"
#include "views/window/triage_session.h"

class QSplitter;
class QStackedWidget;

namespace tileport::views {

class CodeView;
class DivergencePanel;
class ErrorPanel;
class FindBar;
class HeaderBar;
class NoticeBar;
class OperatorPage;
class OperatorPanel;
class ProgramView;
class ReviewTabs;
class ReviewView;
class RoundBar;
class StartPanel;
class StatusLine;

/// Wires session, panels, panes and menus together.
class MainWindow final : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(const ReviewFunctions &functions = {}, QWidget *parent = nullptr);
  /// In the place of what imports, for tests.
  void setImport(ImportFunction function) { import_ = std::move(function); }
  ~MainWindow() override;

  void open(const OpenTarget &target);
  /// The variant, the program without a partner, or the operator as a whole to show once the workspace is open: "softmax/f16-1x1024",
  /// "softmax".
  void setFirstSelection(const QString &selection) { firstSelection_ = selection; }

  ReviewSession *session() { return &session_; }
  SpecificationSession *specification() { return &specification_; }
  /// Something that was asked for is still being read.
  bool busy() const { return session_.busy() || specification_.running() || rounds_.running() || triage_.running() || findings_.running(); }
  RoundSession *rounds() { return &rounds_; }
  TriageSession *triage() { return &triage_; }
  RoundBar *roundBar() const { return roundBar_; }
  ThemeController *themes() { return &themes_; }
  ReviewView *reviewView() const { return review_; }
  OperatorPanel *operators() const { return operators_; }
  DivergencePanel *divergences() const;
  ReviewTabs *tabs() const { return tabs_; }
  NoticeBar *notice() const { return notice_; }
  /// The page of an operator as a whole.
  OperatorPage *operatorPage() const { return operator_; }
  /// The page of a program without a partner.
  ProgramView *programView() const { return program_; }
  HeaderBar *header() const { return header_; }
  StatusLine *status() const { return status_; }
  ErrorPanel *errors() const { return error_; }
  StartPanel *start() const { return start_; }
  const Actions &actions() const { return actions_; }
  QWidget *page() const;

 Q_SIGNALS:
  /// The review that was asked for is on the screen, or the error in its place.
  void reviewShown();
  void errorShown();
  void programShown();
  void operatorShown();

 protected:
  void closeEvent(QCloseEvent *event) override;
  void dragEnterEvent(QDragEnterEvent *event) override;
  void dropEvent(QDropEvent *event) override;

 private:
  void layOut();
  void connectSession();
  void connectPanels();
  void connectFileMenu();
  void connectEditMenu();
  void connectViewMenu();
  void connectGoMenu();
  void reload();
  void showOpened();
  void showReview(VariantId id, const workspace::ReviewPtr &review);
  void showProgram(UnpairedId id, const workspace::ReviewSidePtr &side);
  void showError(const QString &title, const Error &error);
  void showFirst();
  void showPlace(std::optional<VariantId> id);
  void showPlace(UnpairedId id);
  void setReview(const workspace::ReviewPtr &review);
  void connectUnpaired();

  // main_window_tabs.cpp
  void connectSpecification();
  void updateTabs();
  void wantSpecification();
  std::optional<std::uint32_t> shownOperator() const;
  void showSpecification(std::uint32_t op, const SpecifiedPtr &specified);
  void showEvidence(const EvidencePlace &place);
  void showRuns();
  void connectRounds();
  void showRound();
  void askSaveRound();
  void saveRoundAs(const QString &label);
  void askCompareRound();

  // main_window_triage.cpp
  void connectTriage();
  void updateTriage();
  void restoreSelection();
  void askAccept();
  void withdrawSelected();

  // main_window_operator.cpp
  void connectOperator();
  void showOperator(std::uint32_t op);
  void showOperatorRows();
  void goToPlace(VariantId id, const workspace::VariantFindings::One &where);
  void askAcceptEverywhere();
  void stepFinding(int step);

  void applyTheme(const ThemePtr &theme);
  void fillRecent();
  void stepPane(int step);
  CodeView *focusedPane() const;
  FindBar *findBar() const;
  void askWorkspace();
  void askPrograms();
  void askImport();
  void readSettings();
  void writeSettings() const;

  ThemeController themes_;
  ReviewSession session_;
  SpecificationSession specification_;
  RoundSession rounds_;
  TriageSession triage_;
  OperatorSession findings_;
  /// To be selected when the variant is shown: after a triage has been written and it was reviewed anew, or from its operator's page.
  struct KeptSelection {
    std::optional<VariantId> variant;
    std::optional<std::uint32_t> divergence, equivalence, difference;
  };
  KeptSelection kept_;
  /// What the panes show; neither while they show nothing.
  std::optional<VariantId> shownVariant_;
  std::optional<UnpairedId> shownUnpaired_;
  std::optional<std::uint32_t> shownWhole_;  ///< the operator whose page is shown
  std::vector<toolchain::RunRecord> runs_;   ///< of the workspace
  QString runsNote_;
  ImportFunction import_ = importer::runImport;
  QString firstSelection_;
  Actions actions_{};
  HeaderBar *header_ = nullptr;
  OperatorPanel *operators_ = nullptr;
  QStackedWidget *pages_ = nullptr;
  ReviewView *review_ = nullptr;
  StartPanel *start_ = nullptr;
  ErrorPanel *error_ = nullptr;
  NoticeBar *notice_ = nullptr;
  RoundBar *roundBar_ = nullptr;
  ProgramView *program_ = nullptr;
  OperatorPage *operator_ = nullptr;
  ReviewTabs *tabs_ = nullptr;
  QSplitter *across_ = nullptr;
  QSplitter *down_ = nullptr;
  StatusLine *status_ = nullptr;
};

}  // namespace tileport::views
