// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "views/models/divergence_model.h"
#include "views/theme/theme.h"

class QTableView;

namespace tileport::views {

class ToneDelegate;

/// The divergences of a review, and every difference of the one that is selected.
class DivergencePanel final : public QWidget {
  Q_OBJECT

 public:
  explicit DivergencePanel(QWidget *parent = nullptr);

  void setReview(workspace::ReviewPtr review);
  /// What became of the findings of an earlier round; `compares` is false where there is none.
  void setRound(bool compares, const workspace::ComparedVariant *compared);
  void setTheme(const ThemePtr &theme);
  /// No signal.
  void setCurrent(std::optional<std::uint32_t> divergence);
  /// The selected divergence as text.
  void copy() const;

  QTableView *list() const { return list_; }
  QTableView *details() const { return details_; }

 Q_SIGNALS:
  void divergenceChosen(std::uint32_t divergence);

 private:
  void choose(const QModelIndex &index);
  void showDetails(std::optional<std::uint32_t> divergence);

  workspace::ReviewPtr review_;
  DivergenceModel model_;
  DifferenceModel differences_;
  QTableView *list_;
  QTableView *details_;
  ToneDelegate *tones_;
  bool following_ = false;
};

}  // namespace tileport::views
