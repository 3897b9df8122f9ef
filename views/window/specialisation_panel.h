// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "views/models/specialisation_model.h"
#include "views/theme/theme.h"

class QLabel;
class QStackedLayout;
class QTableView;

namespace tileport::views {

class ToneDelegate;

/// What the sides of a review are specialised to differently; where there is nothing to list, a line that says why.
class SpecialisationPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit SpecialisationPanel(QWidget *parent = nullptr);

  void setReview(const workspace::ReviewPtr &review);
  void setRound(bool compares, const workspace::ComparedVariant *compared);
  void setTheme(const ThemePtr &theme);

  QTableView *list() const { return list_; }
  /// The line in the list's place; empty while there is a list.
  QString note() const;

 private:
  SpecialisationModel model_;
  QTableView *list_;
  QLabel *note_;
  QStackedLayout *stack_;
  ToneDelegate *tones_;
};

}  // namespace tileport::views
