// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "views/theme/theme.h"
#include "workspace/review.h"

class QLabel;
class QToolButton;

namespace tileport::views {

/// Above the panes, what has to be known before anything else of a review: that its sides are specialised differently.
class NoticeBar final : public QWidget {
  Q_OBJECT

 public:
  explicit NoticeBar(QWidget *parent = nullptr);

  /// Hides itself where there is nothing to tell.
  void setReview(const workspace::Review *review);
  void setTheme(const ThemePtr &theme);
  QString text() const;

 Q_SIGNALS:
  void moreAsked();

 private:
  QLabel *sign_;
  QLabel *text_;
  QToolButton *more_;
};

}  // namespace tileport::views
