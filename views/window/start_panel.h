// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace tileport::views {

/// Shown while there is no review: how to open something, or what is being read and a button that stops it.
class StartPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit StartPanel(QWidget *parent = nullptr);

  void showInvitation();
  void showProgress(const QString &what);
  QString text() const;

 Q_SIGNALS:
  void openWorkspaceAsked();
  void openProgramsAsked();
  void importAsked();
  void cancelAsked();

 private:
  QLabel *title_;
  QLabel *text_;
  QProgressBar *progress_;
  QPushButton *workspace_;
  QPushButton *programs_;
  QPushButton *import_;
  QPushButton *cancel_;
};

}  // namespace tileport::views
