// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "views/models/finding_filter.h"
#include "views/theme/theme.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSettings;
class QToolButton;

namespace tileport::views {

/// Above a list of findings: which of them are shown, and how many are not.
class FindingFilterBar final : public QWidget {
  Q_OBJECT

 public:
  explicit FindingFilterBar(QWidget *parent = nullptr);

  FindingCriteria criteria() const;
  void setCriteria(const FindingCriteria &criteria);
  /// Of the divergences; and how many equivalences there are, shown or not.
  void setCounts(int shown, int total, int equivalences);
  void setTheme(const ThemePtr &theme);
  void save(QSettings &settings) const;
  void restore(const QSettings &settings);

  QComboBox *severity() const { return severity_; }
  QComboBox *owner() const { return owner_; }
  QComboBox *cause() const { return cause_; }
  QToolButton *waived() const { return waived_; }
  QToolButton *equivalences() const { return equivalences_; }
  QToolButton *all() const { return all_; }
  QLineEdit *text() const { return text_; }
  QLabel *counts() const { return counts_; }

 Q_SIGNALS:
  void criteriaChanged(const tileport::views::FindingCriteria &criteria);

 private:
  QToolButton *addToggle(const QString &text, const QString &tip);
  QComboBox *addChoice(const QString &name);
  void repaintCounts();

  QComboBox *severity_;
  QComboBox *owner_;
  QComboBox *cause_;
  QLineEdit *text_;
  QToolButton *waived_;
  QToolButton *equivalences_;
  QToolButton *all_;  ///< takes the filter away
  QLabel *counts_;
  ThemePtr theme_ = builtInTheme(false);
  bool hides_ = false;
  bool setting_ = true;  ///< nobody has changed anything: it is being filled
};

}  // namespace tileport::views
