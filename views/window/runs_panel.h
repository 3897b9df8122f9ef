// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "views/models/run_model.h"
#include "views/theme/theme.h"

class QLabel;
class QPlainTextEdit;
class QTableView;

namespace tileport::views {

class ToneDelegate;

/// Every program of others that was run for what is shown: the list, and all of the one that is selected.
class RunsPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit RunsPanel(QWidget *parent = nullptr);

  /// `note` says why there are none where there should be some.
  void setRuns(std::vector<toolchain::RunRecord> runs, const QString &note = {});
  void setTheme(const ThemePtr &theme);

  std::size_t count() const { return model_.runs().size(); }
  std::size_t failed() const;
  QString note() const;
  QTableView *list() const { return list_; }
  QPlainTextEdit *details() const { return details_; }

 Q_SIGNALS:
  void runsChanged();

 private:
  void showDetails(const QModelIndex &index);

  RunModel model_;
  QTableView *list_;
  QPlainTextEdit *details_;
  QLabel *note_;
  ToneDelegate *tones_;
};

}  // namespace tileport::views
