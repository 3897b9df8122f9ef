// SPDX-License-Identifier: GPL-3.0-or-later
// The page of an operator as a whole: what it is told, and what it asks for.
#include <QStackedWidget>
#include <QStatusBar>

#include "views/review/review_view.h"
#include "views/review/triage_text.h"
#include "views/window/accept_dialog.h"
#include "views/window/divergence_panel.h"
#include "views/window/finding_filter_bar.h"
#include "views/window/header_bar.h"
#include "views/window/main_window.h"
#include "views/window/operator_page.h"
#include "views/window/operator_panel.h"

namespace tileport::views {
namespace {

constexpr int kMessageTime = 8000;  // milliseconds

}  // namespace

void MainWindow::connectOperator() {
  connect(operators_, &OperatorPanel::operatorChosen, this, &MainWindow::showOperator);
  connect(&session_, &ReviewSession::reviewed, &findings_, &OperatorSession::add);
  connect(&findings_, &OperatorSession::changed, this, &MainWindow::showOperatorRows);
  connect(operator_, &OperatorPage::placeChosen, this, &MainWindow::goToPlace);
  connect(operator_, &OperatorPage::acceptAsked, this, &MainWindow::askAcceptEverywhere);
  connect(operator_, &OperatorPage::withdrawAsked, this, [this] {
    if (operator_->rows()) triage_.withdrawEverywhere(operator_->rows()->op, operator_->rows()->findings, operator_->selectedFindings());
  });
  // What is filtered out of one list is out of the other.
  connect(divergences()->filter(), &FindingFilterBar::criteriaChanged, this, [this](const FindingCriteria &criteria) {
    operator_->filter()->setCriteria(criteria);
    findings_.setCriteria(criteria);
  });
  connect(operator_->filter(), &FindingFilterBar::criteriaChanged, this, [this](const FindingCriteria &criteria) {
    divergences()->setCriteria(criteria);
    findings_.setCriteria(criteria);
  });
}

void MainWindow::showOperator(std::uint32_t op) {
  session_.selectOperator(op);
  const workspace::WorkspacePtr &workspace = session_.model()->workspace();
  const QString name = fromUtf8(workspace->operators[op].name);
  setReview(nullptr);
  header_->setPlace(fromUtf8(workspace->name), name, {});
  setWindowTitle(QStringLiteral("%1 — Tileport").arg(name));
  const bool fromTree = operators_->isAncestorOf(focusWidget());
  operator_->setOperator(workspace, op);
  pages_->setCurrentWidget(operator_);
  if (!fromTree) operator_->setFocus();
  shownWhole_ = op;
  findings_.show(op);
  showOperatorRows();
  showRound();
  updateTriage();
  Q_EMIT operatorShown();
}

/// Also beside the findings of one of its variants.
void MainWindow::showOperatorRows() {
  const OperatorRowsPtr &rows = findings_.rows();
  if (shownVariant_) divergences()->setSpread(rows && rows->op == shownVariant_->op ? rows : nullptr, shownVariant_->variant);
  if (!shownWhole_) return;
  const bool known = rows && rows->op == *shownWhole_;
  operator_->setRows(known ? rows : nullptr);
  const auto verdict = known ? rows->findings->verdict() : std::nullopt;
  header_->pill()->setVerdict(verdict, !verdict ? QString() : fromUtf8(toText(*verdict)));
}

void MainWindow::goToPlace(VariantId id, const workspace::VariantFindings::One &where) {
  kept_ = KeptSelection{id, where.divergence, where.equivalence, where.difference};
  operators_->setCurrent(id);
}

void MainWindow::askAcceptEverywhere() {
  const OperatorRowsPtr rows = operator_->rows();
  const std::vector<std::uint32_t> selected = operator_->selectedFindings();
  if (!rows || selected.empty()) return;
  QStringList lines;
  for (const std::uint32_t each : selected) {
    const workspace::OperatorFinding &of = rows->finding(each);
    lines << severityText(of.finding->severity) + QStringLiteral("  ") + fromUtf8(of.finding->title) + QStringLiteral(", ") +
                 rows->spreadSentence(of);
  }
  auto *dialog = new AcceptDialog(lines, 0, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  // What it was asked of, whatever is shown by the time it is answered.
  connect(dialog, &QDialog::accepted, this,
          [this, dialog, rows, selected] { triage_.acceptEverywhere(rows->op, rows->findings, selected, dialog->entry()); });
  dialog->open();
}

void MainWindow::stepFinding(int step) {
  if (page() == operator_) return operator_->step(step);
  if (step > 0 ? review_->nextDivergence() : review_->previousDivergence()) return;
  const std::size_t hidden = page() == review_ ? review_->review()->counts().total() : 0;
  if (hidden > 0) statusBar()->showMessage(tr("! The filter hides all %L1 divergences").arg(qulonglong(hidden)), kMessageTime);
}

}  // namespace tileport::views
