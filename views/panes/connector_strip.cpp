// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/panes/connector_strip.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "views/panes/code_view.h"

namespace tileport::views {

ConnectorStrip::ConnectorStrip(const CodeView *left, const CodeView *right, QWidget *parent)
    : QWidget(parent), left_(left), right_(right), theme_(builtInTheme(false)) {
  setMinimumWidth(24);
  setAccessibleName(tr("Connectors between the programs"));
  connect(left, &CodeView::geometryChanged, this, qOverload<>(&QWidget::update));
  connect(right, &CodeView::geometryChanged, this, qOverload<>(&QWidget::update));
}

void ConnectorStrip::setBands(std::vector<Band> bands) {
  bands_ = std::move(bands);
  update();
}

void ConnectorStrip::setSelected(std::optional<Band> band) {
  selected_ = band;
  update();
}

void ConnectorStrip::setEmphasis(std::optional<std::uint32_t> divergence) {
  emphasis_ = divergence;
  update();
}

void ConnectorStrip::setTheme(ThemePtr theme) {
  theme_ = std::move(theme);
  update();
}

ConnectorStrip::Edges ConnectorStrip::edgesOf(const Band &band) const {
  return {qreal(left_->rowTop(band.left.first)), qreal(left_->rowTop(band.left.end)), qreal(right_->rowTop(band.right.first)),
          qreal(right_->rowTop(band.right.end))};
}

void ConnectorStrip::paintBand(QPainter &painter, const Band &band, const QColor &color, bool strong) const {
  const Edges edges = edgesOf(band);
  if (std::max(edges.leftBottom, edges.rightBottom) < 0 || std::min(edges.leftTop, edges.rightTop) > height()) return;
  const qreal right = width(), middle = right / 2;
  QPainterPath path(QPointF(-1, edges.leftTop + 0.5));
  path.cubicTo(middle, edges.leftTop + 0.5, middle, edges.rightTop + 0.5, right + 1, edges.rightTop + 0.5);
  path.lineTo(right + 1, edges.rightBottom - 0.5);
  path.cubicTo(middle, edges.rightBottom - 0.5, middle, edges.leftBottom - 0.5, -1, edges.leftBottom - 0.5);
  path.closeSubpath();
  QColor fill = color, stroke = color;
  fill.setAlphaF(strong ? 0.34F : 0.17F);
  stroke.setAlphaF(strong ? 0.95F : 0.5F);
  painter.setBrush(fill);
  painter.setPen(QPen(stroke, strong ? 1.4 : 1));
  painter.drawPath(path);
  const QString sign = signOf(band.tone);
  if (sign.isEmpty()) return;
  const qreal top = (edges.leftTop + edges.rightTop) / 2, bottom = (edges.leftBottom + edges.rightBottom) / 2;
  painter.setPen(color);
  painter.drawText(QRectF(0, top, right, bottom - top), Qt::AlignCenter, sign);
}

void ConnectorStrip::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), theme_->color(ColorRole::Header));
  QFont font = left_->textFont();
  font.setBold(true);
  painter.setFont(font);
  const auto colorOf = [this](Tone tone) {
    switch (tone) {
      case Tone::Differs: return theme_->color(ColorRole::Differs);
      case Tone::Missing: return theme_->color(ColorRole::Missing);
      case Tone::Extra: return theme_->color(ColorRole::Extra);
      default: return theme_->color(ColorRole::Link);
    }
  };
  // Equal things that only moved lie below what differs.
  for (const bool differing : {false, true})
    for (const Band &band : bands_)
      if (band.divergence.has_value() == differing) paintBand(painter, band, colorOf(band.tone), emphasis_ && band.divergence == emphasis_);
  if (selected_) paintBand(painter, Band{selected_->left, selected_->right, Tone::None, {}}, theme_->color(ColorRole::Accent), true);
}

void ConnectorStrip::mouseReleaseEvent(QMouseEvent *event) {
  const qreal share = qreal(event->pos().x()) / std::max(1, width()), y = event->pos().y();
  for (const Band &band : bands_) {
    const Edges edges = edgesOf(band);
    const qreal top = edges.leftTop + (edges.rightTop - edges.leftTop) * share;
    const qreal bottom = edges.leftBottom + (edges.rightBottom - edges.leftBottom) * share;
    if (!band.divergence || y < top || y > bottom) continue;
    Q_EMIT divergenceChosen(*band.divergence);
    return;
  }
}

}  // namespace tileport::views
