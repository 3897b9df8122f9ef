// SPDX-License-Identifier: GPL-3.0-or-later
// What the lists below the panes ask for, and are told.
#include <QFileDialog>
#include <QInputDialog>
#include <QStackedWidget>
#include <QStatusBar>

#include "views/review/program_view.h"
#include "views/review/review_view.h"
#include "views/window/main_window.h"
#include "views/window/review_tabs.h"
#include "views/window/round_bar.h"
#include "views/window/runs_panel.h"
#include "views/window/specification_panel.h"

namespace tileport::views {
namespace {

constexpr int kMessageTime = 8000;  // milliseconds

QString roundFilter() { return MainWindow::tr("Review round (*.json);;All files (*)"); }

}  // namespace

void MainWindow::updateTabs() {
  const bool isProgram = page() == program_;
  tabs_->setPaired(!isProgram);
  tabs_->setVisible((isProgram || page() == review_) && actions_.showTabs->isChecked());
  wantSpecification();
}

// ---- The hidden specification ----------------------------------------------------------------------------------------

void MainWindow::connectSpecification() {
  SpecificationPanel *panel = tabs_->specification();
  connect(pages_, &QStackedWidget::currentChanged, this, &MainWindow::updateTabs);
  connect(tabs_, &QTabWidget::currentChanged, this, &MainWindow::wantSpecification);
  connect(&specification_, &SpecificationSession::started, this, [this, panel](std::uint32_t op) {
    if (shownOperator() == op) panel->showReading(fromUtf8(session_.model()->workspace()->operators[op].name));
  });
  connect(&specification_, &SpecificationSession::ready, this, &MainWindow::showSpecification);
  connect(&specification_, &SpecificationSession::failed, this, [this, panel](std::uint32_t op, const Error &error) {
    if (shownOperator() == op) panel->showFailure(error);
    showRuns();
  });
  connect(&specification_, &SpecificationSession::cancelled, this, [this, panel](std::uint32_t op) {
    if (shownOperator() == op) panel->showCancelled();
    showRuns();
  });
  connect(panel, &SpecificationPanel::placeChosen, this, &MainWindow::showEvidence);
  connect(panel, &SpecificationPanel::cancelAsked, &specification_, &SpecificationSession::cancel);
  connect(panel, &SpecificationPanel::againAsked, this, [this] {
    if (const auto op = shownOperator()) specification_.again(*op);
  });
}

std::optional<std::uint32_t> MainWindow::shownOperator() const {
  if (shownVariant_) return shownVariant_->op;
  return shownUnpaired_ ? std::optional(shownUnpaired_->op) : std::nullopt;
}

/// Nothing is read for a list that nobody looks at.
void MainWindow::wantSpecification() {
  if (tabs_->isHidden() || tabs_->currentWidget() != tabs_->specification()) return;
  if (const auto op = shownOperator()) specification_.want(*op);
}

void MainWindow::showSpecification(std::uint32_t op, const SpecifiedPtr &specified) {
  showRuns();
  if (shownOperator() != op) return;
  const workspace::Operator &of = session_.model()->workspace()->operators[op];
  if (shownVariant_) {
    const workspace::Variant &variant = of.variants[shownVariant_->variant];
    tabs_->specification()->setSpecification(specified, shownVariant_->variant, {variant.reference, variant.port});
    return;
  }
  const workspace::Unpaired &unpaired = of.unpaired[shownUnpaired_->unpaired];
  ShownSides shown;
  (unpaired.side == workspace::Side::Reference ? shown.reference : shown.port) = unpaired.files;
  tabs_->specification()->setSpecification(specified, of.variants.size() + shownUnpaired_->unpaired, std::move(shown));
}

void MainWindow::showEvidence(const EvidencePlace &place) {
  if (page() == program_) return program_->showLine(place.inSource, place.line);
  const bool isReference = place.side == align::Side::Reference;
  const Pane source = isReference ? Pane::ReferenceSource : Pane::PortSource, ir = isReference ? Pane::ReferenceIr : Pane::PortIr;
  review_->showLine(place.inSource ? source : ir, place.line);
}

/// Those of the workspace, then those of the window.
void MainWindow::showRuns() {
  std::vector<toolchain::RunRecord> all = runs_;
  const std::vector<toolchain::RunRecord> own = specification_.runs();
  all.insert(all.end(), own.begin(), own.end());
  tabs_->runs()->setRuns(std::move(all), runsNote_);
}

// ---- Review rounds ---------------------------------------------------------------------------------------------------

void MainWindow::connectRounds() {
  connect(&session_, &ReviewSession::reviewed, &rounds_, &RoundSession::add);
  connect(&rounds_, &RoundSession::completeChanged, actions_.saveRound, &QAction::setEnabled);
  connect(&rounds_, &RoundSession::changed, this, &MainWindow::showRound);
  connect(&rounds_, &RoundSession::failed, roundBar_, &RoundBar::showFailure);
  connect(&rounds_, &RoundSession::saved, this, [this](const QString &file, std::size_t findings) {
    statusBar()->showMessage(tr("✓ Saved %L1 findings as %2").arg(findings).arg(file), kMessageTime);
  });
  connect(&session_, &ReviewSession::openingStarted, this, [this] { actions_.compareRound->setEnabled(false); });
  connect(&session_, &ReviewSession::opened, this, [this] { actions_.compareRound->setEnabled(session_.target()->isWorkspace()); });
  connect(roundBar_, &RoundBar::stopAsked, &rounds_, &RoundSession::stopComparing);
  connect(roundBar_, &RoundBar::failureClosed, this, &MainWindow::showRound);
  connect(actions_.saveRound, &QAction::triggered, this, &MainWindow::askSaveRound);
  connect(actions_.compareRound, &QAction::triggered, this, &MainWindow::askCompareRound);
  connect(actions_.stopComparing, &QAction::triggered, &rounds_, &RoundSession::stopComparing);
  actions_.saveRound->setEnabled(false);
  actions_.compareRound->setEnabled(false);
  showRound();
}

void MainWindow::showRound() {
  const ComparedRoundPtr &compared = rounds_.compared();
  const QString since = rounds_.since();
  actions_.stopComparing->setEnabled(!since.isEmpty());
  const workspace::ComparedVariant *variant = nullptr;
  if (compared && shownVariant_) {
    const workspace::Operator &op = session_.model()->workspace()->operators[shownVariant_->op];
    variant = compared->find(op.name, op.variants[shownVariant_->variant].name);
  }
  tabs_->setRound(compared != nullptr, variant);
  if (compared) roundBar_->showCompared(*compared, variant, shownVariant_.has_value());
  else if (!since.isEmpty()) roundBar_->showWaiting(since);
  else if (!roundBar_->showsFailure()) roundBar_->hide();
}

void MainWindow::askSaveRound() {
  auto *dialog = new QInputDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Save the review round"));
  dialog->setLabelText(tr("What this round is called, as in \"first look\"; may be empty:"));
  dialog->setOkButtonText(tr("Choose a File…"));
  dialog->resize(460, dialog->sizeHint().height());
  connect(dialog, &QInputDialog::textValueSelected, this, &MainWindow::saveRoundAs);
  dialog->open();
}

void MainWindow::saveRoundAs(const QString &label) {
  auto *dialog = new QFileDialog(this, tr("Save the review round"), QString(), roundFilter());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("json"));
  connect(dialog, &QFileDialog::fileSelected, this, [this, label](const QString &file) { rounds_.save(file, label); });
  dialog->open();
}

void MainWindow::askCompareRound() {
  auto *dialog = new QFileDialog(this, tr("Compare with a review round"), QString(), roundFilter());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, &rounds_, &RoundSession::compareWith);
  dialog->open();
}

}  // namespace tileport::views
