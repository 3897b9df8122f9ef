// SPDX-License-Identifier: GPL-3.0-or-later
// What the lists below the panes ask for, and are told.
#include <QStackedWidget>

#include "views/review/program_view.h"
#include "views/review/review_view.h"
#include "views/window/main_window.h"
#include "views/window/review_tabs.h"
#include "views/window/runs_panel.h"
#include "views/window/specification_panel.h"

namespace tileport::views {

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

}  // namespace tileport::views
