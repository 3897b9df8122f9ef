// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>
#include <functional>
#include <optional>

#include "views/panes/bands.h"
#include "views/review/counterparts.h"
#include "views/theme/theme.h"

class QSplitter;

namespace tileport::views {

class CodeView;
class ConnectorStrip;
class FindBar;
class OverviewRuler;
class PaneFrame;

/// The four panes of a review, its connectors and its overview, kept together: what is selected in one is highlighted
/// in all, and both programs scroll as one.
class ReviewView final : public QWidget {
  Q_OBJECT

 public:
  explicit ReviewView(QWidget *parent = nullptr);

  /// Which divergence comes after another one, or before it (`step` is 1 or -1); absent where none does. From none: the first, the last.
  using Stepper = std::function<std::optional<std::uint32_t>(std::optional<std::uint32_t> from, int step)>;
  /// All of them, in their order, until a list is asked that leaves some out.
  void setStepper(Stepper stepper) { stepper_ = std::move(stepper); }

  /// Must not be null. Starts at the first divergence that is stepped to.
  void setReview(workspace::ReviewPtr review);
  const workspace::ReviewPtr &review() const { return review_; }
  void setTheme(const ThemePtr &theme);

  CodeView *pane(Pane pane) const { return views_[std::size_t(pane)]; }
  PaneFrame *frame(Pane pane) const { return frames_[std::size_t(pane)]; }
  FindBar *findBar() const { return find_; }
  ConnectorStrip *connectors() const { return strip_; }
  OverviewRuler *ruler() const { return ruler_; }
  CodeView *focusedPane() const { return views_[std::size_t(focused_)]; }

  const DisplayOptions &displayOptions() const { return options_; }
  std::optional<std::uint32_t> selectedDivergence() const { return selected_.divergence; }
  std::optional<std::uint32_t> selectedEquivalence() const { return selected_.equivalence; }
  const DisplayRows &display() const { return display_; }

  qreal fontSize() const;
  QByteArray saveState() const;
  void restoreState(const QByteArray &state);

  // What menus and lists ask for.
  void setHideUnchanged(bool hide);
  void setHideNoise(bool hide);
  void selectDivergence(std::uint32_t divergence);
  void selectEquivalence(std::uint32_t equivalence);
  /// Goes round at the ends. False where there is none to go to.
  bool nextDivergence() { return stepDivergence(1); }
  bool previousDivergence() { return stepDivergence(-1); }
  void selectLine(Pane pane, LineIndex line);
  /// The same from outside of the panes: opens the pane where it is closed and scrolls to the line.
  void showLine(Pane pane, LineIndex line);
  void clearSelection();
  void zoom(int steps);
  void resetZoom();
  void setFontSize(qreal pointSize);

 Q_SIGNALS:
  /// Of everything that is selected but equivalences.
  void divergenceSelected(std::optional<std::uint32_t> divergence);
  void equivalenceSelected(std::uint32_t equivalence);
  void fontSizeChanged(qreal pointSize);

 private:
  void makePanes();
  QWidget *belowHeader(QWidget *widget);
  void connectPane(Pane pane);
  void synchronise(CodeView *from, CodeView *to);
  void fillPanes();
  void layOut();
  void expandFold(int row);
  /// Takes rows out of hiding that show the line.
  void unhide(Pane pane, LineIndex line);
  bool stepDivergence(int step);
  void select(Counterparts counterparts, std::optional<Pane> origin);
  void revealSelected(std::optional<Pane> origin);
  void showSelectedBand();
  std::optional<ColumnRange> firstMark(Pane pane, LineIndex line) const;
  QString rowToolTip(Pane pane, const PaneRow &row) const;

  workspace::ReviewPtr review_;
  Stepper stepper_;
  DisplayOptions options_;
  KeptRows kept_;
  DisplayRows display_;
  Counterparts selected_;
  Pane focused_ = Pane::ReferenceIr;
  bool synchronising_ = false;

  std::array<CodeView *, kPanes> views_{};
  std::array<PaneFrame *, kPanes> frames_{};
  std::array<bool, kPanes> closedForLackOfText_{};
  QSplitter *splitter_ = nullptr;
  ConnectorStrip *strip_ = nullptr;
  OverviewRuler *ruler_ = nullptr;
  FindBar *find_ = nullptr;
};

}  // namespace tileport::views
