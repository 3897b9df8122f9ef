// SPDX-License-Identifier: GPL-3.0-or-later
// A person's word on findings: what the window asks for, writes and takes back.
#include <QStackedWidget>
#include <QStatusBar>

#include "views/review/review_text.h"
#include "views/review/review_view.h"
#include "views/review/triage_text.h"
#include "views/window/accept_dialog.h"
#include "views/window/divergence_panel.h"
#include "views/window/finding_panel.h"
#include "views/window/main_window.h"
#include "views/window/operator_page.h"
#include "views/window/round_bar.h"

namespace tileport::views {
namespace {

QStringList linesOf(const std::vector<const triage::Finding *> &findings, const align::Alignment &alignment) {
  QStringList lines;
  for (const triage::Finding *finding : findings) {
    const QString severity = severityText(finding->severity) + QStringLiteral("  ");
    if (finding->equivalence) {
      lines << severity + equivalenceStatus(alignment.equivalences[*finding->equivalence]);
      continue;
    }
    if (!finding->divergence) {
      lines << severity + fromUtf8(finding->sentence);
      continue;
    }
    const align::Divergence &of = alignment.divergences[*finding->divergence];
    lines << severity + fromUtf8(of.name) + QStringLiteral(": ") + differenceText(of.differences[finding->difference]);
  }
  return lines;
}

std::vector<std::string> anchorsOf(const std::vector<const triage::Finding *> &findings) {
  std::vector<std::string> anchors;
  for (const triage::Finding *finding : findings) anchors.push_back(finding->anchor);
  return anchors;
}

}  // namespace

void MainWindow::connectTriage() {
  DivergencePanel *panel = divergences();
  connect(panel, &DivergencePanel::equivalenceChosen, review_, &ReviewView::selectEquivalence);
  connect(review_, &ReviewView::equivalenceSelected, panel, &DivergencePanel::setCurrentEquivalence);
  connect(panel->finding(), &FindingPanel::placeChosen, this, &MainWindow::showEvidence);
  connect(panel->finding(), &FindingPanel::acceptAsked, this, &MainWindow::askAccept);
  connect(panel->finding(), &FindingPanel::withdrawAsked, this, &MainWindow::withdrawSelected);
  connect(actions_.undo, &QAction::triggered, &triage_, &TriageSession::undo);
  connect(actions_.redo, &QAction::triggered, &triage_, &TriageSession::redo);
  connect(triage_.stack(), &QUndoStack::indexChanged, this, &MainWindow::updateTriage);
  connect(&triage_, &TriageSession::runningChanged, this, &MainWindow::updateTriage);
  connect(&triage_, &TriageSession::failed, roundBar_, &RoundBar::showFailure);
  connect(&triage_, &TriageSession::changed, this, [this](std::uint32_t op) {
    // The alignment stays what it is: so does what is selected.
    if (shownVariant_ && shownVariant_->op == op)
      kept_ = KeptSelection{shownVariant_, review_->selectedDivergence(), review_->selectedEquivalence(), std::nullopt};
    findings_.renew(op);
    session_.reviewAgain(op);
  });
  connect(&session_, &ReviewSession::openingStarted, &triage_, &TriageSession::clear);
  updateTriage();
}

void MainWindow::updateTriage() {
  const QUndoStack &stack = *triage_.stack();
  const bool idle = !triage_.running();
  actions_.undo->setEnabled(idle && stack.canUndo());
  actions_.redo->setEnabled(idle && stack.canRedo());
  actions_.undo->setText(stack.canUndo() ? tr("&Undo: %1").arg(stack.undoText()) : tr("&Undo"));
  actions_.redo->setText(stack.canRedo() ? tr("&Redo: %1").arg(stack.redoText()) : tr("&Redo"));
  const workspace::Review *shown = shownVariant_ ? review_->review().get() : nullptr;
  operator_->setTriageBlocked(idle ? QString() : tr("A triage is being written."));
  divergences()->setTriageBlocked(idle ? TriageSession::whyNot(shown) : tr("A triage is being written."));
}

void MainWindow::restoreSelection() {
  const KeptSelection kept = std::exchange(kept_, KeptSelection());
  if (kept.variant != shownVariant_) return;
  if (kept.divergence) review_->selectDivergence(*kept.divergence);
  if (kept.divergence && kept.difference) divergences()->setCurrentDifference(*kept.difference);
  if (kept.equivalence) review_->selectEquivalence(*kept.equivalence);
}

void MainWindow::askAccept() {
  const std::vector<const triage::Finding *> selected = divergences()->selectedFindings();
  if (selected.empty() || !shownVariant_) return;
  std::vector<ReviewWork> others;
  for (const VariantId id : session_.model()->variants())
    if (id.op == shownVariant_->op && id != *shownVariant_) others.push_back(session_.workFor(id));
  auto *dialog = new AcceptDialog(linesOf(selected, *review_->review()->alignment), others.size(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  // What it was asked of, whatever is shown by the time it is answered.
  connect(dialog, &QDialog::accepted, this,
          [this, dialog, op = shownVariant_->op, review = review_->review(), anchors = anchorsOf(selected), others] {
            triage_.accept(op, review, anchors, dialog->entry(), dialog->forAllVariants() ? others : std::vector<ReviewWork>());
          });
  dialog->open();
}

void MainWindow::withdrawSelected() {
  std::vector<const triage::Finding *> selected = divergences()->selectedFindings();
  std::erase_if(selected, [](const triage::Finding *each) { return !each->waiver; });
  if (!selected.empty() && shownVariant_) triage_.withdraw(shownVariant_->op, review_->review(), anchorsOf(selected));
}

}  // namespace tileport::views
