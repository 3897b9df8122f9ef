// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPaintEvent>
#include <QPainter>
#include <QPixmapCache>
#include <QScrollBar>
#include <algorithm>

#include "views/panes/code_view.h"

namespace tileport::views {
namespace {

ColorRole rowColor(Tone tone) {
  switch (tone) {
    case Tone::Differs: return ColorRole::DiffersRow;
    case Tone::Missing: return ColorRole::MissingRow;
    case Tone::Extra: return ColorRole::ExtraRow;
    default: return ColorRole::Pane;
  }
}

ColorRole markColor(Tone tone) {
  switch (tone) {
    case Tone::Missing: return ColorRole::MissingMark;
    case Tone::Extra: return ColorRole::ExtraMark;
    default: return ColorRole::DiffersMark;
  }
}

ColorRole signColor(Tone tone) {
  switch (tone) {
    case Tone::Missing: return ColorRole::Missing;
    case Tone::Extra: return ColorRole::Extra;
    default: return ColorRole::Differs;
  }
}

/// A piece of stripes that repeats both ways. Stroking them anew in every filler of a picture takes a tenth of a second.
QPixmap hatchTile(const QColor &color, qreal ratio) {
  constexpr int kStep = 9, kSize = 4 * kStep;  // whole pixels at the usual fractions of scale
  const QString key = QStringLiteral("tileport-hatch-%1-%2").arg(color.rgba(), 0, 16).arg(ratio);
  QPixmap tile;
  if (QPixmapCache::find(key, &tile)) return tile;
  tile = QPixmap((QSizeF(kSize, kSize) * ratio).toSize());
  tile.setDevicePixelRatio(ratio);
  tile.fill(Qt::transparent);
  QPainter painter(&tile);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(color, 2.6));
  for (int x = -kSize; x <= 2 * kSize; x += kStep) painter.drawLine(x - kStep, kSize + kStep, x + kSize + kStep, -kStep);
  painter.end();
  QPixmapCache::insert(key, tile);
  return tile;
}

void paintHatch(QPainter &painter, const QRect &area, const QColor &color) {
  const QPixmap tile = hatchTile(color, painter.device()->devicePixelRatioF());
  // Anchored at the pane, not at the row: the stripes of neighbouring rows join.
  painter.drawTiledPixmap(area, tile, area.topLeft());
}

}  // namespace

struct CodeView::RowPaint {
  const PaneRow &row;
  int index;
  QRect area;
  bool highlighted;
  Skip skip;
};

QString signOf(Tone tone) {
  switch (tone) {
    case Tone::Differs: return QStringLiteral("~");
    case Tone::Missing: return QStringLiteral("−");
    case Tone::Extra: return QStringLiteral("+");
    default: return {};
  }
}

void CodeView::paintEvent(QPaintEvent *event) {
  QPainter painter(viewport());
  painter.fillRect(event->rect(), theme_->color(ColorRole::Pane));
  if (rows_.empty()) return paintNote(painter);
  painter.setFont(font_);
  const int last = rowAt(event->rect().bottom());
  for (int row = rowAt(event->rect().top()); row <= last; ++row) paintRow(painter, row);
  const int bottom = rowTop(rowCount());
  painter.fillRect(QRect(gutterWidth() - 1, 0, 1, std::min(viewport()->height(), bottom)), theme_->color(ColorRole::Border));
}

bool CodeView::highlighted(const PaneRow &row) const {
  return row.kind == PaneRow::Kind::Line && std::binary_search(highlights_.begin(), highlights_.end(), LineIndex(row.number));
}

void CodeView::paintRow(QPainter &painter, int index) {
  const PaneRow &row = rows_[std::size_t(index)];
  RowPaint paint{row, index, QRect(0, rowTop(index), viewport()->width(), rowHeight_), highlighted(row), {}};
  paintBackground(painter, paint);
  if (row.kind == PaneRow::Kind::Line) {
    paint.skip = skipOf(row, cache_.layout(int(row.number), dimmed(row)).lineAt(0));
    paintLine(painter, paint);
  }
  if (row.elsewhere) paintElsewhere(painter, paint);
  if (row.kind == PaneRow::Kind::Fold) paintFold(painter, paint);
  else paintGutter(painter, paint);
}

void CodeView::paintBackground(QPainter &painter, const RowPaint &paint) const {
  const bool changed = paint.row.tone != Tone::None && paint.row.tone != Tone::Noise;
  QColor color = theme_->color(rowColor(paint.row.tone));
  if (paint.highlighted && !changed) color = theme_->color(ColorRole::Counterpart);
  painter.fillRect(paint.area, color);
  if (paint.row.kind == PaneRow::Kind::Filler) {
    QColor stripes = theme_->color(ColorRole::Hatch);
    if (changed) {
      stripes = theme_->color(signColor(paint.row.tone));
      stripes.setAlphaF(0.22F);
    }
    paintHatch(painter, paint.area, stripes);
  }
}

void CodeView::paintElsewhere(QPainter &painter, const RowPaint &paint) const {
  const QString text = QString::fromStdString(align::elsewhereText(*paint.row.elsewhere, LineIndex(paint.row.number)));
  const QRect place(textLeft(), paint.area.top(), painter.fontMetrics().horizontalAdvance(text), paint.area.height());
  // Stripes do not run through the words.
  painter.fillRect(place.adjusted(-4, 1, 4, -1), theme_->color(ColorRole::Pane));
  painter.setPen(theme_->color(ColorRole::DimText));
  painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft, text);
}

void CodeView::paintLine(QPainter &painter, const RowPaint &paint) {
  const QTextLayout &layout = cache_.layout(int(paint.row.number), dimmed(paint.row));
  const QTextLine line = layout.lineAt(0);
  paintMarks(painter, paint, line);
  paintMatches(painter, paint, line);
  paintSelection(painter, paint, line);
  const qreal top = paint.area.top() + (rowHeight_ - line.height()) / 2;
  paintText(painter, paint, layout, top);
  if (paint.index == selection_.caret.row && hasFocus()) {
    const qreal x = textLeft() + paint.skip.shown(line.cursorToX(selection_.caret.column));
    painter.fillRect(QRectF(x - 0.5, paint.area.top() + 2, 1.6, rowHeight_ - 4), theme_->color(ColorRole::Accent));
  }
}

void CodeView::paintText(QPainter &painter, const RowPaint &paint, const QTextLayout &layout, qreal top) const {
  const Skip &skip = paint.skip;
  if (!skip.any()) return layout.draw(&painter, QPointF(textLeft(), top));
  const QRectF row(paint.area);
  painter.setClipRect(QRectF(textLeft(), row.top(), skip.from, row.height()));
  layout.draw(&painter, QPointF(textLeft(), top));
  painter.setClipRect(QRectF(textLeft() + skip.from + skip.sign, row.top(), row.width(), row.height()));
  layout.draw(&painter, QPointF(textLeft() + skip.from + skip.sign - skip.to, top));
  painter.setClipping(false);
  const QRectF sign(textLeft() + skip.from, row.top() + 2, skip.sign, row.height() - 4);
  painter.setPen(theme_->color(ColorRole::DimText));
  painter.drawText(sign, Qt::AlignCenter, QStringLiteral("⋯"));
}

void CodeView::paintMarks(QPainter &painter, const RowPaint &paint, const QTextLine &line) const {
  const PaneMark first{{LineIndex(paint.row.number), {}}, Tone::None, 0};
  const std::string_view bytes = cache_.text().utf8(int(paint.row.number));
  painter.setRenderHint(QPainter::Antialiasing);
  for (auto mark = std::lower_bound(marks_.begin(), marks_.end(), first); mark != marks_.end() && mark->text.line == first.text.line;
       ++mark) {
    const qreal left = paint.skip.shown(line.cursorToX(utf16Column(bytes, mark->text.columns.begin)));
    const qreal right = paint.skip.shown(line.cursorToX(utf16Column(bytes, mark->text.columns.end)));
    const QRectF area(textLeft() + left - 2, paint.area.top() + 1, right - left + 4, rowHeight_ - 2);
    const bool stands = emphasis_ && *emphasis_ == mark->divergence;
    painter.setPen(stands ? QPen(theme_->color(signColor(mark->tone)), 1.2) : QPen(Qt::NoPen));
    painter.setBrush(theme_->color(markColor(mark->tone)));
    painter.drawRoundedRect(area, 3, 3);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void CodeView::paintMatches(QPainter &painter, const RowPaint &paint, const QTextLine &line) const {
  const int number = int(paint.row.number);
  for (auto match = std::lower_bound(matches_.begin(), matches_.end(), Match{number, 0, 0});
       match != matches_.end() && match->line == number; ++match) {
    const qreal left = paint.skip.shown(line.cursorToX(match->column)),
                right = paint.skip.shown(line.cursorToX(match->column + match->length));
    const bool current = match - matches_.begin() == currentMatch_;
    const QRectF area(textLeft() + left, paint.area.top() + 1, right - left, rowHeight_ - 2);
    painter.fillRect(area, theme_->color(current ? ColorRole::CurrentMatch : ColorRole::Match));
    if (current) {
      painter.setPen(theme_->color(ColorRole::Text));
      painter.drawRect(area.adjusted(0, 0, -1, -1));
    }
  }
}

void CodeView::paintSelection(QPainter &painter, const RowPaint &paint, const QTextLine &line) const {
  if (selection_.empty()) return;
  const TextPosition begin = selection_.begin(), end = selection_.end();
  if (paint.index < begin.row || paint.index > end.row) return;
  const qreal left = paint.index == begin.row ? paint.skip.shown(line.cursorToX(begin.column)) : 0;
  // A line that is selected with its end shows it.
  const qreal right = paint.skip.shown(paint.index == end.row ? line.cursorToX(end.column) : line.naturalTextWidth() + 6);
  painter.fillRect(QRectF(textLeft() + left, paint.area.top(), right - left, rowHeight_), theme_->color(ColorRole::TextSelection));
}

void CodeView::paintFold(QPainter &painter, const RowPaint &paint) const {
  painter.fillRect(paint.area, theme_->color(ColorRole::Header));
  painter.setPen(QPen(theme_->color(ColorRole::Border), 1, Qt::DashLine));
  const int middle = paint.area.center().y();
  painter.drawLine(paint.area.left(), middle, paint.area.right(), middle);
  const bool current = paint.index == selection_.caret.row && hasFocus();
  const QString text = QStringLiteral("  ⋯ %L1 unchanged lines  ").arg(paint.row.number);
  const int width = painter.fontMetrics().horizontalAdvance(text);
  const QRect label(gutterWidth(), paint.area.top(), width, rowHeight_);
  painter.fillRect(label, theme_->color(current ? ColorRole::Current : ColorRole::Header));
  painter.setPen(theme_->color(current ? ColorRole::Text : ColorRole::DimText));
  painter.drawText(label, Qt::AlignCenter, text);
}

void CodeView::paintGutter(QPainter &painter, const RowPaint &paint) const {
  const QRect gutter(0, paint.area.top(), gutterWidth(), rowHeight_);
  const QRegion behind = QRegion(gutter);
  painter.setClipRegion(behind);
  paintBackground(painter, paint);
  const int character = painter.fontMetrics().horizontalAdvance(u'0');
  if (paint.row.kind == PaneRow::Kind::Line) {
    painter.setPen(theme_->color(paint.highlighted ? ColorRole::Text : ColorRole::LineNumber));
    painter.drawText(gutter.adjusted(0, 0, -int(character * 2.2), 0), Qt::AlignRight | Qt::AlignVCenter,
                     QString::number(paint.row.number + 1));
    painter.setPen(theme_->color(signColor(paint.row.tone)));
    painter.drawText(gutter.adjusted(gutter.width() - int(character * 1.8), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     signOf(paint.row.tone));
  }
  if (paint.highlighted) painter.fillRect(QRect(0, gutter.top(), 3, rowHeight_), theme_->color(ColorRole::Accent));
  painter.setClipping(false);
  if (paint.highlighted && paint.row.tone != Tone::None && paint.row.tone != Tone::Noise) {
    painter.setPen(theme_->color(ColorRole::Accent));
    painter.drawLine(0, paint.area.top(), paint.area.right(), paint.area.top());
    painter.drawLine(0, paint.area.bottom(), paint.area.right(), paint.area.bottom());
  }
}

void CodeView::paintNote(QPainter &painter) const {
  painter.setPen(theme_->color(ColorRole::DimText));
  painter.drawText(viewport()->rect().adjusted(16, 24, -16, -16), Qt::AlignTop | Qt::AlignHCenter | Qt::TextWordWrap, note_);
}

}  // namespace tileport::views
