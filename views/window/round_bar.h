// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "views/theme/theme.h"
#include "views/window/round_session.h"

class QLabel;
class QToolButton;

namespace tileport::views {

/// Above the panes, what became of the findings of an earlier round: in the variant that is shown, and in the workspace. Also why a round
/// could not be read or written. Hides itself where there is nothing to tell.
class RoundBar final : public QWidget {
  Q_OBJECT

 public:
  explicit RoundBar(QWidget *parent = nullptr);

  /// Every variant is not reviewed yet.
  void showWaiting(const QString &since);
  /// `variant` is null where nothing was found in it, then or now; `hasVariant` is false while no variant is shown.
  void showCompared(const ComparedRound &compared, const workspace::ComparedVariant *variant, bool hasVariant);
  void showFailure(const QString &what, const Error &error);
  void setTheme(const ThemePtr &theme);
  QString text() const;
  /// What is shown is a failure, which stays until it is closed or there is something else to tell.
  bool showsFailure() const { return !isHidden() && role_ == ColorRole::Missing; }
  QToolButton *closeButton() const { return close_; }

 Q_SIGNALS:
  void stopAsked();
  void failureClosed();

 private:
  struct Part {
    QString title;
    QStringList counts;
  };
  void say(const QString &title, ColorRole role, QList<Part> parts, const QString &close, const QString &tip);
  void repaintText();

  ThemePtr theme_ = builtInTheme(false);
  ColorRole role_ = ColorRole::Text;
  QList<Part> parts_;
  QLabel *title_;
  QLabel *text_;
  QToolButton *close_;
};

/// "✓ 1 gone", "= 2 remaining", "! 1 new", "? 1 undecided"; those that are none are left out but for what is gone, remaining and new.
QStringList fateCounts(const std::function<std::size_t(workspace::ComparedFinding::Fate)> &count);

}  // namespace tileport::views
