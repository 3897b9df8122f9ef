// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/panes/connector_strip.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "views/panes/code_view.h"

namespace tileport::views {
namespace {

constexpr int kStub = 14;  ///< width of a tab that points to an end out of sight

}  // namespace

ConnectorStrip::ConnectorStrip(const CodeView *left, const CodeView *right, QWidget *parent)
    : QWidget(parent), left_(left), right_(right), theme_(builtInTheme(false)) {
  setMinimumWidth(24);
  setAccessibleName(tr("Connectors between the programs"));
  connect(left, &CodeView::geometryChanged, this, qOverload<>(&QWidget::update));
  connect(right, &CodeView::geometryChanged, this, qOverload<>(&QWidget::update));
}

void ConnectorStrip::setBands(BandIndex bands) {
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

/// An end in sight whose other end is not: a tab that points there.
void ConnectorStrip::paintStub(QPainter &painter, const QRectF &area, bool upwards, const QColor &color, bool strong) {
  QColor fill = color;
  fill.setAlphaF(strong ? 0.95F : 0.5F);
  painter.setPen(Qt::NoPen);
  painter.setBrush(fill);
  const qreal middle = area.center().x(), half = 4, top = area.center().y() - 3, bottom = top + 6;
  if (upwards) painter.drawPolygon(QPolygonF({{middle - half, bottom}, {middle + half, bottom}, {middle, top}}));
  else painter.drawPolygon(QPolygonF({{middle - half, top}, {middle + half, top}, {middle, bottom}}));
}

void ConnectorStrip::paintBand(QPainter &painter, const Band &band, const QColor &color, bool strong) const {
  const Edges edges = edgesOf(band);
  const bool leftInSight = edges.leftBottom > 0 && edges.leftTop < height(),
             rightInSight = edges.rightBottom > 0 && edges.rightTop < height();
  if (!leftInSight && !rightInSight) return;
  // Curves to ends far away would lie over one another and say nothing: they are pointed at.
  if (!leftInSight && std::min(std::abs(edges.leftBottom), std::abs(edges.leftTop - height())) > height() / 2)
    return paintStub(painter, {qreal(width() - kStub), edges.rightTop, qreal(kStub), edges.rightBottom - edges.rightTop}, edges.leftTop < 0,
                     color, strong);
  if (!rightInSight && std::min(std::abs(edges.rightBottom), std::abs(edges.rightTop - height())) > height() / 2)
    return paintStub(painter, {0, edges.leftTop, qreal(kStub), edges.leftBottom - edges.leftTop}, edges.rightTop < 0, color, strong);
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
  const std::vector<std::uint32_t> inSight = bandsInSight();
  painted_ = int(inSight.size());
  for (const bool differing : {false, true})
    for (const std::uint32_t i : inSight) {
      const Band &band = bands_.all()[i];
      if (band.divergence.has_value() == differing) paintBand(painter, band, colorOf(band.tone), emphasis_ && band.divergence == emphasis_);
    }
  if (selected_) paintBand(painter, Band{selected_->left, selected_->right, Tone::None, {}}, theme_->color(ColorRole::Accent), true);
}

std::vector<std::uint32_t> ConnectorStrip::bandsInSight() const { return bands_.touching({left_->rowAt(0), left_->rowAt(height()) + 1}); }

void ConnectorStrip::mouseReleaseEvent(QMouseEvent *event) {
  const qreal share = qreal(event->pos().x()) / std::max(1, width()), y = event->pos().y();
  for (const std::uint32_t i : bandsInSight()) {
    const Band &band = bands_.all()[i];
    const Edges edges = edgesOf(band);
    const qreal top = edges.leftTop + (edges.rightTop - edges.leftTop) * share;
    const qreal bottom = edges.leftBottom + (edges.rightBottom - edges.leftBottom) * share;
    if (!band.divergence || y < top || y > bottom) continue;
    Q_EMIT divergenceChosen(*band.divergence);
    return;
  }
}

}  // namespace tileport::views
