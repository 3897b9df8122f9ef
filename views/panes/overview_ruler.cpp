// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/panes/overview_ruler.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cstdlib>

#include "views/panes/code_view.h"

namespace tileport::views {

OverviewRuler::OverviewRuler(const CodeView *pane, QWidget *parent) : QWidget(parent), pane_(pane), theme_(builtInTheme(false)) {
  setFixedWidth(16);
  setCursor(Qt::PointingHandCursor);
  setAccessibleName(tr("Overview of divergences"));
  setToolTip(tr("Overview: ~ differs across, − missing at the left, + extra at the right. Click to go there."));
  connect(pane, &CodeView::geometryChanged, this, qOverload<>(&QWidget::update));
}

void OverviewRuler::setMarks(std::vector<RulerMark> marks, int rowCount) {
  marks_ = std::move(marks);
  rowCount_ = rowCount;
  picture_ = {};
  update();
}

void OverviewRuler::setSelectedRows(std::vector<int> rows) {
  selected_ = std::move(rows);
  update();
}

void OverviewRuler::setTheme(ThemePtr theme) {
  theme_ = std::move(theme);
  picture_ = {};
  update();
}

qreal OverviewRuler::heightOfRow() const {
  // A short text is not stretched: its rows stand where the pane has them.
  return std::min<qreal>(pane_->rowHeight(), qreal(height()) / std::max(1, rowCount_));
}

int OverviewRuler::yOf(int row) const { return rowCount_ == 0 ? 0 : int(row * heightOfRow()); }

void OverviewRuler::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_->color(ColorRole::Header));
  painter.fillRect(QRect(0, 0, 1, height()), theme_->color(ColorRole::Border));
  if (rowCount_ == 0) return;
  const int firstRow = pane_->rowAt(0), lastRow = pane_->rowAt(pane_->viewport()->height() - 1);
  QColor window = theme_->color(ColorRole::DimText);
  window.setAlphaF(0.16F);
  painter.fillRect(QRect(1, yOf(firstRow), width() - 1, std::max(8, yOf(lastRow + 1) - yOf(firstRow))), window);
  if (picture_.isNull() || picture_.deviceIndependentSize().toSize() != size() || pictureRowHeight_ != pane_->rowHeight()) drawPicture();
  painter.drawImage(0, 0, picture_);
  for (const int row : selected_) painter.fillRect(QRect(1, yOf(row), width() - 1, 2), theme_->color(ColorRole::Accent));
}

/// Scrolling moves the window over the marks, so they are drawn once.
void OverviewRuler::drawPicture() {
  const qreal ratio = devicePixelRatioF();
  pictureRowHeight_ = pane_->rowHeight();
  picture_ = QImage((QSizeF(size()) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
  picture_.setDevicePixelRatio(ratio);
  picture_.fill(Qt::transparent);
  const RulerDensity density = rulerDensity(marks_, heightOfRow() * ratio, picture_.height());
  QPainter painter(&picture_);
  painter.scale(1, 1 / ratio);
  const auto drawLane = [&](const std::vector<float> &lane, int left, int wide, ColorRole role) {
    QColor color = theme_->color(role);
    for (int y = 0; y < int(lane.size());) {
      const float strength = lane[std::size_t(y)];
      int end = y + 1;
      while (end < int(lane.size()) && lane[std::size_t(end)] == strength) ++end;
      color.setAlphaF(strength);
      if (strength > 0) painter.fillRect(QRect(left, y, wide, end - y), color);
      y = end;
    }
  };
  drawLane(density.differs, 3, width() - 5, ColorRole::Differs);
  drawLane(density.missing, 3, width() / 2 - 3, ColorRole::Missing);
  drawLane(density.extra, width() / 2 + 1, width() / 2 - 3, ColorRole::Extra);
}

void OverviewRuler::choose(int y) {
  if (rowCount_ == 0) return;
  const RulerMark *nearest = nullptr;
  int distance = 6;
  for (const RulerMark &mark : marks_) {
    const int top = yOf(mark.rows.first), bottom = yOf(mark.rows.end);
    const int away = y < top ? top - y : std::max(0, y - bottom);
    if (away >= distance || !mark.divergence) continue;
    distance = away;
    nearest = &mark;
  }
  if (nearest != nullptr) {
    Q_EMIT divergenceChosen(*nearest->divergence);
    return;
  }
  const int end = std::max(1, yOf(rowCount_));
  Q_EMIT rowChosen(std::clamp(int(qint64(y) * rowCount_ / end), 0, rowCount_ - 1));
}

void OverviewRuler::mousePressEvent(QMouseEvent *event) {
  if (event->button() == Qt::LeftButton) choose(event->pos().y());
}

void OverviewRuler::mouseMoveEvent(QMouseEvent *event) {
  if (!event->buttons().testFlag(Qt::LeftButton) || rowCount_ == 0) return;
  const int end = std::max(1, yOf(rowCount_));
  Q_EMIT rowChosen(std::clamp(int(qint64(event->pos().y()) * rowCount_ / end), 0, rowCount_ - 1));
}

}  // namespace tileport::views
