// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/review_tabs.h"

#include "views/window/divergence_panel.h"
#include "views/window/runs_panel.h"
#include "views/window/specialisation_panel.h"
#include "views/window/specification_panel.h"

namespace tileport::views {

ReviewTabs::ReviewTabs(QWidget *parent) : QTabWidget(parent) {
  divergences_ = new DivergencePanel;
  specialisation_ = new SpecialisationPanel;
  specification_ = new SpecificationPanel;
  runs_ = new RunsPanel;
  setDocumentMode(true);
  addTab(divergences_, {});
  addTab(specialisation_, {});
  addTab(specification_, tr("Specification"));
  addTab(runs_, {});
  setTabToolTip(indexOf(specialisation_), tr("What the two sides are launched with differently"));
  setTabToolTip(indexOf(specification_), tr("What is decided when a variant is launched: constants, types, facts, branches, hints"));
  connect(runs_, &RunsPanel::runsChanged, this, &ReviewTabs::nameRuns);
  connect(specification_, &SpecificationPanel::failuresChanged, this, [this](std::size_t count) {
    setTabText(indexOf(specification_), count > 0 ? tr("Specification · ! %L1").arg(count) : tr("Specification"));
  });
  setReview(nullptr);
  nameRuns();
}

void ReviewTabs::setReview(const workspace::ReviewPtr &review) {
  divergences_->setReview(review);
  specialisation_->setReview(review);
  const std::size_t divergences = review ? review->counts().total() : 0;
  setTabText(indexOf(divergences_), divergences == 0 && review ? tr("Divergences · none") : tr("Divergences · %L1").arg(divergences));
  const std::size_t own = review ? review->ownSpecialisation().size() : 0;
  setTabText(indexOf(specialisation_), own > 0 ? tr("Specialisation · ! %L1").arg(own) : tr("Specialisation"));
}

void ReviewTabs::setRound(bool compares, const workspace::ComparedVariant *compared) {
  divergences_->setRound(compares, compared);
  specialisation_->setRound(compares, compared);
}

void ReviewTabs::setPaired(bool paired) {
  if (paired == paired_) return;
  paired_ = paired;
  if (!paired) chosenOfPair_ = currentWidget();
  for (QWidget *panel : std::initializer_list<QWidget *>{divergences_, specialisation_}) setTabVisible(indexOf(panel), paired);
  if (paired) setCurrentWidget(chosenOfPair_);
  else if (chosenOfPair_ != runs_) setCurrentWidget(specification_);
}

void ReviewTabs::nameRuns() {
  const std::size_t failed = runs_->failed();
  const QString count = failed > 0 ? tr("! %L1 of %L2").arg(failed).arg(runs_->count()) : tr("%L1").arg(runs_->count());
  setTabText(indexOf(runs_), tr("Runs · %1").arg(count));
  setTabVisible(indexOf(runs_), runs_->count() > 0 || !runs_->note().isEmpty());
}

void ReviewTabs::setTheme(const ThemePtr &theme) {
  divergences_->setTheme(theme);
  specialisation_->setTheme(theme);
  specification_->setTheme(theme);
  runs_->setTheme(theme);
}

}  // namespace tileport::views
