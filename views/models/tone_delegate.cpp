// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/tone_delegate.h"

#include <QApplication>
#include <QPainter>
#include <algorithm>

namespace tileport::views {
namespace {

constexpr int kMargin = 8;

}  // namespace

ColorRole colorOfSign(QStringView text) {
  if (text.isEmpty()) return ColorRole::DimText;
  switch (text[0].unicode()) {
    case u'~':
    case u'≈':
    case u'?': return ColorRole::Differs;
    case u'−':
    case u'!':
    case u'✕': return text.startsWith(u"! WARN") ? ColorRole::Warning : ColorRole::Missing;
    case u'+': return ColorRole::Extra;
    case u'≡':
    case u'✓': return ColorRole::Same;
    default: return ColorRole::DimText;
  }
}

/// Room for the margins that it paints with, which are wider than the style's in a tree.
QSize ToneDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const {
  const QSize size = QStyledItemDelegate::sizeHint(option, index);
  const int text = option.fontMetrics.horizontalAdvance(index.data().toString());
  return {std::max(size.width(), text + 2 * kMargin + 1), size.height()};
}

void ToneDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const {
  QStyleOptionViewItem item = option;
  initStyleOption(&item, index);
  const QString text = std::exchange(item.text, QString());
  const QStyle *style = item.widget != nullptr ? item.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
  // A new piece begins at each sign: "~2 −1" is two, "~ differs" is one.
  QStringList pieces;
  for (const QString &word : text.split(u' ')) {
    const bool signs = colorOfSign(word) != ColorRole::DimText;
    if (signs || pieces.isEmpty()) pieces.append(word);
    else pieces.last() += u' ' + word;
  }
  painter->save();
  painter->setFont(item.font);
  const int gap = item.fontMetrics.horizontalAdvance(u' ');
  int width = -gap;
  for (const QString &piece : pieces) width += item.fontMetrics.horizontalAdvance(piece) + gap;
  const QRect area = item.rect.adjusted(kMargin, 0, -kMargin, 0);
  int x = item.displayAlignment.testFlag(Qt::AlignRight) ? area.right() - width : area.left();
  for (const QString &piece : pieces) {
    painter->setPen(theme_->color(colorOfSign(piece)));
    painter->drawText(QRect(x, area.top(), area.width(), area.height()), Qt::AlignLeft | Qt::AlignVCenter, piece);
    x += item.fontMetrics.horizontalAdvance(piece) + gap;
  }
  painter->restore();
}

}  // namespace tileport::views
