// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "views/theme/theme.h"
#include "workspace/review.h"

class QLabel;
class QProgressBar;
class QStatusBar;
class QToolButton;

namespace tileport::views {

/// Fills a status bar: the verdict, counts, what was aligned, both programs' versions; work in progress with a button that stops it.
class StatusLine final : public QObject {
  Q_OBJECT

 public:
  explicit StatusLine(QStatusBar *bar);

  void setReview(const workspace::Review *review);
  void setTheme(ThemePtr theme);
  void setProgress(int done, int total);
  void setBusy(bool busy);
  QString text() const;

 Q_SIGNALS:
  void cancelAsked();

 private:
  void recolor();

  ThemePtr theme_;
  QLabel *verdict_;
  QLabel *counts_;
  QLabel *alignment_;
  QLabel *reference_;
  QLabel *port_;
  QLabel *progressText_;
  QProgressBar *progress_;
  QToolButton *cancel_;
};

}  // namespace tileport::views
