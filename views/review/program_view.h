// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "views/theme/theme.h"
#include "workspace/review.h"

class QLabel;
class QSplitter;

namespace tileport::views {

class CodeView;
class FindBar;
class PaneFrame;

/// One program without a partner: why it has none, its source and its Tile IR. What is selected in one pane is highlighted in both.
class ProgramView final : public QWidget {
  Q_OBJECT

 public:
  explicit ProgramView(QWidget *parent = nullptr);

  /// `side` must not be null.
  void setProgram(const workspace::Unpaired &unpaired, workspace::ReviewSidePtr side);
  void setTheme(const ThemePtr &theme);
  /// Scrolls to a line, of the source or of the program, and selects it as a click would.
  void showLine(bool inSource, LineIndex line);
  void setTextFont(const QFont &font);

  CodeView *source() const { return source_; }
  CodeView *ir() const { return ir_; }
  CodeView *focusedPane() const { return focused_; }
  FindBar *findBar() const { return find_; }
  /// What is said above the panes.
  QString text() const;

 Q_SIGNALS:
  void zoomAsked(int steps);

 private:
  void connectPane(CodeView *pane, const QString &name);
  void selectSourceLine(LineIndex line);
  void selectIrLine(LineIndex line);
  void highlight(std::vector<LineIndex> sourceLines, std::vector<LineIndex> irLines, CodeView *origin);

  workspace::ReviewSidePtr side_;
  QLabel *reason_;
  QLabel *advice_;
  PaneFrame *sourceFrame_ = nullptr;
  PaneFrame *irFrame_ = nullptr;
  CodeView *source_ = nullptr;
  CodeView *ir_ = nullptr;
  CodeView *focused_ = nullptr;
  FindBar *find_ = nullptr;
  bool closedForLackOfText_ = false;
};

}  // namespace tileport::views
