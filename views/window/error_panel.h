// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "support/result.h"

class QLabel;
class QPushButton;

namespace tileport::views {

/// An error inside the window: what happened, where, and what to do. Nothing is blocked: everything else still works.
class ErrorPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit ErrorPanel(QWidget *parent = nullptr);

  void setError(const QString &title, const Error &error);
  QString text() const;

 Q_SIGNALS:
  void retryAsked();
  void openAsked();

 private:
  QLabel *title_;
  QLabel *message_;
  QLabel *place_;
  QLabel *advice_;
};

/// "file, line 3, column 4, section func, byte 0x1a2, op for"; empty when nothing is known.
QString placeText(const Place &place);

}  // namespace tileport::views
