// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

#include "views/theme/theme.h"

namespace tileport::views {

/// Paints words that begin with a sign (~ − + ✓ ✕ ? ! ≈ ≡) in the sign's colour. The text alone says the same.
class ToneDelegate final : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void setTheme(ThemePtr theme) { theme_ = std::move(theme); }
  QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
  void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

 private:
  ThemePtr theme_ = builtInTheme(false);
};

/// The colour of a text that begins with a sign.
ColorRole colorOfSign(QStringView text);

}  // namespace tileport::views
