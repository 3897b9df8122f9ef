// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>
#include <vector>

#include "views/panes/bands.h"
#include "views/theme/theme.h"

namespace tileport::views {

class CodeView;

/// The whole side by side layout at a glance. A mark stands left for what only the reference has, right for what only
/// the port has, and across for what differs, so that it can be read without its colour.
class OverviewRuler final : public QWidget {
  Q_OBJECT

 public:
  explicit OverviewRuler(const CodeView *pane, QWidget *parent = nullptr);

  void setMarks(std::vector<RulerMark> marks, int rowCount);
  void setSelectedRows(std::vector<int> rows);
  void setTheme(ThemePtr theme);

  QSize sizeHint() const override { return {16, 100}; }
  /// Where a row stands; for tests and clicks.
  int yOf(int row) const;

 Q_SIGNALS:
  void divergenceChosen(std::uint32_t divergence);
  void rowChosen(int row);

 protected:
  void paintEvent(QPaintEvent *event) override;
  void mousePressEvent(QMouseEvent *event) override;
  void mouseMoveEvent(QMouseEvent *event) override;

 private:
  void choose(int y);
  void drawPicture();
  qreal heightOfRow() const;

  const CodeView *pane_;
  std::vector<RulerMark> marks_;
  std::vector<int> selected_;
  int rowCount_ = 0;
  QImage picture_;  ///< the marks; null when they are to be drawn anew
  int pictureRowHeight_ = 0;
  ThemePtr theme_;
};

}  // namespace tileport::views
