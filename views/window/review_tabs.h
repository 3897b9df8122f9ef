// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabWidget>

#include "views/theme/theme.h"
#include "workspace/review.h"
#include "workspace/rounds.h"

namespace tileport::views {

class DivergencePanel;
class RunsPanel;
class SpecialisationPanel;
class SpecificationPanel;

/// The panels below the panes, a tab each. The tabs say how much is in them.
class ReviewTabs final : public QTabWidget {
  Q_OBJECT

 public:
  explicit ReviewTabs(QWidget *parent = nullptr);

  void setReview(const workspace::ReviewPtr &review);
  /// Of a pair there are all panels, of a program without a partner those that make sense of one.
  void setPaired(bool paired);
  /// What became of the findings of an earlier round in the variant that is shown, where there is one to compare with.
  void setRound(bool compares, const workspace::ComparedVariant *compared);
  void setTheme(const ThemePtr &theme);

  DivergencePanel *divergences() const { return divergences_; }
  SpecialisationPanel *specialisation() const { return specialisation_; }
  SpecificationPanel *specification() const { return specification_; }
  RunsPanel *runs() const { return runs_; }

 private:
  void nameRuns();

  DivergencePanel *divergences_;
  SpecialisationPanel *specialisation_;
  SpecificationPanel *specification_;
  RunsPanel *runs_;
  bool paired_ = true;
  QWidget *chosenOfPair_ = nullptr;
};

}  // namespace tileport::views
