// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QWidget>

#include "views/review/review_text.h"
#include "views/theme/theme.h"

class QAction;
class QHBoxLayout;

namespace tileport::views {

/// The verdict on a pair in words, with its sign, framed in its colour; why it is that in the tool tip.
class OutcomePill final : public QLabel {
  Q_OBJECT

 public:
  explicit OutcomePill(QWidget *parent = nullptr);
  void setReview(const workspace::Review *review);
  /// Of several variants together; absent: it is not known.
  void setVerdict(std::optional<triage::Verdict> verdict, const QString &text);
  void setTheme(ThemePtr theme);

 private:
  void restyle();

  std::optional<ColorRole> role_;  ///< absent: nothing is shown
  ThemePtr theme_;
};

/// Above the panes: where one is, what is hidden, and the outcome.
class HeaderBar final : public QWidget {
  Q_OBJECT

 public:
  explicit HeaderBar(QWidget *parent = nullptr);

  /// A button for a checkable action.
  void addToggle(QAction *action);
  void setPlace(const QString &workspace, const QString &op, const QString &variant);
  OutcomePill *pill() const { return pill_; }
  QString placeText() const { return place_->text(); }

 private:
  QLabel *place_;
  OutcomePill *pill_;
  QHBoxLayout *row_;
};

}  // namespace tileport::views
